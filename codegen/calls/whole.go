package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Whole is an array that lies in memory in one piece, so that it can be passed by its
// address; what a descriptor would say of it are numbers. Compilers take many times as
// long for descriptors, and for long lists of numbers that they have to compute: what is
// known here goes into a table of constants.
type Whole struct {
	Type string // the same for arrays whose elements have the same size
	Dims []Extent
	Open bool // the last dimension has no upper bound
	// Guarded: it may be passed and asked only while it is allocated.
	Guarded bool
}

// Extent is a dimension: its bounds if they are known, else a text that is the same for
// dimensions which certainly have the same bounds.
type Extent struct {
	Known  bool
	Lo, Hi int64
	Same   string
}

// most is the number of arrays that one call gets by their addresses.
const most = 8

// wholes are the arrays that may be passed by their addresses anywhere, rest are the others.
func (w *nest) wholes() (list, rest []*rungs.Array) { return w.split(w.n.Arrays) }

// held are those of them that calls must get, so that the compiler keeps nothing of them in registers.
func (w *nest) held() (list, rest []*rungs.Array) {
	return w.split(slices.DeleteFunc(slices.Clone(w.n.Arrays), w.n.escapes))
}

// escapes reports whether any call may change an array as far as the compiler knows, since it is passed to a
// dummy with TARGET.
func (n *Nest) escapes(a *rungs.Array) bool {
	return n.Escapes && (n.Lower[a] != nil || n.Wholes[a] != nil && n.Wholes[a].Guarded)
}

func (w *nest) split(arrays []*rungs.Array) (list, rest []*rungs.Array) {
	for _, a := range arrays {
		if w.n.whole(a) {
			list = append(list, a)
		} else {
			rest = append(rest, a)
		}
	}
	return list, rest
}

// whole reports whether an array may be passed by its address anywhere.
func (n *Nest) whole(a *rungs.Array) bool { return n.Wholes[a] != nil && !n.Wholes[a].Guarded }

// firstOf splits a list into what goes along with a call as its last arguments, and what
// does not.
func firstOf(list []*rungs.Array) (arguments string, rest []*rungs.Array) {
	n := min(most, len(list))
	return names(list[:n]), list[n:]
}

// names are arguments that follow others.
func names(list []*rungs.Array) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(", " + ast.String(a.X))
	}
	return b.String()
}

// touch passes arrays by their addresses, so that nothing of them is kept in registers.
func (w *nest) touch(list []*rungs.Array) {
	for some := range slices.Chunk(list, most) {
		w.Say("call %s(%s)", w.rt("mdmp_touch"), names(some)[2:])
	}
}

// arrays states the footprints of arrays that are passed by their addresses, to an entry point.
func (w *nest) arrays(entry string, list []*rungs.Array) {
	for some := range slices.Chunk(list, most) {
		t := &table{nest: w, sizes: map[string]int{}}
		t.add(len(some))
		for _, a := range some {
			t.array(a, w.n.Wholes[a])
		}
		t.say(entry, names(some))
	}
}

// say states what the table holds.
func (t *table) say(entry, arrays string) {
	if len(t.values) == 0 { // an array constructor must have an element
		t.values = []string{"0_" + t.rt("mdmp_long")}
	}
	t.tables++
	name := t.Used.Name("mdmp_t" + strconv.Itoa(t.tables))
	t.Declare("integer(%s), parameter :: %s(%d) = [%s]", t.rt("mdmp_int"), name, len(t.numbers), strings.Join(t.numbers, ", "))
	t.Say("call %s(%s, %s, [%s]%s)", t.rt(entry), t.handle, name, strings.Join(t.values, ", "), arrays)
}

// table is what one call of mdmp_nest_arrays states: constants, and the values to
// which they refer (spec/nests.md).
type table struct {
	*nest
	numbers []string
	values  []string
	sizes   map[string]int // the value that holds the size of an element, by type
}

func (t *table) add(list ...int) {
	for _, n := range list {
		t.numbers = append(t.numbers, strconv.Itoa(n))
	}
}

// refer adds a reference to a value: its number is odd.
func (t *table) refer(text string) {
	i := slices.Index(t.values, text)
	if i < 0 {
		i = len(t.values)
		t.values = append(t.values, text)
	}
	t.add(2*i + 1)
}

