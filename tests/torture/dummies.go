package torture

import "fmt"

// Arguments that a call changes by itself, or that are kept by a callee.

// intentOut gives an element to a dummy that is defined in the callee, or is not.
func (g *gen) intentOut() *node {
	id := g.id()
	name := fmt.Sprintf("set%d", id)
	decl := g.k.elem.decl + ", intent(out) :: x"
	if g.chance(30) { // an array; what the callee leaves undefined is set behind the call
		a := g.array()
		procedure(&g.k.procs, "subroutine "+name+"(x, l)", "end subroutine "+name,
			append(append([]string{"integer, intent(in) :: l", g.k.elem.decl + ", intent(out) :: x(l)", "integer :: k", "do k = 1, l"},
				g.k.elem.initial("x(k)", "mod(k, 7)")...), "end do")...)
		if g.chance(50) {
			return lines(fmt.Sprintf("call %s(%s, n)", name, a.at("1:n", g.col(), g.level())))
		}
		return lines(fmt.Sprintf("call %s(%s, m)", name, a.at(g.row(), "1:m", g.level())))
	}
	procedure(&g.k.procs, "subroutine "+name+"(x, l)", "end subroutine "+name,
		append([]string{"integer, intent(in) :: l", decl}, g.k.elem.initial("x", "mod(l, 7)")...)...)
	return lines(fmt.Sprintf("call %s(%s, t)", name, g.ref()))
}

// intentOutDefault: the call itself sets the components.
func (g *gen) intentOutDefault() *node {
	id := g.id()
	g.k.spec = append(g.k.spec, lines(fmt.Sprintf("type box%d", id), "  integer :: u(6,0:5) = -7", "  integer :: k = 3", fmt.Sprintf("end type box%d", id)))
	name := fmt.Sprintf("renew%d", id)
	body := []string{fmt.Sprintf("type(box%d), intent(out) :: x", id)}
	if g.chance(30) {
		body = append(body, "x%k = 4")
	}
	procedure(&g.k.procs, "subroutine "+name+"(x)", "end subroutine "+name, body...)
	x := fmt.Sprintf("x%d", id)
	g.declare(fmt.Sprintf("type(box%d) :: %s", id, x), "", x+"%u")
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	fill := block("do j = 1, 4", "end do", block("do i = 1, 6", "end do", lines(x+"%u(i, j) = mod(t*i + j + rank, 1000)")))
	reset := lines(fmt.Sprintf("call %s(%s)", name, x))
	sum := lines(fmt.Sprintf("r%d = ieor(r%d, %s%%u(3, 5) + %s%%u(4, 2))", id, id, x, x))
	message := g.ownExchange(x+"%u(:, 1)", x+"%u(:, 5)", x, g.pick("", "8"))
	if g.chance(50) {
		return group(fill, reset, message, g.quiet(), sum)
	}
	return group(fill, message, g.quiet(), reset, sum)
}

// freedByCallee: the call frees the array, or the procedure does.
func (g *gen) freedByCallee() *node {
	id := g.id()
	name := fmt.Sprintf("fresh%d", id)
	body := []string{"integer, intent(in) :: l", "integer, allocatable, intent(out) :: x(:,:)"}
	if g.chance(50) {
		body = []string{"integer, intent(in) :: l", "integer, allocatable, intent(inout) :: x(:,:)", "deallocate (x)"}
	}
	procedure(&g.k.procs, "subroutine "+name+"(x, l)", "end subroutine "+name, append(body, "allocate (x(6, 0:5))", "x = mod(l, 1000)")...)
	x := fmt.Sprintf("x%d", id)
	g.declare("integer, allocatable :: "+x+"(:,:)", "allocate ("+x+"(6, 0:5)); "+x+" = rank", x)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	fill := block("do j = 1, 4", "end do", block("do i = 1, 6", "end do", lines(x+"(i, j) = mod(t*i + j + rank + "+x+"(i, j-1), 1000)")))
	reset := lines(fmt.Sprintf("call %s(%s, %s)", name, x, "t"))
	sum := lines(fmt.Sprintf("r%d = ieor(r%d, %s(3, 0) + %s(4, 2))", id, id, x, x))
	message := g.ownExchange(x+"(:, 4)", x+"(:, 0)", x, g.pick("", "8"))
	if g.chance(50) {
		return group(reset, fill, message, g.quiet(), sum)
	}
	return group(message, g.quiet(), reset, fill, sum)
}

