package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

const idleKernel = `subroutine kernel(u, v, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n), v(n)
  integer :: i
  do i = 1, n
    v(i) = u(i) + 1
  end do
end subroutine kernel
`

const idleMain = `program idle
  use mpi
  implicit none
  real(8) :: u(8), v(8), w(4)
  integer :: k, calls, ierr
  character(12) :: word
  call get_command_argument(1, word)
  read (word, *) calls
  call get_command_argument(2, word)
  u = 1
  w = 2
  call MPI_Init(ierr)
  if (word == 'region') then
    !$mdmp commregion
    call pass(w)
    do k = 1, calls
      call kernel(u, v, 8)
    end do
    !$mdmp end commregion
  else
    do k = 1, calls
      call kernel(u, v, 8)
    end do
  end if
  print *, sum(v)
  call MPI_Finalize(ierr)
contains
  subroutine pass(w)
    real(8), intent(inout) :: w(4)
    !$mdmp recv(w(1:2), 0)
    !$mdmp send(w(3:4), 0)
  end subroutine
end program
`

var collected = regexp.MustCompile(`Collected : ([0-9]+)`)

// TestIdleCost counts what it costs, in instructions, that a procedure is managed which nobody asked for and which is
// called a million times on a small array while nothing is pending: without a region, and in one.
func TestIdleCost(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("no valgrind is installed")
	}
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	share.Take(t)
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	calls := map[string]map[string]float64{}
	for name, flags := range map[string][]string{"managed": nil, "alone": {"-mdmp-manage=off"}} {
		dir := filepath.Join(b.root, l.Name, "idle", name)
		fresh(t, dir)
		var sources []string
		for file, text := range map[string]string{"kernel.f90": idleKernel, "main.f90": idleMain} {
			sources = append(sources, filepath.Join(dir, file))
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if o := l.Build(dir, append([]string{b.wrapper, "-O2"}, flags...), sources, false); o.Status != 0 {
			t.Fatalf("%s: %s", name, o.Stderr)
		}
		calls[name] = map[string]float64{}
		for _, where := range []string{"outside", "region"} {
			const few, many = 100, 1000100
			n := instructions(t, dir, many, where) - instructions(t, dir, few, where)
			calls[name][where] = n / (many - few)
		}
	}
	for where, most := range map[string]float64{"outside": 45, "region": 45} { // a call and a nest: 30 with gfortran 12
		more := calls["managed"][where] - calls["alone"][where]
		t.Logf("%s: a call takes %.1f instructions, %.1f more than without MDMP", where, calls["managed"][where], more)
		if more > most || more < 1 {
			t.Errorf("%s: a call takes %.1f instructions more than without MDMP; at most %.0f are allowed, and some are needed", where, more, most)
		}
	}
}

// instructions counts those of a run of the program, in one process.
func instructions(t *testing.T, dir string, calls int, where string) float64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", filepath.Join(dir, "program"), strconv.Itoa(calls), where)
	out, err := cmd.CombinedOutput()
	f := collected.FindSubmatch(out)
	if err != nil || f == nil {
		t.Skipf("callgrind cannot run the program here: %v\n%s", err, out)
	}
	n, err := strconv.ParseFloat(string(f[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
