package regions

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Halo is a halo pattern. It is known in its unit and in the procedures inside it; that of a
// module also where the module is used.
type Halo struct {
	Unit *ast.Unit // nil for one of another file
	Dir  *lang.Halo
	Line *source.Line
	// Of is the module of another file that declares it, "" if this file does.
	Of     string
	Symbol string // then: see Published

	formals map[string]*formal
	names   map[string]string // of one of another file: what its names are, see recorder
}

// HaloExchange is an exchange directive: it stands for the messages of patterns. Whoever
// makes code writes them in its place first, and reads the file again.
type HaloExchange struct {
	Run
	Dir  *lang.HaloExchange
	Stmt *ast.Stmt
	Of   []*Halo // the pattern of each use
	// Imports are the names of each use's pattern that have to be brought here by a USE statement of the unit,
	// under others.
	Imports []map[string]Import
}

// Import is a name of a module.
type Import struct{ Module, Name string }

// formal is what a pattern does with one of its arguments.
type formal struct {
	dir         *lang.Formal
	variable    bool       // it is, or begins, what is sent or received
	subscripted *ast.Apply // where subscripts follow it, nil if nowhere
	whole       ast.Expr   // where it stands without any inside another expression
}

// halo binds a halo pattern, which stands in the lists of a unit itself.
func (s *finder) halo(u *ast.Unit, l *source.Line, d *lang.Halo) {
	h := &Halo{Unit: u, Dir: d, Line: l, formals: map[string]*formal{}}
	for _, g := range s.set.Halos {
		if g.Unit == u && g.Dir.Text == d.Text {
			s.report(diag.Diagnostic{Code: diag.RepeatedHalo, At: d.NameAt, Message: "halo pattern '" + d.Text + "' is declared twice",
				Notes: []diag.Related{{At: g.Dir.NameAt, Message: "it is declared here already"}}})
			return
		}
	}
	for i := range d.Formals {
		f := &d.Formals[i]
		h.formals[f.Text] = &formal{dir: f}
	}
	s.uses(h)
	s.counters(h)
	s.set.Halos = append(s.set.Halos, h)
}

// misplacedHalo reports a pattern that stands where it is not known to whom it belongs.
func (s *finder) misplacedHalo(l *source.Line) {
	s.report(diag.Diagnostic{Code: diag.BadHalo, At: l.Span, Message: "a halo pattern cannot stand here",
		Hint: "it stands among the declarations or statements of a procedure, a main program or a module, outside of all constructs"})
}

// uses looks at what the messages of a pattern do with its arguments.
func (s *finder) uses(h *Halo) {
	for m := range h.Dir.Messages() {
		for _, c := range m.Sections {
			if id := ast.Root(c.X); id != nil && h.formals[id.Name] != nil {
				h.formals[id.Name].variable = true
			}
		}
		for _, x := range m.Exprs() {
			s.usesIn(h, x, ast.Root(x) != nil && isSection(m, x))
		}
	}
	for i := range h.Dir.Formals {
		f := h.formals[h.Dir.Formals[i].Text]
		if !f.variable && f.subscripted == nil && f.whole == nil {
			s.badHalo(f.dir.NameAt, "the halo pattern does not use its argument '"+f.dir.Text+"'")
		} else if a := f.subscripted; a != nil && f.dir.Bounds != nil && len(f.dir.Bounds) != len(a.Args) {
			s.badHalo(a.Span(), "'"+f.dir.Text+"' is declared with "+counted(len(f.dir.Bounds), "dimension")+", but here "+areGiven(len(a.Args)))
		}
	}
}

func isSection(m *lang.Message, x ast.Expr) bool {
	for _, c := range m.Sections {
		if c.X == x {
			return true
		}
	}
	return false
}

func (s *finder) badHalo(at source.Span, message string) {
	s.report(diag.Diagnostic{Code: diag.BadHalo, At: at, Message: message})
}

