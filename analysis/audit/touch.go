package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// mention is a variable that a statement names.
type mention struct {
	v     *scope.Symbol
	x     ast.Expr // the designator; nil: what is touched by a procedure that is called
	write bool
	parts []part // the components on its way, as far as they are known
	// status: only where it is, or how large, changes or is asked for. section: it is what a message moves.
	status, section bool
	// passed: it is an argument of a procedure that looks after what is pending itself.
	passed bool
	dummy  *scope.Symbol // for which it is passed, nil if that is not known
}

// acts is what a statement may do, besides what follows from control.
type acts struct {
	list []mention
	// any is a word for why it may touch all that others can reach, or wait for another rank; "": it does not.
	any string
	// looks: it may read all that others can reach.
	looks bool
}

// sections are those of a message.
func (a *acts) sections() []mention {
	return slices.DeleteFunc(slices.Clone(a.list), func(m mention) bool { return !m.section })
}

func (a *acts) anything(why string) {
	if a.any == "" {
		a.any = why
	}
}

// reader finds out what statements of one scope do.
type reader struct {
	*auditor
	sc  *scope.Scope
	out *acts
	// alone: the statement is one at which a procedure may be called that looks after what is pending.
	alone ast.Expr
	fully bool
}

// of returns what a statement does, the action of a logical IF left out; of a call what is done besides by a procedure that looks after what is
// pending itself.
func (a *auditor) of(s *ast.Stmt) *acts { return a.read(s, a.known, false) }

// fully is of with all that is called.
func (a *auditor) fully(s *ast.Stmt) *acts { return a.read(s, a.full, true) }

func (a *auditor) read(s *ast.Stmt, known map[*ast.Stmt]*acts, fully bool) *acts {
	if out := known[s]; out != nil {
		return out
	}
	r := a.reader(s)
	known[s], r.fully = r.out, fully
	if r.sc == nil {
		r.out.anything("nowhere")
	} else {
		r.stmt(s)
	}
	return r.out
}

func (a *auditor) reader(s *ast.Stmt) *reader {
	return &reader{auditor: a, sc: a.scopes.At(s.Span().Start), out: &acts{}}
}

func (r *reader) stmt(s *ast.Stmt) {
	switch b := s.Body.(type) {
	case nil:
		r.bare(s)
	case *ast.Assign:
		r.assign(s, b)
	case *ast.Call:
		if !r.fully && (r.managed[s] || r.managedBody(b.X)) {
			r.alone = b.X
		}
		r.call(b.X, b.Args)
	case *ast.Allocate:
		r.allocate(s, b)
	case *ast.IO:
		r.io(s, b)
	case *ast.Exprs:
		r.exprs(s, b)
	case *ast.Associate:
		if s.Kind != ast.KAssociate {
			r.out.anything("image")
		}
		for _, p := range b.Pairs {
			r.place(p.X)
		}
	case *ast.Do, *ast.Cond, *ast.Case, *ast.Forall, *ast.Goto, *ast.Select, *ast.TypeGuard:
		r.indices(b)
		ast.InspectStmt(&ast.Stmt{Body: b}, r.value)
	case *ast.Decl:
		ast.InspectStmt(s, func(x ast.Expr) bool {
			if _, name := x.(*ast.Ident); !name { // bounds and lengths; of the names the entities are some
				r.expr(x)
			}
			return false
		})
		if b.Type == nil || (b.Type.Name == "type" || b.Type.Name == "class") && r.finalised(b.Entities) {
			r.out.anything("finaliser")
		}
	case *ast.Raw, *ast.Data, *ast.Use, *ast.Implicit, *ast.Attr, *ast.Assigns, *ast.Common, *ast.Equivalence, *ast.Names, *ast.End,
		*ast.ProcDecl, *ast.Interface, *ast.TypeDef, *ast.Binding: // declares, and does nothing
	default:
		r.out.anything("unknown")
	}
	if s.Inner != nil && s.Kind != ast.KIf { // one-line WHERE, FORALL
		r.stmt(s.Inner)
	}
}

// finalised reports whether a final procedure may be called for one of some variables.
func (r *reader) finalised(list []ast.Entity) bool {
	return slices.ContainsFunc(list, func(e ast.Entity) bool {
		y := r.sc.Lookup(e.Name.Name)
		return y == nil || y.Type.Basic() == "" && y.Storage != scope.Dummy && some(y.Type, final, map[*scope.DerivedType]bool{})
	})
}

