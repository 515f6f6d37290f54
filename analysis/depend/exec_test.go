package depend

import (
	"fmt"
	"sort"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// machine runs a Nest on small numbers, in any order of the boxed iterations.
// Values are hashes of everything that was read, so that a change of order that
// matters shows.
type machine struct {
	nest  *Model
	alias map[Obj]Obj // storage of an object, if it is another one's
	mem   map[string]uint64
	env   map[affine.Sym]int64
	size  int // work done, to stop large programs
}

func newMachine(n *Model, alias map[Obj]Obj) *machine {
	return &machine{nest: n, alias: alias, mem: map[string]uint64{}, env: map[affine.Sym]int64{"n": 4}}
}

func mix(xs ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range xs {
		h = (h ^ x) * 1099511628211
		h ^= h >> 29
	}
	return h
}

func (m *machine) eval(f affine.Form) int64 {
	v := f.Const
	for _, t := range f.Terms {
		v += t.Coef * m.env[t.Sym]
	}
	return v
}

func (m *machine) store(o Obj) Obj {
	if s, ok := m.alias[o]; ok {
		return s
	}
	return o
}

// elements lists the keys of the elements an access touches; seed decides what
// an unknown subscript is.
func (m *machine) elements(a Access, seed uint64) []string {
	o := m.store(a.Obj)
	if m.nest.Objects[a.Obj].Scalar {
		return []string{fmt.Sprintf("%d", o)}
	}
	keys := []string{fmt.Sprintf("%d", o)}
	sub := a.Sub
	if sub == nil {
		sub = affine.WholeSection(2)
	}
	for d, s := range sub {
		lo, hi, st := int64(0), int64(0), int64(1)
		if s.Whole {
			lo = int64(mix(seed, uint64(d)) % 6)
			hi = lo
		} else {
			lo, hi, st = m.eval(s.Lo), m.eval(s.Hi), s.Step
		}
		var next []string
		for _, k := range keys {
			for x := lo; x <= hi; x += st {
				next = append(next, fmt.Sprintf("%s,%d", k, x))
			}
		}
		keys = next
	}
	return keys
}

func (m *machine) here() uint64 {
	vars := map[affine.Sym]bool{}
	m.nest.Root.variables(vars)
	var names []string
	for v := range vars {
		names = append(names, string(v))
	}
	sort.Strings(names)
	h := uint64(1)
	for _, v := range names {
		h = mix(h, uint64(m.env[affine.Sym(v)]))
	}
	return h
}

func (m *machine) read(acc []Access, id uint64) uint64 {
	h := mix(id, 7)
	for _, a := range acc {
		if !a.Write {
			for _, k := range m.elements(a, mix(m.here(), id)) {
				h = mix(h, m.mem[k])
			}
		}
	}
	return h
}

// run executes nodes; a non-nil result is the loop that is cycled.
func (m *machine) run(nodes []Node, id uint64) *Loop {
	for i, n := range nodes {
		m.size++
		nid := mix(id, uint64(i))
		switch n := n.(type) {
		case *Stmt:
			m.stmt(n, nid)
			if n.Cycle != nil {
				return n.Cycle
			}
		case *If:
			if l := m.choose(n, nid); l != nil {
				return l
			}
		case *Loop:
			if l := m.loop(n, nid); l != nil {
				return l
			}
		}
	}
	return nil
}

func (m *machine) stmt(n *Stmt, id uint64) {
	h := m.read(n.Acc, id)
	for _, a := range n.Acc {
		if !a.Write {
			continue
		}
		if !a.Sure && m.nest.Objects[a.Obj].Scalar && mix(h, m.here())%2 == 0 {
			continue
		}
		for j, k := range m.elements(a, mix(m.here(), id)) {
			if !a.Fills && !m.nest.Objects[a.Obj].Scalar && mix(h, m.here(), uint64(j))%8 == 0 {
				continue
			}
			m.mem[k] = mix(h, uint64(j), 3)
		}
	}
	if g := n.Reduction; g != nil {
		k := fmt.Sprintf("%d", m.store(g.Obj))
		switch g.Op {
		case "+":
			m.mem[k] += h
		default:
			m.mem[k] = max(m.mem[k], h)
		}
	}
}

func (m *machine) choose(n *If, id uint64) *Loop {
	h := mix(m.read(n.Reads, id), 11)
	arms := len(n.Arms)
	if !n.Else {
		arms++
	}
	k := int(h % uint64(arms))
	if len(n.Reads) == 0 {
		k = int(mix(m.here(), id) % uint64(arms))
	}
	if k == len(n.Arms) {
		return nil
	}
	return m.run(n.Arms[k], mix(id, uint64(k)))
}

// trips returns the values of the loop variable and the one after the last.
func (m *machine) trips(l *Loop) ([]int64, int64) {
	pick := func(fs []affine.Form, largest bool) int64 {
		v := m.eval(fs[0])
		for _, f := range fs[1:] {
			if w := m.eval(f); (w > v) == largest {
				v = w
			}
		}
		return v
	}
	lo, hi := pick(l.Lo, l.Step > 0), pick(l.Hi, l.Step < 0)
	var out []int64
	v := lo
	for ; l.Step > 0 && v <= hi || l.Step < 0 && v >= hi; v += l.Step {
		out = append(out, v)
	}
	return out, v
}

func (m *machine) loop(l *Loop, id uint64) *Loop {
	vals, after := m.trips(l)
	set := func(v int64) {
		m.env[l.Var] = v
		m.mem[fmt.Sprintf("%d", m.store(l.Obj))] = uint64(v)
	}
	defer delete(m.env, l.Var) // what chance decides behind the loop must not see where it was left
	for _, v := range vals {
		set(v)
		if c := m.run(l.Body, id); c != nil && c != l {
			return c
		}
	}
	set(after)
	return nil
}

// iteration is a value for each boxed loop.
type iteration []int64

func (m *machine) iterations(loops []*Loop) []iteration {
	out := []iteration{nil}
	for _, l := range loops {
		vals, _ := m.trips(l)
		var next []iteration
		for _, it := range out {
			for _, v := range vals {
				next = append(next, append(it[:len(it):len(it)], v))
			}
		}
		out = next
	}
	return out
}

// execute runs the iterations of the boxed loops in the order given, last
// being the index of the one that is last in the original order; scalars in
// keep get the value that this one leaves.
func (m *machine) execute(loops []*Loop, its []iteration, order []int, keep []Obj) {
	saved := map[string]uint64{}
	for _, i := range order {
		for k, l := range loops {
			m.env[l.Var] = its[i][k]
			m.mem[fmt.Sprintf("%d", m.store(l.Obj))] = uint64(its[i][k])
		}
		m.run(loops[len(loops)-1].Body, 1)
		if i == len(its)-1 {
			for _, o := range keep {
				k := fmt.Sprintf("%d", o)
				saved[k] = m.mem[k]
			}
		}
	}
	for k, v := range saved {
		m.mem[k] = v
	}
}

// same compares memories; ignore holds objects that need not agree.
func same(a, b map[string]uint64, ignore []Obj) (string, bool) {
	skip := map[string]bool{}
	for _, o := range ignore {
		skip[fmt.Sprintf("%d", o)] = true
	}
	for k := range a {
		if a[k] != b[k] && !skip[strings.Split(k, ",")[0]] {
			return k, false
		}
	}
	for k := range b {
		if a[k] != b[k] && !skip[strings.Split(k, ",")[0]] {
			return k, false
		}
	}
	return "", true
}
