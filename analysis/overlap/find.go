package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Call is a call whose messages are under way for longer than it.
type Call struct {
	*mpicall.Call
	Node     *access.Node
	Messages []*Message
	// Status is what it says of what came, nil if it says nothing; Error the variable for its
	// error code, nil if it has none.
	Status, Error ast.Expr
	// ErrorKept: the error code is not overwritten before the wait.
	ErrorKept bool
	// Under is the condition of the IF construct around it, if it can go with it.
	Under *Under
	// Vector: its requests are an array of one dimension.
	Vector bool
	// Handles: communicators are of a type of their own (mpi_f08).
	Handles bool
	// List are the statements of which Begin is the first that is crossed, or the call itself
	// (or what holds it), and End the first that is not.
	List       []*access.Node
	Begin, End int
	// Crossed are statements that take time, Ends why the next one is not crossed.
	Crossed []*access.Node
	Ends    reason.Reason
	// In is the nest in which it is complete, before the iterations that touch a message; Late the one in
	// which it begins; nil if there is none.
	In, Late *Cut

	// stop is the statement that the wait did not cross, stopBegin where the call stands in its list.
	stop      *access.Node
	stopBegin int
	// closes: it is complete before the next call of its chain begins.
	closes bool
}

// receives reports whether something comes with a call, as far as is known: a message, or, in synchronous mode, that the
// other rank receives.
func (c *Call) receives() bool {
	return c.Kind == mpi.Wait || c.Synchronous() || slices.ContainsFunc(c.Messages, func(m *Message) bool { return !m.Send })
}

// Synchronous reports whether a call sends, and is complete when the receive of that has begun.
func (c *Call) Synchronous() bool { return c.Name == synchronous }

const synchronous = "mpi_ssend"

// Outer is the statement that the call is, or the logical IF around it.
func (c *Call) Outer() *ast.Stmt { return outer(c.Node) }

func outer(n *access.Node) *ast.Stmt {
	if n.If != nil {
		return n.If
	}
	return n.Stmt
}

// Inside reports whether the call stands in a construct of the list, and begins there.
func (c *Call) Inside() bool {
	n := c.List[c.Begin]
	return n.Stmt != c.Outer() && n.Holds(c.Node)
}

// elsewhere reports whether what a call crosses ends in another list of statements: it goes out of a branch, or stays in it.
func (c *Call) elsewhere(list []*access.Node) bool {
	return len(c.Crossed) > 0 && c.List[0] != list[0]
}

// Shown reports whether the program sees the status of what comes.
func (c *Call) Shown() bool {
	if c.Status == nil {
		return false
	}
	id, ok := c.Status.(*ast.Ident)
	return !ok || id.Name != statusIgnore
}

// Group are calls whose messages are under way together, in one list of statements.
type Group struct {
	Unit  *ast.Unit
	List  []*access.Node
	Calls []*Call
	// Cuts are the nests in which some of them begin or are complete.
	Cuts []*Cut
	// From is the first statement that one of them crosses or that is one, To behind the last.
	From, To int
}

// Left is a call that stays as it is.
type Left struct {
	*mpicall.Call
	Why reason.Reason
}

// File is what was found in a file.
type File struct {
	Groups []*Group
	Left   []Left
}

// Options of Find.
type Options struct {
	// Asked says which calls are to overlap.
	Asked func(*ast.Stmt) bool
	// Rounding is what the compiler may do with the expressions of the file.
	Rounding access.Rounding
	// Writable says whether the text of a nest can be cut; nil: none can.
	Writable func(*nests.Nest) bool
}

// Find looks through a file.
func Find(t *scope.Table, set *regions.Set, opt Options) *File {
	out := &File{}
	f := &finder{table: t, program: access.NewProgram(t, set), set: set, opt: opt, out: out, teams: teams(t.File.Units)}
	f.window = f.windows(t.File.Units)
	f.program.Rounding = opt.Rounding
	f.program.Rounding.Single = false // a nest stands in the text as it was written, too
	var units func([]*ast.Unit)
	units = func(list []*ast.Unit) {
		for _, au := range list {
			f.unit(au)
			units(au.Subs)
		}
	}
	units(t.File.Units)
	return out
}

// finder is the state for one file, and one unit of it.
type finder struct {
	table   *scope.Table
	program *access.Program
	set     *regions.Set
	opt     Options
	out     *File
	teams   map[*ast.Unit]access.Span // see teams
	window  reason.Reason             // see windows

	u     *access.Unit
	tree  *access.Tree
	calls []*Call
	waits map[*access.Node]bool // statements before which something is waited for
	cuts  []*Cut
	nests map[*access.Node]*nests.Nest // see nest
	flow  *flow.Region                 // of the unit, made when first needed
}

// callAt returns the MPI call that a node is, nil if it is none.
func (f *finder) callAt(n *access.Node) *mpicall.Call {
	if n.Kind != access.Simple || n.Stmt.Kind != ast.KCall {
		return nil
	}
	return mpicall.Of(f.table, f.scopeOf(n), n.Stmt)
}

func (f *finder) scopeOf(n *access.Node) *scope.Scope { return f.table.At(n.Stmt.Span().Start) }

