package calls

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Grant says right before the call of a managed procedure what it may leave pending.
func Grant(at source.Position, name string, g *rungs.Grant, in Place, used *emit.Names) *emit.Block {
	arrays, _ := evaluable(used, g.Arrays, "achar")
	except, all := evaluable(used, g.Except, "achar")
	both := slices.Concat(arrays, except)
	w := newWriter(used, at, namesIn(both))
	w.useful(in, name, both, func(handle, name string) {
		w.Say("call %s(%s, %s)", w.rt("mdmp_grant"), handle, name)
		w.each("mdmp_grant_array", arrays)
		if g.Open && all {
			w.Say("call %s()", w.rt("mdmp_grant_all"))
			w.each("mdmp_grant_not", except)
		}
	})
	return w.Block
}

// useful says something if the procedure of that name can make use of a grant.
func (w writer) useful(in Place, name string, arrays []rungs.Guarded, say func(handle, name string)) {
	handle, constant := w.handle("mdmp_c"), w.constant(name)
	w.news(in, handle, func() {
		w.wanted(in, w.rt("mdmp_grants")+"("+handle+", "+constant+") /= 0_"+w.rt("mdmp_int"), arrays, func() { say(handle, constant) })
	})
}

// Pass says that the procedure called own hands on to the one that it calls what was
// granted to itself. nil: it cannot say what of its own is excepted, so it hands on nothing.
func Pass(at source.Position, name, own string, g *rungs.Grant, in Place, used *emit.Names) *emit.Block {
	except, all := evaluable(used, g.Except, "achar")
	if !all {
		return nil
	}
	w := newWriter(used, at, namesIn(except))
	w.useful(in, name, except, func(handle, name string) {
		w.Say("call %s(%s, %s, %s, %s)", w.rt("mdmp_pass"), handle, name, w.handle("mdmp_p"), w.constant(own))
		if !g.Open {
			w.Say("call %s()", w.rt("mdmp_grant_named"))
		}
		w.each("mdmp_grant_not", except)
	})
	return w.Block
}

// Revoke stands before memory is freed or moved in a managed procedure.
func Revoke(at source.Position, in Place, used *emit.Names) *emit.Block {
	w := newWriter(used, at, nil)
	w.awake(in, func() { w.Say("call %s()", w.rt("mdmp_revoke")) })
	return w.Block
}

// Place is where something stands.
type Place uint8

// Places: in a region, in a managed procedure, in one that calls nothing (rungs.Body); Straight is any place where the
// compiler may round by what stands around (access.Rounding.Single). What the run time knows chooses no way there through what
// computes: gfortran copies what stands behind a branch (-fsplit-paths), and of two copies one may round otherwise
// (-march=native), if a value is known on one way and not on the other, where a call may have changed it. So the run time is
// called without being asked first, and where two ways stay, both pass the same arrays.
const (
	InRegion Place = iota
	InManaged
	InLeaf
	Straight
)

// In returns where the statements of a body stand.
func In(b *rungs.Body) Place {
	switch {
	case !b.Managed():
		return InRegion
	case b.Leaf:
		return InLeaf
	}
	return InManaged
}

// Completion is what a need completes.
type Completion uint8

// Completions: the receives into the arrays that are named; all; all, and what was granted to the procedure
// holds on.
const (
	Named Completion = iota
	All
	AllButGrants
)

// Left is a loop that stays whole, and why: the profile is told which arrays it writes.
type Left struct {
	At     source.Position
	Why    string
	Writes []rungs.Guarded
}

// left tells the profile of a loop that stays whole.
func (w writer) left(x Left, arrays []rungs.Guarded, in Place) {
	say := func() {
		for _, a := range arrays {
			w.guarded(a.Guards, func() {
				w.Say("call %s(%s, %s, %s, %s)", w.rt("mdmp_whole"), w.constant(x.At.Name), w.number(x.At.Line), w.constant(x.Why), ast.String(a.X))
			})
		}
	}
	switch {
	case len(arrays) == 0:
	case in == Straight:
		say()
	default:
		w.under(say, w.rt("mdmp_profiled")+" /= 0_"+w.rt("mdmp_int"))
	}
}

