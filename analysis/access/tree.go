package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Kind tells nodes apart.
type Kind uint8

// The kinds of node. Opaque: a construct that is not looked into; E is all it
// may do. Mark: a directive that is not part of an exchange.
const (
	Simple Kind = iota
	Branch
	Loop
	Block
	Exchange
	Mark
	Opaque
)

// Node is a statement or construct of a Tree.
type Node struct {
	Kind Kind
	// Item is what stands in the list of the syntax tree; Stmt its statement,
	// or the action of a logical IF (whose Branch is the parent).
	Item ast.Item
	Stmt *ast.Stmt
	// Before is where something is inserted before the node: Item, or an OpenMP
	// directive that belongs to it. If is the logical IF around an action.
	Before ast.Item
	If     *ast.Stmt
	OMP    []*ast.Stmt
	OMPEnd *ast.Stmt // the directive that ends the last of OMP, if one is written
	// E is what the node itself does: a simple statement, the conditions of a
	// branch, the bounds or condition of a loop, the selectors of a block.
	E      Effects
	Arms   [][]*Node
	Else   bool // Branch: one of the arms is always taken
	Loop   *LoopInfo
	X      *regions.Exchange
	Parent *Node
	// Jump is what a simple statement does to control.
	Jump   Jump
	Target *Node // of Cycle and Exit
	// Parallel: inside an OpenMP parallel or an accelerator region.
	Parallel bool
	arm      int   // of the parent
	index    int   // in the arm
	first    int   // of the numbers of n and all in it, see mentions
	end      int   // behind the last of them
	ends     []int // behind those of each arm
	tree     *Tree
	names    *names
}

// Jump says where control goes after a statement.
type Jump uint8

// Onwards; to the next iteration of Target; behind Target; out of the unit (or
// the end of the program); to labels.
const (
	Falls Jump = iota
	Cycles
	Exits
	Leaves
	Gotos
)

// LoopInfo is what is known about a loop.
type LoopInfo struct {
	Do         *ast.Construct
	Counted    bool // a DO with a variable and bounds
	Concurrent bool
	Var        affine.Sym
	Obj        *Object
	Name       string        // of the variable, as it is written
	Lo, Hi     []affine.Form // as in depend.Loop
	LoOK, HiOK bool
	Step       int64 // 0 if not known
	LoX, HiX   ast.Expr
	StepX      ast.Expr
	IntVar     bool
}

// WhyUnclear says what was not understood: that code is for a device, else what the caller says of it.
func (t *Tree) WhyUnclear(other *reason.Code) reason.Reason {
	if t.device {
		other = reason.DeviceDirective
	}
	return other.At(t.UnclearAt)
}

// Tree is an execution part, or a piece of it, with effects.
type Tree struct {
	Unit  *Unit
	Nodes []*Node
	// Labels are the labels that something jumps to.
	Labels map[string]bool
	// Jumps: there are jumps that do not follow the tree. Unclear: something in
	// it was not understood, so that even the tree may be wrong.
	Jumps     bool
	Unclear   bool
	UnclearAt Span
	device    bool // it is a directive for a device

	marks map[*ast.Stmt]*Node
	index *mentions
	// exchanges says which nodes hold an exchange, see Exchanges.
	exchanges map[*Node]bool
}

// Mark returns the node of a directive that begins or ends a region, nil if
// there is none.
func (t *Tree) Mark(s *ast.Stmt) *Node {
	n := t.marks[s]
	for m := n; m != nil; m = m.Parent {
		list := t.Nodes
		if m.Parent != nil {
			if m.arm >= len(m.Parent.Arms) {
				return nil // in a construct that is not looked into
			}
			list = m.Parent.Arms[m.arm]
		}
		if m.index >= len(list) || list[m.index] != m {
			return nil
		}
	}
	return n
}

// Tree builds the tree of a list of items. set, if not nil, tells which
// directives are exchanges.
func (u *Unit) Tree(items []ast.Item, set *regions.Set) *Tree {
	t := &Tree{Unit: u, Labels: map[string]bool{}, marks: map[*ast.Stmt]*Node{}, exchanges: map[*Node]bool{}}
	b := builder{u: u, t: t, set: set}
	if set == nil {
		b.set = &regions.Set{}
	}
	if at := u.File.Misfit; at != nil {
		b.unclear(*at)
	}
	t.Nodes = b.list(u.executed(items), nil, 0)
	return t
}

// Walk calls f for all nodes, parents first, until f returns false for one
// (its children are left out then).
func (t *Tree) Walk(f func(*Node) bool) { walk(t.Nodes, f) }

func walk(nodes []*Node, f func(*Node) bool) {
	for _, n := range nodes {
		if f(n) {
			for _, arm := range n.Arms {
				walk(arm, f)
			}
		}
	}
}

// Walk calls f for n and all nodes below it.
func (n *Node) Walk(f func(*Node) bool) { walk([]*Node{n}, f) }

// Siblings returns the list n stands in and its place.
func (n *Node) Siblings() ([]*Node, int) {
	if n.Parent == nil {
		return n.tree.Nodes, n.index
	}
	return n.Parent.Arms[n.arm], n.index
}

// Arm returns the list n stands in.
func (n *Node) Arm() []*Node {
	list, _ := n.Siblings()
	return list
}

// Holds reports whether m is n or stands in it.
func (n *Node) Holds(m *Node) bool {
	for ; m != nil; m = m.Parent {
		if m == n {
			return true
		}
	}
	return false
}

// Exchanges reports whether n holds an exchange, or a directive of a region.
func (n *Node) Exchanges() bool {
	found, known := n.tree.exchanges[n]
	if !known {
		n.Walk(func(m *Node) bool {
			found = found || m.Kind == Exchange || m.Kind == Mark
			return !found
		})
		n.tree.exchanges[n] = found
	}
	return found
}

// Wait reports whether n is a wait directive.
func (n *Node) Wait() bool { return n.Kind == Simple && n.Stmt.Kind == ast.KDirective }

// Tree returns the tree n is part of.
func (n *Node) Tree() *Tree { return n.tree }
