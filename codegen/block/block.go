// Package block collects the statements of a BLOCK construct.
//
// The idea: whatever is generated stands in a BLOCK with declarations of its
// own, so that nothing goes into a specification part (where an include file or
// a statement function might be in the way) and no name of the program can be
// hidden from the user's statements or hide ours. The order in which a writer
// thinks of things (a statement, then that it needs a variable, then that an
// intrinsic is called) is not the order in which they must stand; this package
// keeps them apart and puts them together at the end.
//
// An intrinsic procedure is declared INTRINSIC in the BLOCK: the program may
// use its name for something else. That cannot be done if the user's own
// expressions, which are copied into the BLOCK, mention the name; Clash finds
// these cases.
package block

import (
	"fmt"
	"sort"
	"strings"

	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/fortran/source"
)

// Writer collects a BLOCK. At is the place to which the statements belong that
// are added next.
type Writer struct {
	Used   *names.Used
	At     source.Position
	Module string // the module that Use refers to

	start source.Position
	depth int
	uses  map[string]string // local name by name in the module
	intr  map[string]bool
	decls []string
	iface []layout.Stmt
	alias []string
	has   map[string]bool
	body  []layout.Stmt
	// inner is the length of body where an inner BLOCK begins, 0 if there is none;
	// its declarations are those made after that.
	inner      int
	innerDecls []string
}

// New returns an empty BLOCK that begins at the given place and takes what it
// needs from module.
func New(used *names.Used, at source.Position, module string) *Writer {
	return &Writer{Used: used, At: at, Module: module, start: at, depth: 1,
		uses: map[string]string{}, intr: map[string]bool{}, has: map[string]bool{}}
}

// Use notes that an entity of the module is used under a local name, and
// returns that.
func (w *Writer) Use(name, local string) string {
	w.uses[name] = local
	return local
}

// Intrinsic notes that an intrinsic procedure is used and returns its name.
func (w *Writer) Intrinsic(name string) string {
	w.intr[name] = true
	return name
}

// Declare adds a declaration, once.
func (w *Writer) Declare(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if w.has[text] {
		return
	}
	w.has[text] = true
	if w.inner > 0 {
		w.innerDecls = append(w.innerDecls, text)
		return
	}
	w.decls = append(w.decls, text)
}

// Inner opens a BLOCK for what is declared from now on. It is one more scope for
// debuggers: they take lines that stand in two scopes for two places.
func (w *Writer) Inner() {
	w.Open("block")
	w.inner = len(w.body)
}

// Say adds a statement.
func (w *Writer) Say(format string, args ...any) {
	w.body = append(w.body, layout.Stmt{Text: fmt.Sprintf(format, args...), Depth: w.depth, Line: w.At})
}

// Interface adds an interface body; lines that begin with '!' are directives to
// compilers.
func (w *Writer) Interface(heading string, lines ...string) {
	add := func(depth int, text string) {
		w.iface = append(w.iface, layout.Stmt{Text: text, Depth: depth, Pragma: text[0] == '!', Line: w.start})
	}
	add(2, heading)
	for _, text := range lines {
		add(3, text)
	}
	add(2, "end subroutine")
}

// Alias puts the BLOCK into an ASSOCIATE with these associations.
func (w *Writer) Alias(list []string) { w.alias = list }

// Note adds a comment.
func (w *Writer) Note(text string) {
	w.body = append(w.body, layout.Stmt{Text: text, Comment: true, Depth: w.depth, Line: w.At})
}

// Copy adds lines of the file as they stand; the first is that of at.
func (w *Writer) Copy(lines string, at source.Position) {
	w.body = append(w.body, layout.Stmt{Text: lines, Copy: true, Line: at})
}

// Open adds a statement that begins a construct.
func (w *Writer) Open(format string, args ...any) {
	w.Say(format, args...)
	w.depth++
}

// Else adds a statement that begins another branch.
func (w *Writer) Else(text string) {
	w.depth--
	w.Say("%s", text)
	w.depth++
}

// Shut adds the statement that ends a construct.
func (w *Writer) Shut(text string) {
	w.depth--
	w.Say("%s", text)
}

// Stmts returns the BLOCK. mentions holds the names that the user's
// expressions in it use.
func (w *Writer) Stmts(mentions map[string]bool) []layout.Stmt {
	depth := 0
	var out []layout.Stmt
	if len(w.alias) > 0 {
		out = append(out, layout.Stmt{Text: "associate (" + strings.Join(w.alias, ", ") + ")", Line: w.start})
		depth = 1
	}
	out = append(out, layout.Stmt{Text: "block", Depth: depth, Line: w.start})
	head := func(text string) {
		out = append(out, layout.Stmt{Text: text, Depth: depth + 1, Line: w.start})
	}
	if len(w.uses) > 0 {
		head("use " + w.Module + ", only: " + strings.Join(w.imports(), ", "))
	}
	var intr []string
	for name := range w.intr {
		if !mentions[name] {
			intr = append(intr, name)
		}
	}
	if len(intr) > 0 {
		sort.Strings(intr)
		head("intrinsic :: " + strings.Join(intr, ", "))
	}
	for _, d := range w.decls {
		head(d)
	}
	if len(w.iface) > 0 {
		head("interface")
		for _, st := range w.iface {
			st.Depth += depth
			out = append(out, st)
		}
		head("end interface")
	}
	for i, st := range w.body {
		if i == w.inner && i > 0 {
			for _, d := range w.innerDecls {
				out = append(out, layout.Stmt{Text: d, Depth: depth + w.body[i-1].Depth + 1, Line: w.start})
			}
		}
		st.Depth += depth
		out = append(out, st)
	}
	out = append(out, layout.Stmt{Text: "end block", Depth: depth, Line: w.At})
	if depth > 0 {
		out = append(out, layout.Stmt{Text: "end associate", Line: w.At})
	}
	return out
}

func (w *Writer) imports() []string {
	list := make([]string, 0, len(w.uses))
	for name, local := range w.uses {
		if !strings.EqualFold(local, name) {
			name = local + " => " + name
		}
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// Clash returns the intrinsic procedures that the BLOCK calls and whose names
// the user's expressions in it use, too, for whatever.
func (w *Writer) Clash(mentions map[string]bool) []string {
	var list []string
	for name := range w.intr {
		if mentions[name] {
			list = append(list, name)
		}
	}
	sort.Strings(list)
	return list
}
