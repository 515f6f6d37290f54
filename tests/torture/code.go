package torture

import (
	"fmt"
	"math/rand"
	"slices"
)

// Kernels in several files.
//
// The idea: in most codes the exchange is a routine in one file, the loops stand in
// another, the time loop in a third. Such a kernel is a code: a module with fields of
// all kinds of storage, routines that get fields as arguments or reach them by way of
// the module, in modules or without, each file with options of its own (or without the
// wrapper), and a driver with the region and the time loop, which has fields of its own.
//
// Every routine calls only routines that were drawn before it, so files are compiled in
// that order. Two rules keep programs correct Fortran. A routine with fields as
// dummies that may be the module's touches no field but these. One that touches the
// module's, itself or in what it calls, gets only fields that nobody else can name.

// code draws a kernel in several files.
type code struct {
	*gen
	exact    bool // all values are small integers, so that no compiler can round
	fields   []*field
	routines []*routine
	files    []*unit
	driver   *unit
	half     string     // of the memory that dummies of the driver get
	facade   bool       // a module that hands on the names of all others
	patterns []string   // of the module of the data
	needs    []*routine // of the driver
	die      *rand.Rand // see codepatterns.go
}

// routine is a procedure that others call.
type routine struct {
	name     string
	at       *unit
	external bool
	wide     bool // with an interface although it needs none
	formals  []*formal
	mask     bool // an argument says which fields
	depth    bool // it calls itself so many times
	single   bool // it takes a scalar for an array
	function bool // integer
	bound    string
	region   string // its own, with its clauses; "": none
	private  bool   // only one routine calls it
	touches  bool   // fields of the module
	sends    bool   // an exchange routine
	said     bool   // those that call it say that it is harmless
	needs    []*routine
	locals   []string // declarations
	body     []*node
}

// unit is a file: a module with procedures, or procedures without.
type unit struct {
	name    string
	module  bool
	options []string // of mdmpf90
	level   []string // of the compiler, in all modes
	foreign bool     // compiled without the wrapper
	// patterns are those of the module.
	patterns []string
}

// newCode draws a kernel that stands in several files.
func newCode(id int, seed int64) *kernel {
	g := &gen{r: rand.New(rand.NewSource(seed))}
	g.k = &kernel{id: id, seed: seed, label: 10, n: []int{6, 17, 64, 130, 520}[g.r.Intn(5)], m: []int{4, 7, 16, 33}[g.r.Intn(4)],
		steps: 14 + g.r.Intn(8), periodic: g.chance(60), outside: g.chance(12), clauses: ofRegion(seed)}
	c := &code{gen: g, facade: g.chance(35), half: g.pick("1", "2"), die: rand.New(rand.NewSource(^seed))}
	g.k.elem, c.exact = elems[g.r.Intn(3)], false
	if g.chance(60) {
		c.exact = true
		g.k.elem = exacts[g.r.Intn(len(exacts))]
	}
	c.drawFields()
	c.drawFiles()
	for i, n := 0, 5+g.r.Intn(6); i < n; i++ {
		c.drawRoutine(i, n)
	}
	c.drawDriver()
	if c.roll(30) {
		g.k.clauses += " comm(other)"
	}
	if c.facade {
		c.saw("one module hands on others")
	}
	return g.k
}

// saw counts a class.
func (c *code) saw(name string) { c.k.drawn = append(c.k.drawn, "several files: "+name) }

func (c *code) prefix() string { return fmt.Sprintf("k%d_", c.k.id) }

// drawFiles chooses how the routines are spread.
func (c *code) drawFiles() {
	count := c.r.Intn(4)
	for i := range count {
		f := &unit{name: fmt.Sprintf("%s%c", c.prefix(), 'a'+i), module: c.chance(65)}
		c.settings(f)
		c.files = append(c.files, f)
	}
	c.driver = &unit{name: c.prefix() + "main", module: true}
	if c.chance(15) {
		c.driver.options = []string{"-mdmp-manage=all"}
	}
	c.saw([]string{"all in the driver's", "one more", "two more", "three more"}[count])
}

