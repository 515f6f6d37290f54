package torture

import "fmt"

// Calls that do not look like calls: each reads or writes an array of the module
// that is sent and received.

// effect is the body of a procedure that has an integer x: it reads or writes the
// array and leaves a number in r.
func (g *gen) effect(a *array, r, x string) []string {
	at := g.far(a)
	if g.chance(30) {
		return append(g.k.elem.mix(at, []string{at}, x), r+" = "+x+" + "+g.num(g.far(a)))
	}
	return []string{r + " = " + x + " + " + g.num(at)}
}

func (g *gen) definedOperator() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	name := fmt.Sprintf("op%d", id)
	symbol, use := fmt.Sprintf(".look%s.", letter(id)), "t %s rank"
	head, decl, x := "(x, y)", []string{"integer, intent(in) :: x, y"}, "ieor(x, y)"
	switch g.r.Intn(4) {
	case 0:
		if g.once("operator(+)") {
			symbol, use, decl, x = "+", "go %s t", []string{"logical, intent(in) :: x", "integer, intent(in) :: y"}, "y"
		}
	case 1:
		if g.once("operator(.not.)") {
			symbol, use, head, decl, x = ".not.", "%s t", "(x)", []string{"integer, intent(in) :: x"}, "x"
		}
	case 2:
		symbol = fmt.Sprintf(".mpi%s.", letter(id))
	}
	g.k.spec = append(g.k.spec, block("interface operator("+symbol+")", "end interface", lines("module procedure "+name)))
	procedure(&g.k.procs, "function "+name+head+" result(r)", "end function "+name,
		append(append(decl, "integer :: r"), g.effect(a, "r", x)...)...)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	value := fmt.Sprintf(use, symbol)
	if g.chance(20) {
		return block("if (("+value+") > 40) then", "end if", lines(fmt.Sprintf("r%d = r%d + 1", id, id)))
	}
	return lines(fmt.Sprintf("r%d = %s", id, value))
}

func letter(id int) string {
	s := ""
	for ; id >= 0; id = id/26 - 1 {
		s = string(rune('a'+id%26)) + s
	}
	return s
}

// once reports whether the kernel has not taken something yet, and takes it.
func (g *gen) once(what string) bool {
	if g.k.taken == nil {
		g.k.taken = map[string]bool{}
	}
	if g.k.taken[what] {
		return false
	}
	g.k.taken[what] = true
	return true
}

func (g *gen) boundOperator() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	g.k.spec = append(g.k.spec, lines(
		fmt.Sprintf("type num%d", id), "  integer :: k = 1", "contains", fmt.Sprintf("  procedure :: add%d", id),
		fmt.Sprintf("  generic :: operator(+) => add%d", id), fmt.Sprintf("end type num%d", id)))
	procedure(&g.k.procs, fmt.Sprintf("function add%d(x, y) result(r)", id), fmt.Sprintf("end function add%d", id),
		append([]string{fmt.Sprintf("class(num%d), intent(in) :: x", id), "integer, intent(in) :: y", "integer :: r"},
			g.effect(a, "r", "ieor(x%k, y)")...)...)
	g.declare(fmt.Sprintf("type(num%d) :: x%d", id, id), fmt.Sprintf("x%d%%k = 3", id), fmt.Sprintf("x%d%%k", id))
	if g.chance(30) {
		return lines(fmt.Sprintf("x%d%%k = mod(x%d%%add%d(t), 1000)", id, id, id))
	}
	return lines(fmt.Sprintf("x%d%%k = mod(x%d + t, 1000)", id, id))
}

func (g *gen) definedAssignment() *node {
	a := g.shared()
	if a == nil || !g.once("integer = character") {
		return nil
	}
	id := g.id()
	name := fmt.Sprintf("assign%d", id)
	g.k.spec = append(g.k.spec, block("interface assignment(=)", "end interface", lines("module procedure "+name)))
	procedure(&g.k.procs, "subroutine "+name+"(x, text)", "end subroutine "+name,
		append([]string{"integer, intent(out) :: x", "character(len=*), intent(in) :: text"}, g.effect(a, "x", "ichar(text(1:1))")...)...)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	return lines(fmt.Sprintf("r%d = 'k'", id), hash(fmt.Sprintf("r%d", id)))
}

// componentAssignment: the assignment of a component is the type's own.
func (g *gen) componentAssignment() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	g.k.spec = append(g.k.spec, lines(
		fmt.Sprintf("type inner%d", id), "  integer :: k = 1", "contains", fmt.Sprintf("  procedure :: copy%d", id),
		fmt.Sprintf("  generic :: assignment(=) => copy%d", id), fmt.Sprintf("end type inner%d", id),
		fmt.Sprintf("type outer%d", id), fmt.Sprintf("  type(inner%d) :: inner", id), "  integer :: l = 2", fmt.Sprintf("end type outer%d", id)))
	procedure(&g.k.procs, fmt.Sprintf("subroutine copy%d(x, y)", id), fmt.Sprintf("end subroutine copy%d", id),
		append([]string{fmt.Sprintf("class(inner%d), intent(inout) :: x", id), fmt.Sprintf("class(inner%d), intent(in) :: y", id)},
			g.effect(a, "x%k", "y%k")...)...)
	g.declare(fmt.Sprintf("type(outer%d) :: x%d, y%d", id, id, id), "", fmt.Sprintf("x%d%%inner%%k", id))
	return lines(fmt.Sprintf("x%d = y%d", id, id))
}

