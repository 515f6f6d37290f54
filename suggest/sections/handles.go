package sections

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Types knows what the datatypes of a program are.
type Types struct {
	Index *calls.Index
	depth int // of arguments that are followed
}

// Handle is what a datatype is: a constant of MPI, or a layout of elements of one.
type Handle struct {
	Basic  string
	Ways   []Way // what Basic, a constant of the program, is in the branches of an #if
	Layout *Layout
	Why    *program.Refusal
}

// Layout is a datatype that the program makes.
type Layout struct {
	Call *calls.Call
	Unit *ast.Unit
	// Kind is the name of the procedure that makes it.
	Kind string
	// Args are the arguments that say where the elements lie.
	Args []ast.Expr
	// Lasting: the type may be older than the execution of the procedure that uses it.
	Lasting bool
}

// Sizes are the numbers of which the product is how many elements one of the type has.
func (l *Layout) Sizes() []ast.Expr {
	switch n := len(l.Args) / 3; l.Kind {
	case "mpi_type_contiguous":
		return l.Args[:1]
	case "mpi_type_create_subarray":
		return l.Args[n : 2*n]
	}
	return l.Args[:2]
}

// Of returns what a datatype argument is.
func (t *Types) Of(f *program.File, s *scope.Scope, x ast.Expr) Handle {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if ways := waysOf(f, s.Lookup(id.Name)); ways != nil {
			return Handle{Basic: id.Name, Ways: ways}
		}
	}
	if name := calls.Constant(f.Table, s, x); name != "" {
		return Handle{Basic: name}
	}
	if m, ok := ast.Unparen(x).(*ast.Member); ok {
		return t.component(f, s, m)
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return unknown(x, "it is not a variable")
	}
	if y := s.Lookup(id.Name); y != nil && y.Storage == scope.Dummy {
		return t.passed(f, s, id)
	}
	var all []Handle
	if h, sets := t.initial(f, id, s.Lookup(id.Name)); sets {
		all = append(all, h)
	}
	for _, m := range t.Index.Of(s, id.Name) {
		if h, sets := t.mention(m, id, s); sets && !calls.Dead(m.File, m.Unit, m.Stmt) {
			all = append(all, h)
		}
	}
	return one(x, all)
}

// one is what a variable is that is given a value in some ways.
func one(x ast.Expr, all []Handle) Handle {
	var found *Handle
	for _, h := range all {
		switch {
		case h.Why != nil:
			return h
		case found != nil && (found.Basic != h.Basic || found.Layout != nil || h.Layout != nil):
			return unknown(x, "it is set at several places")
		}
		found = &h
	}
	if found == nil {
		return unknown(x, "what sets it is not seen")
	}
	return *found
}

// component is a datatype in a component of a derived type: what is given to that in any variable of the type.
func (t *Types) component(f *program.File, s *scope.Scope, x *ast.Member) Handle {
	gifts, known := t.Index.Gifts(s, x)
	if !known {
		return unknown(x, "the type of "+ast.String(x.X)+" is not known")
	}
	var all []Handle
	if h, sets := t.initial(f, x, s.Designator(x).Last); sets {
		all = append(all, h)
	}
	for _, g := range gifts {
		h, sets := Handle{}, false
		switch {
		case g.Loose:
			h, sets = unknown(x, "it may be set in a way that is not seen"), true
		case g.Set != nil:
			h, sets = t.assigned(g.File, g.Stmt, x, g.Set)
		case strings.HasPrefix(g.Call.Name, "mpi_type_"):
			h, sets = t.made(g.Call, x, func(i int) bool { return i == g.At }, s)
		}
		if sets {
			all = append(all, h)
		}
	}
	return one(x, all)
}

// passed is a datatype that callers pass: all of them the same, made of what they pass, too.
func (t *Types) passed(f *program.File, s *scope.Scope, id *ast.Ident) Handle {
	unit := s.Unit
	h, ok := unit.Heading()
	if !ok || t.depth > 4 {
		return unknown(id, "it is an argument")
	}
	t.depth++
	defer func() { t.depth-- }()
	var found *Handle
	sites, all := t.Index.Callers(unit)
	if !all {
		return unknown(id, "it is an argument, and not all callers are seen")
	}
	for _, c := range sites {
		if c.Call == nil || len(c.Call.Args) != len(h.Args) {
			return unknown(id, "it is an argument, and a call is not understood")
		}
		got := t.argument(c.File, c.Stmt, c.Call, h.Args, id.Name)
		if got.Why != nil {
			return got
		}
		if found != nil && !found.same(got) {
			return unknown(id, "callers pass different types")
		}
		found = &got
	}
	if found == nil {
		return unknown(id, "no caller is seen")
	}
	return *found
}