// settings chooses how a file is compiled.
func (c *code) settings(f *unit) {
	switch c.r.Intn(16) {
	case 0, 1:
		f.foreign = true
		c.saw("without the wrapper")
	case 2:
		f.options = []string{"-mdmp=plain"}
		c.saw("-mdmp=plain")
	case 3, 4:
		f.options = []string{"-mdmp-manage=all"}
		c.saw("-mdmp-manage=all")
	case 5:
		f.options = []string{"-mdmp-manage=off"}
		c.saw("-mdmp-manage=off")
	}
	if !c.exact || f.foreign {
		return
	}
	if c.chance(40) {
		f.options = append(f.options, "-mdmp-bits=relaxed")
		c.saw("-mdmp-bits=relaxed")
	}
	switch c.r.Intn(6) {
	case 0:
		f.level = []string{"-O3", "-march=native"}
		c.saw("-march=native")
	case 1:
		f.level = []string{"-Ofast"}
		c.saw("-Ofast")
	}
}

// place finds the file for routine number i of n: files are in order.
func (c *code) place(i, n int) *unit {
	if len(c.files) == 0 {
		return c.driver
	}
	return c.files[i*len(c.files)/n]
}

// exacts are types of which all values are integers below 1024, so that any order
// and any rounding give the same.
var exacts = []*elem{elems[3], exactElem("exact4", "real(4)", "4"), exactElem("exact8", "real(8)", "8")}

func exactElem(name, decl, kind string) *elem {
	k := ".0_" + kind
	return &elem{name, decl, func(t, s string) []string { return []string{t + " = real(mod(" + s + ", 1024), " + kind + ")"} },
		func(t string, f []string, salt string) []string {
			e := "real(mod(" + salt + ", 64), " + kind + ")"
			for i, x := range f {
				e += fmt.Sprintf(" + %d%s*%s", 3+2*i, k, x)
			}
			return []string{fmt.Sprintf("%s = mod(%s, 1024%s)", t, e, k)}
		}}
}

// number is an integer from 0 to 96 made of a value.
func (c *code) number(x string) string {
	if c.k.elem.name == "integer" {
		return "mod(" + x + ", 97)"
	}
	if c.exact {
		return "mod(int(" + x + "), 97)"
	}
	return "mod(iand(int(1000*" + x + "), 65535), 97)"
}

// uses lists what a routine or the driver calls, once.
func uses(list []*routine, r *routine) []*routine {
	if slices.Contains(list, r) {
		return list
	}
	return append(list, r)
}

// codeClasses lists what codes hold.
func codeClasses() []string {
	list := []string{"all in the driver's", "one more", "two more", "three more", "without the wrapper", "-mdmp=plain",
		"-mdmp-manage=all", "-mdmp-manage=off", "-mdmp-bits=relaxed", "-march=native", "-Ofast",
		"local array", "local array, allocatable", "local array, automatic", "scalar taken for an array", "scalar argument", "dummies of the driver", "external procedure", "dummies and fields of the module", "bound procedure", "counter", "late rank",
		"exchange routine", "exchange routine that calls another one", "return from an exchange routine", "mask",
		"kernel", "function", "call of a function", "recursion", "routine that calls others", "target that goes", "region in a routine",
		"first element", "copied for a call", "halo along the first dimension", "packed message", "read of a halo",
		"array statement", "calls in a loop over tiles", "call of MPI", "output of a halo", "array of a block",
		"pointer to a field", "swap of pointers", "swap by move_alloc", "deallocation", "time loop of calls",
		"halo pattern", "halo pattern of two phases", "halo pattern of the module", "halo pattern of another file", "halo pattern with a mask", "fields that share a pattern",
		"calls in two loops", "calls in a loop that is not counted", "wait", "wait for a field", "said to be harmless", "one module hands on others", "interface block", "implicit interface"}
	for k := range fieldKinds {
		if k != inCommon {
			list = append(list, "driver, "+k.String())
		}
		if k < aimedAt {
			list = append(list, "module, "+k.String())
		}
	}
	for _, f := range formalKinds {
		list = append(list, "dummy, "+f)
	}
	return distinct(list)
}