// intentOutComponents: all component arrays of the kernel are freed and made again.
func (g *gen) intentOutComponents() *node {
	var body []string
	for _, a := range g.k.arrays {
		if a.where != component {
			continue
		}
		x := *a
		at := func(i, j, l string) string {
			if a.level {
				j += ", " + l
			}
			return fmt.Sprintf("x%%%s(%s, %s)", x.name, i, j)
		}
		body = append(body, fmt.Sprintf("allocate (x%%%s(%s))", a.name, a.shape()))
		for _, l := range []string{"1", "2"}[:1+levelCount(a)] {
			body = append(body, fmt.Sprintf("do k = %d, m + %d", -a.pad, 1+a.pad), fmt.Sprintf("do l = %d, n + %d", -a.pad, 1+a.pad))
			body = append(append(body, a.elem.initial(at("l", "k", l), "mod(k + l, 9)")...), "end do", "end do")
		}
	}
	if body == nil {
		return nil
	}
	name := fmt.Sprintf("anew%d", g.id())
	procedure(&g.k.contained, "subroutine "+name+"(x)", "end subroutine "+name, append([]string{"type(grid), intent(out) :: x", "integer :: k, l"}, body...)...)
	call := lines("call " + name + "(g)")
	if g.inTime {
		return block("if ("+g.pick("t == 6", "mod(t, 9) == 3")+") then", "end if", call)
	}
	return call
}

func levelCount(a *array) int {
	if a.level {
		return 1
	}
	return 0
}

// targetDummy: a procedure of the module keeps the way to a local variable.
func (g *gen) targetDummy() *node {
	id := g.id()
	x := fmt.Sprintf("x%d", id)
	g.k.spec = append(g.k.spec, lines(fmt.Sprintf("integer, pointer :: kept%d(:) => null()", id)))
	procedure(&g.k.procs, fmt.Sprintf("subroutine keep%d(x)", id), fmt.Sprintf("end subroutine keep%d", id),
		"integer, target, intent(inout) :: x(0:)", fmt.Sprintf("kept%d(0:) => x", id))
	procedure(&g.k.procs, fmt.Sprintf("subroutine poke%d(l)", id), fmt.Sprintf("end subroutine poke%d", id),
		"integer, intent(in) :: l", fmt.Sprintf("if (associated(kept%d)) kept%d(4) = mod(l*5, 1000)", id, id))
	procedure(&g.k.procs, fmt.Sprintf("subroutine peek%d(l)", id), fmt.Sprintf("end subroutine peek%d", id),
		"integer, intent(inout) :: l", fmt.Sprintf("if (associated(kept%d)) l = ieor(l, kept%d(0))", id, id))
	g.declare("integer, target :: "+x+"(0:7)", x+" = rank", x)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	fill := block("do i = 1, 6", "end do", lines(x+"(i) = mod(t*i + rank + "+x+"(i), 1000)"))
	keep, poke, peek := lines(fmt.Sprintf("call keep%d(%s)", id, x)), lines(fmt.Sprintf("call poke%d(t)", id)), lines(fmt.Sprintf("call peek%d(r%d)", id, id))
	message := g.ownExchange(x+"(4)", x+"(0)", x, "9")
	if g.chance(50) {
		return group(keep, fill, poke, message, g.quiet(), peek)
	}
	return group(keep, fill, message, peek, g.quiet(), poke)
}
