package access

import "sort"

// mentions finds the nodes of a tree that have to do with an object without a look
// at all others: thousands of scalars are looked for in thousands of statements.
type mentions struct {
	nodes []*Node // in their order, parents first
	refs  []int   // how many references the nodes before each one have
	// The numbers of nodes, in their order: those that touch a variable or what is
	// reached from it; that touch what may share storage with other variables; that
	// may do anything; that end otherwise than at the next one.
	of                     map[*Entity][]int
	shared, anything, jump []int
}

// mentions makes the index when it is first asked for.
func (t *Tree) mentions() *mentions {
	if t.index != nil {
		return t.index
	}
	x := &mentions{of: map[*Entity][]int{}, refs: []int{0}}
	t.index = x
	var number func([]*Node)
	number = func(list []*Node) {
		for _, n := range list {
			n.first = len(x.nodes)
			x.nodes = append(x.nodes, n)
			x.refs = append(x.refs, x.refs[n.first]+len(n.E.Refs))
			x.add(n)
			for _, arm := range n.Arms {
				number(arm)
				n.ends = append(n.ends, len(x.nodes))
			}
			n.end = len(x.nodes)
		}
	}
	number(t.Nodes)
	return x
}

func (x *mentions) add(n *Node) {
	note := func(o *Object) {
		if list := x.of[o.Root]; len(list) == 0 || list[len(list)-1] != n.first {
			x.of[o.Root] = append(list, n.first)
		}
		if !o.alone() && (len(x.shared) == 0 || x.shared[len(x.shared)-1] != n.first) {
			x.shared = append(x.shared, n.first)
		}
	}
	for _, r := range n.E.Refs {
		note(r.Obj)
	}
	if n.E.Reduction != nil {
		note(n.E.Reduction.Obj)
	}
	if n.E.Reach != ReachNamed {
		x.anything = append(x.anything, n.first)
	}
	if n.Jump != Falls {
		x.jump = append(x.jump, n.first)
	}
}

// next returns the first number from at on, below end, of a node that may touch o
// or, if jumps are asked for, go elsewhere; end if there is none.
func (x *mentions) next(at, end int, o *Object, jumps bool) int {
	lists := [4][]int{x.of[o.Root], x.anything}
	if !o.alone() {
		lists[2] = x.shared
	}
	if jumps {
		lists[3] = x.jump
	}
	for _, list := range lists {
		if i := sort.SearchInts(list, at); i < len(list) {
			end = min(end, list[i])
		}
	}
	return end
}

// last returns the last number below one, otherwise like next; -1 if there is none.
func (x *mentions) last(below int, o *Object) int {
	out := -1
	lists := [4][]int{x.of[o.Root], x.anything, x.jump}
	if !o.alone() {
		lists[3] = x.shared
	}
	for _, list := range lists {
		if i := sort.SearchInts(list, below); i > 0 {
			out = max(out, list[i-1])
		}
	}
	return out
}

// Next returns the index, from i on, of the first node of a list in which
// something may touch o or, if jumps are asked for, go elsewhere.
func (t *Tree) Next(list []*Node, i int, o *Object, jumps bool) int {
	if i >= len(list) {
		return i
	}
	x := t.mentions()
	at := x.next(list[i].first, list[len(list)-1].end, o, jumps)
	return i + sort.Search(len(list)-i, func(k int) bool { return list[i+k].end > at })
}

// NextArm returns the first arm of n, from arm on, in which something may touch o
// or, if jumps are asked for, go elsewhere.
func (t *Tree) NextArm(n *Node, arm int, o *Object, jumps bool) int {
	x := t.mentions()
	for ; arm < len(n.Arms) && len(n.Arms[arm]) == 0; arm++ {
	}
	if arm == len(n.Arms) {
		return arm
	}
	at := x.next(n.Arms[arm][0].first, n.end, o, jumps)
	return arm + sort.Search(len(n.Arms)-arm, func(k int) bool { return n.ends[arm+k] > at })
}

// Holder returns the index of the node of a list that is n or holds it, -1 if there
// is none, or no n.
func (t *Tree) Holder(list []*Node, n *Node) int {
	t.mentions()
	if n == nil || len(list) == 0 || n.first < list[0].first || n.first >= list[len(list)-1].end {
		return -1
	}
	return sort.Search(len(list), func(k int) bool { return list[k].end > n.first })
}

// Mentions returns how many references there are in n.
func (t *Tree) Mentions(n *Node) int {
	x := t.mentions()
	return x.refs[n.end] - x.refs[n.first]
}

// ArmTo returns the arm of n in which m stands, -1 if it stands in none.
func (t *Tree) ArmTo(n, m *Node) int {
	t.mentions()
	if m.first <= n.first || m.first >= n.end {
		return -1
	}
	return sort.Search(len(n.ends), func(k int) bool { return n.ends[k] > m.first })
}

// Alone returns the outermost node that is n or holds it without holding anything
// else that may touch o or go elsewhere.
func (t *Tree) Alone(n *Node, o *Object) *Node {
	x := t.mentions()
	before, behind := x.last(n.first, o), x.next(n.end, len(x.nodes), o, true)
	for p := n.Parent; p != nil && p.first > before && p.end <= behind; p = p.Parent {
		n = p
	}
	return n
}
