package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// declared checks the directives against what the file shows of the names in
// them. Only what is certain is reported: a name that an unseen module may
// bring passes.
func (s *finder) declared() {
	for _, x := range s.set.Exchanges {
		in := s.look(&x.Run)
		for _, c := range x.All {
			in.message(c)
		}
	}
	for _, r := range s.set.Regions {
		s.look(&r.Run).clauses(&r.Dir.Clauses)
	}
	for _, i := range s.set.Inits {
		s.look(&i.Run).clauses(&i.Dir.Clauses)
	}
	for _, w := range s.set.Waits {
		s.look(&w.Run).awaited(w)
	}
	for _, h := range s.spare {
		s.harmless(h.line, h.dir)
	}
}

// looker knows the names at a place.
type looker struct {
	*finder
	place *Run
	sc    *scope.Scope
}

// look returns a looker for a place.
func (s *finder) look(p *Run) *looker {
	return &looker{finder: s, place: p, sc: s.scopes.At(p.List[p.From].First().Span().Start)}
}

func (l *looker) message(c *Message) {
	for _, s := range c.Sections {
		l.names(s.X, true)
		if l.section(c, s.X) {
			if s.Count != nil {
				l.first(s)
			} else {
				l.extent(s.X)
			}
		}
	}
	l.inBounds(c)
	if l.clauseInside(c) {
		return
	}
	if n := len(c.Sections); n > 0 {
		l.names(c.Sections[0].Count, false)
		l.integer(c.Sections[0].Count, "the count")
	}
	for _, s := range c.Sections {
		l.names(s.If, false)
		l.logical(s.If)
	}
	l.names(c.Peer, false)
	what := "the source"
	if c.Send {
		what = "the destination"
	}
	l.integer(c.Peer, what)
	l.wildcard(c.Peer)
	l.clauses(&c.Dir.Clauses)
}

func (l *looker) clauses(c *lang.Clauses) {
	for _, x := range []ast.Expr{c.Tag, c.Delta, c.If, c.Comm} {
		l.names(x, false)
	}
	l.integer(c.Tag, "the tag")
	l.wildcard(c.Tag)
	l.integer(c.Delta, "the size")
	l.logical(c.If)
	l.handle(c.Comm)
}

func (l *looker) bad(code diag.Code, x ast.Expr, message, hint string, y *scope.Symbol) {
	d := diag.Diagnostic{Code: code, At: x.Span(), Message: message, Hint: hint}
	if y != nil && y.Decl != nil {
		d.Notes = []diag.Related{{At: declaredAt(y), Message: "'" + y.Name + "' is declared here"}}
	}
	l.report(d)
}

// declaredAt returns the place where y gets its type if that is seen, else the
// statement that declares it.
func declaredAt(y *scope.Symbol) source.Span {
	stmts := []ast.Item{y.Decl}
	if y.Scope != nil && y.Scope.Unit != nil && y.Scope.Construct == nil {
		stmts = append(stmts, y.Scope.Unit.Spec...)
	}
	for _, item := range stmts {
		st, ok := item.(*ast.Stmt)
		if !ok {
			continue
		}
		d, ok := st.Body.(*ast.Decl)
		if !ok {
			continue
		}
		for _, e := range d.Entities {
			if e.Name.Name == y.Name {
				return e.Name.Span()
			}
		}
	}
	return y.Decl.Span()
}

// section checks that x is a variable that can be sent or received. It
// reports whether it may be one.
func (l *looker) section(c *Message, x ast.Expr) bool {
	in := l.sc.Designator(x)
	y := in.Base
	switch {
	case in.Call && y != nil:
		l.bad(diag.NotVariable, x, "a message holds variables and array sections, but '"+y.Name+"' is a procedure", "", y)
		return false
	case !in.Known:
		return true
	case y.Class == scope.Constant && c.Send:
		l.bad(diag.NotVariable, x, "a message holds variables and array sections, but '"+y.Name+"' is a constant", "put its value into a variable", y)
		return false
	case !c.Send:
		if why := l.notDefinable(x, y); why != "" {
			l.bad(diag.NotDefinable, x, "a message cannot be received into "+why, "", y)
			return false
		}
	}
	return l.sendable(x, in)
}

