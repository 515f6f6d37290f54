package nests

import (
	"bytes"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// cuttable decides whether the outermost loop may be cut into strips that run
// in order.
func (nest *Nest) cuttable() (access.Reason, bool) {
	n := nest.Node
	at := n.Stmt.Span()
	l := n.Loop
	switch {
	case n.Kind != access.Loop || l == nil || !l.Counted:
		return access.Reason{Key: "not-counted", Text: "it is not a DO loop with a variable and bounds", At: at}, false
	case !l.IntVar:
		return access.Reason{Key: "do-variable", At: at, Text: "the DO variable is not a plain integer scalar"}, false
	case l.Step == 0:
		return access.Reason{Key: "step", At: at, Text: "the step is not a constant"}, false
	case n.Parallel:
		return access.Reason{Key: "parallel", At: at, Text: "the loop stands in a parallel region"}, false
	case n.Stmt.Label() != "" && nest.around.Labels[n.Stmt.Label()]:
		return access.Reason{Key: "label", At: at, Text: "something jumps to the DO statement"}, false
	case sharesEnd(n):
		return access.Reason{Key: "shared-end", At: at, Text: "the loop ends at the same statement as the loop around it",
			Hint: "give each DO its own end"}, false
	case n.Stmt.Line.Shared:
		return access.Reason{Key: "shared-line", At: at, Text: "the DO statement shares its line with another one"}, false
	}
	if r, ok := nest.directives(); !ok {
		return r, false
	}
	if r, ok := nest.comment(); !ok {
		return r, false
	}
	if r, ok := nest.inside(); !ok {
		return r, false
	}
	return nest.effects()
}

// sharesEnd reports whether the label that ends the loop also ends a loop
// around it, so that nothing can be put between the two ends.
func sharesEnd(n *access.Node) bool {
	end := n.Loop.Do.End
	if end == nil {
		return true
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && p.Loop != nil && p.Loop.Do != nil && p.Loop.Do.End == end {
			return true
		}
	}
	return false
}

// directives looks at OpenMP directives in front of the loop.
func (nest *Nest) directives() (access.Reason, bool) {
	n := nest.Node
	if len(n.OMP) == 0 {
		return access.Reason{}, true
	}
	at := n.OMP[0].Span()
	var name []string
	for _, st := range n.OMP {
		d := omp.Read(st.Line)
		name = append(name, d.Name())
		if r := shares(d, st.Span()); r.Text != "" {
			return r, false
		}
	}
	switch strings.Join(name, ", ") {
	case "parallel do", "parallel, do":
	case "parallel do simd", "parallel, do simd":
		if nest.around.Dead == nil || !nest.around.Dead(n.Loop.Obj) {
			return access.Reason{Key: "openmp", At: at, Text: "what an OpenMP SIMD directive leaves in the loop's variable is the compiler's business, and it may be read after the loop"}, false
		}
	default:
		return access.Reason{Key: "openmp", At: at, Text: "an OpenMP directive other than PARALLEL DO belongs to the loop"}, false
	}
	nest.OMP = n.OMP[0]
	return access.Reason{}, true
}

// shares says what in a directive of OpenMP depends on how iterations are shared out,
// or leaves no room for variables that are not named.
func shares(d omp.Directive, at source.Span) access.Reason {
	for _, c := range []string{"ordered", "lastprivate", "firstprivate", "linear", "reduction", "copyin"} {
		if strings.Contains(d.Clauses, c) {
			return access.Reason{Key: "openmp", At: at, Text: "the OpenMP clause " + c + " may depend on how iterations are shared out"}
		}
	}
	defaults := strings.Count(d.Clauses, "default")
	d.Each(func(clause, args string) {
		if clause == "default" && strings.TrimSpace(args) == "shared" {
			defaults--
		}
	})
	if defaults != 0 {
		return access.Reason{Key: "openmp", At: at, Text: "the OpenMP directive has a DEFAULT clause other than SHARED"}
	}
	return access.Reason{}
}

// comment: directives to the compiler in comments apply to the loop right
// after them, so nothing may be put between.
func (nest *Nest) comment() (access.Reason, bool) {
	text := nest.unit.CommentBefore(nest.Node.Before.First())
	for _, line := range bytes.Split(text, []byte("\n")) {
		if p := source.Pragma(line); p != "" {
			return access.Reason{Key: "compiler-directive", At: nest.Node.Stmt.Span(),
				Text: "a compiler directive in a comment (" + p + ") belongs to the loop"}, false
		}
	}
	return access.Reason{}, true
}

// inside looks at control flow and directives in the nest.
func (nest *Nest) inside() (access.Reason, bool) {
	var bad access.Reason
	root := nest.Node
	inside := map[*access.Node]bool{}
	labels := map[string]bool{}
	root.Walk(func(m *access.Node) bool {
		inside[m] = true
		if m != root && m.Stmt != nil && m.Stmt.Label() != "" {
			labels[m.Stmt.Label()] = true
		}
		return true
	})
	if do := root.Loop.Do; do != nil && do.End != nil {
		delete(labels, do.End.Label()) // a jump to the end of the nest from inside an inner loop is not followed
	}
	root.Walk(func(m *access.Node) bool {
		at := m.Stmt.Span()
		switch {
		case bad.Text != "":
		case m.Kind == access.Exchange || m.Kind == access.Mark:
			bad = access.Reason{Key: "directive", At: at, Text: "the loop holds directives"}
		case m.Kind == access.Opaque && m.E.Reach == access.ReachAll:
			bad = access.Reason{Key: "not-understood", At: at, Text: m.E.Why}
		case m.Jump == access.Leaves:
			bad = access.Reason{Key: "leaves", At: at, Text: "the loop may be left here", Hint: "move the check out of the loop"}
		case (m.Jump == access.Cycles || m.Jump == access.Exits) && !inside[m.Target]:
			bad = access.Reason{Key: "leaves", At: at, Text: "the loop may be left here"}
		case m.Jump == access.Exits && m.Target == root:
			bad = access.Reason{Key: "leaves", At: at, Text: "the loop may be left here, so its iterations are not known in advance"}
		case m.Jump == access.Gotos:
			for _, l := range m.E.Jumps {
				if !labels[l] {
					bad = access.Reason{Key: "leaves", At: at, Text: "a GO TO may leave the loop"}
				}
			}
		}
		return bad.Text == ""
	})
	return bad, bad.Text == ""
}

// effects looks at what the nest does besides reading and writing.
func (nest *Nest) effects() (access.Reason, bool) {
	if r := nest.expressions(); r.Text != "" && !nest.relaxed(r) && !nest.apart(r) {
		return r, false
	}
	var bad access.Reason
	nest.Node.Walk(func(m *access.Node) bool {
		e := &m.E
		switch {
		case bad.Text != "":
		case e.Reach > access.ReachLook || e.Blocks || e.MPI || e.Stops:
			bad = access.Reason{Key: "call", At: e.WhyAt, Text: e.Why, Hint: "procedures that are PURE or in the same file are understood"}
		case e.IO:
			bad = access.Reason{Key: "io", At: m.Stmt.Span(), Text: "input or output in the loop"}
		}
		if e.Reach == access.ReachLook && nest.Ordered.Text == "" {
			nest.Ordered = nest.seen(e)
		}
		if e.Impure && nest.Ordered.Text == "" && m.Stmt.Kind != ast.KAllocate && m.Stmt.Kind != ast.KDeallocate {
			nest.Ordered = access.Reason{Key: "state", At: m.Stmt.Span(), Text: "a procedure called here may depend on how often and in which order it is called"}
		}
		for _, r := range e.Refs {
			if bad.Text == "" && r.Obj.Root.Volatile {
				bad = access.Reason{Key: "volatile", At: r.At, Text: r.Obj.Key + " is VOLATILE"}
			}
			if bad.Text == "" && r.Obj.Root.Has(scope.ThreadPrivate) && nest.OMP != nil { // pieces are shared out otherwise
				bad = access.Reason{Key: "openmp", At: r.At, Text: r.Obj.Key + " is THREADPRIVATE: which one is meant depends on the thread that runs an iteration"}
			}
		}
		if bad.Text == "" && e.Outside {
			bad = access.Reason{Key: "call", At: e.WhyAt, Text: e.Why}
		}
		return bad.Text == ""
	})
	return bad, bad.Text == ""
}

// seen: a PURE procedure of another file reads what it can reach, so that boxes
// come in order if the nest writes any of that.
func (nest *Nest) seen(e *access.Effects) access.Reason {
	for _, r := range nest.total.Refs {
		if r.Write && nest.unit.Looks(e, r.Obj) {
			return access.Reason{Key: "state", At: e.WhyAt, Text: e.Why + ", so also at " + r.Obj.Key,
				Hint: "a procedure in the same file is known in full; so is what a local variable or a dummy argument is passed to"}
		}
	}
	return access.Reason{}
}
