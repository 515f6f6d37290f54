package codegen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Where the compiler rounds by what stands around a loop, -mdmp-bits=modes has one iteration
// of the loop that is cut compiled by itself, so that its code is the same in the loop as it
// was written and in boxes, whatever they are:
//
//	do j = 1, m                     do j = 1, m
//	  do i = 1, n                     call <the procedure>(i, n, v, …, j)
//	    v(i,j) = …            as    end do
//	  end do                        …
//	end do                          subroutine mdmpi0a1b…n1(i, n, v, …, j)   ! external, behind all else
//
// The procedure is an external one that knows nothing but its arguments: it declares all
// names itself, and arrays with the bounds that they have where it is called. The call
// names it by a binding label, through an interface with dummies of any type, so that the compiler
// sees no connection (gfortran and its kin append an underscore to external names): nothing is
// expanded in place, and nothing about the callers goes into the procedure.

// lifted is an iteration of a nest that is a procedure of its own.
type lifted struct {
	name     string // of the procedure
	body     source.Span
	formals  []string // its arguments,
	actuals  []string // and what is passed for them
	arrays   map[string]bool
	declared []string
	text     string // of the body, with the names that it has there
}

// mostPassed is the number of arguments up to which an iteration is made a procedure.
const mostPassed = 120

// lift puts one iteration of a nest into a procedure of its own; else it says why not.
func (t *translator) lift(n *rungs.Nest) string {
	l := &lifting{t: t, n: n, s: t.scopes.At(n.Node.Stmt.Span().Start), out: &lifted{arrays: map[string]bool{}},
		seen: map[string]bool{}, roots: map[any]string{}, parts: map[string]string{}}
	if why := l.run(); why != "" {
		return "its iterations cannot be compiled by themselves: " + why
	}
	t.lifts = append(t.lifts, l.out)
	l.out.name = t.iterationName(len(t.lifts))
	t.lifted[n] = l.out
	stmts := t.callOf(n, l.out)
	t.text.Replace(l.out.body, t.text.Write(stmts, 0, new(t.file.Position(l.out.body.End))))
	t.text.End(t.procedureOf(l.out))
	return ""
}

// iterationName is unique in a program: files with the same name and text hold the same
// global names already. It has no underscore, after which some flags append two.
func (t *translator) iterationName(k int) string {
	sum := sha256.Sum256(append([]byte(t.file.Name+"\x00"), t.file.Src...))
	return "mdmpi" + hex.EncodeToString(sum[:8]) + "n" + strconv.Itoa(k)
}

// callOf is the call of the procedure in the place of the body.
func (t *translator) callOf(n *rungs.Nest, l *lifted) []emit.Stmt {
	at := t.file.Position(l.body.Start)
	call := t.used.Name("mdmp_iterate")
	var dummies, scalars, arrays []string
	for i, f := range l.formals {
		d := t.used.Name("mdmp_a" + strconv.Itoa(i+1))
		dummies = append(dummies, d)
		if l.arrays[f] {
			arrays = append(arrays, d)
		} else {
			scalars = append(scalars, d)
		}
	}
	list := []emit.Stmt{{Text: "block"}, {Text: "intrinsic :: int, lbound, ubound", Depth: 1}, {Text: "interface", Depth: 1},
		{Text: fmt.Sprintf("subroutine %s(%s) bind(c, name='%s_')", call, strings.Join(dummies, ", "), l.name), Depth: 2}}
	if len(scalars) > 0 {
		list = append(list, emit.Stmt{Text: "type(*) :: " + strings.Join(scalars, ", "), Depth: 3})
	}
	if len(arrays) > 0 {
		list = append(list, emit.Stmt{Text: "type(*), dimension(*) :: " + strings.Join(arrays, ", "), Depth: 3})
	}
	list = append(list, emit.Stmt{Text: "end subroutine " + call, Depth: 2}, emit.Stmt{Text: "end interface", Depth: 1},
		emit.Stmt{Text: fmt.Sprintf("call %s(%s)", call, strings.Join(l.actuals, ", ")), Depth: 1}, emit.Stmt{Text: "end block"})
	for i := range list {
		list[i].Line = at
	}
	return list
}

// procedureOf is the procedure.
func (t *translator) procedureOf(l *lifted) []emit.Stmt {
	at := t.file.Position(l.body.Start)
	list := []emit.Stmt{{Text: fmt.Sprintf("subroutine %s(%s)", l.name, strings.Join(l.formals, ", "))}, {Text: "implicit none", Depth: 1}}
	for _, d := range l.declared {
		list = append(list, emit.Stmt{Text: d, Depth: 1})
	}
	list = append(list, emit.Stmt{Text: l.text, Copy: true}, emit.Stmt{Text: "end subroutine " + l.name})
	for i := range list {
		list[i].Line = at
	}
	if t.text.Markers { // what is copied comes without one
		list[len(list)-2].Text = t.text.Marker(at) + list[len(list)-2].Text
	}
	return list
}

// liftedCopy is copyOf for a nest of which an iteration is a procedure.
func (t *translator) liftedCopy(n *rungs.Nest, l *lifted) calls.Copy {
	first, last := n.Item.First().Line, t.lastLine(n)
	if !t.ownLines(first, last) || n.Do().Begin.Body.(*ast.Do).Label != "" || n.Do().Begin.NameAt != 0 {
		return calls.Copy{}
	}
	from, to := t.file.LineSpan(int(first.First)).Start, t.file.NextLine(int(last.Last))
	call := t.text.Write(t.callOf(n, l), 0, new(t.file.Position(l.body.End)))
	return calls.Copy{Lines: string(t.file.Src[from:l.body.Start]) + call + string(t.file.Src[l.body.End:to]), At: t.file.Position(from)}
}
