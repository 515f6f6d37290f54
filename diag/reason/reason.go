// Package reason holds what the analysis says against something: why a loop is not
// cut, why a message does not leave early, what an early statement may touch.
//
// The idea: a reason is a code and what it speaks of, and no text. Whoever finds it
// names the code, the bytes to blame and the arguments: names, designators, other
// reasons. Only here are words made of that, when somebody asks for them, so reasons that
// nobody prints cost nothing, and two of them are compared by what they say and not by how.
// What a user reads of a code, its key and its hint stand in one line of codes.go.
package reason

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Code is one thing that can be said.
type Code struct {
	key  string // what the report prints in brackets; "" for what is only part of others
	text string // {0} is the first argument
	hint string // what the user could do, "" if nothing
}

// Reason is a code said of a place. The zero value says nothing.
type Reason struct {
	Code *Code
	Of   []Arg
	At   source.Span // the bytes to blame
}

// Arg is what a reason speaks of: a name, an expression or another reason.
type Arg struct {
	name string
	x    ast.Expr
	via  string
	why  *Reason
}

// Name is a name as the program writes it: of a procedure, a loop's variable, a clause.
func Name(name string) Arg { return Arg{name: name} }

// Expr is a designator or another expression.
func Expr(x ast.Expr) Arg { return Arg{x: x} }

// Via is a designator that a procedure touches which is called.
func Via(procedure string, x ast.Expr) Arg { return Arg{x: x, via: procedure} }

// Because is another reason; its place counts no more.
func Because(r Reason) Arg { return Arg{why: &r} }

// At says a code of a place.
func (c *Code) At(at source.Span, of ...Arg) Reason { return Reason{Code: c, Of: of, At: at} }

// Stands reports whether r says anything.
func (r Reason) Stands() bool { return r.Code != nil }

// Key is short and stable: "carried", "blocking".
func (r Reason) Key() string {
	if r.Code == nil {
		return ""
	}
	return r.Code.key
}

// Text is what r says: "old(idx(i),j): subscript is not affine".
func (r Reason) Text() string {
	if r.Code == nil {
		return ""
	}
	return r.fill(r.Code.text)
}

// Hint is what the user could do, "" if nothing.
func (r Reason) Hint() string {
	if r.Code == nil {
		return ""
	}
	return r.fill(r.Code.hint)
}

// fill puts the arguments into a text.
func (r Reason) fill(text string) string {
	for i := range r.Of {
		hole := "{" + strconv.Itoa(i) + "}"
		if strings.Contains(text, hole) {
			text = strings.ReplaceAll(text, hole, r.Of[i].String())
		}
	}
	return text
}

// maxPrinted bounds the length of an expression in a text.
const maxPrinted = 500

// String is how an argument is written.
func (a Arg) String() string {
	switch {
	case a.why != nil:
		return a.why.Text()
	case a.x == nil:
		return a.name
	}
	text, _ := ast.Short(a.x, maxPrinted)
	if a.via != "" {
		return a.via + ", which touches " + text
	}
	return text
}

// Same reports whether two reasons say the same of the same place.
func Same(a, b Reason) bool {
	return a.Code == b.Code && a.At == b.At && slices.EqualFunc(a.Of, b.Of, func(x, y Arg) bool { return x == y || x.String() == y.String() })
}

// Among reports whether a list holds a reason that says the same as r.
func Among(list []Reason, r Reason) bool {
	return slices.ContainsFunc(list, func(w Reason) bool { return Same(w, r) })
}
