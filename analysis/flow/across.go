package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
)

// across returns what tells whether something is sent or received that a loop over an
// array touches in few of its iterations: a halo across it, so that it pays to box that
// loop; nil: it may be so. In a managed procedure, and where procedures are called that
// may hold exchanges of their own, that is not known.
func (f *Region) across() func(*depend.Loop, []nests.Touch) bool {
	if f.R == nil || f.foreign() {
		return nil
	}
	return func(l *depend.Loop, touched []nests.Touch) bool {
		for _, c := range f.Messages {
			for _, r := range c.Refs {
				for _, t := range touched {
					if (t.Write || !c.M.Send) && lies(r, t, l) {
						return true
					}
				}
			}
		}
		return false
	}
}

// foreign reports whether the region calls something that may hold exchanges.
func (f *Region) foreign() bool {
	if f.calling == nil {
		calls := f.Total.Reach != access.ReachNamed || f.Total.May(access.MPI|access.Blocks)
		walk(f.Nodes, func(n *access.Node) { calls = calls || n.Kind == access.Simple && f.Unit.Callee(n) != nil })
		f.calling = &calls
	}
	return *f.calling
}

// lies reports whether a section may be thin in the dimension along which l runs over
// the array of t.
func lies(section access.Ref, t nests.Touch, l *depend.Loop) bool {
	if access.Relate(section.Obj, t.Obj) == access.Distinct {
		return false
	}
	rank, ok := nests.Rank(t.Ref)
	own, all := t.Own(rank)
	if section.Obj != t.Obj || !ok || !all || len(section.Sub) != len(t.Sub) {
		return true
	}
	for i, d := range own {
		if d.Whole || (d.Lo.Coef(l.Var) != 0 || d.Hi.Coef(l.Var) != 0) && !spans(section.Sub[t.Before+i], l) {
			return true
		}
	}
	return false
}

// spans reports whether a dimension of a section has about as many elements as a loop
// has iterations.
func spans(d affine.Dim, l *depend.Loop) bool {
	if d.Whole {
		return true
	}
	if len(l.Lo) != 1 || len(l.Hi) != 1 {
		return false
	}
	width, ok1 := affine.Sub(d.Hi, d.Lo)
	trip, ok2 := affine.Sub(l.Hi[0], l.Lo[0])
	if l.Step < 0 {
		trip, ok2 = affine.Sub(l.Lo[0], l.Hi[0])
	}
	more, ok3 := affine.Sub(width, trip)
	if _, near := more.IsConst(); !ok1 || !ok2 || !ok3 || !near {
		return false
	}
	w, isConst := width.IsConst()
	n, _ := trip.IsConst()
	return !isConst || 2*w >= n
}