// Need completes pending receives: those of the arrays, or all; arrays are
// also kept out of registers. Without arrays it only tells the profile of what follows.
//
// If the arrays use names of intrinsic procedures for something else, so that one
// of them cannot be asked whether it exists, all receives are completed. In a
// managed procedure nothing happens while no region is executed, in a leaf while
// there is nothing that could be pending.
func Need(at source.Position, arrays []rungs.Guarded, what Completion, in Place, x Left, used *emit.Names) *emit.Block {
	arrays, can := evaluable(used, arrays)
	writes := x.Writes
	if _, said := evaluable(used, slices.Concat(arrays, writes), "achar"); !said {
		writes = nil
	}
	w := newWriter(used, at, namesIn(slices.Concat(arrays, writes)))
	if !can && what == Named {
		what = All
	}
	if in == InLeaf && what == Named && len(arrays) > 0 {
		handle := w.handle("mdmp_s")
		w.news(in, handle, func() {
			w.complete(arrays, Named)
			w.left(x, writes, in)
			w.Say("call %s(%s)", w.rt("mdmp_quiet"), handle)
		})
		return w.Block
	}
	w.awake(in, func() {
		w.complete(arrays, what)
		w.left(x, writes, in)
	})
	return w.Block
}

// complete completes the receives of some arrays, or all.
func (w writer) complete(arrays []rungs.Guarded, what Completion) {
	switch what {
	case Named:
		w.each("mdmp_need", arrays)
		return
	case All:
		w.Say("call %s()", w.rt("mdmp_settle"))
	case AllButGrants:
		w.Say("call %s()", w.rt("mdmp_need_all"))
	}
	w.kept(arrays)
}

// each calls an entry point for each of some arrays.
func (w writer) each(entry string, arrays []rungs.Guarded) {
	for _, a := range arrays {
		w.pass(entry, a)
	}
}

// evaluable returns the designators that can stand in a BLOCK that calls some intrinsic
// procedures, and whether those are all. Others use the name of one of these, or of
// one that they would be asked with whether they exist, for something else.
func evaluable(used *emit.Names, arrays []rungs.Guarded, calls ...string) ([]rungs.Guarded, bool) {
	w := newWriter(used, source.Position{}, namesIn(arrays))
	for _, name := range calls {
		w.Intrinsic(name)
	}
	for _, a := range arrays {
		w.guards(a.Guards)
	}
	hidden := w.Clash()
	if len(hidden) == 0 {
		return arrays, true
	}
	return slices.DeleteFunc(slices.Clone(arrays), func(a rungs.Guarded) bool {
		names := namesIn([]rungs.Guarded{a})
		return len(a.Guards) > 0 || slices.ContainsFunc(hidden, func(name string) bool { return names[name] })
	}), false
}

// Enter stands at the beginning of a managed procedure: name is what other files know
// it by, "" if they do not; scalars are to be complete. What may leave receives pending
// when it returns takes what was granted to it.
func Enter(at source.Position, name string, scalars []rungs.Guarded, lends bool, in Place, used *emit.Names) *emit.Block {
	scalars, all := evaluable(used, scalars, "achar")
	w := newWriter(used, at, namesIn(scalars))
	handle := w.handle("mdmp_p")
	enter := func(entry string) {
		pending := w.rt(entry) + "(" + handle + ", " + w.constant(name) + ") /= 0_" + w.rt("mdmp_int")
		if all && len(scalars) == 0 {
			w.Say("if (%s) continue", pending)
			return
		}
		what := Named
		if !all {
			what = All
		}
		w.wanted(in, pending, scalars, func() { w.complete(scalars, what) })
	}
	if lends {
		w.awake(in, func() { enter("mdmp_enter") })
	} else {
		w.news(in, handle, func() { enter("mdmp_visit") })
	}
	return w.Block
}

// Trusted returns what stands before and behind the call of a procedure that is said to be harmless. Unless
// MDMP_VERIFY asks for it there is nothing to do.
func Trusted(at source.Position, name string, in Place, used *emit.Names) (begin, over *emit.Block) {
	mark := func(entry string) *emit.Block {
		w := newWriter(used, at, nil)
		handle := w.handle("mdmp_s")
		w.news(in, handle, func() {
			w.Say("call %s(%s, %s, %s, %s)", w.rt(entry), handle, w.constant(at.Name), w.number(at.Line), w.constant(name))
		})
		return w.Block
	}
	return mark("mdmp_trusted"), mark("mdmp_trusted_over")
}

// Call stands before the call of a procedure of another file.
func Call(at source.Position, name string, in Place, used *emit.Names) *emit.Block {
	w := newWriter(used, at, nil)
	handle := w.handle("mdmp_c")
	w.news(in, handle, func() { w.Say("call %s(%s, %s)", w.rt("mdmp_call"), handle, w.constant(name)) })
	return w.Block
}