func (h *Handle) same(g Handle) bool {
	if h.Basic != g.Basic || (h.Layout == nil) != (g.Layout == nil) {
		return false
	}
	if h.Layout == nil {
		return true
	}
	if h.Layout.Kind != g.Layout.Kind || len(h.Layout.Args) != len(g.Layout.Args) {
		return false
	}
	for i, a := range h.Layout.Args {
		if !program.Same(a, g.Layout.Args[i]) {
			return false
		}
	}
	return true
}

// argument is the datatype that a call passes for a dummy, in terms of the other dummies.
func (t *Types) argument(f *program.File, st *ast.Stmt, c *ast.Call, dummies []*ast.Ident, name string) Handle {
	s := f.Scope(st)
	names := map[string]string{} // what the caller passes, by name
	var actual ast.Expr
	for i, d := range dummies {
		if c.Args[i].Keyword != nil {
			return unknown(ast.Named(name), "it is passed by keyword")
		}
		if d.Name == name {
			actual = c.Args[i].X
		}
		if id, ok := c.Args[i].X.(*ast.Ident); ok {
			names[id.Name] = d.Name
		}
	}
	h := t.Of(f, s, actual)
	if h.Why != nil || h.Layout == nil {
		return h
	}
	l := *h.Layout
	l.Args, l.Lasting = nil, false // what it is made of is passed with it
	for _, a := range h.Layout.Args {
		for id := range ast.Idents(a) {
			if !t.Index.Steady(s, id.Name, h.Layout.Lasting) {
				return unknown(ast.Named(name), id.Name+", of which it is made, may have changed")
			}
		}
		x, ok := renamed(a, names, s)
		if !ok {
			return unknown(ast.Named(name), "it is made of what is not passed, too")
		}
		l.Args = append(l.Args, x)
	}
	h.Layout = &l
	return h
}

// renamed is a sum or product in the names of the procedure that is called.
func renamed(x ast.Expr, names map[string]string, s *scope.Scope) (ast.Expr, bool) {
	if n, ok := s.Int(x); ok {
		return ast.Int(n), true
	}
	switch x := x.(type) {
	case *ast.Ident:
		to, ok := names[x.Name]
		return ast.Named(to), ok
	case *ast.Paren:
		in, ok := renamed(x.X, names, s)
		return &ast.Paren{X: in}, ok
	case *ast.Binary:
		l, ok1 := renamed(x.X, names, s)
		r, ok2 := renamed(x.Y, names, s)
		return ast.Op(l, x.Op, r), ok1 && ok2
	default:
		return nil, false
	}
}

func unknown(x ast.Expr, why string) Handle {
	return Handle{Why: program.Refuse("name a type of MPI, or make the type in one of the files given", "the datatype %s is not known: %s", ast.String(x), why)}
}

// mention says what a mention of a datatype does to it; false: nothing.
func (t *Types) mention(m calls.Mention, x *ast.Ident, at *scope.Scope) (Handle, bool) {
	switch {
	case m.Set != nil:
		return t.assigned(m.File, m.Stmt, x, m.Set)
	case m.Passed:
		if p, dummy, ok := t.Index.Callee(m, x.Name); ok && t.Index.Kept(p, dummy) {
			return Handle{}, false
		}
		return unknown(x, "it is passed to another procedure"), true
	case m.Defined:
		return unknown(x, "what it is set to is not seen"), true
	case m.Call == nil:
		return Handle{}, false
	case strings.HasPrefix(m.Call.Name, "mpi_type_"):
		return t.made(m.Call, x, func(i int) bool {
			root := ast.Root(m.Call.Args[i].X)
			return root != nil && root.Name == x.Name
		}, at)
	}
	return Handle{}, false
}

// initial is what the declaration of a variable, or component, makes a datatype; false: nothing.
func (t *Types) initial(f *program.File, x ast.Expr, y *scope.Symbol) (Handle, bool) {
	if y == nil || y.Class != scope.Variable {
		return Handle{}, false
	}
	y = y.Root()
	switch init := ast.Unparen(y.Init).(type) {
	case nil:
		return unknown(x, "it is initialised by DATA"), y.Has(scope.Initialised)
	case *ast.Literal, *ast.Unary:
		return Handle{}, false // a number is no type yet
	default:
		return given(f, y.Scope, x, init)
	}
}

