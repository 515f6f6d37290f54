package torture

import (
	"fmt"
	"math/rand"
	"strings"
)

// Programs with the program's own calls of MPI, for -mdmp-overlap. A kernel is a subroutine with an array for each
// kind of storage, a time loop, calls that meet on all ranks, and nests and statements that may or may not touch
// what the calls send and receive. All numbers are small integers in reals, so that no order of sums shows.

// ownCalls is the state of writing one kernel.
type ownCalls struct {
	writer
	r    *rand.Rand
	m, n int // the array is u(0:m+1, 0:n+1)
	tag  int
	set  bool // k1, k2 hold where a message begins
	omp  bool // nests may have directives of OpenMP
}

// ownProgram is a program of some kernels.
func ownProgram(seed int64, kernels int) string {
	var b strings.Builder
	module := []string{"mpi", "mpi_f08"}[seed%2]
	fmt.Fprintf(&b, "program own\n  use %s\n  implicit none\n  integer :: rank, ranks, ierr\n  call MPI_Init(ierr)\n", module)
	b.WriteString("  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)\n  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)\n")
	for k := range kernels {
		fmt.Fprintf(&b, "  call kernel%d()\n", k+1)
	}
	b.WriteString("  call MPI_Finalize(ierr)\ncontains\n")
	for k := range kernels {
		w := &ownCalls{r: rand.New(rand.NewSource(seed*1000 + int64(k))), omp: ownThreads(seed)}
		w.in = "    "
		w.kernel(k+1, module)
		b.WriteString(w.b.String())
	}
	b.WriteString("end program own\n")
	return b.String()
}

// ownThreads reports whether a program is to be compiled for OpenMP.
func ownThreads(seed int64) bool { return seed%3 == 1 }

func (w *ownCalls) pick(list ...string) string { return list[w.r.Intn(len(list))] }

func (w *ownCalls) chance(n int) bool { return w.r.Intn(n) == 0 }

// kernel writes one kernel.
func (w *ownCalls) kernel(id int, module string) {
	w.m, w.n = 1+w.r.Intn(90), 4+w.r.Intn(30)
	if w.chance(3) {
		w.m = 150 + w.r.Intn(900)
	}
	shape := "(0:m+1, 0:n+1)"
	fmt.Fprintf(&w.b, "  subroutine kernel%d()\n", id)
	w.line("integer, parameter :: m = %d, n = %d", w.m, w.n)
	alloc := w.chance(2)
	if alloc {
		w.line("real(8), allocatable :: u(:,:), v(:,:), w(:,:)")
	} else {
		w.line("real(8) :: u%s, v%s, w%s", shape, shape, shape)
	}
	w.line("real(8) :: x, y, hash")
	w.line("integer :: left, right, i, j, k, k1, k2, c, step")
	if module == "mpi" {
		w.line("integer :: req(4), status(MPI_STATUS_SIZE)")
	} else {
		w.line("type(MPI_Request) :: req(4)")
		w.line("type(MPI_Status) :: status")
	}
	if alloc {
		w.line("allocate(u%s, v%s, w%s)", shape, shape, shape)
	}
	w.line("left = modulo(rank - 1, ranks)")
	w.line("right = modulo(rank + 1, ranks)")
	if w.chance(3) {
		w.line("if (rank == 0) left = MPI_PROC_NULL")
		w.line("if (rank == ranks - 1) right = MPI_PROC_NULL")
	}
	w.line("k = 1; k1 = 1; k2 = 1; c = m; x = 1; y = 2; hash = 0")
	w.line("do j = 0, n + 1")
	w.line("  do i = 0, m + 1")
	w.line("    u(i,j) = modulo(7*i + 3*j + 11*rank, 101)")
	w.line("    v(i,j) = modulo(5*i + 2*j + 3*rank, 97)")
	w.line("    w(i,j) = i + j")
	w.line("  end do")
	w.line("end do")
	steps := 1 + w.r.Intn(3)
	if w.chance(5) {
		steps = 24 + w.r.Intn(20) // what is tried has been decided, or nearly
	}
	w.line("do step = 1, %d", steps)
	in := w.in
	w.in += "  "
	for range 1 + w.r.Intn(3) {
		for range w.r.Intn(3) {
			w.work()
		}
		w.exchange()
		for range w.r.Intn(3) {
			w.work()
		}
	}
	w.in = in
	w.line("end do")
	w.line("do j = 0, n + 1")
	w.line("  do i = 0, m + 1")
	w.line("    hash = modulo(hash*31 + u(i,j) + 3*v(i,j) + 7*w(i,j), 1000003d0)")
	w.line("  end do")
	w.line("end do")
	w.line("print '(a,i3,a,i3,4f16.3,4i8)', 'kernel', %d, ' on', rank, hash, x, y, u(1,1), i, j, k, c", id)
	w.b.WriteString("  end subroutine\n")
}

