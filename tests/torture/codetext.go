package torture

import (
	"fmt"
	"slices"
	"strings"
)

// drawDriver draws the region and the time loop.
func (c *code) drawDriver() {
	k := c.k
	k.code = c
	s := &scene{at: c.driver, all: true, views: c.shared()}
	s.views = slices.DeleteFunc(s.views, func(v *view) bool { return v.base == "lead" })
	for _, f := range c.fields {
		if f.own && f.kind == ofTiles {
			s.views = append(s.views, c.see(f, "1"), c.see(f, "3"))
		} else if f.own {
			s.views = append(s.views, c.see(f, ""), c.see(f, ""))
		}
	}
	only := c.chance(45) // nothing but calls: the region looks after nothing itself
	if only {
		c.saw("time loop of calls")
	}
	for range c.r.Intn(3) {
		k.before = append(k.before, c.statement(s))
	}
	for range 3 + c.r.Intn(5) {
		if only && c.chance(40) {
			k.body = append(k.body, c.invoke(s))
		} else if only {
			k.body = append(k.body, c.usual(s))
		} else {
			k.body = append(k.body, c.statement(s))
		}
	}
	for range c.r.Intn(2) {
		k.after = append(k.after, c.statement(s))
	}
	c.needs = s.needs
}

// sources writes the files of a code, in the order in which they are compiled.
func (c *code) sources() []file {
	list := []file{{name: c.prefix() + "data.f90", text: c.data()}}
	for _, u := range c.files {
		list = append(list, u.file(c.unitText(u)))
	}
	if c.facade {
		list = append(list, file{name: c.prefix() + "all.f90", text: c.facadeText()})
	}
	return append(list, c.driver.file(c.driverText()))
}

func (u *unit) file(text string) file {
	return file{name: u.name + ".f90", text: text, options: u.options, level: u.level, foreign: u.foreign}
}

// data is the module with the fields.
func (c *code) data() string {
	w := &writer{}
	e := c.k.elem.decl
	w.line("module %sdata", c.prefix())
	w.in = "  "
	w.line("use mpi, only: MPI_Wtime")
	w.line("!ref use ref")
	w.line("implicit none")
	w.line("integer, parameter :: n = %d, m = %d", c.k.n, c.k.m)
	w.line("integer :: nn = n, mm = m, rank, nranks, west, east, step = 0, acc = 0, count = 0")
	w.line("type field")
	w.line("  integer :: k = 0")
	w.line("  %s, allocatable :: u(:,:)", e)
	w.line("  %s, pointer :: p(:,:) => null()", e)
	var bound []*routine
	for _, r := range c.routines {
		if r.bound != "" {
			bound = append(bound, r)
			w.line("contains")
			w.line("  procedure :: %s => %s", r.bound, r.name)
		}
	}
	w.line("end type field")
	w.line("%s, pointer :: lead(:,:) => null(), aim(:,:) => null()", e)
	for _, f := range c.fields {
		if !f.own {
			w.text(c.declaration(f))
		}
	}
	w.text(c.patterns)
	if bound != nil {
		w.in = ""
		w.line("contains")
		w.in = "  "
		for _, r := range bound {
			c.routine(w, r)
		}
	}
	w.in = ""
	w.line("end module %sdata", c.prefix())
	return w.b.String()
}

func (w *writer) text(list []string) {
	for _, l := range list {
		w.line("%s", l)
	}
}

// unitText is a file with routines.
func (c *code) unitText(u *unit) string {
	w := &writer{}
	var mine, needs []*routine
	for _, r := range c.routines {
		if r.at == u {
			mine = append(mine, r)
			for _, n := range r.needs {
				needs = uses(needs, n)
			}
		}
	}
	if u.module {
		w.line("module %s", u.name)
		w.in = "  "
		c.header(w, u, needs)
		w.line("implicit none")
		w.text(u.patterns)
		w.in = ""
		w.line("contains")
		w.in = "  "
	}
	for _, r := range mine {
		c.routine(w, r)
	}
	w.in = ""
	if u.module {
		w.line("end module %s", u.name)
	}
	return w.b.String()
}

