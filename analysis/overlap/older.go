package overlap

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
)

// A message that begins in one iteration may be waited for in a later one, by a wait that stands behind its call: two buffers
// by turns are filled and sent so. What the arguments of the call say now is not which elements it has then.

// older reports whether a wait may complete a message that its call began in an iteration before this one, and that had
// other elements then: all that is known of it are those that it would have now.
func (f *finder) older(c *Call, m *mpicall.Call, n *access.Node, msg *Message) bool {
	u := f.u.At(n)
	if !f.varies(n, append(beside(u, msg.Args[0].X), u.Expr(msg.Args[1].X).Refs...)) {
		return false
	}
	if f.tree.Jumps || f.varies(n, beside(u, m.Arg("request"))) {
		return true
	}
	if first(n, c.place()) {
		return false // its request is another one by now
	}
	list, end := c.place().Siblings()
	at := slices.IndexFunc(list, func(o *access.Node) bool { return o.Holds(n) })
	return at < 0 || !f.always(c) || slices.ContainsFunc(list[at:end], func(o *access.Node) bool { return f.leaves(o, f.u.Whole(o)) })
}

// always reports whether a wait is under no condition, and waits for the same requests in all iterations.
func (f *finder) always(c *Call) bool {
	u := f.u.At(c.Node)
	for name, x := range c.Parts() {
		if name == "count" && f.varies(c.Node, u.Expr(x).Refs) || strings.HasPrefix(name, "request") && f.varies(c.Node, beside(u, x)) {
			return false
		}
	}
	return c.place() == c.Node
}

// varies reports whether values that are read may not be the same in all iterations of the loops around a node.
func (f *finder) varies(n *access.Node, read []access.Ref) bool {
	changed := func(e *access.Effects) bool {
		return slices.ContainsFunc(read, func(r access.Ref) bool { _, hit := f.u.Alters(e, r); return hit })
	}
	if f.tree.Jumps && changed(f.u.Total()) { // any may make a loop
		return true
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && changed(f.u.Whole(p)) {
			return true
		}
	}
	return false
}

// first reports whether a node stands in the same list as another one, before it.
func first(n, other *access.Node) bool {
	list, i := n.Siblings()
	same, at := other.Siblings()
	return list[0] == same[0] && i < at
}