// part is a piece of u in the order of its elements.
type part struct{ from, count int }

func (p part) meets(q part) bool { return p.from < q.from+q.count && q.from < p.from+p.count }

// draw is a piece that meets no other one.
func (w *ownCalls) draw(others ...part) part {
	for {
		rows := w.m + 2
		p := part{w.r.Intn(w.n+2)*rows + 1, w.m}
		switch w.r.Intn(6) {
		case 0:
			p = part{w.r.Intn(w.n+2) * rows, rows}
		case 1:
			p = part{w.r.Intn(rows * (w.n + 1)), w.r.Intn(rows)}
		case 2:
			p = part{w.r.Intn(w.n) * rows, 2 * rows}
		case 3:
			p = part{w.pickEdge() * rows, rows}
		}
		ok := p.from+p.count <= rows*(w.n+2)
		for _, q := range others {
			ok = ok && !p.meets(q)
		}
		if ok {
			return p
		}
	}
}

// pickEdge is one of the columns that halo exchanges use.
func (w *ownCalls) pickEdge() int { return []int{0, 1, w.n, w.n + 1}[w.r.Intn(4)] }

// buffer is the first element of a piece, as an argument.
func (w *ownCalls) buffer(p part) string {
	i, j := p.from%(w.m+2), p.from/(w.m+2)
	if i == 0 && p.count == w.m+2 && w.chance(3) {
		return fmt.Sprintf("u(:,%d)", j)
	}
	if w.chance(4) && !w.set {
		w.line("k1 = %d; k2 = %d", i, j)
		w.set = true
		return "u(k1,k2)"
	}
	return fmt.Sprintf("u(%d,%d)", i, j)
}

// between may write a statement between calls.
func (w *ownCalls) between() {
	switch w.r.Intn(8) {
	case 0:
		w.line("x = x + 1")
	case 1:
		w.line("k = k + 1")
	case 2:
		w.work()
	case 3:
		w.line("y = u(%d,%d)", w.r.Intn(w.m+2), w.r.Intn(w.n+2))
	}
}

// array writes an array assignment.
func (w *ownCalls) array() {
	from := w.r.Intn(3)
	switch w.r.Intn(7) {
	case 0:
		w.line("v(1:m,1:n) = modulo(u(1:m,1:n) + 1, 1009d0)")
	case 1:
		w.line("v(1:m,1:n) = modulo(u(1:m,%d:n%+d) + 2*u(0:m-1,1:n), 1013d0)", from, from-1)
	case 2:
		w.line("u(1:m,1:n) = modulo(u(1:m,1:n) + v(1:m,%d:n%+d), 1009d0)", from, from-1)
	case 3:
		w.line("w(:,:) = modulo(w(:,:) + u(:,:), 1021d0)")
	case 4:
		w.line("v(:,n:1:-1) = u(:,%d:n%+d)", from, from-1)
	case 5:
		w.line("w(1:m,0:n:2) = u(1:m,1:n+1:2)")
	case 6:
		w.line("v(:,%d) = u(:,%d) + 1", w.r.Intn(w.n+2), w.r.Intn(w.n+2))
	}
}

