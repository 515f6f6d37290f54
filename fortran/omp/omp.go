// Package omp reads the directives of OpenMP and OpenACC, as far as it matters here
// which one it is and what its clauses name.
package omp

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Directive is a directive in lower case.
type Directive struct {
	ACC   bool     // of OpenACC
	End   bool     // an END directive; Words are those behind END
	Words []string // of its name; none if that is not known
	// Clauses is what stands behind the name, blanks as single ones.
	Clauses string
	// Squeezed is all of the text without blanks.
	Squeezed string
}

// Read reads a directive line.
func Read(l *source.Line) Directive {
	fields := strings.Fields(strings.ToLower(string(l.Text)))
	d := Directive{ACC: l.Sentinel() == "acc", Squeezed: strings.Join(fields, "")}
	d.Words, d.Clauses = words(strings.Join(fields, " "))
	if len(d.Words) > 0 && d.Words[0] == "end" {
		d.End, d.Words = true, d.Words[1:]
	}
	return d
}

// Of reads an item of a program if it is a directive of OpenMP that holds. One between
// the lines of a continued statement is none: compilers refuse it or skip it.
func Of(it ast.Item) (Directive, bool) {
	st, ok := it.(*ast.Stmt)
	if !ok || st.Kind != ast.KDirective || st.Line.Sentinel() != "omp" || st.Line.Inert || st.Line.Inside {
		return Directive{}, false
	}
	return Read(st.Line), true
}

// End returns the index of the directive that ends what items[i], a directive of OpenMP,
// begins; -1 if there is none.
func End(items []ast.Item, i int) int {
	head, _ := Of(items[i])
	depth := 0
	for k := i; k < len(items); k++ {
		d, ok := Of(items[k])
		switch {
		case !ok || !d.Same(head):
		case !d.End:
			depth++
		default:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// Name returns the name of a directive without END: "parallel do".
func (d Directive) Name() string { return strings.Join(d.Words, " ") }

// Same reports whether two directives have the same name.
func (d Directive) Same(e Directive) bool { return slices.Equal(d.Words, e.Words) }

// Each calls f for the clauses that have parentheses.
func (d Directive) Each(f func(clause, args string)) {
	rest := d.Clauses
	for {
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			return
		}
		clause := ""
		if list := strings.FieldsFunc(rest[:open], func(r rune) bool { return r == ' ' || r == ',' }); len(list) > 0 {
			clause = list[len(list)-1]
		}
		args, after := parenthesised(rest[open:])
		f(clause, args)
		rest = after
	}
}

// parenthesised splits text behind the parenthesis that it begins with.
func parenthesised(text string) (inside, after string) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:]
			}
		}
	}
	return text[1:], ""
}

// words splits the words of a name off a directive: blanks between them are
// optional.
func words(text string) (name []string, rest string) {
next:
	for {
		text = strings.TrimLeft(text, " ")
		for _, w := range known() {
			rest, ok := strings.CutPrefix(text, w)
			if !ok || isClauseTail(w, rest) {
				continue
			}
			name, text = append(name, w), rest
			if w == "atomic" { // what follows says how
				break next
			}
			continue next
		}
		break
	}
	return name, strings.TrimLeft(text, " ")
}

// isClauseTail tells whether what follows makes another word of w: "simdlen",
// "section" of "sections", "do" of "doacross".
func isClauseTail(w, rest string) bool {
	switch {
	case w == "do":
		return strings.HasPrefix(rest, "across")
	case w == "simd":
		return strings.HasPrefix(rest, "len")
	case w == "task":
		return strings.HasPrefix(rest, "_reduction") || strings.HasPrefix(rest, "yield") || strings.HasPrefix(rest, "group")
	case w == "single" || w == "master" || w == "loop" || w == "data":
		return strings.HasPrefix(rest, "(")
	}
	return false
}

// known returns the words of directive names that matter, longer ones first where
// one begins with another.
func known() []string {
	return []string{
		"cancellation", "cancel", "threadprivate", "distribute", "workshare", "taskloop", "taskwait", "parallel", "sections",
		"section", "critical", "kernels", "declare", "barrier", "masked", "master", "single", "serial", "target", "update",
		"atomic", "teams", "flush", "enter", "simd", "task", "loop", "data", "exit", "end", "do",
	}
}