// usesIn notes the arguments in one expression of a pattern. With root, the name that a
// section begins with may stand alone.
func (s *finder) usesIn(h *Halo, x ast.Expr, root bool) {
	behind := map[ast.Expr]bool{} // names with something behind them
	if root {
		behind[ast.Root(x)] = true
	}
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Member:
			behind[x.X] = true
		case *ast.Apply:
			id, ok := x.X.(*ast.Ident)
			if !ok || h.formals[id.Name] == nil {
				return true
			}
			behind[id] = true
			f := h.formals[id.Name]
			if f.subscripted != nil && len(f.subscripted.Args) != len(x.Args) {
				s.badHalo(x.Span(), "'"+id.Name+"' has "+counted(len(f.subscripted.Args), "subscript")+" elsewhere in the halo pattern, but here "+areGiven(len(x.Args)))
			}
			f.subscripted = x
		case *ast.Ident:
			if f := h.formals[x.Name]; f != nil && !behind[x] {
				f.whole = x
			}
		default: // its parts tell
		}
		return true
	})
}

// haloExchanges finds the pattern of each use and checks that its arguments fit.
func (s *finder) haloExchanges() {
	for _, x := range s.set.HaloExchanges {
		l := s.look(&x.Run)
		for i := range x.Dir.Uses {
			u := &x.Dir.Uses[i]
			h, other := s.haloNamed(x.Unit, u.Text)
			x.Of = append(x.Of, h)
			x.Imports = append(x.Imports, nil)
			switch {
			case h == nil:
				s.unknownHalo(x.Unit, u)
				continue
			case other != nil:
				s.twoHalos(u, h, other)
				continue
			case h.Of != "" && l.unusable(h, u):
				continue
			}
			l.logical(u.If)
			l.names(u.If, false)
			l.arguments(h, u)
			if h.Of != "" {
				x.Imports[i] = l.foreignNames(h, u)
				continue
			}
			l.captured(h, u)
			l.sameNames(h, u)
		}
	}
}

// twoHalos reports that a name might stand for two patterns.
func (s *finder) twoHalos(u *lang.Use, list ...*Halo) {
	d := diag.Diagnostic{Code: diag.RepeatedHalo, At: u.NameAt, Message: "there are two halo patterns '" + u.Text + "' here", Hint: "give one of them another name"}
	for i, h := range list {
		if h.Of != "" {
			d.Hint = "module " + h.Of + " of another file has one; " + d.Hint
			continue
		}
		d.Notes = append(d.Notes, diag.Related{At: h.Dir.NameAt, Message: [...]string{"one is declared here", "the other one here"}[i]})
	}
	s.report(d)
}

// haloNamed returns the pattern that a name stands for in a unit: its own, or the only one
// that modules and the units around it bring. nil if there is none; other is
// a second one that the name might stand for.
func (s *finder) haloNamed(u *ast.Unit, name string) (h, other *Halo) {
	var found []*Halo
	for ; u != nil; u = u.Parent {
		own := s.haloOf(u, name)
		if own != nil {
			found = append(found, own)
			break
		}
		found = append(found, s.broughtTo(u, name)...)
	}
	found = s.distinctHalos(found)
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	return found[0], found[1]
}

// distinctHalos leaves one of each pattern. One of another file that reads like one of this file, and whose names are
// the same (both may include it), is not taken.
func (s *finder) distinctHalos(list []*Halo) []*Halo {
	var out []*Halo
	for _, h := range list {
		again := func(g *Halo) bool { return h.Of != "" && g.Of == "" && s.sameHalo(h, g) }
		if !slices.Contains(out, h) && !slices.ContainsFunc(list, again) {
			out = append(out, h)
		}
	}
	return out
}

func (s *finder) haloOf(u *ast.Unit, name string) *Halo {
	for _, h := range s.set.Halos {
		if h.Unit == u && h.Dir.Text == name {
			return h
		}
	}
	return nil
}