func (g *gen) finalizer() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	g.k.spec = append(g.k.spec, lines(
		fmt.Sprintf("integer :: last%d = 0", id), fmt.Sprintf("type brief%d", id), "  integer :: k = 1", "contains",
		fmt.Sprintf("  final :: done%d", id), fmt.Sprintf("end type brief%d", id)))
	procedure(&g.k.procs, fmt.Sprintf("subroutine done%d(x)", id), fmt.Sprintf("end subroutine done%d", id),
		append([]string{fmt.Sprintf("type(brief%d), intent(inout) :: x", id)}, g.effect(a, fmt.Sprintf("last%d", id), "x%k")...)...)
	typ := fmt.Sprintf("type(brief%d)", id)
	report := fmt.Sprintf("last%d", id)
	switch g.r.Intn(4) {
	case 0: // by deallocation
		g.declare(fmt.Sprintf("%s, allocatable :: x%d", typ, id), "", report)
		return group(lines(fmt.Sprintf("if (.not. allocated(x%d)) allocate (x%d)", id, id)), g.quiet(), lines(fmt.Sprintf("if (allocated(x%d)) deallocate (x%d)", id, id)))
	case 1: // at the end of a procedure
		name := fmt.Sprintf("short%d", id)
		procedure(&g.k.contained, "subroutine "+name, "end subroutine "+name, typ+" :: x", "x%k = t")
		g.declare("integer :: "+fmt.Sprintf("r%d", id), "", report)
		return lines("call " + name)
	case 2: // as an INTENT(OUT) dummy
		name := fmt.Sprintf("reset%d", id)
		procedure(&g.k.procs, "subroutine "+name+"(x)", "end subroutine "+name, typ+", intent(out) :: x")
		g.declare(fmt.Sprintf("%s :: x%d", typ, id), "", report)
		return lines(fmt.Sprintf("call %s(x%d)", name, id))
	}
	g.declare(fmt.Sprintf("%s :: x%d", typ, id), "", report)
	return lines(fmt.Sprintf("x%d = brief%d(t)", id, id))
}

func (g *gen) derivedOutput() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	g.k.spec = append(g.k.spec, lines(
		fmt.Sprintf("type text%d", id), "  integer :: k = 1", "contains", fmt.Sprintf("  procedure :: put%d", id),
		fmt.Sprintf("  generic :: write(formatted) => put%d", id), fmt.Sprintf("end type text%d", id)))
	procedure(&g.k.procs, fmt.Sprintf("subroutine put%d(x, unit, iotype, v_list, iostat, iomsg)", id), fmt.Sprintf("end subroutine put%d", id),
		append([]string{fmt.Sprintf("class(text%d), intent(in) :: x", id), "integer, intent(in) :: unit, v_list(:)",
			"character(len=*), intent(in) :: iotype", "integer, intent(out) :: iostat", "character(len=*), intent(inout) :: iomsg", "integer :: r"},
			append(g.effect(a, "r", "x%k"), "write (unit, '(i0)', iostat=iostat, iomsg=iomsg) r")...)...)
	g.declare(fmt.Sprintf("type(text%d) :: x%d; character(len=20) :: line%d", id, id, id), fmt.Sprintf("line%d = ' '", id), fmt.Sprintf("line%d", id))
	return lines(fmt.Sprintf("write (line%d, '(dt)') x%d", id, id))
}

// specification: a bound of a local array is a function that reads the array.
func (g *gen) specification() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	name := fmt.Sprintf("extent%d", id)
	procedure(&g.k.procs, "pure integer function "+name+"()", "end function "+name, name+" = "+g.num(g.far(a)))
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	count := fmt.Sprintf("r%d = ieor(2*mod(r%d, 100000), size(w))", id, id)
	if g.chance(50) {
		return lines("block", "  integer :: w("+name+"())", "  "+count, "end block")
	}
	sub := fmt.Sprintf("local%d", id)
	procedure(&g.k.contained, "subroutine "+sub, "end subroutine "+sub, "integer :: w("+name+"())", count)
	return lines("call " + sub)
}

func (g *gen) procedurePointer() *node {
	a := g.shared()
	if a == nil {
		return nil
	}
	id := g.id()
	name := fmt.Sprintf("mpi_look%d", id)
	procedure(&g.k.procs, "subroutine "+name+"(x, r)", "end subroutine "+name,
		append([]string{"integer, intent(in) :: x", "integer, intent(out) :: r"}, g.effect(a, "r", "x")...)...)
	g.declare(fmt.Sprintf("integer :: r%d; procedure(%s), pointer :: pp%d", id, name, id), fmt.Sprintf("r%d = 0; pp%d => %s", id, id, name), fmt.Sprintf("r%d", id))
	return lines(fmt.Sprintf("call %s(t, r%d)", g.pick(fmt.Sprintf("pp%d", id), name), id))
}

// selector: the name is another way to the array.
func (g *gen) selector() *node {
	a := g.shared()
	if a == nil || a.level || a.elem.name == "derived" || a.elem.name == "character" {
		return nil // gfortran 12 does not know the type of a function that it has not compiled
	}
	a.target = true
	id := g.id()
	name := fmt.Sprintf("see%d", id)
	procedure(&g.k.early, "function "+name+"() result(p)", "end function "+name, a.elem.decl+", pointer :: p(:,:)", "p => "+a.name)
	at := "w(2, " + g.pick("3", "size(w, 2) - 1") + ")"
	return block("associate (w => "+name+"())", "end associate", lines(hash(g.num(at))))
}