// assigned is what an assignment makes a datatype; false: nothing.
func (t *Types) assigned(f *program.File, st *ast.Stmt, x, y ast.Expr) (Handle, bool) {
	return given(f, f.Scope(st), x, y)
}

// given is what the value of an expression makes a datatype; false: nothing.
func given(f *program.File, s *scope.Scope, x, y ast.Expr) (Handle, bool) {
	switch c := calls.Constant(f.Table, s, y); c {
	case "mpi_datatype_null":
		return Handle{}, false
	case "":
		return unknown(x, "it is set to "+ast.String(y)), true
	default:
		return Handle{Basic: c}, true
	}
}

// made is a datatype that an MPI call makes; is tells which of its arguments the datatype is.
func (t *Types) made(c *calls.Call, x ast.Expr, is func(int) bool, at *scope.Scope) (Handle, bool) {
	args := c.Args
	for _, a := range args {
		if a.Keyword != nil {
			return unknown(x, "the call that makes it has keywords"), true
		}
	}
	switch n := c.Name; {
	case n == "mpi_type_commit" || n == "mpi_type_free" || n == "mpi_type_size" || n == "mpi_type_get_extent":
		return Handle{}, false
	case n == "mpi_type_vector" && len(args) >= 5 && is(4):
		return t.layout(c, x, at, argsOf(args[:3]), args[3].X)
	case n == "mpi_type_contiguous" && len(args) >= 3 && is(2):
		return t.layout(c, x, at, argsOf(args[:1]), args[1].X)
	case n == "mpi_type_create_subarray" && len(args) >= 7 && is(6):
		lay, why := t.subarrayArgs(c, args)
		if why != "" {
			return unknown(x, why), true
		}
		return t.layout(c, x, at, lay, args[5].X)
	case (n == "mpi_type_indexed" || n == "mpi_type_create_indexed_block") && len(args) >= 5 && is(4):
		lay, why := t.indexedArgs(c, args)
		if why != "" {
			return unknown(x, why), true
		}
		h, _ := t.layout(c, x, at, lay, args[3].X)
		if h.Layout != nil {
			h.Layout.Kind = "mpi_type_vector"
		}
		return h, true
	case old[n]:
		return Handle{}, false // it is the old type
	}
	return unknown(x, "it is made by "+c.Spoken()), true
}

// old are the calls that read a datatype, if they do not make it.
var old = map[string]bool{"mpi_type_vector": true, "mpi_type_contiguous": true, "mpi_type_create_subarray": true, "mpi_type_indexed": true,
	"mpi_type_create_indexed_block": true}

func argsOf(args []ast.Arg) []ast.Expr {
	out := make([]ast.Expr, len(args))
	for i, a := range args {
		out[i] = a.X
	}
	return out
}

func (t *Types) layout(c *calls.Call, x ast.Expr, at *scope.Scope, args []ast.Expr, old ast.Expr) (Handle, bool) {
	made := c.File.Scope(c.Stmt)
	h := t.Of(c.File, made, old)
	switch {
	case h.Why != nil:
		return h, true
	case h.Layout != nil:
		return unknown(x, "it is made of another type that the program makes"), true
	}
	lasting := true // in a component, or in a variable that outlives its procedure
	if id, ok := x.(*ast.Ident); ok {
		y := at.Lookup(id.Name)
		lasting = y == nil || !calls.Passing(y.Root()) || y.Root().Scope.Unit != c.Unit
	}
	h.Layout = &Layout{Call: c, Unit: c.Unit, Kind: c.Name, Lasting: lasting}
	for _, a := range args {
		for id := range ast.Idents(a) {
			if calls.Key(made, id.Name) != calls.Key(at, id.Name) && !sameConstant(made, at, id) {
				return unknown(x, id.Name+", of which it is made, means something else here"), true
			}
		}
		h.Layout.Args = append(h.Layout.Args, a)
	}
	return h, true
}

// sameConstant reports whether a name is that of a constant in both scopes, and those are equal.
func sameConstant(a, b *scope.Scope, id *ast.Ident) bool {
	y, z := a.Lookup(id.Name), b.Lookup(id.Name)
	if y == nil || z == nil || y.Class != scope.Constant || z.Class != scope.Constant {
		return false
	}
	m, ok1 := a.Int(id)
	n, ok2 := b.Int(id)
	return ok1 && ok2 && m == n
}
