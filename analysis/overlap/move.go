package overlap

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// sink moves the wait of a call down: to the end of the list of statements it stands in, and
// out of the branches of an IF.
func (f *finder) sink(c *Call) {
	list, i := c.Node.Siblings()
	c.List, c.Begin, c.End = list, i, i+1
	sends := !c.receives()
	c.stopBegin = i
	for at := i + 1; ; {
		if at == len(list) {
			p := list[0].Parent
			if !open(p) || f.entered(p) != "" || c.Kind == mpi.Wait && !f.goesWith(c, p) {
				c.Ends = reason.CallEnd.At(access.Span{})
				break
			}
			list, i = p.Siblings()
			at, c.stopBegin = i+1, i
			continue
		}
		n := list[at]
		if c.Ends = f.obstacle(n, f.watches(c), sends); c.Ends.Stands() && !f.overwritten(c, n, sends) {
			c.stop = n
			break
		}
		at++
		if !bears(list, at) {
			c.Ends = reason.FixedDoEnd.At(n.Stmt.Span())
			break
		}
		if f.takesTime(n) {
			c.Crossed = append(c.Crossed, n)
			c.List, c.Begin = list, i
		}
		if len(c.Crossed) > 0 && c.List[0] == list[0] {
			c.End = at
		}
	}
	if len(c.Crossed) > 0 && c.End < len(c.List) {
		f.waits[c.List[c.End]] = true
	}
}

// goesWith reports whether a wait of the program takes along the condition of the IF that it stands in.
func (f *finder) goesWith(c *Call, p *access.Node) bool {
	_, pure := f.conditions(c)
	return p == c.place() && pure || p == c.Node.Parent && c.Node.If != nil && pure
}

// overwritten reports whether a send's error code is all that stands against crossing a call
// from point to point, which sets it anew: nobody has looked at it then.
func (f *finder) overwritten(c *Call, n *access.Node, sends bool) bool {
	if !sends || !c.ErrorKept || n.Kind != access.Simple || !f.posts(n) {
		return false
	}
	id, ok1 := c.Error.(*ast.Ident)
	other, ok2 := f.callAt(n).Arg("ierror").(*ast.Ident)
	if !ok1 || !ok2 || id.Name != other.Name {
		return false
	}
	for name, x := range f.callAt(n).Parts() {
		for y := range ast.Idents(x) {
			if name != "ierror" && y.Name == id.Name {
				return false
			}
		}
	}
	c.ErrorKept = false
	if c.Ends = f.obstacle(n, f.watches(c), sends); c.Ends.Stands() {
		c.ErrorKept = true
		return false
	}
	return true
}

// open reports whether a construct is one that is left at its end, or after one of its
// branches, and that has no names of its own.
func open(n *access.Node) bool {
	if n == nil || n.Kind != access.Branch || n.Parallel || len(n.OMP) > 0 {
		return false
	}
	switch it := n.Item.(type) {
	case *ast.Stmt:
		return it.Kind == ast.KIf && it.Label() == "" && !it.Line.Shared && !it.Line.Cond
	case *ast.Construct:
		return (it.Kind == ast.KIfThen || it.Kind == ast.KSelectCase) && it.Begin.Label() == ""
	default:
		return false
	}
}

// bears reports whether something can be put before the i-th statement of a list, or at its end.
func bears(list []*access.Node, i int) bool {
	if i < len(list) {
		s := list[i].Item.First()
		return !s.Line.Cond && !s.Line.Split && !s.Line.Broken
	}
	if last := list[i-1].Stmt; last.Line.Cond || last.Line.Split {
		return false
	}
	p := list[0].Parent
	if p == nil {
		return true
	}
	c, ok := p.Item.(*ast.Construct)
	if !ok {
		return p.Kind == access.Branch // a logical IF: what is behind it was looked at
	}
	if p.Kind != access.Loop {
		return true
	}
	return c.End != nil && c.End.Kind == ast.KEndDo && !c.SharedEnd
}

// takesTime reports whether a statement may take time: it holds a loop, a call or work on arrays.
func (f *finder) takesTime(n *access.Node) bool {
	takes := false
	n.Walk(func(m *access.Node) bool {
		takes = takes || m.Kind == access.Loop || m.Kind == access.Simple && f.works(m)
		return !takes
	})
	return takes
}

// works reports whether a simple statement calls a procedure of the program, or assigns an array.
func (f *finder) works(n *access.Node) bool {
	switch b := n.Stmt.Body.(type) {
	case *ast.Call:
		return f.callAt(n) == nil
	case *ast.Assign:
		return n.Stmt.Kind == ast.KAssign && !f.u.At(n).ScalarExpr(b.X)
	default:
		return false
	}
}

// raise moves calls up that are under no condition, or under that of an IF with nothing but the call, which goes with
// them; none over a place where something is waited for.
func (f *finder) raise() {
	for _, c := range f.calls {
		list, i := c.place().Siblings()
		inputs, ok := f.conditions(c)
		if !ok || c.Kind == mpi.Wait || c.Late != nil || c.elsewhere(list) || i == 0 || len(f.calledAt(list[i])) > 1 {
			continue
		}
		need := append(inputs, memory(c)...)
		var crossed []*access.Node
		to := i
		for at := i; at > 0 && !f.waits[list[at]]; at-- {
			n := list[at-1]
			if f.obstacle(n, need, false).Stands() || !bears(list, at-1) {
				break
			}
			if f.takesTime(n) {
				crossed, to = append(crossed, n), at-1
			}
		}
		if len(crossed) == 0 || len(c.Crossed) == 0 && !bears(list, i+1) {
			continue
		}
		if len(c.Crossed) == 0 {
			c.List, c.End = list, i+1
			if i+1 < len(list) {
				f.waits[list[i+1]] = true
			}
		}
		c.Begin, c.Crossed = to, append(crossed, c.Crossed...)
	}
}