// header is what a unit uses.
func (c *code) header(w *writer, u *unit, needs []*routine) {
	w.line("use mpi, only: MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM, MPI_PROC_NULL, MPI_Wtime")
	w.line("use %sdata", c.prefix())
	w.line("!ref use ref")
	for _, f := range c.files {
		if f != u && f.module && slices.ContainsFunc(needs, func(r *routine) bool { return r.at == f }) {
			if u == c.driver && c.facade {
				continue
			}
			w.line("use %s", f.name)
		}
	}
	if u == c.driver && c.facade {
		w.line("use %sall", c.prefix())
	}
}

// facadeText is a module that hands on all names.
func (c *code) facadeText() string {
	text := "module " + c.prefix() + "all\n"
	for _, f := range c.files {
		if f.module {
			text += "  use " + f.name + "\n"
		}
	}
	return text + "  implicit none\nend module " + c.prefix() + "all\n"
}

// routine writes a procedure.
func (c *code) routine(w *writer, r *routine) {
	kind := "subroutine"
	if r.function {
		kind = "integer function"
	}
	head := "recursive " + kind
	if !r.depth {
		head = kind
	}
	end := kind[strings.LastIndex(kind, " ")+1:]
	w.line("%s %s%s", head, r.name, r.arguments())
	w.in += "  "
	if r.external {
		c.header(w, r.at, r.needs)
		w.line("implicit none")
	}
	c.interfaces(w, r.needs, r.at)
	w.text(c.dummies(r))
	c.scratch(w)
	w.text(r.locals)
	c.harmless(w, r.needs)
	w.text(c.k.elem.initial("scalar", "3"))
	if r.function {
		w.line("%s = 0", r.name)
	}
	if r.region != "" {
		w.line("!$mdmp %s", r.region)
	}
	w.nodes(r.body)
	if r.region != "" {
		w.line("!$mdmp end commregion")
	}
	if r.function {
		w.line("%s = mod(%s + acc, 1000)", r.name, r.name)
	}
	w.in = w.in[2:]
	w.line("end %s %s", end, r.name)
}

// scratch is what every routine has.
func (c *code) scratch(w *writer) {
	w.text([]string{"integer :: i, j, tile, turn1, turn2, turn3, turn4, change, choice, ierr", "character(len=20) :: text", c.k.elem.decl + " :: scalar"})
}

