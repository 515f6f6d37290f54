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
func (s *Scope) Resolve(a *ast.Apply) Ref { return s.Designator(a).Ref }

// parentheses tells what they mean behind y, of which in is known. RefElement is a section, too;
// substrings are known by what stands in them.
func (y *Symbol) parentheses(in Info) Ref {
	switch {
	case y.Unsure != "":
		return RefUnknown
	case y.Class == StatementFunc:
		return RefStatementFunc
	case y.Class == Procedure, y.Class == Intrinsic, y.Class == Generic && y.Derived == nil:
		return RefCall
	case y.Class == Type: // a generic of that name may be a constructor or a function
		return RefConstructor
	case y.Class == Variable, y.Class == Constant:
		return y.subscripts()
	case y.Class == Associate && in.Known && in.Rank > 0:
		return RefElement
	}
	return RefUnknown
}

// subscripts is parentheses for a data object or a component.
func (y *Symbol) subscripts() Ref {
	switch {
	case y.Class == Procedure:
		return RefCall
	case y.Shape == AssumedRank:
		return RefUnknown
	case y.IsArray():
		return RefElement
	case y.Class == Constant || y.Scope != nil && y.Scope.Construct != nil && y.Scope.Construct.Kind == ast.KTypeDef:
		return RefUnknown
	case y.Attrs&(Allocatable|Pointer|Target|Initialised) != 0 || y.Storage == Result || y.Storage == CommonStorage:
		return RefUnknown
	}
	return RefCall // a scalar with arguments is an external or dummy function
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
	default: // not known
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
