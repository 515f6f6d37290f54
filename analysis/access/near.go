package access

import (
	"cmp"
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Near finds, among many objects, those that may share storage with one, without a look
// at the others. It keeps them in lists of such as Relate treats alike; the lists that
// concern an object are read side by side, and no further than they are asked for.
type Near struct {
	number  map[*Object]int // how many were added before
	roots   map[*Entity]*related
	reached map[reach][]*Object // pointers and targets
	careful []*Object           // of variables of other files
	seen    []*Object           // what those may be
	equiv   map[int][]*Object
	blocks  map[string][]common
	own     map[*Object][]*Object // see along
}

// related are the objects of one variable.
type related struct {
	all     []*Object
	unclear []*Object // of which nothing is known at their end
	paths   branch
}

// branch holds the objects at the end of a path, and those behind it.
type branch struct {
	here []*Object
	next map[string]*branch
}

// common are the objects of one common block, as one unit declares it.
type common struct {
	of   *Object // the first
	list []*Object
}

// reach is all that byPointer asks about an object.
type reach struct {
	pointer, target, dummy bool
	group                  string
}

func (o *Object) reach() reach {
	return reach{o.pointer, o.target, o.Root.Storage == scope.Dummy, escape.Group(o.Last)}
}

// NewNear makes an index of objects.
func NewNear(objects []*Object) *Near {
	n := &Near{number: map[*Object]int{}, roots: map[*Entity]*related{}, reached: map[reach][]*Object{},
		equiv: map[int][]*Object{}, blocks: map[string][]common{}, own: map[*Object][]*Object{}}
	for _, o := range objects {
		n.Add(o)
	}
	return n
}

// Add puts an object into the index, if it is not there.
func (n *Near) Add(o *Object) {
	if _, have := n.number[o]; have {
		return
	}
	v := o.Root
	n.number[o] = len(n.number)
	clear(n.own)
	r := n.roots[v]
	if r == nil {
		r = &related{}
		n.roots[v] = r
	}
	r.all = append(r.all, o)
	if unclear(o.Last) {
		r.unclear = append(r.unclear, o)
	}
	r.paths.add(o)
	if o.pointer || o.target {
		n.reached[o.reach()] = append(n.reached[o.reach()], o)
	}
	if !v.Known() {
		n.careful = append(n.careful, o)
	}
	if maybeSeen(v) {
		n.seen = append(n.seen, o)
	}
	if v.Equiv > 0 {
		n.equiv[v.Equiv] = append(n.equiv[v.Equiv], o)
	}
	if v.Block != "" {
		n.addToBlock(o)
	}
}

func (b *branch) add(o *Object) {
	for _, name := range o.Path {
		if b.next == nil {
			b.next = map[string]*branch{}
		}
		if b.next[name] == nil {
			b.next[name] = &branch{}
		}
		b = b.next[name]
	}
	b.here = append(b.here, o)
}

func (n *Near) addToBlock(o *Object) {
	list := n.blocks[o.Root.Block]
	i := slices.IndexFunc(list, func(c common) bool { return c.of.Root.home() == o.Root.home() })
	if i < 0 {
		i, list = len(list), append(list, common{of: o})
	}
	list[i].list = append(list[i].list, o)
	n.blocks[o.Root.Block] = list
}

// along lists, in the order in which they were added, the objects whose path begins o's,
// and those that o's begins.
func (n *Near) along(r *related, o *Object) []*Object {
	if list, known := n.own[o]; known {
		return list
	}
	var list []*Object
	b := &r.paths
	for _, name := range o.Path {
		list = append(list, b.here...)
		if b = b.next[name]; b == nil {
			break
		}
	}
	if b != nil {
		list = b.gather(list)
	}
	slices.SortFunc(list, func(x, y *Object) int { return cmp.Compare(n.number[x], n.number[y]) })
	n.own[o] = list
	return list
}

func (b *branch) gather(list []*Object) []*Object {
	list = append(list, b.here...)
	for _, next := range b.next {
		list = next.gather(list)
	}
	return list
}

// lists returns lists that together hold what may share storage with o, and perhaps
// some more objects of its own variable; each in the order in which they were added.
func (n *Near) lists(o *Object) [][]*Object {
	var out [][]*Object
	add := func(list []*Object) {
		if len(list) > 0 {
			out = append(out, list)
		}
	}
	if r := n.roots[o.Root]; r != nil && unclear(o.Last) {
		add(r.all)
	} else if r != nil {
		add(n.along(r, o))
		add(r.unclear)
	}
	if o.pointer || o.target {
		for _, list := range n.reached {
			if byPointer(list[0], o) != Distinct {
				add(list)
			}
		}
	}
	v := o.Root
	if !v.Known() || maybeSeen(v) {
		add(n.careful)
	}
	if !v.Known() {
		add(n.seen)
	}
	if v.Equiv > 0 {
		add(n.equiv[v.Equiv])
	}
	for _, c := range n.blocks[v.Block] {
		if c.of.Root.home() != v.home() {
			add(c.list)
		}
	}
	return out
}

// All returns the objects that may share storage with o, which may be one of them, in the
// order in which they were added.
func (n *Near) All(o *Object) iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		lists := n.lists(o)
		for {
			var first *Object
			for _, list := range lists {
				if len(list) > 0 && (first == nil || n.number[list[0]] < n.number[first]) {
					first = list[0]
				}
			}
			if first == nil {
				return
			}
			for i, list := range lists {
				if len(list) > 0 && list[0] == first {
					lists[i] = list[1:]
				}
			}
			if Relate(first, o) != Distinct && !yield(first) {
				return
			}
		}
	}
}

// Has reports whether there is any object that may share storage with o.
func (n *Near) Has(o *Object) bool {
	for range n.All(o) {
		return true
	}
	return false
}
