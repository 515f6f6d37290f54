package nests

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// A PARALLEL DO in front of a nest goes with each box. So nothing in it may depend on which iterations a thread gets, nor on
// how often the directive is met. Variables of FIRSTPRIVATE that the nest does not change are constants. A REDUCTION begins
// anew with each box and is added to what was there: that is the same if the operation is exact and the nest
// does nothing with the variable but to reduce to it.

// directives looks at OpenMP directives in front of the loop.
func (nest *Nest) directives() (reason.Reason, bool) {
	n := nest.Node
	if len(n.OMP) == 0 {
		return reason.Reason{}, true
	}
	at := n.OMP[0].Span()
	var name []string
	for _, st := range n.OMP {
		d := omp.Read(st.Line)
		if d.ACC {
			return reason.DeviceDirective.At(st.Span()), false
		}
		name = append(name, d.Name())
		if r := nest.shares(d, st.Span()); r.Stands() {
			return r, false
		}
	}
	switch strings.Join(name, ", ") {
	case "parallel do", "parallel, do":
	case "parallel do simd", "parallel, do simd":
		if nest.around.Dead == nil || !nest.around.Dead(n.Loop.Obj) {
			return reason.OMPVariable.At(at), false
		}
	default:
		return reason.OMPOther.At(at), false
	}
	nest.OMP = n.OMP[0]
	return reason.Reason{}, true
}

// shares says what in a directive of OpenMP depends on how iterations are shared out,
// or leaves no room for variables that are not named.
func (nest *Nest) shares(d omp.Directive, at source.Span) reason.Reason {
	text := strings.ReplaceAll(d.Clauses, " ", "") // in fixed form blanks do not part words
	for _, c := range []string{"ordered", "lastprivate", "linear", "copyin"} {
		if strings.Contains(text, c) {
			return reason.OMPClause.At(at, reason.Name(c))
		}
	}
	left := map[string]int{}
	for _, c := range []string{"firstprivate", "reduction", "default"} {
		left[c] = strings.Count(text, c)
	}
	d.Each(func(clause, args string) {
		args = strings.ReplaceAll(args, " ", "")
		switch {
		case clause == "default" && (args == "shared" || args == "none"), // DEFAULT(NONE) becomes DEFAULT(SHARED)
			clause == "firstprivate" && nest.constants(args),
			clause == "reduction" && nest.reduction(args):
			left[clause]--
		}
	})
	for _, c := range []string{"firstprivate", "reduction"} {
		if left[c] != 0 {
			return reason.OMPClause.At(at, reason.Name(c))
		}
	}
	if left["default"] != 0 {
		return reason.OMPDefault.At(at)
	}
	return reason.Reason{}
}

// object is a variable by its name, nil if it is none.
func (nest *Nest) object(name string) *access.Object {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return nil
	}
	if v := nest.unit.Lookup(name); v == nil || !v.Known() {
		return nil
	}
	return nest.unit.Named(name)
}

// constants reports whether the nest changes none of some variables.
func (nest *Nest) constants(list string) bool {
	for name := range strings.SplitSeq(list, ",") {
		o := nest.object(name)
		if o == nil || slices.ContainsFunc(nest.total.Refs, func(r access.Ref) bool {
			return r.Write && access.Relate(r.Obj, o) != access.Distinct
		}) {
			return false
		}
	}
	return true
}

// reduction notes the variables of a REDUCTION clause; false if it is none of those that are exact.
func (nest *Nest) reduction(args string) bool {
	op, list, found := strings.Cut(args, ":")
	if !found {
		return false
	}
	for name := range strings.SplitSeq(list, ",") {
		o := nest.object(name)
		if o == nil || !o.Scalar || !exact(op, o.Root.Type.Word()) {
			return false
		}
		if nest.reduced == nil {
			nest.reduced = map[*access.Object]string{}
		}
		nest.reduced[o] = op
	}
	return true
}

// exact reports whether an operation gives the same in any order, whatever the values are.
func exact(op, typ string) bool {
	switch op {
	case "+":
		return typ == "integer"
	case "max", "min":
		return typ == "integer" || typ == "real"
	case ".and.", ".or.":
		return typ == "logical"
	}
	return false
}

// named reports whether a reference is but the name of a variable in a REDUCTION clause of the nest.
func (nest *Nest) named(n *access.Node, r access.Ref) bool {
	if n != nest.Node || nest.reduced[r.Obj] == "" {
		return false
	}
	for _, st := range n.OMP {
		if r.At == st.Span() {
			return true
		}
	}
	return false
}

// reduces says which variable of a REDUCTION clause the nest does something else with than to reduce to it in this way.
func (nest *Nest) reduces() reason.Reason {
	if len(nest.reduced) == 0 {
		return reason.Reason{}
	}
	ops := map[depend.Obj][]string{}
	for g := range depend.Reductions(nest.Dep.Root.Body) {
		ops[g.Obj] = append(ops[g.Obj], g.Op)
	}
	for i, o := range nest.Objects {
		op := nest.reduced[o]
		if op == "" || slices.Contains(nest.Result.Reductions, depend.Obj(i)) && !slices.ContainsFunc(ops[depend.Obj(i)], func(got string) bool { return !reducesTo(got, op) }) {
			continue
		}
		return reason.OMPClause.At(nest.OMP.Span(), reason.Name("reduction"))
	}
	return reason.Reason{}
}

// reducesTo reports whether an accumulation is one of a clause, or assigns the one value that decides it.
func reducesTo(got, op string) bool {
	return got == op || op == ".and." && got == "=.false." || op == ".or." && got == "=.true."
}
