package codegen

import (
	"strings"

	"mdmp/analysis/regions"
	"mdmp/codegen/plan"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
)

// facts answers package plan's questions from the scopes of the file.
type facts struct{ s *scope.Scope }

// table returns the symbols of the file.
func (t *translator) table() *scope.Table {
	if t.scopes == nil {
		t.scopes = scope.New(t.tree, t.opt.Names)
	}
	return t.scopes
}

// factsAt returns the facts that hold at a place.
func (t *translator) factsAt(p *regions.Place) facts {
	s := t.table().Unit(p.Unit)
	for _, c := range p.Outer {
		s = s.Enter(c, branch(c, p.List[p.From].First().Span().Start))
	}
	return facts{s}
}

// branch returns the part of a construct in which byte at lies.
func branch(c *ast.Construct, at source.Pos) int {
	part := 0
	for i := range c.Parts {
		if h := c.Parts[i].Head; h != nil && h.Span().Start <= at {
			part = i
		}
	}
	return part
}

// Var returns what is known about a variable.
func (f facts) Var(name string) plan.Var {
	y := f.s.Lookup(name)
	if y == nil || y.Unsure != "" {
		return plan.Var{Rank: plan.Unknown}
	}
	switch y.Class {
	case scope.Variable, scope.Constant:
		return f.variable(y)
	case scope.Associate:
		in := f.s.Designator(&ast.Ident{Name: name})
		if !in.Known || in.Rank < 0 {
			return plan.Var{Rank: plan.Unknown}
		}
		v := plan.Var{Known: true, Variable: true, Rank: in.Rank, Type: f.dataType(in.Type)}
		v.ReadOnly = in.Base != nil && f.readOnly(in.Base) && !in.Indirect
		return v
	}
	return plan.Var{Rank: plan.Unknown}
}

// variable returns what is known about a declared variable or component.
func (f facts) variable(y *scope.Symbol) plan.Var {
	if y.Shape == scope.AssumedRank || y.Class == scope.Procedure {
		return plan.Var{Rank: plan.Unknown}
	}
	return plan.Var{Known: true, Variable: true, Rank: y.Rank, Type: f.dataType(y.Type), Contiguous: contiguous(y),
		AssumedSize: y.Shape == scope.AssumedSize, ReadOnly: f.readOnly(y), Pointer: y.Has(scope.Pointer),
		Unset: y.Has(scope.Pointer) || y.Has(scope.Allocatable)}
}

// readOnly reports whether y may not be changed here: an INTENT(IN) dummy, a
// PROTECTED variable of a module.
func (f facts) readOnly(y *scope.Symbol) bool {
	if y.Has(scope.Pointer) {
		return false
	}
	return y.Intent == "in" || y.Has(scope.Protected) && f.s.Access(y) == scope.Use
}

// contiguous reports whether the whole of y is contiguous for certain.
func contiguous(y *scope.Symbol) bool {
	switch {
	case y.Has(scope.Contiguous):
		return true
	case y.Has(scope.Pointer):
		return y.Shape == scope.Scalar
	case y.Shape == scope.AssumedShape, y.Shape == scope.AssumedRank:
		return false
	case y.Shape == scope.DeferredShape:
		return y.Has(scope.Allocatable)
	}
	return true
}

func (f facts) dataType(d *scope.DataType) plan.Type {
	if d == nil {
		return plan.Type{}
	}
	t := plan.Type{Name: d.Name}
	switch d.Name {
	case "double precision":
		t.Name = "real"
	case "double complex":
		t.Name = "complex"
	case "character":
		_, t.Deferred = d.Len.(*ast.Range)
	case "type", "class":
		t.Derived = d.Derived
		def := d.Definition()
		if def == nil {
			return t
		}
		t.Named = f.s.DerivedType(d.Derived) == def
		t.Bound = bound(def)
		t.Component = func(name string) plan.Var {
			if c := def.Component(name); c != nil {
				return f.variable(c)
			}
			return plan.Var{Rank: plan.Unknown}
		}
	}
	return t
}

// bound reports whether a type has procedures or parameters, of its own or by
// extension.
func bound(def *scope.DerivedType) bool {
	for n := 0; def != nil && n < 100; n++ {
		if len(def.Bindings) > 0 || parameters(def) {
			return true
		}
		if def.Extends == "" || def.Scope == nil {
			return false
		}
		def = def.Scope.DerivedType(def.Extends)
	}
	return false
}

func parameters(def *scope.DerivedType) bool {
	if def.Stmt == nil {
		return false
	}
	d, ok := def.Stmt.Body.(*ast.TypeDef)
	return ok && len(d.Params) > 0
}

// Rank returns the rank of an expression.
func (f facts) Rank(x ast.Expr) int {
	if r, ok := f.s.Rank(x); ok {
		return r
	}
	return plan.Unknown
}

// Calls reports whether evaluating x might call a procedure of the program.
func (f facts) Calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Apply:
			found = found || f.applies(x)
		case *ast.Unary:
			found = found || definedOp(x.Op)
		case *ast.Binary:
			found = found || definedOp(x.Op)
		}
		return !found
	})
	return found
}

// applies reports whether x(…) might be a reference to a function of the
// program.
func (f facts) applies(x *ast.Apply) bool {
	switch f.s.Resolve(x) {
	case scope.RefElement, scope.RefSection, scope.RefSubstring:
		return false
	case scope.RefCall:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return true
		}
		y := f.s.Lookup(id.Name)
		return y == nil || y.Unsure != "" || y.Class != scope.Intrinsic
	}
	return true
}

// definedOp reports whether op is an operator of the program's own.
func definedOp(op string) bool {
	switch op {
	case ".not.", ".and.", ".or.", ".eqv.", ".neqv.":
		return false
	}
	return strings.HasPrefix(op, ".")
}

// MPIComm reports whether communicators are of type(MPI_Comm) here.
func (f facts) MPIComm() bool {
	f08, other := false, false
	for s := f.s; s != nil; s = s.Host {
		spec := s.Unit.Spec
		if c := s.Construct; c != nil {
			if c.Kind != ast.KBlock {
				continue
			}
			spec = c.Parts[0].Spec
		}
		ast.Items(spec, func(st *ast.Stmt) bool {
			switch b := st.Body.(type) {
			case *ast.Use:
				f08 = f08 || b.Module == "mpi_f08"
				other = other || b.Module == "mpi"
			case *ast.Include:
				other = other || isHeader(b.Path)
			}
			return true
		})
	}
	return f08 && !other
}

// isHeader reports whether an include file is mpif.h.
func isHeader(path string) bool {
	return strings.EqualFold(path[strings.LastIndexByte(path, '/')+1:], "mpif.h")
}

// Declared reports whether a name is declared as something that is not an
// intrinsic procedure. A generic name may extend one.
func (f facts) Declared(name string) bool {
	y := f.s.Lookup(name)
	if y == nil || y.Unsure != "" {
		return false
	}
	switch y.Class {
	case scope.Unknown, scope.Intrinsic, scope.Generic:
		return false
	}
	return true
}