// speaks reports whether something is said of a call: it may wait for a message from point to point.
func speaks(c *mpicall.Call) bool { return c.Kind != mpi.Other && c.Kind != mpi.Post }

// asked reports whether a call is to overlap, or something is to be said of it because a directive asks for it alone.
func (f *finder) asked(c *mpicall.Call) bool {
	return speaks(c) && f.opt.Asked(c.Stmt) || f.set != nil && f.set.Overlap(c.Stmt) != nil
}

// unit looks through one program unit.
func (f *finder) unit(au *ast.Unit) {
	any := false
	ast.Items(au.Exec, func(s *ast.Stmt) bool {
		for ; s != nil && !any; s = s.Inner {
			c := mpicall.Of(f.table, f.table.At(s.Span().Start), s)
			any = c != nil && f.asked(c)
		}
		return !any
	})
	if !any {
		return
	}
	if f.u = f.program.Unit(au); f.u == nil {
		return
	}
	f.tree = f.u.Tree(au.Exec, f.set)
	f.calls, f.waits, f.cuts, f.flow = nil, map[*access.Node]bool{}, nil, nil
	f.nests = map[*access.Node]*nests.Nest{}
	f.tree.Walk(func(n *access.Node) bool {
		switch c := f.callAt(n); {
		case c == nil || !f.asked(c):
		case speaks(c):
			f.call(c, n)
		default:
			f.leave(c, reason.CallForeign.At(c.Stmt.Span(), reason.Name(c.Spoken())))
		}
		return true
	})
	f.places()
	for _, c := range f.calls {
		f.sink(c)
	}
	f.cut()
	f.cutAbove()
	f.raise()
	f.settle(au)
}

// call finds out what one call sends and receives.
func (f *finder) call(m *mpicall.Call, n *access.Node) {
	if why := f.refused(m, n); why.Stands() {
		f.leave(m, why)
		return
	}
	c := &Call{Call: m, Node: n, Error: m.Arg("ierror"), ErrorKept: true, Handles: f.handles(n)}
	var why reason.Reason
	if m.Kind == mpi.Wait {
		why = f.waited(c)
	} else if why = f.messages(c); !why.Stands() {
		why = f.results(c)
	}
	if why.Stands() {
		f.leave(m, why)
		return
	}
	f.calls = append(f.calls, c)
}

func (f *finder) leave(m *mpicall.Call, why reason.Reason) {
	if why.Key() == "" {
		why = reason.CallPlace.At(why.At, reason.Because(why))
	}
	f.out.Left = append(f.out.Left, Left{m, why})
}

// refused says why a call stays as it is whatever stands around it.
func (f *finder) refused(m *mpicall.Call, n *access.Node) reason.Reason {
	at, s := m.Stmt.Span(), outer(n)
	team, inTeam := f.teams[f.u.AST]
	switch {
	case m.Kind == mpi.Foreign && m.Name != synchronous, m.Kind == mpi.Replace, m.Kind == mpi.Init, m.Kind == mpi.Start:
		return reason.CallForeign.At(at, reason.Name(m.Spoken()))
	case f.tree.Unclear:
		return f.tree.WhyUnclear(reason.Unclear)
	case f.tree.Labels["?"]:
		return reason.FixedMayLabel.At(at)
	case n.Parallel:
		return reason.InParallel.At(at)
	case inTeam:
		return reason.InTeam.At(team)
	case f.window.Stands():
		return f.window
	case s.Label() != "":
		return reason.CallLabel.At(at, reason.Name(s.Label()))
	case s.Line.Shared || s.Line.Cond || s.Line.Split || s.Line.Broken || s.IsInner:
		return reason.CallLine.At(at)
	case n.If == nil && n.Parent != nil && n.Parent.Kind == access.Branch && n.Parent.Stmt.Inner != nil:
		return reason.CallLine.At(at)
	case !m.Complete():
		return reason.CallUnclear.At(at)
	}
	return reason.Reason{}
}

// settle puts the calls of a unit into groups; those that cross nothing stay.
func (f *finder) settle(au *ast.Unit) {
	var groups []*Group
	for _, c := range f.calls {
		if len(c.Crossed) == 0 {
			why := c.Ends
			if !why.Stands() {
				why = reason.NothingBetween.At(access.Span{})
			}
			f.leave(c.Call, why)
			continue
		}
		g := &Group{Unit: au, List: c.List, Calls: []*Call{c}, From: c.Begin, To: c.End}
		for i := 0; i < len(groups); {
			o := groups[i]
			if o.List[0] != g.List[0] || o.To < g.From || g.To < o.From {
				i++
				continue
			}
			g.Calls = append(o.Calls, g.Calls...)
			g.From, g.To = min(g.From, o.From), max(g.To, o.To)
			groups = append(groups[:i], groups[i+1:]...)
		}
		groups = append(groups, g)
	}
	for _, cut := range f.cuts {
		for _, g := range groups {
			if slices.ContainsFunc(g.Calls, func(c *Call) bool { return c.In == cut || c.Late == cut }) {
				g.Cuts = append(g.Cuts, cut)
			}
		}
	}
	f.out.Groups = append(f.out.Groups, groups...)
}