// constant adds a number: twice of it.
func (t *table) constant(n int64) {
	if small(n) {
		t.add(int(2 * n))
		return
	}
	t.refer(t.long(strconv.FormatInt(n, 10) + "_" + t.rt("mdmp_long")))
}

func small(n int64) bool { return -1<<29 < n && n < 1<<29 }

func (t *table) long(text string) string {
	return t.Intrinsic("int") + "(" + text + ", " + t.rt("mdmp_long") + ")"
}

func (t *table) array(a *rungs.Array, x *Whole) {
	name := ast.String(a.X)
	rank := len(x.Dims)
	if x.Open {
		rank = -rank
	}
	t.add(rank)
	if i, ok := t.sizes[x.Type]; ok {
		t.add(2*i + 1)
	} else {
		t.sizes[x.Type] = len(t.values)
		t.refer(t.long(t.Intrinsic("storage_size") + "(" + name + ")/8"))
	}
	for d := range x.Dims {
		open := x.Open && d == len(x.Dims)-1
		t.bound("lbound", name, x.Dims[d], d, x.Dims[d].Lo, false)
		t.bound("ubound", name, x.Dims[d], d, x.Dims[d].Hi, open)
	}
	t.prints(a, x.Open)
}

// described are the footprints of an array but for those that are looked up, see lookups.
func described(a *rungs.Array) []rungs.Print {
	return slices.DeleteFunc(slices.Clone(a.Prints), func(p rungs.Print) bool { return p.Lookup != nil })
}

func (t *table) prints(a *rungs.Array, open bool) {
	prints := described(a)
	t.add(len(prints))
	for _, p := range prints {
		access := 0
		if p.Read {
			access++
		}
		if p.Write {
			access += 2
		}
		if p.Filled && open {
			access += 4
		}
		t.add(access)
		for _, d := range p.Dims {
			t.dim(d)
		}
	}
}

func (t *table) bound(inquiry, name string, x Extent, d int, n int64, open bool) {
	switch {
	case open:
		t.add(0)
	case x.Known:
		t.constant(n)
	default:
		t.same(inquiry, name, x.Same, d)
	}
}

// same refers to a bound; that of the first array stands for all that have the same.
func (t *table) same(inquiry, name, key string, d int) {
	key = inquiry + " " + key
	i, ok := t.sizes[key]
	if !ok {
		i = len(t.values)
		t.values = append(t.values, t.long(t.Intrinsic(inquiry)+"("+name+","+strconv.Itoa(d+1)+",8)"))
		t.sizes[key] = i
	}
	t.add(2*i + 1)
}

// dim adds the footprint in one dimension.
func (t *table) dim(d rungs.Dim) {
	if !d.Bounded() {
		t.add(-1, 0, 0, 0)
		return
	}
	t.add(d.Loop, int(d.Coef))
	t.end("min", d.Lo)
	t.end("max", d.Hi)
}

// end adds the least or greatest of some values.
func (t *table) end(pick string, values []ast.Expr) {
	if len(values) == 1 {
		if n, err := strconv.ParseInt(strings.TrimSuffix(ast.String(values[0]), "_8"), 10, 64); err == nil {
			t.constant(n)
			return
		}
	}
	var list []string
	for _, x := range values {
		list = append(list, t.long(ast.String(x)))
	}
	text := list[0]
	if len(list) > 1 {
		text = t.Intrinsic(pick) + "(" + strings.Join(list, ", ") + ")"
	}
	t.refer(text)
}

// fits reports whether the table can hold a footprint.
func fits(a *rungs.Array, rank int) bool {
	return !slices.ContainsFunc(a.Prints, func(p rungs.Print) bool {
		return len(p.Dims) != rank || slices.ContainsFunc(p.Dims, func(d rungs.Dim) bool { return !small(d.Coef) })
	})
}

// Wholly notes that an array of the nest lies in memory in one piece.
func (n *Nest) Wholly(a *rungs.Array, x *Whole) {
	if x == nil || !fits(a, len(x.Dims)) {
		return
	}
	if n.Wholes == nil {
		n.Wholes = map[*rungs.Array]*Whole{}
	}
	n.Wholes[a] = x
}
