package rungs

import (
	"strings"
	"testing"
)

// frame is the program around the cases: u and v are plain arrays, p and q
// pointers, tgt has TARGET, c1 and c2 stand in COMMON, e1 and e2 share storage,
// alo is allocatable, vol is VOLATILE.
const frame = `module other
  implicit none
  real :: shared(100,100)
contains
  pure function smooth(a, b) result(r)
    real, intent(in) :: a, b
    real :: r
    r = 0.5*(a + b)
  end function
  subroutine bump(a)
    real, intent(inout) :: a(:,:)
    a(1,1) = a(1,1) + 1
  end subroutine
  subroutine idle(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine
  subroutine outer
    shared(1,1) = 0
  end subroutine
  subroutine talks(k)
    use mpi
    integer, intent(inout) :: k
    integer :: ierr
    call mpi_barrier(mpi_comm_world, ierr)
  end subroutine
end module
program frame
  use mpi
  use other
  implicit none
  integer, parameter :: n = 100, m = 80
  real :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), w(0:n+1,0:m+1), x3(0:n+1,0:m+1,0:m+1), y3(0:n+1,0:m+1,0:m+1), line(0:n+1), row(0:n+1)
  real :: s, t, rsum
  real, pointer :: p(:,:), q(:,:)
  real, target :: tgt(0:n+1,0:m+1)
  real, allocatable :: alo(:,:), blo(:,:)
  real, volatile :: vol(100,100)
  real, asynchronous :: asy(100,100)
  real :: c1(100,100), c2(100,100), e1(100,100), e2(100,100)
  type cell
    real, allocatable :: a(:,:)
    real, pointer :: b(:,:)
    real :: d(100,100), z, l(100)
  end type
  type(cell) :: k1, k2, ks(4)
  integer :: i, j, k, l, it, ierr, west, east, big, cnt, idx(100), jdx(100), req, jp, lo, hi, old, new
  logical :: flag
  character(20) :: text
  common /blk/ c1, c2
  equivalence (e1, e2)
!$mdmp commregion r
BODY
!$mdmp end commregion r
  print *, s, t, rsum, cnt
end program
`

// relax is a plain nest that reads u and writes v.
const relax = `  do j = 1, m
    do i = 1, n
      v(i,j) = u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)
    end do
  end do
`

// fill is a nest that writes u.
const fill = `  do j = 1, m
    do i = 1, n
      u(i,j) = v(i,j)
    end do
  end do
`

const (
	recvU = "!$mdmp recv(u(:,0), west)\n"
	sendU = "!$mdmp send(u(1:n,1), west)\n"
)

// busy is work that has nothing to do with u.
const busy = `  do j = 1, m
    do i = 1, n
      w(i,j) = w(i,j) + 1
    end do
  end do
`

// brief is what a case expects: words that lines of the evidence must contain,
// each list on one line; with "not " in front, no line may.
type brief struct {
	name string
	body string
	want []string
}

func check(t *testing.T, cases []brief) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(frame, "BODY", strings.TrimSuffix(c.body, "\n"), 1)
			list := evidence(t, "case.f90", src)
			if len(list) != 1 {
				t.Fatalf("%d regions", len(list))
			}
			got := show(src, list[0])
			for _, w := range c.want {
				absent := strings.HasPrefix(w, "not ")
				if hasLine(got, strings.TrimPrefix(w, "not ")) == absent {
					t.Errorf("expected %q in\n%s\nof\n%s", w, got, c.body)
				}
			}
		})
	}
}

// hasLine reports whether a line holds all words of w, separated by " .. ".
func hasLine(text, w string) bool {
	for _, line := range strings.Split(text, "\n") {
		all := true
		for _, part := range strings.Split(w, " .. ") {
			all = all && strings.Contains(line, part)
		}
		if all {
			return true
		}
	}
	return false
}