func (r *routine) arguments() string {
	var list []string
	if r.single {
		return "(x, k)"
	}
	if r.mask {
		list = append(list, "mask")
	}
	if r.depth {
		list = append(list, "depth")
	}
	for _, f := range r.formals {
		list = append(list, f.name)
	}
	if len(list) == 0 && !r.function {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (c *code) dummies(r *routine) []string {
	var list []string
	if r.mask {
		list = append(list, "integer, intent(in) :: mask")
	}
	if r.depth {
		list = append(list, "integer, intent(in) :: depth")
	}
	for _, f := range r.formals {
		list = append(list, c.dummy(f))
	}
	return list
}

// interfaces declares external procedures that are called: those that need it, and
// some of the others.
func (c *code) interfaces(w *writer, needs []*routine, at *unit) {
	for _, r := range needs {
		switch {
		case !r.external || r.at == nil:
		case r.explicit() || r.wide:
			w.line("interface")
			kind := "subroutine"
			if r.function {
				kind = "integer function"
			}
			if r.depth {
				kind = "recursive " + kind
			}
			w.line("  %s %s%s", kind, r.name, r.arguments())
			w.line("    use %sdata, only: field, n, m, nn, mm", c.prefix())
			w.line("    implicit none")
			in := w.in
			w.in += "    "
			w.text(c.dummies(r))
			w.in = in
			w.line("  end %s", kind[strings.LastIndex(kind, " ")+1:])
			w.line("end interface")
		case r.function:
			w.line("integer, external :: %s", r.name)
		}
	}
}

// driverText is the module with the time loop.
func (c *code) driverText() string {
	k := c.k
	w := &writer{}
	w.line("module kernel%d", k.id)
	w.in = "  "
	needs := c.needs
	for _, r := range c.routines {
		if r.at == c.driver {
			for _, n := range r.needs {
				needs = uses(needs, n)
			}
		}
	}
	c.header(w, c.driver, needs)
	w.line("use support, only: report, bytes")
	w.line("implicit none")
	w.text(c.driver.patterns)
	w.in = ""
	w.line("contains")
	w.in = "  "
	c.driverRoutine(w)
	for _, r := range c.routines {
		if r.at == c.driver {
			c.routine(w, r)
		}
	}
	w.in = ""
	w.line("end module kernel%d", k.id)
	return w.b.String()
}

// driverRoutine writes the procedure with the time loop, and the one that begins if that is
// another one, which hands fields to it.
func (c *code) driverRoutine(w *writer) {
	k := c.k
	name := c.opening(w)
	c.interfaces(w, c.needs, c.driver)
	c.scratch(w)
	c.harmless(w, c.needs)
	w.line("integer :: t, other")
	for _, f := range c.fields {
		if f.own {
			w.text(c.declaration(f))
		}
	}
	w.line("call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)")
	w.line("call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)")
	if k.periodic {
		w.text([]string{"west = modulo(rank - 1, nranks)", "east = modulo(rank + 1, nranks)"})
	} else {
		w.text([]string{"west = rank - 1", "east = merge(rank + 1, MPI_PROC_NULL, rank + 1 < nranks)"})
	}
	for x, f := range c.fields {
		w.text(c.start(f, x))
	}
	w.text(k.elem.initial("scalar", "rank"))
	apart := strings.Contains(k.clauses, "comm(")
	if apart {
		w.line("call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)")
	}
	region := func(here bool, what string) {
		if here {
			w.line("!$mdmp %s", what)
		}
	}
	region(!k.outside, "commregion"+k.clauses)
	w.nodes(k.before)
	w.line("do t = 1, %d", k.steps)
	w.in += "  "
	w.line("step = t")
	region(k.outside, "commregion"+k.clauses)
	w.nodes(k.body)
	region(k.outside, "end commregion")
	w.in = w.in[2:]
	w.line("end do")
	w.nodes(k.after)
	region(!k.outside, "end commregion")
	for _, f := range c.fields {
		for _, s := range c.printed(f) {
			w.line("call report('%d %s', transfer(%s, bytes))", k.id, f.name, s)
		}
	}
	if apart {
		w.line("call MPI_Comm_free(other, ierr)")
	}
	w.line("call report('%d scalars', transfer([t, step, acc, count], bytes))", k.id)
	w.line("flush (6)")
	w.in = "  "
	w.line("end subroutine %s", name)
}

// opening begins the driver, and returns its name.
func (c *code) opening(w *writer) string {
	k := c.k
	name := fmt.Sprintf("start%d", k.id)
	var outer, actual, dummies []string
	for _, f := range c.fields {
		if f.kind == handed {
			outer = append(outer, k.elem.decl+" :: outer_"+f.name+"(2,0:n+1,0:m+1)")
			actual = append(actual, "outer_"+f.name+"("+c.half+",:,:)")
			dummies = append(dummies, f.name)
		}
	}
	w.line("subroutine %s(n_, m_)", name)
	w.in = "    "
	w.line("integer, intent(in) :: n_, m_")
	if dummies != nil {
		w.text(outer)
		w.line("call work%d(%s)", k.id, strings.Join(actual, ", "))
		w.in = "  "
		w.line("end subroutine %s", name)
		name = fmt.Sprintf("work%d", k.id)
		w.line("subroutine %s(%s)", name, strings.Join(dummies, ", "))
		w.in = "    "
	}
	return name
}

// printed is all of a field.
func (c *code) printed(f *field) []string {
	switch f.kind {
	case ofTiles:
		return []string{f.name + "(1)%u", f.name + "(2)%u", f.name + "(3)%u"}
	case strided:
		return []string{f.name}
	}
	return []string{fmt.Sprint(c.see(f, "").whole)}
}
