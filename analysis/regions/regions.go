// Package regions binds directives to the statements of a file.
//
// The idea: a directive is a comment that means something at its place, and
// its place is one of the lists of statements that the tree consists of: the
// execution part of a procedure, or a branch of a construct. Find walks these
// lists once. In each of them it
//
//   - pairs commregion with end commregion. Both must stand in the same list,
//     so a region is a run of whole statements and can be bracketed by code;
//   - gathers runs of send and recv directives with nothing but comments
//     between them: the exchanges;
//   - refuses directives where no code could be put or where code would not
//     mean what it says: among declarations, outside of procedures, in pure
//     procedures, in DO CONCURRENT, before the first CASE, in loops that run
//     in parallel.
//
// A second pass (exits.go) looks at every jump of the procedures that hold a
// region: a jump into a region is an error, a jump out of one is listed, since
// code generation has to end the region there. A third (overlap.go,
// branches.go, declared.go, names.go) looks for exchanges that cannot work: two
// receives into the same elements, exchanges in separate IF constructs that wait
// for each other, names that nothing declares and wrong types as far as
// declarations tell for certain.
//
// What looks like a directive but is a comment to the compiler comes from
// package source and is reported here, so that one call of Find says all that
// is to be said about the directives of a file. A directive that no list holds
// is an error: none is ever lost.
package regions

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Find binds all directives of a file. The Set holds those that are right;
// code must only be made of it if no diagnostic is an error. The diagnostics
// are in the order of the file. nil for scopes means those of the file alone, without
// other files' modules and include files.
func Find(f *source.File, file *ast.File, scopes *scope.Table) (*Set, []diag.Diagnostic) {
	if scopes == nil {
		scopes = scope.New(file, scope.Options{})
	}
	s := &finder{f: f, file: file, scopes: scopes, set: &Set{}, dirs: map[*source.Line]*bound{}}
	s.parse()
	s.problems()
	if len(s.dirs) > 0 {
		for _, st := range file.Stray {
			if st.Kind != ast.KDirective && st.Kind != ast.KInclude && st.Kind != ast.KCpp {
				s.stray = append(s.stray, st)
			}
		}
		slices.SortFunc(s.stray, func(a, b *ast.Stmt) int { return cmp.Compare(a.Span().Start, b.Span().Start) })
		for _, u := range file.Units {
			s.unit(u, false)
		}
		s.leftOver()
		s.haloExchanges()
		s.published()
		s.reaches()
		s.jumps()
		s.exchanges()
		s.declared()
		s.peersAsCounts()
	}
	s.diags.Sort()
	return s.set, s.diags
}

// finder is the state of one Find.
type finder struct {
	f      *source.File
	file   *ast.File
	scopes *scope.Table
	set    *Set
	dirs   map[*source.Line]*bound
	lines  []*source.Line // our directives, in the order of the file
	stray  []*ast.Stmt    // statements without a place

	spare   []spare       // harmless directives, bound last
	showing showing       // of declarations, see shows
	said    []source.Span // broken lines of which lang has spoken
	diags   diag.List
	read    map[string]*Halo // patterns of other files, by the names of their records

	open   *Region // the region in which the walk is
	faulty *Region // open, if its directive is wrong
	skip   int     // ends to come of regions that were refused at their beginning
}

// bound is a directive that was read, with what became of it.
type bound struct {
	dir   lang.Directive // nil if there was no telling what was meant
	wrong bool           // an error was reported
	seen  bool           // the walk met it
}

// problems reports what package source found about our directives, except what
// the directive's own text says better.
func (s *finder) problems() {
	for _, p := range s.f.Problems {
		if !p.Directive || slices.ContainsFunc(s.said, func(at source.Span) bool { return at.Start <= p.At.Start && p.At.Start < at.End }) {
			continue
		}
		code := diag.BrokenLine
		switch {
		case p.Comment:
			code = diag.NearSentinel
		case p.Cut:
			code = diag.CutText
		}
		s.report(diag.Diagnostic{Code: code, At: p.At, Message: p.Text, Hint: p.Hint})
	}
}

// parse reads the text of every directive of ours.
func (s *finder) parse() {
	for i := range s.f.Lines {
		l := &s.f.Lines[i]
		if !ours(l) {
			continue
		}
		b := &bound{}
		s.dirs[l] = b
		s.lines = append(s.lines, l)
		var list []diag.Diagnostic
		b.dir, list = lang.Parse(s.f, l)
		b.wrong = diag.List(list).HasErrors()
		switch {
		case l.Broken:
			b.wrong = true
			if diag.List(list).Has(diag.UnknownDirective) {
				b.dir = nil // it may have lost its first letter
			}
			list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
				return d.Code != diag.UnterminatedString || s.f.Form == source.Fixed // there, the line was cut
			})
			if len(list) > 0 {
				s.said = append(s.said, l.Span)
			}
		case l.Split:
			b.wrong = true
			list = []diag.Diagnostic{{Code: diag.BrokenLine, At: l.Span, Message: "preprocessor lines stand inside the directive",
				Hint: "write the whole directive in each branch of the #if"}}
		}
		s.diags = append(s.diags, list...)
		if l.Inside {
			b.wrong = true
			s.report(diag.Diagnostic{Code: diag.InsideStatement, At: l.Span,
				Message: "the directive stands between the lines of a continued statement"})
		}
		if b.wrong {
			continue
		}
		switch d := b.dir.(type) {
		case *lang.Manage:
			b.seen = true
			s.manage(l, d)
		case *lang.Harmless:
			b.seen = true
			s.spare = append(s.spare, spare{l, d})
		}
	}
}

func ours(l *source.Line) bool { return l.Kind == source.Directive && l.Sentinel() == "mdmp" }

func (s *finder) report(d diag.Diagnostic) { s.diags.Add(d) }

// leftOver reports the directives that stand in no list of statements.
func (s *finder) leftOver() {
	for _, l := range s.lines {
		if s.dirs[l].seen || l.Inside {
			continue
		}
		s.report(diag.Diagnostic{Code: diag.OutsideProcedure, At: l.Span,
			Message: "the directive stands outside of any procedure"})
	}
}