func (s *finder) unknownHalo(u *ast.Unit, use *lang.Use) {
	d := diag.Diagnostic{Code: diag.UnknownHalo, At: use.NameAt, Message: "no halo pattern '" + use.Text + "' is declared"}
	var known []string
	for _, h := range s.set.Halos {
		if h.Dir.Text == use.Text {
			d.Message = "no halo pattern '" + use.Text + "' is declared in this procedure or around it"
			d.Notes = []diag.Related{{At: h.Dir.NameAt, Message: "this one is known in " + h.Unit.Name + " only"}}
			d.Hint = "patterns are known in the procedures around which they are declared, and where their module is used"
		}
		if g, _ := s.haloNamed(u, h.Dir.Text); g == h {
			known = append(known, h.Dir.Text)
		}
	}
	if meant := lang.Suggest(use.Text, known); d.Hint == "" && meant != "" {
		d.Hint = "did you mean '" + meant + "'?"
	}
	if d.Hint == "" {
		d.Hint = s.missing(u)
	}
	s.report(d)
}

// arguments checks the actual arguments of one use.
func (l *looker) arguments(h *Halo, u *lang.Use) {
	if want, got := len(h.Dir.Formals), len(u.Args); want != got {
		l.report(diag.Diagnostic{Code: diag.HaloArguments, At: u.At,
			Message: "halo pattern '" + u.Text + "' takes " + counted(want, "argument") + ", but here " + argumentsGiven(got),
			Notes:   h.notes(h.Dir.NameAt, "it is declared here")})
		return
	}
	for i, x := range u.Args {
		f := h.formals[h.Dir.Formals[i].Text]
		l.names(x, f.variable)
		if why, hint := l.unfit(f, x); why != "" {
			l.report(diag.Diagnostic{Code: diag.HaloArguments, At: x.Span(), Message: why, Hint: hint,
				Notes: h.notes(f.place(), "'"+f.dir.Text+"' is used here")})
			continue
		}
		l.bounds(h, f, x)
	}
}

// notes points to a place in a pattern, if it is in this file.
func (h *Halo) notes(at source.Span, message string) []diag.Related {
	if h.Of != "" {
		return nil
	}
	return []diag.Related{{At: at, Message: message}}
}

func argumentsGiven(n int) string {
	if n == 1 {
		return "is one"
	}
	return "are " + counted(n, "argument")[:len(counted(n, "argument"))-len(" arguments")]
}

// place is where the pattern uses an argument.
func (f *formal) place() source.Span {
	switch {
	case f.subscripted != nil:
		return f.subscripted.Span()
	case f.whole != nil:
		return f.whole.Span()
	}
	return f.dir.NameAt
}

// unfit says why x cannot stand for an argument of a pattern, "" if it can.
func (l *looker) unfit(f *formal, x ast.Expr) (why, hint string) {
	if _, ok := x.(*ast.Range); ok {
		return "a range is no argument of a halo pattern", ""
	}
	name := "'" + f.dir.Text + "'"
	d := ast.TakeApart(x)
	if d == nil || d.Coindexed || len(d.Substrings) > 0 {
		if f.variable || f.subscripted != nil {
			return "the halo pattern needs a variable for " + name, "name an array, without parentheses around it"
		}
		return "", ""
	}
	if f.subscripted == nil {
		return "", ""
	}
	n := len(f.subscripted.Args)
	last := &d.Parts[len(d.Parts)-1]
	if last.Subs != nil {
		return sectionUnfit(f, last, n)
	}
	in := l.sc.Designator(x)
	if !in.Known || in.Last == nil || in.Rank < 0 {
		return "", ""
	}
	switch {
	case in.Call:
		return "the halo pattern needs a variable for " + name, "'" + in.Last.Name + "' is a procedure"
	case in.Rank != n || in.Rank != in.Last.Rank:
		what := "an array of " + counted(in.Last.Rank, "dimension")
		if in.Last.Rank == 0 {
			what = "a scalar"
		}
		return "the halo pattern needs an array of " + counted(n, "dimension") + " for " + name + ", but '" + in.Last.Name + "' is " + what, ""
	}
	return "", ""
}

