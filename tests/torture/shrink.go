package torture

import (
	"slices"
	"strings"
	"time"
)

// shrink drops nodes and legs of a kernel as long as it still fails, until
// nothing more can go or the time is over.
func (h *hunt) shrink(k *kernel, until time.Time) {
	if k.includes() {
		h.without(k, func() { k.whole = true }, func() { k.whole = false })
	}
	for again := true; again && time.Now().Before(until); {
		again = false
		for _, list := range []*[]*node{&k.after, &k.before, &k.body, &k.contained, &k.spec, &k.early, &k.procs, &k.functions, &k.external, &k.fixedUnits,
			&k.far, &k.submodules, &k.behind} {
			if h.shrinkList(k, list, until) {
				again = true
			}
		}
		if k.code != nil && h.shrinkCode(k, until) {
			again = true
		}
		if h.shrinkArrays(k, until) {
			again = true
		}
		if h.shrinkOwns(k, until) {
			again = true
		}
	}
}

// without tries a change and keeps it if the kernel still fails.
func (h *hunt) without(k *kernel, change, undo func()) bool {
	change()
	if h.fails([]*kernel{k}) {
		return true
	}
	undo()
	return false
}

func (h *hunt) shrinkList(k *kernel, list *[]*node, until time.Time) bool {
	any := false
	for size := (len(*list) + 1) / 2; size >= 1; size /= 2 {
		for at := 0; at+size <= len(*list) && time.Now().Before(until); {
			old := *list
			next := append(append([]*node{}, old[:at]...), old[at+size:]...)
			if h.without(k, func() { *list = next }, func() { *list = old }) {
				any = true
				continue
			}
			at++
		}
	}
	for i := 0; i < len(*list); i++ {
		if time.Now().After(until) {
			return any
		}
		n := (*list)[i]
		if n.whole {
			continue
		}
		if n.bare() {
			old := *list // the contents without what stands round them
			next := append(append(append([]*node{}, old[:i]...), n.kids...), old[i+1:]...)
			if h.without(k, func() { *list = next }, func() { *list = old }) {
				any = true
				i--
				continue
			}
			any = h.shrinkList(k, &n.kids, until) || any
		}
		for x := 0; len(n.legs) > 1 && x < len(n.legs); x++ {
			old := n.legs
			next := append(append([]*leg{}, old[:x]...), old[x+1:]...)
			if h.without(k, func() { n.legs = next }, func() { n.legs = old }) {
				any = true
				x--
			}
		}
	}
	return any
}

// shrinkArrays drops arrays and makes them simpler.
func (h *hunt) shrinkArrays(k *kernel, until time.Time) bool {
	any := false
	for i := 0; i < len(k.arrays) && time.Now().Before(until); i++ {
		old := k.arrays
		next := append(append([]*array{}, old[:i]...), old[i+1:]...)
		if h.without(k, func() { k.arrays = next }, func() { k.arrays = old }) {
			any = true
			i--
		}
	}
	return any
}

// bare reports whether the kids mean the same without what stands round them: not
// behind loops and declarations of their own.
func (n *node) bare() bool {
	if n.kids == nil {
		return false
	}
	return len(n.head) == 0 || strings.HasPrefix(n.head[0], "if (") || strings.HasPrefix(n.head[0], "do turn")
}

// shrinkOwns drops variables that nothing needs any more.
func (h *hunt) shrinkOwns(k *kernel, until time.Time) bool {
	any := false
	for i := 0; i < len(k.owns) && time.Now().Before(until); i++ {
		old := k.owns
		next := append(append([]own{}, old[:i]...), old[i+1:]...)
		if h.without(k, func() { k.owns = next }, func() { k.owns = old }) {
			any = true
			i--
		}
	}
	return any
}

// shrinkCode drops routines of a code, statements in them, and fields.
func (h *hunt) shrinkCode(k *kernel, until time.Time) bool {
	any := false
	c := k.code
	for i := len(c.routines) - 1; i >= 0 && time.Now().Before(until); i-- {
		old := c.routines
		next := slices.Delete(slices.Clone(old), i, i+1)
		r := old[i]
		unneeded := c.forget(r)
		if h.without(k, func() { c.routines = next; unneeded(true) }, func() { c.routines = old; unneeded(false) }) {
			any = true
			continue
		}
		any = h.shrinkList(k, &r.body, until) || any
		if region := r.region; region != "" {
			any = h.without(k, func() { r.region = "" }, func() { r.region = region }) || any
		}
	}
	for i := len(c.fields) - 1; i >= 0 && time.Now().Before(until); i-- {
		old := c.fields
		next := slices.Delete(slices.Clone(old), i, i+1)
		any = h.without(k, func() { c.fields = next }, func() { c.fields = old }) || any
	}
	for _, u := range append(slices.Clone(c.files), c.driver) {
		if u.options == nil && u.level == nil {
			continue
		}
		options, level := u.options, u.level
		any = h.without(k, func() { u.options, u.level = nil, nil }, func() { u.options, u.level = options, level }) || any
	}
	return any
}

// forget returns what takes a routine out of, or puts it back into, what others call.
func (c *code) forget(r *routine) func(out bool) {
	lists := []*[]*routine{&c.needs}
	for _, x := range c.routines {
		lists = append(lists, &x.needs)
	}
	olds := make([][]*routine, len(lists))
	for i, l := range lists {
		olds[i] = *l
	}
	return func(out bool) {
		for i, l := range lists {
			*l = olds[i]
			if out {
				*l = slices.DeleteFunc(slices.Clone(olds[i]), func(x *routine) bool { return x == r })
			}
		}
	}
}
