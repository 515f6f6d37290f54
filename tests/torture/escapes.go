package torture

import (
	"fmt"
	"math/rand"
	"strings"
)

// Arrays without TARGET that a pointer leads to by what does not look like a call: an operator, an assignment, a statement function, a name
// of SELECT RANK; or whose storage another one takes over by MOVE_ALLOC. The pointer changes them behind the loop that writes what is sent.

// escapes puts such an array into the time loop, by a die of its own: kernels of old seeds stay as they were but for these.
func (g *gen) escapes(seed int64) {
	old := g.r
	defer func() { g.r = old }()
	g.r = rand.New(rand.NewSource(seed ^ 0xe5ca9e))
	if g.chance(80) {
		return
	}
	g.k.drawn = append(g.k.drawn, "pointer kept on the way")
	at := g.r.Intn(len(g.k.body) + 1)
	g.k.body = append(g.k.body[:at], append([]*node{g.keptOnTheWay()}, g.k.body[at:]...)...)
}

func (g *gen) keptOnTheWay() *node {
	id := g.id()
	of := func(text string) string { return strings.ReplaceAll(text, "#", fmt.Sprint(id)) }
	spec := func(head, tail, body string) { g.k.spec = append(g.k.spec, block(of(head), tail, lines(of(body)))) }
	g.k.spec = append(g.k.spec, lines(of("integer, pointer :: aim#(:) => null()")))
	x, init, keep := of("esc#"), "", ""
	decl := "integer :: esc#(0:7), pre#"
	function := []string{"integer, target, intent(in) :: x(0:7)", "integer :: r", of("aim#(0:) => x"), "r = x(1)"}
	switch g.r.Intn(5) {
	case 0:
		op := ".hold" + letter(id) + "."
		spec("interface operator("+op+")", "end interface", "module procedure hold#")
		procedure(&g.k.procs, of("function hold#(x) result(r)"), of("end function hold#"), function...)
		keep = "pre# = " + op + " esc#"
	case 1:
		spec("type seed#", of("end type seed#"), "integer :: first")
		spec("interface assignment(=)", "end interface", "module procedure sow#")
		procedure(&g.k.procs, of("subroutine sow#(x, y)"), of("end subroutine sow#"), "integer, target, intent(inout) :: x(0:)", of("type(seed#), intent(in) :: y"),
			"x(0) = y%first", of("aim#(0:) => x"))
		keep = "esc# = seed#(t)"
	case 2:
		procedure(&g.k.procs, of("function hold#(x) result(r)"), of("end function hold#"), function...)
		g.k.functions = append(g.k.functions, lines(of("est#(k#) = k# + hold#(esc#)")))
		decl += ", est#, k#"
		keep = "pre# = est#(t)"
	case 3:
		procedure(&g.k.procs, of("subroutine hold#(x)"), of("end subroutine hold#"), "integer, target, intent(inout) :: x(..)", "select rank (x)", "rank (1)", of("call hold#x(x)"), "end select")
		procedure(&g.k.procs, of("subroutine hold#x(x)"), of("end subroutine hold#x"), "integer, target, intent(inout) :: x(0:7)", of("aim#(0:) => x"))
		keep = "call hold#(esc#)"
	default:
		procedure(&g.k.procs, of("subroutine hold#(x)"), of("end subroutine hold#"), "integer, target, intent(inout) :: x(0:7)", of("aim#(0:) => x"))
		decl = "integer, allocatable :: esc#(:), old#(:); integer :: pre#"
		init = "allocate (old#(0:7)); old# = rank; call hold#(old#); call move_alloc(old#, esc#)"
		keep = "pre# = t"
	}
	if init == "" {
		init = "esc# = rank"
	}
	g.declare(of(decl), of(init+"; pre# = 0"), x)
	fill := block("do i = 1, 6", "end do", lines(x+"(i) = mod(t*i + rank + "+x+"(i), 1000)"))
	poke := lines(of("aim#(4) = mod(t*5 + aim#(4), 1000)"))
	n := group(lines(of(keep)), fill, poke, g.ownExchange(x+"(4)", x+"(0)", x, "34"), g.quiet())
	n.whole = true
	return n
}