// sectionUnfit is unfit for an argument with subscripts: those of the pattern take the
// places of its colons.
func sectionUnfit(f *formal, last *ast.NamedPart, n int) (why, hint string) {
	colons := 0
	for _, a := range last.Args() {
		if r, ok := a.X.(*ast.Range); ok {
			if !whole(r) {
				return "only ':' may stand for a dimension of the array", "the subscripts of the pattern take its place"
			}
			colons++
		}
	}
	switch {
	case colons != n:
		return "the halo pattern needs an array of " + counted(n, "dimension") + " for '" + f.dir.Text + "', but here " + colonsGiven(colons), ""
	case f.whole != nil:
		return "the halo pattern asks for the whole of '" + f.dir.Text + "', which cannot be a section", "give the bounds as arguments of the pattern"
	}
	return "", ""
}

func colonsGiven(n int) string {
	if n == 1 {
		return "is one ':'"
	}
	return "are " + counted(n, "':'")[:len(counted(n, "':'"))-1]
}

func (h *Halo) mentionsFormal(x ast.Expr) bool {
	for id := range ast.Idents(x) {
		if h.formals[id.Name] != nil {
			return true
		}
	}
	return false
}

// Names goes through the names in a pattern that are none of its arguments, each where it stands first.
func (h *Halo) Names() iter.Seq[*ast.Ident] {
	return func(yield func(*ast.Ident) bool) {
		said := map[string]bool{}
		for m := range h.Dir.Messages() {
			for _, x := range m.Exprs() {
				for id := range ast.Idents(x) {
					if said[id.Name] || h.formals[id.Name] != nil {
						continue
					}
					said[id.Name] = true
					if !yield(id) {
						return
					}
				}
			}
		}
	}
}

// sameNames makes sure that all other names in a pattern mean at the exchange what they
// mean where the pattern is declared.
func (l *looker) sameNames(h *Halo, u *lang.Use) {
	there := l.scopes.At(h.Line.Span.Start)
	if there == nil {
		return
	}
	for id := range h.Names() {
		if !other(id.Name, there, l.sc) {
			continue
		}
		z := l.sc.Lookup(id.Name)
		d := diag.Diagnostic{Code: diag.HaloName, At: u.At,
			Message: "'" + id.Name + "' in the halo pattern '" + u.Text + "' is something else here",
			Notes:   []diag.Related{{At: id.Span(), Message: "the pattern names it here"}},
			Hint:    "make it an argument of the pattern"}
		if z != nil && z.Decl != nil {
			d.Notes = append(d.Notes, diag.Related{At: declaredAt(z), Message: "at the exchange it is declared here"})
		}
		l.report(d)
	}
}

// other reports whether a name is something else here than in a scope around.
func other(name string, there, here *scope.Scope) bool {
	y, z := there.Lookup(name), here.Lookup(name)
	return !same(y, z) || z != nil && z.Unsure != "" && takenFrom(here, there, y)
}

// same tells whether two symbols stand for one thing, or may.
func same(y, z *scope.Symbol) bool {
	switch {
	case y == nil || z == nil:
		return y == z
	case y == z, y.Unsure != "" || z.Unsure != "" && same(y, z.Maybe):
		return true
	case y.Of != nil || z.Of != nil:
		return y.Root() == z.Root()
	}
	return y.Class == scope.Intrinsic && z.Class == scope.Intrinsic
}

// takenFrom reports whether a USE statement between two scopes names what y is called,
// though y comes from no module: whatever the module holds, that is something else.
func takenFrom(in, out *scope.Scope, y *scope.Symbol) bool {
	if y == nil || y.Unsure != "" || y.Of != nil || y.Module != "" {
		return false
	}
	for s := in; s != nil && s != out; s = s.Host {
		if namedInUse(s, y.Name) {
			return true
		}
	}
	return false
}
