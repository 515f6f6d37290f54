package torture

import (
	"fmt"
	"strings"
)

// Clauses of a region that reach messages of procedures: in another file, of a module, bound to a type, by operators, pointers and
// dummies that are procedures, in recursion, in regions of theirs.
//
// The messages stand in a module of another file. They say no communicator, mostly no tag, and go to the neighbours that the module has.
// Who enters a region that says another communicator puts its neighbours there. By hand there are two more variables: what is told.

// farModule has what is reached; N is the kernel's number, XRECV and XSEND are messages.
const farModule = `module reach@
  use mpi, only: MPI_COMM_WORLD
  !ref use ref
  implicit none
  integer :: far_u(40, 0:5) = 0, far_to = -1, far_from = -1
  !ref integer :: far_tag = 0, far_comm = MPI_COMM_WORLD
  type far_holder
    integer :: k = 1
  contains
    procedure :: ring => far_bound
    procedure :: far_plus
    generic :: operator(+) => far_plus
  end type far_holder
  interface operator(.ring.)
    module procedure far_dotted
  end interface operator(.ring.)
  interface assignment(=)
    module procedure far_set
  end interface assignment(=)
contains
  subroutine far_ring(x, dest, source)
    integer, intent(inout) :: x(:, 0:)
    integer, intent(in) :: dest, source
    !$mdmp recv(x(:, 0), source)
    !$mdmp recv(x(:, 5), dest)%
    !$mdmp send(x(:, 4), dest)
    !$mdmp send(x(:, 1), source)%
    !ref call ref_recv(x(:, 0), source, far_tag, far_comm)
    !ref call ref_recv(x(:, 5), dest, $, far_comm)
    !ref call ref_send(x(:, 4), dest, far_tag, far_comm)
    !ref call ref_send(x(:, 1), source, $, far_comm)
    !ref call ref_wait(x)
  end subroutine far_ring
  subroutine far_step
    integer :: i, j
    do j = 1, 4
      do i = 1, 40
        far_u(i, j) = mod(3*far_u(i, j) + far_u(i, j-1) + 5*far_u(i, j+1) + i, 1009)
      end do
    end do
  end subroutine far_step
  subroutine far_bound(this)
    class(far_holder), intent(inout) :: this
    call far_ring(far_u, far_to, far_from)
    this%k = mod(this%k + far_u(3, 0), 1000)
  end subroutine far_bound
  integer function far_plus(this, k)
    class(far_holder), intent(in) :: this
    integer, intent(in) :: k
    call far_ring(far_u, far_to, far_from)
    far_plus = mod(this%k + k + far_u(4, 5), 1000)
  end function far_plus
  integer function far_dotted(k, l)
    integer, intent(in) :: k, l
    !$mdmp recv(far_u(2:9, 0), far_from)
    !$mdmp send(far_u(3:10, 2), far_to)
    !ref call ref_recv(far_u(2:9, 0), far_from, far_tag, far_comm)
    !ref call ref_send(far_u(3:10, 2), far_to, far_tag, far_comm)
    !ref call ref_wait(far_u)
    far_dotted = mod(k + l + far_u(9, 0), 1000)
  end function far_dotted
  subroutine far_set(this, k)
    class(far_holder), intent(inout) :: this
    integer, intent(in) :: k
    call far_step
    call far_ring(far_u, far_to, far_from)
    this%k = mod(far_u(1, 5) + k, 1000)
  end subroutine far_set
  recursive subroutine far_deep(depth)
    integer, intent(in) :: depth
    if (depth > 0) call far_deep(depth - 1)
    call far_ring(far_u, far_to, far_from)
    call far_step
  end subroutine far_deep
  subroutine far_given(way)
    procedure(far_ring) :: way
    call way(far_u, far_to, far_from)
  end subroutine far_given
  subroutine far_called(way)
    interface
      subroutine way()
      end subroutine way
    end interface
    call way()
  end subroutine far_called
  integer function far_sum()
    integer :: i, j
    far_sum = 0
    do j = 0, 5
      do i = 1, 40
        far_sum = mod(7*far_sum + far_u(i, j), 10007)
      end do
    end do
  end function far_sum
end module reach@

subroutine outer@
  use reach@
  call far_step
  call far_ring(far_u, far_to, far_from)
end subroutine outer@`

// told calls a procedure that tells what it calls.
func (g *gen) told() *node {
	g.makeCommunicators()
	if g.once("told") {
		g.k.far = append(g.k.far, &node{head: strings.Split(g.farText(), "\n"), whole: true})
	}
	r := fmt.Sprintf("r%d", g.id())
	g.declare("integer :: "+r, r+" = 0", r)
	name := g.tells(r, true, g.r.Intn(3))
	return group(lines("call "+name), g.quiet())
}

// farText fills in the module.
func (g *gen) farText() string {
	clause, tag := "", "far_tag"
	if g.chance(50) {
		clause, tag = " tag(6)", "6"
	}
	return strings.NewReplacer("@", fmt.Sprint(g.k.id), ")%", ")"+clause, "$", tag, "!$", "!$").Replace(farModule)
}

