package escape

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Procedures that are called where no name of theirs stands: those that are bound to types, operators and assignments, procedures for
// input and output of a type, final procedures.

// callBound is call for object%name.
func (w *walker) callBound(x *ast.Member, list []ast.Arg) {
	to, sure := w.binding(x)
	if to != nil {
		all, fits := to.With(w.sc.Dummies(to.Procedure), x.X, list)
		if sure = sure && fits; fits {
			w.pass(to.Procedure, all)
		}
	}
	if sure {
		return
	}
	list = append(slices.Clone(list), ast.Arg{X: x.X})
	if c, _ := w.sc.Designator(x.X).Type.Definition().Part(x.Name); c != nil && c.Class == scope.Procedure {
		w.pointedAtBy(c, list[:len(list)-1]) // a component that is a pointer to a procedure
	}
	w.entrust(list)
	for _, y := range slices.Concat(w.named[x.Name], w.bound[x.Name]) { // what overrides it; what a generic name means
		w.passSomewhere(y, list)
	}
}

// passSomewhere gives arguments to a procedure, whose order is not asked.
func (w *walker) passSomewhere(y *scope.Symbol, list []ast.Arg) {
	for _, d := range w.sc.Dummies(y) {
		for _, a := range list {
			if w.isVariable(a.X) && fit([]*scope.Symbol{d}, w.operands([]ast.Expr{a.X})) {
				w.pass(y, []ast.Arg{{Keyword: ast.Named(d.Name), X: a.X}})
			}
		}
	}
}

// pointedAtBy gives arguments to a procedure behind a pointer, or to a dummy procedure: their interface may say how an argument is kept.
func (w *walker) pointedAtBy(y *scope.Symbol, list []ast.Arg) {
	if y.Iface == "" || y.Scope == nil {
		return
	}
	if to := y.Scope.Lookup(y.Iface); to != nil && to.Unsure == "" && to.Class == scope.Procedure && to != y && to.Iface == "" {
		w.explicit(to, list)
	}
}

// binding returns the procedure that x, an object and a name, means for the declared type of the object, nil if that is not known; and whether it
// means that for certain.
func (w *walker) binding(x *ast.Member) (to *scope.Bound, sure bool) {
	in := w.sc.Designator(x.X)
	d := in.Type.Definition()
	if d == nil {
		return nil, false
	}
	if to = d.Target(w.sc, x.Name); to == nil {
		return nil, false
	}
	y, s := w.begins(ast.Root(x.X)) // the type of a name of ASSOCIATE may be that of a type guard
	return to, y != nil && s == w.sc && in.Known && in.Rank == 0 && !in.Call && !in.Coindexed && d.Component(x.Name) == nil && (in.Type.Name == "type" || to.Fixed)
}

// assign is x = y, or what has its form.
func (w *walker) assign(s *ast.Stmt, b *ast.Assign) {
	if s.Kind == ast.KPointerAssign {
		w.associated(b)
		return
	}
	if head, ok := b.X.(*ast.Apply); ok && s.Kind == ast.KStmtFunction {
		w.value(head.X)
		w.args(head.Args)
		w.value(b.Y)
		return
	}
	w.value(b.X)
	w.value(b.Y)
	if s.Kind != ast.KAssign || w.plainly(b) {
		return
	}
	w.escapes(b.X, w.entrusted(b.X)) // a procedure may do it, or end what was there before
	w.given("assignment(=)", b.X, b.Y)
	w.given(scope.FinalBinding, b.X)
}

// plainly reports whether an assignment is certainly one of numbers, logicals or characters, by the language.
func (w *walker) plainly(b *ast.Assign) bool {
	in := w.sc.Designator(b.X)
	x := in.Type.Operand(scope.RankUnknown)
	if in.Known {
		x.Rank = in.Rank
	}
	return x.Intrinsic() && (!w.sc.MayDefine("assignment(=)") || w.sc.OwnAssignment(x, w.sc.Value(b.Y, leaves{w})))
}

// operator: the operands may be arguments of functions. Those that are not seen only read them.
func (w *walker) operator(op string, operands ...ast.Expr) {
	w.given(scope.OperatorName(op), operands...)
}