// TestWaitLate: everything that "waiting late is safe by proof" lists.
func TestWaitLate(t *testing.T) {
	check(t, []brief{
		{"consumer nest", recvU + relax, []string{"recv .. scheduled lazy", "nest .. j any order", "reads u(1:100,<1>-1:<1>+1)"}},
		{"statement not touching", recvU + "  s = 1\n" + relax, []string{"recv .. scheduled lazy"}},
		{"element read first", recvU + "  s = u(1,0)\n" + relax, []string{"recv .. plain", "touched: u(1,0)"}},
		{"element read after work", recvU + busy + "  s = u(1,0)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"element outside of the halo", recvU + "  s = u(1,1)\n" + relax, []string{"recv .. scheduled lazy"}},
		{"section read", recvU + busy + "  s = sum(u(1:n,0:1))\n", []string{"recv .. before lazy", "need before .. u"}},
		{"inquiry does not read", recvU + "  k = size(u,1) + ubound(u,2)\n" + relax, []string{"recv .. scheduled lazy", "not need before"}},
		{"mpi call", recvU + busy + "  call mpi_barrier(mpi_comm_world, ierr)\n" + relax,
			[]string{"recv .. before lazy", "need before .. settle", "blocking: mpi_barrier"}},
		{"mpi query", recvU + "  s = mpi_wtime()\n  call mpi_comm_rank(mpi_comm_world, k, ierr)\n" + relax, []string{"recv .. scheduled lazy"}},
		{"unknown call", recvU + busy + "  call external_thing(k)\n" + relax, []string{"recv .. scheduled lazy", "call before .. external_thing", "elsewhere: .. external_thing"}},
		{"unknown call at once", recvU + "  call external_thing(k)\n" + relax, []string{"recv .. scheduled lazy", "call before .. external_thing"}},
		{"unknown function", recvU + busy + "  s = elsewhere(1.0)\n" + relax, []string{"recv .. before lazy", "need before .. settle"}},
		{"known harmless call", recvU + "  call idle(k)\n" + relax, []string{"recv .. scheduled lazy", "not settle"}},
		{"known call that talks", recvU + busy + "  call talks(k)\n" + relax, []string{"recv .. before lazy", "need before .. settle"}},
		{"known call with the array", recvU + busy + "  call bump(u)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"known call that touches the module", "!$mdmp recv(shared(:,1), west)\n" + busy + "  call outer\n",
			[]string{"recv .. before lazy", "need before .. shared"}},
		{"call that leaves the module alone", recvU + "  call outer\n" + relax, []string{"recv .. scheduled lazy"}},
		{"pure function in a nest", recvU + "  do j = 1, m\n    do i = 1, n\n      v(i,j) = smooth(u(i,j-1), u(i,j+1))\n    end do\n  end do\n",
			[]string{"recv .. scheduled lazy"}},
		{"array output", recvU + busy + "  print *, u(1,0)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"other output", recvU + "  print *, s\n" + relax, []string{"recv .. plain", "blocking: input and output come after all that was received before"}},
		{"other output after work", recvU + busy + "  print *, s\n" + relax, []string{"recv .. before lazy", "need before .. settle"}},
		{"output now and then", recvU + "  if (k == 3) print *, s\n" + relax, []string{"recv .. scheduled lazy", "need before .. settle"}},
		{"output in a branch", recvU + busy + "  if (k == 3) then\n    open (40, file='f')\n    write (40,*) s\n  end if\n" + relax,
			[]string{"recv .. scheduled lazy", "need before .. settle"}},
		{"a command", recvU + busy + "  call execute_command_line('ls')\n" + relax, []string{"need before .. settle"}},
		{"volatile", recvU + busy + "  s = vol(1,1)\n" + relax, []string{"need before .. settle", "vol is VOLATILE"}},
		{"a loop that looks for a file", recvU + busy + "  do while (flag)\n    inquire (file='f', exist=flag)\n  end do\n" + relax,
			[]string{"need before .. settle"}},
		{"waits when nothing is pending", recvU + busy + relax + "  s = u(3,0)\n  do while (flag)\n    inquire (file='f', exist=flag)\n  end do\n",
			[]string{"recv .. scheduled lazy", "need before .. u", "need before .. settle"}},
		{"internal file", recvU + "  write (text,*) s\n" + relax, []string{"recv .. scheduled lazy", "not settle"}},
		{"input", recvU + busy + "  read *, u(1,0)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"output in the consumer", recvU + busy + "  do j = 1, m\n    print *, u(1,j-1)\n  end do\n", []string{"recv .. before lazy", "need before .. u"}},
		{"second receive", recvU + busy + "  s = 1\n!$mdmp recv(u(1:5,0), east)\n" + relax, []string{"recv .. before lazy", "need before .. u", "recv .. scheduled lazy"}},
		{"relay", recvU + busy + "!$mdmp send(u(:,0), east)\n", []string{"recv .. before lazy", "need before .. u", "send .. plain", "relay:"}},
		{"corner phases", "!$mdmp recv(u(0,1:m), west)\n" + busy + "!$mdmp send(u(0:n+1,1), east)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"deallocation", "!$mdmp recv(alo(:,1), west)\n" + busy + "  deallocate (alo)\n", []string{"recv .. before lazy", "need before .. alo", "allocated, freed"}},
		{"move_alloc", "!$mdmp recv(alo(:,1), west)\n" + busy + "  call move_alloc(alo, blo)\n", []string{"recv .. before lazy", "need before .. alo"}},
		{"reallocation on assignment", "!$mdmp recv(alo(:,1), west)\n" + busy + "  alo = blo\n", []string{"recv .. scheduled lazy", "shape tested", "if allocated(alo)"}},
		{"pointer assignment", "!$mdmp recv(p(:,1), west)\n" + busy + "  p => q\n", []string{"recv .. before lazy", "need before .. p"}},
		{"nullify", "!$mdmp recv(p(:,1), west)\n" + busy + "  nullify (p)\n", []string{"recv .. before lazy", "need before .. p"}},
		{"through a pointer", "!$mdmp recv(tgt(:,1), west)\n" + busy + "  s = p(1,1)\n", []string{"recv .. before lazy", "need before .. tgt"}},
		{"pointers do not reach plain variables", recvU + "  s = p(1,1)\n" + relax, []string{"recv .. scheduled lazy"}},
		{"pointer to target", "!$mdmp recv(p(:,1), west)\n" + busy + "  tgt(5,5) = 1\n", []string{"recv .. before lazy", "need before .. p"}},
		{"common neighbour", "!$mdmp recv(c1(:,1), west)\n" + busy + "  c2(1,1) = 1\n  s = c1(1,1)\n", []string{"recv .. before lazy", "need before .. c1", "not c2(1,1) is"}},
		{"equivalence", "!$mdmp recv(e1(:,1), west)\n" + busy + "  e2(9,9) = 1\n", []string{"recv .. before lazy", "e2(9,9) is touched"}},
		{"volatile", "!$mdmp recv(vol(:,1), west)\n" + busy, []string{"recv .. plain", "volatile:"}},
		{"in an if", recvU + busy + "  if (flag) s = u(1,0)\n" + relax, []string{"recv .. scheduled lazy", "need before .. u (in the IF)"}},
		{"condition", recvU + busy + "  if (u(1,0) > 0) s = 1\n", []string{"recv .. before lazy", "need before .. u"}},
		{"do while condition", recvU + busy + "  do while (u(1,0) > 0)\n    s = s + 1\n  end do\n", []string{"recv .. before lazy", "need before .. u"}},
		{"do while round the exchange", "  do while (u(1,0) < 9)\n" + recvU + busy + "  s = 1\n  end do\n", []string{"recv .. plain", "no-place:"}},
		{"bound that is received", "!$mdmp recv(hi, west)\n" + busy + "  do j = 1, hi\n    u(1,j) = 1\n    s = s + hi\n  end do\n", []string{"recv .. before lazy", "need before .. hi"}},
		{"bound that holds what is received", recvU + busy + "  do j = 1, int(u(1,0))\n    v(1,j) = u(2,j-1)\n  end do\n", []string{"recv .. before lazy", "need before .. u", "u(1,0) is touched"}},
		{"inner bound that is received", "!$mdmp recv(idx(:), west)\n" + busy + "  do j = 1, m\n    do i = 1, idx(3)\n      v(i,j) = 1\n    end do\n  end do\n", []string{"recv .. before lazy", "need before .. idx"}},
		{"section bound that is received", "!$mdmp recv(hi, west)\n" + busy + "  v(1:n,1:hi) = w(1:n,1:hi)\n", []string{"recv .. before lazy", "need before .. hi"}},
		{"forall bound that is received", "!$mdmp recv(idx(:), west)\n" + busy + "  forall (j = 1:idx(2)) v(1,j) = idx(j)\n", []string{"recv .. before lazy", "need before .. idx"}},
		{"subscript that is received", "!$mdmp recv(k, west)\n" + busy + "  do j = 1, m\n    v(k,j) = w(k,j)\n  end do\n", []string{"recv .. before lazy", "need before .. k"}},
		{"call while a variable of a block may be the same", "!$mdmp recv(p(:,1), west)\n" + busy +
			"  call mpi_barrier(mpi_comm_world, ierr)\n  block\n    real, pointer :: sb(:)\n    allocate (sb(n))\n    do i = 1, n\n      sb(i) = i\n    end do\n!$mdmp send(sb, west)\n  end block\n",
			[]string{"need before .. settle p", "not settle .. sb"}},
		{"goto target", recvU + busy + "  if (flag) go to 10\n  s = 2\n10 t = u(1,0)\n", []string{"recv .. plain", "no-place: .. jumps to label 10"}},
		{"goto elsewhere", recvU + busy + "  if (flag) go to 10\n  s = 2\n10 continue\n  t = u(1,0)\n", []string{"recv .. before lazy", "need before .. u"}},
		{"not understood", recvU + busy + "  frobnicate the, array\n" + relax, []string{"recv .. plain", "not-understood"}},
		{"where", recvU + busy + "  where (v > 0) v = u\n", []string{"recv .. scheduled lazy", "reads u(:,<1>+lbound(u,2,8))"}},
		{"forall", recvU + busy + "  forall (i=1:n) v(i,1) = u(i,0)\n", []string{"recv .. scheduled lazy", "index i any order grid64"}},
		{"forall elsewhere", recvU + "  forall (i=1:n) v(i,1) = u(i,2)\n" + relax, []string{"recv .. scheduled lazy"}},
		{"do concurrent", recvU + busy + "  do concurrent (j=1:m, i=1:n)\n    v(i,j) = u(i,j-1)\n  end do\n", []string{"recv .. scheduled lazy", "index j any order"}},
		{"array assignment", recvU + busy + "  v(1:n,1:m) = u(1:n,0:m-1)\n", []string{"recv .. scheduled lazy", "reads u(1:100,<1>)"}},
		{"associate", recvU + busy + "  associate (a => u)\n    a(1,0) = 2\n  end associate\n", []string{"recv .. before lazy", "need before"}},
		{"associate elsewhere", recvU + "  associate (a => u(2:3,2))\n    s = 1\n  end associate\n" + relax, []string{"recv .. scheduled lazy"}},
		{"block with the same name", recvU + busy + "  block\n    real :: u(5)\n    u(1) = 1\n  end block\n" + relax, []string{"recv .. scheduled lazy", "not need before"}},
		{"image control", recvU + busy + "  sync all\n" + relax, []string{"recv .. before lazy", "need before .. settle"}},
		{"stop in between", recvU + busy + "  if (s > 3) stop\n" + relax, []string{"recv .. scheduled lazy"}},
		{"never touched", recvU + busy, []string{"recv .. before lazy", "not need before"}},
		{"namelist", recvU + busy + "  read (5, nml=grp)\n" + relax, []string{"need before .. settle"}},
		{"component", "!$mdmp recv(k1%a(:,1), west)\n" + busy + "  k2%a(1,1) = 1\n  s = k1%a(1,1)\n", []string{"recv .. before lazy", "k1%a(1,1) is touched", "need before .. settle"}},
		{"pointer components may be one", "!$mdmp recv(k1%b(:,1), west)\n" + busy + "  k2%b(1,1) = 1\n", []string{"k2%b(1,1) is touched"}},
		{"elements of an array of types", "!$mdmp recv(ks(1)%a(:,1), west)\n" + busy + "  ks(2)%a(1,1) = 1\n", []string{"recv .. before lazy", "not need before"}},
		{"parallel region", recvU + busy + "!$omp parallel\n  v(1,1) = u(1,0)\n!$omp end parallel\n", []string{"recv .. before lazy", "need before .. u"}},
		{"last use in the next round", "  do it = 1, 9\n" + relax + recvU + busy + "  end do\n", []string{"recv .. scheduled lazy"}},
	})
}
