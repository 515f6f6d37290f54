package ast

import (
	"slices"
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Stmt is one statement, directive, include or preprocessor line. Trees are
// mostly made of them, so what few have or the line tells is not kept twice: see
// Label and Name.
type Stmt struct {
	Line *source.Line
	Kind Kind
	// IsInner is set if the statement is the Inner of another, on the same Line.
	IsInner bool
	// NameAt is where the construct name begins in Line.Text, plus one; 0 if there is none.
	NameAt int32
	// Body holds what the statement says; its dynamic type depends on Kind
	// (see the table of kinds). It is nil for kinds that say nothing more.
	Body any
	// Inner is the action statement of a logical IF, a one-line WHERE or FORALL.
	Inner *Stmt
}

// Span returns the bytes of the file on which the statement stands.
func (s *Stmt) Span() source.Span { return s.Line.Span }

// Label returns the statement label without leading zeros, "" if there is none.
// Labels are compared so: 010 and 10 are the same. What is written is
// Line.Label.
func (s *Stmt) Label() string {
	if s.IsInner || s.Line == nil {
		return ""
	}
	if n := s.Line.LabelValue(); n >= 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// NormalLabel returns a label without leading zeros, as Label does.
func NormalLabel(text string) string {
	for len(text) > 1 && text[0] == '0' {
		text = text[1:]
	}
	return text
}

// Name returns the construct name before ':' or behind END, CYCLE, EXIT or the
// heading of a branch, in lower case; "" if there is none.
func (s *Stmt) Name() string {
	if s.NameAt == 0 {
		return ""
	}
	var few [64]byte
	name := few[:0]
	for _, c := range s.Line.Text[s.NameAt-1:] {
		switch {
		case 'A' <= c && c <= 'Z':
			name = append(name, c+'a'-'A')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_', c == '$':
			name = append(name, c)
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v': // blanks may stand in names of fixed form; elsewhere nothing but ':' follows
		default:
			return string(name)
		}
	}
	return string(name)
}

// Item is a thing in an execution part: *Stmt (simple statements, directives,
// includes, cpp lines) or *Construct.
type Item interface{ First() *Stmt }

// First returns s.
func (s *Stmt) First() *Stmt { return s }

// Construct is a block construct: DO in all forms, IF, SELECT, WHERE, FORALL,
// BLOCK, ASSOCIATE, CRITICAL, CHANGE TEAM.
type Construct struct {
	Kind  Kind // kind of the opening statement: KDo, KIfThen, KSelectCase, …
	Begin *Stmt
	Parts []Part // one, or one for each branch (ELSE, CASE, ELSEWHERE, …)
	// End closes the construct. A labelled DO ends at the statement with its
	// label; several DOs may share it: End is then the same Stmt for all of
	// them and it is the last item of the innermost one's body. nil if the file
	// ends before the construct does.
	End *Stmt
	// SharedEnd is set if End is an action statement (or is shared) and so
	// stands in the body of the innermost DO that it ends.
	SharedEnd bool
}

// First returns the opening statement.
func (c *Construct) First() *Stmt { return c.Begin }

// Part is a branch of a construct. Head is the statement that opens it (equal
// to Construct.Begin for the first).
type Part struct {
	Head *Stmt
	Spec []Item // BLOCK: its specification part
	Body []Item
}

// Unit is a program unit, a subprogram, a module, an interface body or a
// derived-type definition is not one (see DerivedType).
type Unit struct {
	Kind     Kind   // KProgram (Begin nil for a main program without header), KSubroutine, KFunction, KModule, KSubmodule, KBlockData, KModuleProcedure
	Name     string // lower case, "" if none
	Begin    *Stmt  // nil for a main program without PROGRAM
	End      *Stmt  // nil if missing
	Spec     []Item // specification part: statements, and Constructs of kind KTypeDef, KInterface, KEnum
	Exec     []Item // execution part; ENTRY, FORMAT, DATA stand where they were written
	Contains *Stmt  // the CONTAINS statement or nil
	Subs     []*Unit
	Tail     []Item // behind CONTAINS: what stands between the subprograms (directives, cpp lines, includes)
	Parent   *Unit  // host or nil; nil for interface bodies, which see their host by IMPORT only
	// Interfaces' bodies are Units inside Construct{Kind: KInterface}: see InterfaceBody.
}

// Heading returns the SUBROUTINE, FUNCTION or MODULE PROCEDURE statement of u; false
// if it has none. A main program may have no heading at all.
func (u *Unit) Heading() (*Procedure, bool) {
	if u.Begin == nil {
		return nil, false
	}
	h, ok := u.Begin.Body.(*Procedure)
	return h, ok
}

// InterfaceBody is an Item of an interface block that holds a procedure heading.
type InterfaceBody struct{ Unit *Unit }

// First returns the heading.
func (b *InterfaceBody) First() *Stmt { return b.Unit.Begin }

// File is a parsed file.
type File struct {
	Name   string
	Src    []byte
	Form   source.Form
	Unread []string // see source.Options
	Stmts  []Stmt   // all, in order, directives and cpp lines included; the tree points to them
	Units  []*Unit
	Stray  []*Stmt // statements that belong nowhere (END without a begin, directives outside of units, …)
	Errors []Error // lexical and structural problems; the tree is still usable
	// Misfit is where units or constructs first do not fit together: what stands in what is not certain then. nil
	// if they all do.
	Misfit *source.Span
}

// Error is a problem found while reading a file.
type Error struct {
	At   source.Span
	Text string
}

// Declares reports whether f, an include file, holds nothing but declarations, all of each. Include lines before all of them are none of the file's units.
func (f *File) Declares() bool {
	for _, st := range f.Stray {
		if st.Kind != KInclude && st.Kind != KDirective {
			return false
		}
	}
	for _, u := range f.Units {
		if u.Begin != nil || u.End != nil || u.Contains != nil || len(u.Exec) > 0 || len(u.Subs) > 0 || slices.ContainsFunc(u.Spec, open) {
			return false
		}
	}
	return len(f.Units) <= 1
}

// open reports whether an item is the beginning of a construct whose end is missing.
func open(item Item) bool {
	c, ok := item.(*Construct)
	return ok && c.End == nil
}