// given: the procedures that a generic name like operator(+) means may get arguments.
func (w *walker) given(spec string, list ...ast.Expr) {
	fitting := w.fitting(spec, list)
	if len(fitting) == 0 {
		return
	}
	var args []ast.Arg
	for _, x := range list {
		args = append(args, ast.Arg{X: x})
	}
	for _, y := range fitting {
		w.pass(y, args)
	}
}

// operand is what procedures for an operator are chosen by.
type operand struct {
	value   scope.Operand
	defined any // the definition of its type, nil if that is not known
}

// use is an operator in a scope, with a number of operands, one or two.
type use struct {
	spec     string
	in       *scope.Scope
	number   int
	operands [2]operand
}

// fitting lists the procedures of a generic name without letters for arguments of such types. It is found out once for all uses alike.
func (w *walker) fitting(spec string, list []ast.Expr) []*scope.Symbol {
	if len(w.bound[spec]) == 0 && !w.sc.MayDefine(spec) {
		return nil
	}
	u, operands := use{spec: spec, in: w.sc, number: len(list)}, w.operands(list)
	copy(u.operands[:], operands)
	found, known := w.uses[u]
	if known {
		return found
	}
	for _, y := range w.meant(spec) {
		if dummies := w.sc.Dummies(y); len(dummies) == len(list) && fit(dummies, operands) {
			found = append(found, y)
		}
	}
	w.uses[u] = found
	return found
}

func (w *walker) operands(list []ast.Expr) []operand {
	out := make([]operand, len(list))
	for i, x := range list {
		out[i] = w.operand(x)
	}
	return out
}

func (w *walker) operand(x ast.Expr) operand {
	o := operand{value: w.sc.Value(x, leaves{w})}
	if in := w.sc.Designator(x); in.Known && in.Type.Name == "type" && in.Type.Definition() != nil {
		o.defined = in.Type.Definition()
	}
	return o
}

// meant lists the procedures that a generic name without letters may mean, as far as they are seen.
func (w *walker) meant(spec string) []*scope.Symbol {
	list := w.bound[spec]
	if !w.sc.MayDefine(spec) {
		return list
	}
	for h := w.sc; h != nil; h = h.Host {
		if y := h.Declared(spec); y != nil && y.Class == scope.Generic {
			list = slices.Concat(list, w.specifics(y))
		}
	}
	return list
}

// fit reports whether dummy arguments may be of the types of actual ones.
func fit(dummies []*scope.Symbol, list []operand) bool {
	for i, x := range list {
		a, b := dummies[i].Value(), x.value
		if a.Type != "" && b.Type != "" && (a.Intrinsic() || b.Intrinsic()) && a.Type != b.Type {
			return false
		}
		if a.Type != "type" || dummies[i].Type.Name != "type" {
			continue
		}
		if x.defined != nil && x.defined != any(dummies[i].Type.Definition()) {
			return false
		}
	}
	return true
}

// bindings lists the procedures of the file that are bound to types by generic names, and as final procedures. Which type it is is not asked.
func (w *walker) bindings() map[string][]*scope.Symbol {
	named := map[string][]*scope.Symbol{}
	generic := map[string][]string{}
	out := map[string][]*scope.Symbol{}
	for _, u := range w.table.File.Units {
		u.Statements(func(s *ast.Stmt) bool {
			b, ok := s.Body.(*ast.Binding)
			if !ok {
				return true
			}
			for _, r := range b.Names {
				switch y := w.boundTo(s, r); {
				case b.What == "generic":
					generic[b.Spec] = append(generic[b.Spec], r.Remote)
				case y != nil && b.What == "final":
					out[scope.FinalBinding] = append(out[scope.FinalBinding], y)
				case y != nil:
					named[r.Local] = append(named[r.Local], y)
				}
			}
			return true
		})
	}
	w.named = named
	for spec, names := range generic {
		for _, name := range names {
			out[spec] = append(out[spec], named[name]...)
		}
	}
	return out
}

// boundTo returns the procedure that a binding names, nil if it is not known.
func (w *walker) boundTo(s *ast.Stmt, r ast.Rename) *scope.Symbol {
	name := r.Remote
	if name == "" {
		name = r.Local
	}
	in := w.table.At(s.Span().Start)
	if in == nil {
		return nil
	}
	if y := in.Lookup(name); y != nil && y.Unsure == "" && y.Class == scope.Procedure {
		return y
	}
	return nil
}
