package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// expr is an expression that is evaluated.
func (r *reader) expr(x ast.Expr) {
	switch x := x.(type) {
	case nil, *ast.Literal:
	case *ast.Ident, *ast.Member, *ast.Coindex:
		r.mention(x, false)
	case *ast.Apply:
		r.apply(x)
	case *ast.Binary, *ast.Unary:
		if !r.sc.Value(x, r).Intrinsic() {
			r.out.anything("operator")
		}
		ast.Inspect(x, func(y ast.Expr) bool {
			switch y.(type) {
			case *ast.Binary, *ast.Unary:
				return true
			default:
				r.expr(y)
				return false
			}
		})
	default:
		r.parts(x)
	}
}

func (r *reader) parts(x ast.Expr) {
	for _, y := range ast.Parts(x) {
		r.expr(y)
	}
}

// Leaf is what is known of the value of a designator or a function reference.
func (r *reader) Leaf(x ast.Expr) scope.Operand {
	if in := r.sc.Designator(x); in.Known && in.Type != nil {
		return in.Type.Operand(in.Rank)
	}
	root := ast.Root(x)
	if root == nil {
		return scope.UnknownOperand()
	}
	if p := scope.Walk(x, r.sc.Standing(root.Name), nil); p.Steps[len(p.Steps)-1].Kind == scope.Inquiry {
		return scope.Operand{Type: "integer"}
	}
	y := r.sc.Lookup(root.Name)
	some := scope.Operand{Type: "intrinsic", Rank: -1, Kind: -1}
	if rank, ok := r.sc.Rank(x); ok {
		some.Rank = rank
	}
	f, applied := x.(*ast.Apply)
	switch {
	case y == nil:
	case y.Class == scope.Associate && y.Outer != nil && x == ast.Expr(root):
		in := *r
		in.sc = y.Outer
		return in.sc.Value(y.Target, &in)
	case r.scopes.MPIName(y, root.Name) != "":
		if applied && !mpi.Of(root.Name).May(mpi.Changes) { // a clock
			some.Type, some.Rank = "real", 0
		}
		return some
	case !applied || y.Unsure != "":
	case y.Class == scope.Intrinsic && y.Unsure == "":
		if slices.ContainsFunc(f.Args, func(a ast.Arg) bool { return a.X != nil && !r.sc.Value(a.X, r).Intrinsic() }) &&
			scope.BuiltinOf(root.Name).Does != scope.Inquires {
			break
		}
		b := scope.BuiltinOf(root.Name)
		switch {
		case b.Type != "" && b.Type != "character":
			some.Type = b.Type
		case len(f.Args) > 0 && b.Type == "" && (b.Does == scope.Elementwise || b.Does == scope.Transforms):
			if v := r.sc.Value(f.Args[0].X, r); v.Type == "integer" || v.Type == "real" {
				some.Type = v.Type
			}
		}
		return some
	case y.Class == scope.StatementFunc, y.Class == scope.Procedure:
		if y.Class == scope.StatementFunc {
			some.Rank = 0
		}
		if res := r.sc.Result(y); res != nil && res.Unsure == "" && res.Type != nil {
			return res.Type.Operand(res.Rank)
		}
		if y.Type.Basic() != "" {
			some.Type = y.Type.Basic()
			return some
		}
	}
	return scope.UnknownOperand()
}

// apply is x(…) that is evaluated.
func (r *reader) apply(x *ast.Apply) {
	if r.isCall(x) {
		r.call(x.X, x.Args)
		return
	}
	r.mention(x, false)
}

// target is a designator that is assigned, place one of which only it is asked where it is, statusOf one that is allocated
// or pointed elsewhere.
func (r *reader) target(x ast.Expr) { r.mentioned(x, mention{write: true}) }

func (r *reader) mention(x ast.Expr, write bool) { r.mentioned(x, mention{write: write}) }

func (r *reader) statusOf(x ast.Expr) { r.mentioned(x, mention{write: true, status: true}) }

func (r *reader) place(x ast.Expr) {
	if f, ok := x.(*ast.Apply); ok && r.sc.Designator(f).Call || ast.Root(x) == nil {
		r.expr(x)
		return
	}
	r.mentioned(x, mention{status: true})
}

// mentioned notes a designator, and reads its subscripts.
func (r *reader) mentioned(x ast.Expr, m mention) {
	root := ast.Root(x)
	if root == nil {
		if x != nil {
			r.parts(x)
		}
		return
	}
	p := scope.Walk(x, r.sc.Standing(root.Name), nil)
	if p.Coindexed {
		r.out.anything("image")
	}
	for i, st := range p.Steps {
		if i > 0 && st.Subs != nil && (st.Kind == scope.Binding || st.Kind == scope.Unseen) {
			r.out.anything("bound")
		}
		ast.InspectArgs(st.Args(), r.value)
	}
	for _, a := range p.Substrings {
		ast.InspectArgs(a.Args, r.value)
	}
	m.x = x
	r.note(root, m)
}

// value is expr for ast.Inspect.
func (r *reader) value(x ast.Expr) bool {
	r.expr(x)
	return false
}

// note adds a mention under the variable that a name stands for.
func (r *reader) note(id *ast.Ident, m mention) {
	y := r.sc.Lookup(id.Name)
	switch {
	case y == nil:
		y = r.nameless(id.Name)
	case y.Class == scope.Constant, r.scopes.MPIName(y, id.Name) != "":
		return
	case y.Class == scope.Associate && y.Outer != nil && ast.Root(y.Target) != nil:
		in := *r
		in.sc = y.Outer
		m.x = y.Target
		in.note(ast.Root(y.Target), m)
		return
	case y.Class == scope.Associate: // the value of an expression
		return
	case y.Class == scope.Procedure, y.Class == scope.Generic, y.Class == scope.Intrinsic, y.Class == scope.Type:
		if !y.Has(scope.Pointer) { // passed on: who gets it is looked at
			return
		}
	}
	if y.Has(scope.Volatile) {
		r.out.anything("volatile")
	}
	m.v, m.parts = y.Root(), r.partsOf(m.x)
	r.out.list = append(r.out.list, m)
}

// nameless is a name that nothing declares.
func (a *auditor) nameless(name string) *scope.Symbol {
	if a.unseen[name] == nil {
		a.unseen[name] = scope.NotKnown(name)
	}
	return a.unseen[name]
}

// computed is what a message is computed from, and its sections, of which the elements are not looked at.
func (a *auditor) computed(c *regions.Message) *acts {
	if a.messages[c] == nil {
		r := a.reader(c.Stmt)
		for _, x := range c.Controls() {
			r.expr(x)
		}
		for _, s := range c.Sections {
			r.mentioned(s.X, mention{status: true, section: true})
			r.expr(s.Count)
		}
		a.messages[c] = r.out
	}
	return a.messages[c]
}