// bare is a statement without a body.
func (r *reader) bare(s *ast.Stmt) {
	switch s.Kind {
	case ast.KCpp:
		if !s.Line.IsMarker() {
			r.out.anything("preprocessor")
		}
	case ast.KFailImage, ast.KUnknown:
		r.out.anything("image")
	case ast.KDirective:
		r.directive(s)
	default: // ends, and branches without a condition
	}
}

// indices are written by the head of a loop.
func (r *reader) indices(body any) {
	switch b := body.(type) {
	case *ast.Do:
		if b.Var != nil {
			r.mention(b.Var, true)
		}
		if b.Conc != nil {
			r.indices(b.Conc)
		}
	case *ast.Forall:
		for _, i := range b.Index {
			r.mention(i.Var, true)
		}
	default: // counts nothing
	}
}

func (r *reader) exprs(s *ast.Stmt, b *ast.Exprs) {
	switch s.Kind {
	case ast.KNullify:
		for _, x := range b.List {
			r.statusOf(x)
		}
		return
	case ast.KReturn:
	default:
		r.out.anything("stop")
	}
	for _, x := range b.List {
		r.expr(x)
	}
}

// assign is an assignment, or that of a pointer.
func (r *reader) assign(s *ast.Stmt, b *ast.Assign) {
	if s.Kind == ast.KPointerAssign {
		r.statusOf(b.X)
		r.place(b.Y)
		return
	}
	if f, ok := b.Y.(*ast.Apply); ok && !r.fully && (r.managed[s] || r.managedBody(f.X)) {
		r.alone = f
	}
	r.expr(b.Y)
	r.target(b.X)
	if to := r.sc.Designator(b.X); !to.Known || !r.sc.OwnAssignment(to.Type.Operand(to.Rank), r.sc.Value(b.Y, r)) {
		r.out.anything("assignment")
	}
}

func (r *reader) allocate(s *ast.Stmt, b *ast.Allocate) {
	for _, x := range b.Objects {
		if shaped, ok := x.(*ast.Apply); ok && s.Kind == ast.KAllocate {
			ast.InspectArgs(shaped.Args, r.value)
			x = shaped.X
		}
		r.statusOf(x)
		if in := r.sc.Designator(x); !in.Known || in.Type.Basic() == "" {
			r.out.anything("memory")
		}
	}
	for _, o := range b.Opts {
		if o.Key() == "stat" || o.Key() == "errmsg" {
			r.target(o.X)
		} else {
			r.expr(o.X)
		}
	}
}

func (r *reader) io(s *ast.Stmt, b *ast.IO) {
	if !r.internal(s, b) {
		r.out.anything("io")
	}
	for _, c := range b.Control {
		if c.Key() == "nml" {
			r.out.anything("namelist")
		}
		r.target(c.X)
		if id, ok := c.X.(*ast.Ident); ok {
			if y := r.sc.Lookup(id.Name); y == nil || y.Class == scope.Namelist || y.Class == scope.Unknown {
				r.out.anything("namelist")
			}
		}
	}
	for _, x := range b.Items {
		if v := r.sc.Value(x, r); !v.Intrinsic() {
			r.out.anything("dtio")
		}
		if s.Kind == ast.KRead {
			r.target(x)
		} else {
			r.expr(x)
		}
	}
}

// internal reports whether an I/O statement certainly moves characters inside of the program, or asks for a length.
func (r *reader) internal(s *ast.Stmt, b *ast.IO) bool {
	if len(b.Control) == 0 {
		return false
	}
	first := b.Control[0]
	switch s.Kind {
	case ast.KInquire:
		return first.Key() == "iolength" && len(b.Control) == 1
	case ast.KWrite, ast.KRead:
	default:
		return false
	}
	if first.Key() != "" && first.Key() != "unit" || s.Kind == ast.KRead && len(b.Control) == 1 && first.Key() == "" {
		return false
	}
	in := r.sc.Designator(first.X)
	return in.Known && in.Type.Basic() == "character"
}

// directive is a directive of OpenMP or another that is obeyed: names in its clauses may be read and written. Exchanges and what else is MDMP's is
// looked at by the walk.
func (r *reader) directive(s *ast.Stmt) {
	switch {
	case r.set.InitAt(s) != nil:
		r.out.anything("init")
	case r.set.WaitAt(s) != nil:
		for _, x := range r.set.WaitAt(s).List {
			r.expr(x)
		}
	}
	r.clauses(s)
}
