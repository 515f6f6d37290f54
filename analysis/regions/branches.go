package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// branches looks for exchanges in IF constructs next to each other that their
// author most probably took for one exchange:
//
//	if (west >= 0) then; send to west; end if
//	if (east >= 0) then; receive from east; end if
//
// Each is complete before the next begins, so ranks wait for one another. It
// is only said where it is plain: nothing but directives in the constructs, no
// ELSE, and either one only sends and the other only receives, or each deals
// with the one neighbour that its condition asks for.
func (s *finder) branches() {
	for i, x := range s.set.Exchanges {
		if i == 0 {
			continue
		}
		y := s.set.Exchanges[i-1]
		in := s.look(&x.Run)
		a, okA := aloneInIf(y)
		b, okB := aloneInIf(x)
		if !okA && !okB || !s.adjacent(a, b) || in.shares(y, x) || okA && okB && in.exclude(y, x) {
			continue
		}
		if oneSided(y, x) || okA && okB && neighbours(y, x) {
			s.report(diag.Diagnostic{Code: diag.SeparateBranches, At: x.Stmts[0].Span(),
				Message: "this exchange does not begin before the one above it is complete",
				Notes:   []diag.Related{{At: y.Stmts[0].Span(), Message: "that one begins here"}},
				Hint:    "put the directives next to each other, with if() clauses instead of IF constructs"})
		}
	}
}

// aloneInIf returns where x stands if it is all that an IF construct without
// ELSE holds: the place of that construct. Otherwise the place of x itself.
func aloneInIf(x *Exchange) (Run, bool) {
	c := x.Parent()
	if c == nil || c.Kind != ast.KIfThen || len(c.Parts) != 1 || x.From != 0 || x.To != len(x.List) {
		return x.Run, false
	}
	return x.in.up.place(x.Unit, x.in.list, x.in.index, x.in.index+1), true
}

// adjacent tells whether b follows a in the same list with nothing between.
func (s *finder) adjacent(a, b Run) bool {
	if !sameList(a.List, b.List) || a.To > b.From {
		return false
	}
	for _, item := range a.List[a.To:b.From] {
		if st, ok := item.(*ast.Stmt); !ok || !st.Line.IsMarker() {
			return false
		}
	}
	return true
}

// oneSided tells whether one exchange only sends and the other only receives.
func oneSided(x, y *Exchange) bool {
	return len(x.Recvs) == 0 && len(y.Sends) == 0 || len(x.Sends) == 0 && len(y.Recvs) == 0
}

// shares tells whether one exchange receives what the other sends: then the
// order is meant, or the two are the ends of one message.
func (l *looker) shares(x, y *Exchange) bool {
	for _, c := range x.All {
		for _, d := range y.All {
			if c.Send == d.Send {
				continue
			}
			for _, p := range c.Sections {
				for _, q := range d.Sections {
					if l.overlap(p, q) {
						return true
					}
				}
			}
		}
	}
	return false
}

// exclude tells whether the conditions of the two IF constructs ask whether one
// thing equals two different constants: rank == 0 and rank == 1.
func (l *looker) exclude(x, y *Exchange) bool {
	a, b := equality(x), equality(y)
	if a == nil || b == nil || !l.sameValue(a.X, b.X) {
		return false
	}
	v, ok := l.sc.Int(a.Y)
	w, ok2 := l.sc.Int(b.Y)
	return ok && ok2 && v != w
}

// equality returns the condition of the IF construct around x if it is an
// equality.
func equality(x *Exchange) *ast.Binary {
	c, ok := x.Parent().Begin.Body.(*ast.Cond)
	if !ok {
		return nil
	}
	if b, ok := ast.Unparen(c.X).(*ast.Binary); ok && b.Op == "==" {
		return b
	}
	return nil
}

// neighbours tells whether each of two exchanges both sends and receives with
// one neighbour, another one in each, and the IF around it asks for nothing
// but that neighbour.
func neighbours(x, y *Exchange) bool {
	p, ok := onlyPeer(x)
	q, ok2 := onlyPeer(y)
	return ok && ok2 && p != q && asksFor(x, p) && asksFor(y, q)
}

// onlyPeer returns the name of the one variable that is the peer of all
// messages of x.
func onlyPeer(x *Exchange) (string, bool) {
	name := ""
	for _, c := range x.All {
		id, ok := ast.Unparen(c.Peer).(*ast.Ident)
		if !ok || name != "" && name != id.Name {
			return "", false
		}
		name = id.Name
	}
	return name, len(x.Sends) > 0 && len(x.Recvs) > 0
}

// asksFor tells whether the condition of the IF construct around x is a
// comparison of the variable with a constant.
func asksFor(x *Exchange, peer string) bool {
	c, ok := x.Parent().Begin.Body.(*ast.Cond)
	if !ok {
		return false
	}
	b, ok := ast.Unparen(c.X).(*ast.Binary)
	if !ok {
		return false
	}
	return isName(b.X, peer) && isConstant(b.Y) || isName(b.Y, peer) && isConstant(b.X)
}

func isName(x ast.Expr, name string) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && id.Name == name
}

func isConstant(x ast.Expr) bool {
	_, ok := lang.IntValue(x)
	return ok || isName(x, scope.MPIProcNull)
}