// tells makes a procedure that is in a region with clauses, and calls what is reached; with depth also others like it.
func (g *gen) tells(r string, outermost bool, depth int) string {
	id := g.id()
	name := fmt.Sprintf("tell%d", id)
	inside := ""
	if depth > 0 {
		inside = g.tells(r, false, depth-1)
	}
	reach := fmt.Sprintf("use reach%d", g.k.id)
	n := &node{head: []string{"subroutine " + name}, tail: []string{"end subroutine " + name}, whole: true}
	add := func(text ...string) { n.kids = append(n.kids, lines(text...)) }
	add(reach, "integer :: w, c, turn, to, from", "!ref integer :: was(2)", "type(far_holder) :: h", "procedure(far_ring), pointer :: way",
		"way => far_ring", "!ref was = [far_tag, far_comm]")
	if outermost {
		add("far_to = east; far_from = west")
	}
	add("to = far_to; from = far_from")
	add("w = "+g.pick("9", "9 + mod(t, 2)", "6", "0", "40 + t"), "c = "+g.pick("1", "2", "1 + mod(t, 2)"))
	clauses, tell := g.clausesTold()
	text := func() {
		if g.chance(40) {
			n.kids = append(n.kids, g.inText(clauses))
		}
	}
	loop := g.chance(30)
	if loop {
		add("do turn = 1, 2")
	}
	add("far_u(:, 4) = far_u(:, 4) + t + rank; far_u(:, 1) = far_u(:, 1) + w")
	add("!$mdmp commregion" + clauses)
	add(tell...)
	back := []string{"far_to = to; far_from = from", "!ref far_tag = was(1); far_comm = was(2)"}
	way := func() { add(g.wayTo(r, inside)...) }
	for range 2 + g.r.Intn(3) {
		way()
	}
	text()
	switch {
	case g.chance(25):
		add("if (" + g.pick("mod(t, 3) == 1", "t > 9", "go") + ") then")
		add(back...)
		add("return", "end if")
	case loop && g.chance(60):
		add("if (" + g.pick("turn == 2", "go", "mod(t, 2) == 0") + ") " + g.pick("exit", "cycle"))
	case g.chance(25):
		add("w = w + 1") // procedures are told what it was
	}
	way()
	text()
	add("!$mdmp end commregion")
	if loop {
		add("end do")
	}
	add(back...)
	add(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), far_sum() + h%%k)", r, r))
	if g.chance(60) { // nothing is told any more, or what the caller is told
		way()
	}
	g.k.contained = append(g.k.contained, n)
	return name
}

// clausesTold draws clauses of a region, and what they mean for what is called.
func (g *gen) clausesTold() (clauses string, tell []string) {
	tag := g.chance(70)
	if tag {
		clauses += " tag(w)"
		tell = append(tell, "!ref far_tag = w")
	}
	if !tag || g.chance(60) {
		clauses += " comm(cm(c))"
		tell = append(tell, "far_to = pe(c); far_from = pw(c)", "!ref far_comm = cm(c)")
	}
	switch g.r.Intn(8) {
	case 0:
		clauses += " mode(" + g.pick("plain", "counted") + ")"
	case 1:
		clauses += " if(" + g.pick("mod(t, 3) /= 1", "mod(rank + t, 2) == 0") + ")"
	case 2:
		clauses += " delta(" + g.pick("element", "40") + ")"
	}
	return clauses, tell
}

// inText is a message in the text of the region, where its clauses are evaluated each time.
func (g *gen) inText(clauses string) *node {
	g.k.drawn = append(g.k.drawn, "told by the text")
	more := ", far_tag"
	if strings.Contains(clauses, "tag(") {
		more = ", w"
	}
	if strings.Contains(clauses, "comm(") {
		more += ", cm(c)"
	} else {
		more += ", far_comm"
	}
	l := legOf("far_u(20:24, 3)", "far_u(5:9, 0)", "far_to", "far_from")
	l.refSend = []string{"call ref_send(far_u(20:24, 3), far_to" + more + ")"}
	l.refRecv = []string{"call ref_recv(far_u(5:9, 0), far_from" + more + ")"}
	return &node{tail: []string{"far_u"}, legs: []*leg{l}}
}

// wayTo is a way to a message; inside is another procedure that tells, "" if there is none.
func (g *gen) wayTo(r, inside string) []string {
	fold := func(x string) string { return fmt.Sprintf("%s = ieor(2*mod(%s, 10000), %s)", r, r, x) }
	named := func(what string, list ...string) []string {
		g.k.drawn = append(g.k.drawn, "told by "+what)
		return list
	}
	arguments := "(far_u, far_to, far_from)"
	switch g.r.Intn(13) {
	case 0:
		return named("another file", "call far_ring"+arguments)
	case 1:
		return named("a procedure pointer", "call way"+arguments)
	case 2:
		return named("a bound procedure", "call h%ring()")
	case 3:
		return named("a bound operator", fold("(h + t)"))
	case 4:
		return named("an operator", fold("(t .ring. rank)"))
	case 5:
		return named("a defined assignment", "h = t")
	case 6:
		return named("recursion", "call far_deep("+g.pick("1", "2", "mod(t, 3)")+")")
	case 7:
		return named("a dummy procedure", "call far_given(far_ring)")
	case 8:
		return named("an external procedure", fmt.Sprintf("call outer%d", g.k.id))
	case 9:
		return named("a function of a condition", "if ((h + 1) > 500) "+fold("w"))
	case 10: // in this module
		name := fmt.Sprintf("near%d", g.id())
		procedure(&g.k.procs, "subroutine "+name, "end subroutine "+name, fmt.Sprintf("use reach%d", g.k.id), "call far_step", "call far_ring"+arguments)
		return named("the module", "call "+name)
	case 11: // an internal procedure, called by another file
		name := fmt.Sprintf("passes%d", g.id())
		procedure(&g.k.contained, "subroutine "+name, "end subroutine "+name, fmt.Sprintf("use reach%d", g.k.id), "call far_ring"+arguments)
		return named("an internal procedure", "call far_called("+name+")")
	}
	if inside == "" {
		return named("another file", "call far_step", "call far_ring"+arguments)
	}
	return named("a region in a region", "call "+inside)
}