// notDefinable says why x cannot be changed, "" if it is not seen that it
// cannot.
func (l *looker) notDefinable(x ast.Expr, y *scope.Symbol) string {
	quoted := "'" + y.Name + "'"
	switch {
	case y.Class == scope.Constant:
		return "the constant " + quoted
	case l.throughPointer(x):
		return ""
	case y.Intent == "in":
		return quoted + ", which has INTENT(IN)"
	case y.Has(scope.Protected) && l.sc.Access(y) == scope.Use:
		return quoted + ", which its module protects"
	}
	if id, ok := x.(*ast.Ident); ok && l.place.Counts(id.Name, y) {
		return quoted + ", which counts the loop"
	}
	return ""
}

// throughPointer tells whether x is reached through a pointer.
func (l *looker) throughPointer(x ast.Expr) bool {
	for {
		if in := l.sc.Designator(x); in.Last != nil && in.Last.Has(scope.Pointer) {
			return true
		}
		switch e := x.(type) {
		case *ast.Member:
			x = e.X
		case *ast.Apply:
			x = e.X
		default:
			return false
		}
	}
}

// sendable reports types whose bytes mean nothing elsewhere.
func (l *looker) sendable(x ast.Expr, in scope.Info) bool {
	t := in.Type
	if t == nil {
		return true
	}
	if t.Name == "class" || t.Derived == "*" {
		l.bad(diag.UnsendableType, x, "a polymorphic variable cannot be sent or received", "name the components that matter, or use SELECT TYPE", in.Last)
		return false
	}
	if c := addressIn(t.Definition(), 0); c != nil {
		what := "allocatable"
		switch {
		case c.Has(scope.Pointer):
			what = "pointer"
		case c.Class == scope.Procedure:
			what = "procedure pointer"
		case c.Type != nil && c.Type.Name == "class":
			what = "polymorphic"
		}
		l.bad(diag.UnsendableType, x, "type "+t.Derived+" has the "+what+" component '"+c.Name+"': its bytes mean nothing on another rank",
			"send the components one by one, in brackets if they are to be one message", c)
		return false
	}
	return true
}

// addressIn returns a component, at any depth, that holds an address.
func addressIn(d *scope.DerivedType, depth int) *scope.Symbol {
	if depth > 50 {
		return nil
	}
	for d := range d.Lineage() {
		if d == nil {
			return nil
		}
		for _, c := range d.Components {
			if c.Has(scope.Allocatable) || c.Has(scope.Pointer) || c.Class == scope.Procedure || c.Type != nil && c.Type.Name == "class" {
				return c
			}
			if c.Type != nil && c.Type.Name == "type" {
				if in := addressIn(c.Type.Definition(), depth+1); in != nil {
					return in
				}
			}
		}
	}
	return nil
}

// first checks the first argument of the count form.
func (l *looker) first(s lang.Section) {
	in := l.sc.Designator(s.X)
	if !in.Known {
		return
	}
	v, ok := l.sc.Int(s.Count)
	switch {
	case ok && v < 0:
		l.bad(diag.BadCount, s.Count, "the count is negative", "", nil)
	case in.Rank > 0 && !in.Whole:
		l.bad(diag.BadCount, s.X, "with a count, the first argument is an element, not a section",
			"write the first element, as in a(1,j), or leave the count out", nil)
	case in.Rank == 0 && in.Whole && (!ok || v > 1):
		l.bad(diag.BadCount, s.X, "'"+in.Last.Name+"' is a scalar: no elements follow it", "leave the count out", in.Last)
	}
}

// extent reports the whole of an assumed-size array.
func (l *looker) extent(x ast.Expr) {
	whole := l.sc.Designator(x)
	hint := "give the last bound, as in a(:,1:n), or write the first element and a count"
	if whole.Known && whole.Whole && whole.Last.Shape == scope.AssumedSize {
		l.bad(diag.AssumedSize, x, "the extent of the assumed-size array '"+whole.Last.Name+"' is not known", hint, whole.Last)
		return
	}
	e, ok := x.(*ast.Apply)
	if !ok || len(e.Args) == 0 {
		return
	}
	of := l.sc.Designator(e.X)
	r, ok := e.Args[len(e.Args)-1].X.(*ast.Range)
	if ok && r.Hi == nil && of.Known && of.Whole && of.Last.Shape == scope.AssumedSize && of.Rank == len(e.Args) {
		l.bad(diag.AssumedSize, r, "the last bound of the assumed-size array '"+of.Last.Name+"' is not known", hint, of.Last)
	}
}
