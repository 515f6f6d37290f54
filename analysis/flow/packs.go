package flow

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Packs reports whether a place is a nest that packs: it moves values, computes nothing, and all that it writes is sent.
// It takes the time of a copy of messages, and what would hide one of them hides nothing. What is not certain packs not.
func (f *Region) Packs(p *Place) bool {
	if p.Nest == nil || !p.Nest.Copies() {
		return false
	}
	found := false
	for _, t := range p.Nest.Touched {
		if !t.Write || t.Obj.Scalar {
			continue
		}
		if !f.allSent()[t.Obj].take(t) {
			return false
		}
		found = true
	}
	return found
}

// sent are the sections of an object that the sends of a region name. They are found by what they say, since a
// region has many places and many messages: keys holds pattern and bounds of each.
type sent struct {
	patterns map[string]bool
	keys     map[string]bool
}

// A pattern says of each of an object's last dimensions how a section chooses in it; or of all of them at once.
const (
	wholeObject = "a"
	countedFrom = "n" // a number of elements
	allOf       = ':'
	oneOf       = '.'
	rangeOf     = 'r'
)

func (f *Region) allSent() map[*access.Object]*sent {
	if f.sent != nil {
		return f.sent
	}
	f.sent = map[*access.Object]*sent{}
	for _, c := range f.Messages {
		if !c.M.Send {
			continue
		}
		for i, r := range c.Refs {
			pattern, key, ok := f.section(c, c.M.Sections[i], r)
			if !ok {
				continue
			}
			of := f.sent[r.Obj]
			if of == nil {
				of = &sent{map[string]bool{}, map[string]bool{}}
				f.sent[r.Obj] = of
			}
			of.patterns[pattern], of.keys[key] = true, true
		}
	}
	return f.sent
}

// section returns the pattern of a section and its key; false if nothing that a nest writes is known to be it.
func (f *Region) section(c *Message, s lang.Section, r access.Ref) (pattern, key string, ok bool) {
	x, chosen := s.X.(*ast.Apply)
	switch {
	case r.Obj == nil || r.Obj.Last == nil:
		return "", "", false
	case s.Count != nil && r.Obj.Last.Rank != 1:
		return "", "", false
	case !chosen:
		return wholeObject, wholeObject, true
	case s.Count != nil:
		n, ok := f.Unit.At(c.Node).Form(s.Count)
		return countedFrom, countedFrom + n.String(), ok
	}
	k := r.Obj.Last.Rank
	if len(x.Args) != k || len(r.Sub) < k {
		return "", "", false
	}
	var letters, bounds strings.Builder
	for i, a := range x.Args {
		d := r.Sub[len(r.Sub)-k+i]
		of, isRange := a.X.(*ast.Range)
		switch {
		case !isRange:
			letters.WriteByte(oneOf)
		case of.Lo == nil && of.Hi == nil && of.Step == nil:
			letters.WriteByte(allOf)
		case d.Whole:
			return "", "", false
		default:
			letters.WriteByte(rangeOf)
			bounds.WriteString(span(d.Lo, d.Hi))
		}
	}
	return letters.String(), letters.String() + bounds.String(), true
}

func span(lo, hi affine.Form) string { return " " + lo.String() + ":" + hi.String() }

// take reports whether one of the sections is all that a nest writes by one reference.
func (s *sent) take(t nests.Touch) bool {
	if s == nil {
		return false
	}
	for pattern := range s.patterns {
		if key, ok := written(pattern, t); ok && s.keys[key] {
			return true
		}
	}
	return false
}

// written is the key that a section of a pattern has if it is what a nest writes.
func written(pattern string, t nests.Touch) (string, bool) {
	k := t.Obj.Last.Rank // the last subscripts
	if pattern == wholeObject {
		return wholeObject, true
	}
	if len(t.Sub) < k || len(t.Sub) == 0 {
		return "", false
	}
	if pattern == countedFrom {
		n, ok := length(t.Sub[len(t.Sub)-1], t.Loops)
		return countedFrom + n.String(), ok
	}
	var bounds strings.Builder
	for i, letter := range []byte(pattern) {
		if letter == allOf {
			continue
		}
		lo, hi, ok := swept(t.Sub[len(t.Sub)-k+i], t.Loops)
		if !ok || letter == oneOf && !lo.Equal(hi) {
			return "", false
		}
		if letter == rangeOf {
			bounds.WriteString(span(lo, hi))
		}
	}
	return pattern + bounds.String(), true
}

// length is how many elements all iterations together write in a dimension.
func length(w affine.Dim, loops []*depend.Loop) (affine.Form, bool) {
	lo, hi, ok := swept(w, loops)
	if !ok {
		return lo, false
	}
	n, ok := affine.Sub(hi, lo)
	if !ok {
		return n, false
	}
	return affine.Add(n, affine.Int(1))
}

// swept is what all iterations together write in a dimension, from the lowest to the highest.
func swept(w affine.Dim, loops []*depend.Loop) (lo, hi affine.Form, ok bool) {
	if w.Whole {
		return lo, hi, false
	}
	lo, hi = w.Lo, w.Hi
	for _, l := range slices.Backward(loops) {
		if lo.Coef(l.Var) == 0 && hi.Coef(l.Var) == 0 {
			continue
		}
		if len(l.Lo) != 1 || len(l.Hi) != 1 || !l.LoOK || !l.HiOK || l.Step != 1 {
			return lo, hi, false
		}
		var ok1, ok2 bool
		lo, ok1 = affine.Subst(lo, l.Var, end(l, lo.Coef(l.Var) > 0))
		hi, ok2 = affine.Subst(hi, l.Var, end(l, hi.Coef(l.Var) < 0))
		if !ok1 || !ok2 {
			return lo, hi, false
		}
	}
	return lo, hi, true
}

// end is the first value of a loop's variable, or the last.
func end(l *depend.Loop, first bool) affine.Form {
	if first {
		return l.Lo[0]
	}
	return l.Hi[0]
}
