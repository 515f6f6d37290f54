package nests

import (
	"bytes"
	"strings"

	"mdmp/analysis/access"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// cuttable decides whether the outermost loop may be cut into strips that run
// in order.
func (nest *Nest) cuttable(labels map[string]bool) (Reason, bool) {
	n := nest.Node
	at := n.Stmt.Span()
	l := n.Loop
	switch {
	case n.Kind != access.Loop || l == nil || !l.Counted:
		return Reason{Key: "not-counted", Text: "not a DO loop with a variable and bounds", At: at}, false
	case !l.IntVar:
		return Reason{Key: "do-variable", At: at, Text: "the DO variable is not a plain integer scalar"}, false
	case l.Step == 0:
		return Reason{Key: "step", At: at, Text: "the step is not a constant"}, false
	case n.Parallel:
		return Reason{Key: "parallel", At: at, Text: "the loop stands in a parallel region"}, false
	case n.Stmt.Label() != "" && labels[n.Stmt.Label()]:
		return Reason{Key: "label", At: at, Text: "something jumps to the DO statement"}, false
	case sharesEnd(n):
		return Reason{Key: "shared-end", At: at, Text: "the loop ends at the same statement as the loop around it",
			Hint: "give each DO its own end"}, false
	case n.Stmt.Line.Shared:
		return Reason{Key: "shared-line", At: at, Text: "the DO statement shares its line with another one"}, false
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
func (nest *Nest) directives() (Reason, bool) {
	n := nest.Node
	if len(n.OMP) == 0 {
		return Reason{}, true
	}
	at := n.OMP[0].Span()
	name, clauses := access.OMPClauses(n.OMP[0])
	if len(n.OMP) > 1 || name != "parallel do" && name != "parallel do simd" {
		return Reason{Key: "openmp", At: at, Text: "an OpenMP directive other than a combined PARALLEL DO belongs to the loop"}, false
	}
	for _, c := range []string{"ordered", "lastprivate", "firstprivate", "linear", "reduction", "copyin"} {
		if strings.Contains(clauses, c) {
			return Reason{Key: "openmp", At: at, Text: "the OpenMP clause " + c + " may depend on how iterations are shared out"}, false
		}
	}
	if name == "parallel do simd" && (nest.dead == nil || !nest.dead(n.Loop.Obj)) {
		return Reason{Key: "openmp", At: at, Text: "what an OpenMP SIMD directive leaves in the loop's variable is the compiler's business, and it may be read after the loop"}, false
	}
	nest.OMP = n.OMP[0]
	return Reason{}, true
}

// comment: directives to the compiler in comments apply to the loop right
// after them, so nothing may be put between.
func (nest *Nest) comment() (Reason, bool) {
	text := nest.unit.CommentBefore(nest.Node.Before.First())
	for _, line := range bytes.Split(text, []byte("\n")) {
		if p := source.Pragma(line); p != "" {
			return Reason{Key: "compiler-directive", At: nest.Node.Stmt.Span(),
				Text: "a compiler directive in a comment (" + p + ") belongs to the loop"}, false
		}
	}
	return Reason{}, true
}

// inside looks at control flow and directives in the nest.
func (nest *Nest) inside() (Reason, bool) {
	var bad Reason
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
			bad = Reason{Key: "directive", At: at, Text: "the loop holds directives"}
		case m.Kind == access.Opaque && m.E.Reach == access.ReachAll:
			bad = Reason{Key: "not-understood", At: at, Text: m.E.Why}
		case m.Jump == access.Leaves:
			bad = Reason{Key: "leaves", At: at, Text: "the loop may be left here", Hint: "move the check out of the loop"}
		case (m.Jump == access.Cycles || m.Jump == access.Exits) && !inside[m.Target]:
			bad = Reason{Key: "leaves", At: at, Text: "the loop may be left here"}
		case m.Jump == access.Exits && m.Target == root:
			bad = Reason{Key: "leaves", At: at, Text: "the loop may be left here, so its iterations are not known in advance"}
		case m.Jump == access.Gotos:
			for _, l := range m.E.Jumps {
				if !labels[l] {
					bad = Reason{Key: "leaves", At: at, Text: "a GO TO may leave the loop"}
				}
			}
		}
		return bad.Text == ""
	})
	return bad, bad.Text == ""
}

// effects looks at what the nest does besides reading and writing.
func (nest *Nest) effects() (Reason, bool) {
	if at, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return Reason{Key: "vector-math", At: at, Text: "the compiler may compute " + name + " for several elements at once, with other bits; " +
			"it decides by what stands around the loop", Hint: "compile with -fno-tree-vectorize"}, false
	}
	if at, fused := nest.unit.Fused(nest.Node.Item); fused {
		return Reason{Key: "fused", At: at, Text: "the compiler may multiply and add in one instruction here, with other bits; " +
			"it decides by what stands around the loop", Hint: "compile with -ffp-contract=off"}, false
	}
	var bad Reason
	nest.Node.Walk(func(m *access.Node) bool {
		e := &m.E
		switch {
		case bad.Text != "":
		case e.Reach > access.ReachLook || e.Blocks || e.MPI || e.Stops:
			bad = Reason{Key: "call", At: e.WhyAt, Text: e.Why, Hint: "procedures that are PURE or in the same file are understood"}
		case e.IO:
			bad = Reason{Key: "io", At: m.Stmt.Span(), Text: "input or output in the loop"}
		}
		if e.Reach == access.ReachLook && nest.Order.Text == "" {
			nest.Order = nest.seen(e)
		}
		if e.Impure && nest.Order.Text == "" && m.Stmt.Kind != ast.KAllocate && m.Stmt.Kind != ast.KDeallocate {
			nest.Order = Reason{Key: "state", At: m.Stmt.Span(), Text: "a procedure called here may depend on how often and in which order it is called"}
		}
		for _, r := range e.Refs {
			if bad.Text == "" && r.Obj.Root.Volatile {
				bad = Reason{Key: "volatile", At: r.At, Text: r.Obj.Key + " is VOLATILE"}
			}
			if bad.Text == "" && r.Obj.Root.Threads && nest.OMP != nil { // pieces are shared out otherwise
				bad = Reason{Key: "openmp", At: r.At, Text: r.Obj.Key + " is THREADPRIVATE: which one is meant depends on the thread that runs an iteration"}
			}
		}
		if bad.Text == "" && e.Outside {
			bad = Reason{Key: "call", At: e.WhyAt, Text: e.Why}
		}
		return bad.Text == ""
	})
	return bad, bad.Text == ""
}

// seen: a PURE procedure of another file reads what it can reach, so that boxes
// come in order if the nest writes any of that.
func (nest *Nest) seen(e *access.Effects) Reason {
	for _, r := range nest.total.Refs {
		if r.Write && nest.unit.Looks(e, r.Obj) {
			return Reason{Key: "state", At: e.WhyAt, Text: e.Why + ", so also at " + r.Obj.Key,
				Hint: "a procedure in the same file is known in full; so is what a local variable or a dummy argument is passed to"}
		}
	}
	return Reason{}
}
