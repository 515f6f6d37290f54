package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Ref says what a(…) is.
type Ref uint8

// What an Apply may be.
const (
	RefUnknown   Ref = iota
	RefElement       // array element
	RefSection       // array section, by triplets or vector subscripts
	RefSubstring     // part of a character scalar
	RefCall          // function reference, intrinsic functions included
	RefStatementFunc
	RefConstructor // structure constructor
)

var refNames = [...]string{"unknown", "element", "section", "substring", "call", "statement function", "constructor"}

// String returns the reference in words.
func (r Ref) String() string { return refNames[r] }

// Resolve tells what an Apply in s is.
func (s *Scope) Resolve(a *ast.Apply) Ref {
	s.build()
	if r, ok := s.refs[a]; ok {
		return r
	}
	r := s.resolve(a)
	if s.complete {
		if s.refs == nil {
			s.refs = make(map[*ast.Apply]Ref)
		}
		s.refs[a] = r
	}
	return r
}

func (s *Scope) resolve(a *ast.Apply) Ref {
	switch x := a.X.(type) {
	case *ast.Ident:
		return s.resolveName(s.Lookup(x.Name), a)
	case *ast.Literal:
		return RefSubstring
	case *ast.Member:
		in := s.Designator(x)
		switch {
		case in.Call:
			return RefCall
		case !in.Known || in.Last == nil:
			return RefUnknown
		}
		return s.subscripted(in.Last, a)
	case *ast.Apply:
		switch s.Resolve(x) {
		case RefElement, RefSection:
			in := s.Designator(x)
			if in.Known && isSubstring(in.Type, a) {
				return RefSubstring
			}
		}
	}
	return RefUnknown
}

// resolveName resolves y(…).
func (s *Scope) resolveName(y *Symbol, a *ast.Apply) Ref {
	if y == nil || y.Unsure != "" {
		return RefUnknown
	}
	switch y.Class {
	case StatementFunc:
		return RefStatementFunc
	case Procedure, Intrinsic:
		return RefCall
	case Generic:
		if y.Derived != nil {
			return RefUnknown // a constructor or a function
		}
		return RefCall
	case Type:
		return RefConstructor
	case Variable, Constant:
		return s.subscripted(y, a)
	case Associate:
		in := s.Designator(a.X)
		if in.Known && in.Rank > 0 {
			return s.sectionOrElement(a)
		}
		if in.Known && isSubstring(in.Type, a) {
			return RefSubstring
		}
	}
	return RefUnknown
}

// subscripted resolves y(…) for a data object or component.
func (s *Scope) subscripted(y *Symbol, a *ast.Apply) Ref {
	switch {
	case y.Class == Procedure:
		return RefCall
	case y.Shape == AssumedRank:
		return RefUnknown
	case y.IsArray():
		return s.sectionOrElement(a)
	case isSubstring(y.Type, a):
		return RefSubstring
	case y.Class == Constant || y.Scope != nil && y.Scope.Construct != nil && y.Scope.Construct.Kind == ast.KTypeDef:
		return RefUnknown
	case y.Attrs&(Allocatable|Pointer|Target|Initialised) != 0 || y.Storage == Result || y.Storage == CommonStorage:
		return RefUnknown
	}
	return RefCall // a scalar with arguments is an external or dummy function
}

// sectionOrElement tells sections from elements by the subscripts.
func (s *Scope) sectionOrElement(a *ast.Apply) Ref {
	ref := RefElement
	for _, arg := range a.Args {
		if _, ok := arg.X.(*ast.Range); ok {
			return RefSection
		}
		switch rank, ok := s.Rank(arg.X); {
		case !ok:
			ref = RefUnknown
		case rank > 0:
			return RefSection
		}
	}
	return ref
}

// Rank returns the rank of an expression; ok is false if it is not known.
func (s *Scope) Rank(x ast.Expr) (rank int, ok bool) {
	switch x := x.(type) {
	case *ast.Literal, *ast.Complex:
		return 0, true
	case *ast.Paren:
		return s.Rank(x.X)
	case *ast.Unary:
		if x.Op == "+" || x.Op == "-" || x.Op == ".not." {
			return s.Rank(x.X)
		}
	case *ast.Binary:
		return s.binaryRank(x)
	case *ast.ArrayCons:
		return 1, true
	case *ast.Apply:
		if s.Resolve(x) == RefCall {
			return s.callRank(x)
		}
		return s.designatorRank(x)
	case *ast.Ident, *ast.Member, *ast.Coindex:
		return s.designatorRank(x)
	}
	return 0, false
}

func (s *Scope) designatorRank(x ast.Expr) (int, bool) {
	in := s.Designator(x)
	return in.Rank, in.Known && in.Rank >= 0
}

// binaryRank returns the rank of a chain of operators.
func (s *Scope) binaryRank(b *ast.Binary) (rank int, ok bool) {
	var x ast.Expr = b
	for {
		b, isBinary := x.(*ast.Binary)
		if !isBinary {
			r, ok := s.Rank(x)
			return max(rank, r), ok
		}
		if b.Op[0] == '.' && !intrinsicOps[b.Op] {
			return 0, false
		}
		r, ok := s.Rank(b.Y)
		if !ok {
			return 0, false
		}
		rank = max(rank, r)
		x = b.X
	}
}

var intrinsicOps = map[string]bool{".and.": true, ".or.": true, ".eqv.": true, ".neqv.": true, ".xor.": true}

// callRank returns the rank of the result of a function.
func (s *Scope) callRank(a *ast.Apply) (int, bool) {
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return 0, false
	}
	y := s.Lookup(id.Name)
	if y == nil || y.Unsure != "" {
		return 0, false
	}
	switch {
	case y.Class == Intrinsic:
		return BuiltinOf(id.Name).Rank(a.Args, s.Rank)
	case y.Has(Elemental):
		return s.argsRank(a.Args)
	case s.Result(y) != nil:
		if r := s.Result(y); r.Rank >= 0 && r.Unsure == "" {
			return r.Rank, true
		}
	case y.Class == Procedure && y.Unit == nil && y.Iface == "" && y.Module == "" && y.Attrs&Pointer == 0:
		return 0, true // without an explicit interface results are scalars
	}
	return 0, false
}

// argsRank is the rank of an elemental reference.
func (s *Scope) argsRank(args []ast.Arg) (int, bool) {
	rank := 0
	for _, a := range args {
		r, ok := s.Rank(a.X)
		if !ok {
			return 0, false
		}
		rank = max(rank, r)
	}
	return rank, true
}
