package regions

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// exchanges looks for messages of one exchange that disturb each other.
func (s *finder) exchanges() {
	for _, x := range s.set.Exchanges {
		sections := 0
		for _, c := range x.All {
			sections += len(c.Sections)
		}
		if sections > maxSections {
			continue // generated code; looking at all pairs would take for ever
		}
		l := s.look(&x.Run)
		for i, a := range x.Recvs {
			l.twiceInOne(a)
			for _, b := range x.Recvs[:i] {
				l.disturb(b, a)
			}
			for _, b := range x.Sends {
				l.disturb(b, a)
			}
		}
	}
	s.branches()
}

// maxSections bounds the number of sections of an exchange that are compared.
const maxSections = 300

// phases ends the hints of disturb. Whole rows, then whole columns (so that corners
// travel along) is what people mean most often when elements meet.
const phases = "if one phase is to follow another, put a statement between them, such as CONTINUE"

// disturb reports a message b whose elements a receives into as well, if both
// happen under the same condition. a is the receive.
func (l *looker) disturb(b, a *Message) {
	if !l.sameCondition(a.If, b.If) {
		return
	}
	for _, p := range a.Sections {
		for _, q := range b.Sections {
			if !l.sameCondition(p.If, q.If) || !l.overlap(p, q) {
				continue
			}
			if b.Send {
				at, other := a, b
				if b.Span.Start > a.Span.Start {
					at, other = b, a
				}
				l.report(diag.Diagnostic{Code: diag.SendReceiveOverlap, At: at.Span,
					Message: "this exchange sends and receives the same elements",
					Notes:   []diag.Related{{At: other.Span, Message: "the other directive is here"}},
					Hint:    "receive into another place, or add if() clauses that exclude each other; " + phases})
				return
			}
			l.report(diag.Diagnostic{Code: diag.OverlappingReceives, At: p.X.Span(),
				Message: "two receives of one exchange go into the same elements",
				Notes:   []diag.Related{{At: q.X.Span(), Message: "the other one goes here"}},
				Hint:    "correct one of them, or add if() clauses that exclude each other; " + phases})
			return
		}
	}
}

// twiceInOne reports a receive that names the same elements twice.
func (l *looker) twiceInOne(a *Message) {
	for i, p := range a.Sections {
		for _, q := range a.Sections[:i] {
			if l.sameCondition(p.If, q.If) && l.overlap(p, q) {
				l.report(diag.Diagnostic{Code: diag.OverlappingReceives, At: p.X.Span(),
					Message: "one message is received into the same elements twice",
					Notes:   []diag.Related{{At: q.X.Span(), Message: "they stand here already"}}})
				return
			}
		}
	}
}

// sameCondition tells whether what happens under two conditions is seen to happen
// together.
func (l *looker) sameCondition(a, b ast.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if c, ok := ast.Unparen(a).(*ast.Literal); ok && strings.HasPrefix(strings.ToLower(c.Text), ".false.") {
		return false
	}
	return l.sameValue(a, b)
}

// selector is one step of a designator: a name, or subscripts.
type selector struct {
	name string
	args []ast.Arg
}

// selectors takes a designator apart: chunk%u(:,1) is chunk, u, (:,1).
func selectors(x ast.Expr) []selector {
	switch e := x.(type) {
	case *ast.Ident:
		return []selector{{name: e.Name}}
	case *ast.Member:
		if list := selectors(e.X); list != nil {
			return append(list, selector{name: e.Name})
		}
	case *ast.Apply:
		if list := selectors(e.X); list != nil {
			return append(list, selector{args: e.Args})
		}
	default: // no designator that is understood
	}
	return nil
}

// overlap tells whether two sections are seen to share elements. Sections that
// may be empty count as if they were not.
func (l *looker) overlap(p, q lang.Section) bool {
	a, b := selectors(p.X), selectors(q.X)
	if a == nil || b == nil {
		return false
	}
	if p.Count != nil && q.Count != nil {
		return l.sameValue(p.X, q.X) // both begin at this element
	}
	if p.Count != nil && a[len(a)-1].args == nil || q.Count != nil && b[len(b)-1].args == nil {
		return l.sameValue(p.X, q.X) // which element a whole array begins with is not known
	}
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case (x.args == nil) != (y.args == nil):
			return memberOfAll(a, b, i)
		case x.args == nil:
			if x.name != y.name {
				return false
			}
		default:
			if len(x.args) != len(y.args) {
				return false
			}
			for d := range x.args {
				if !l.meet(x.args[d].X, y.args[d].X) {
					return false
				}
			}
		}
	}
	return true // one is the other, or a part of it
}

// memberOfAll compares designators from step i on where only one has
// subscripts: a%x and a(1)%x, or a(:,1) and a%x.
func memberOfAll(a, b []selector, i int) bool {
	if a[i].args != nil {
		a = append(a[:i:i], a[i+1:]...)
	} else {
		b = append(b[:i:i], b[i+1:]...)
	}
	for k := i; k < len(a) && k < len(b); k++ {
		if a[k].args != nil || b[k].args != nil || a[k].name != b[k].name {
			return false
		}
	}
	return true
}

// meet tells whether two subscripts are seen to have a value in common.
func (l *looker) meet(x, y ast.Expr) bool {
	if x == nil || y == nil {
		return false
	}
	r, okx := x.(*ast.Range)
	q, oky := y.(*ast.Range)
	switch {
	case okx && oky:
		return l.rangesMeet(r, q)
	case okx:
		return l.inRange(r, y)
	case oky:
		return l.inRange(q, x)
	}
	return l.sameValue(x, y)
}

func whole(r *ast.Range) bool { return r.Lo == nil && r.Hi == nil && r.Step == nil }

// inRange tells whether element x is seen to be in r.
func (l *looker) inRange(r *ast.Range, x ast.Expr) bool {
	if l.empty(r) {
		return false
	}
	if whole(r) || r.Lo != nil && l.sameValue(r.Lo, x) || r.Step == nil && r.Hi != nil && l.sameValue(r.Hi, x) {
		return true
	}
	v, ok := l.sc.Int(x)
	lo, ok1 := l.sc.Int(r.Lo)
	hi, ok2 := l.sc.Int(r.Hi)
	return ok && ok1 && ok2 && r.Step == nil && lo <= v && v <= hi
}

// empty tells whether a range is seen to be empty.
func (l *looker) empty(r *ast.Range) bool {
	lo, ok := l.sc.Int(r.Lo)
	hi, ok2 := l.sc.Int(r.Hi)
	return ok && ok2 && r.Step == nil && lo > hi
}

func (l *looker) rangesMeet(r, q *ast.Range) bool {
	if l.empty(r) || l.empty(q) {
		return false
	}
	if whole(r) || whole(q) {
		return true
	}
	if r.Lo != nil && q.Lo != nil && l.sameValue(r.Lo, q.Lo) {
		return true
	}
	if r.Step != nil || q.Step != nil {
		return false
	}
	if r.Hi != nil && q.Hi != nil && l.sameValue(r.Hi, q.Hi) || r.Lo == nil && q.Lo == nil || r.Hi == nil && q.Hi == nil {
		return true
	}
	a, ok1 := l.sc.Int(r.Lo)
	b, ok2 := l.sc.Int(r.Hi)
	c, ok3 := l.sc.Int(q.Lo)
	d, ok4 := l.sc.Int(q.Hi)
	return ok1 && ok2 && ok3 && ok4 && max(a, c) <= min(b, d)
}