// work writes something that takes time.
func (w *ownCalls) work() {
	switch w.r.Intn(14) {
	case 0, 12, 13:
		w.array()
	case 1:
		w.line("k1 = %d; k2 = %d", w.r.Intn(2), w.r.Intn(w.n))
	case 2:
		w.line("c = c + 1")
		w.line("x = u(%d,%d) + x", w.r.Intn(w.m+2), w.r.Intn(w.n+2))
	default:
		w.nest()
	}
}

// nest writes a loop nest.
func (w *ownCalls) nest() {
	reach := w.r.Intn(3)
	lo, hi := reach+w.r.Intn(2), w.n+1-reach-w.r.Intn(2)
	if w.chance(6) {
		lo, hi = reach+w.r.Intn(w.n-3), w.n+1-reach
	}
	first, last := "1", "m"
	if w.chance(4) {
		first, last = "0", "m + 1"
	}
	across := 0
	if w.m > 2 && w.chance(2) && first == "1" {
		across = 1
	}
	outer := fmt.Sprintf("do j = %d, %d", lo, hi)
	if w.chance(8) {
		outer = fmt.Sprintf("do j = %d, %d, %s", hi, lo, "-1")
	} else if w.chance(8) {
		outer += ", 2"
	}
	inner := "do i = " + first + ", " + last
	switch {
	case w.chance(10):
		inner = "do i = max(1, j - 3), m"
	case w.chance(5):
		outer, inner = inner, outer
	}
	column := func() string {
		d := w.r.Intn(2*reach+1) - reach
		if w.chance(10) {
			return fmt.Sprintf("%d-j", w.n+1)
		}
		return fmt.Sprintf("j%+d", d)
	}
	row := func() string {
		if across == 0 {
			return "i"
		}
		return fmt.Sprintf("i%+d", w.r.Intn(3)-1)
	}
	target := w.pick("v", "v", "v", "w", "u")
	read := w.pick("u", "u", "u", "v")
	kind := w.r.Intn(7)
	if w.omp && target != "u" && target != read && w.chance(2) {
		w.directive(kind)
	}
	w.line("%s", outer)
	w.line("  %s", inner)
	sum := fmt.Sprintf("%s(%s,%s) + %s(%s,%s) + 2*u(%s,%s)", read, row(), column(), read, row(), column(), row(), column())
	to := fmt.Sprintf("%s(i,j)", target)
	if target == "u" && w.chance(3) {
		sum = "u(i,j) + 3*v(i,j)"
	}
	switch kind {
	case 0:
		w.line("    y = %s", sum)
		w.line("    %s = modulo(y, 1009d0)", to)
	case 1:
		w.line("    if (modulo(i + j, 3) /= 0) %s = modulo(%s, 1013d0)", to, sum)
	case 2:
		w.line("    %s = modulo(%s, 1013d0)", to, sum)
		w.line("    x = max(x, abs(%s))", to)
	case 6:
		w.line("    %s = modulo(%s, 1013d0)", to, sum)
		w.line("    if (modulo(int(%s), 3) == 1) c = c + 1", to)
	default:
		w.line("    %s = modulo(%s, 1021d0)", to, sum)
	}
	w.line("  end do")
	w.line("end do")
}

// directive writes the directive of OpenMP of a nest of some kind.
func (w *ownCalls) directive(kind int) {
	reduction := map[int]string{2: " reduction(max: x)", 6: " reduction(+: c)"}[kind]
	share := w.pick("", "schedule(dynamic) ", "firstprivate(k1) schedule(static, 2) ", "default(none) shared(u, v, w) ")
	if share != "" && w.chance(3) {
		w.line("!$omp parallel do &")
		w.line("!$omp& %sprivate(y)%s", share, reduction)
		return
	}
	w.line("!$omp parallel do %sprivate(y)%s", share, reduction)
}
