package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

// chosen is a program of which a group of calls is executed as often as its argument says. Who calls MPI_Sendrecv runs it as it was
// written, who calls MPI_Irecv has the message under way.
const chosen = `program chosen
  use mpi
  implicit none
  integer, parameter :: n = 200
  real(8) :: a(n), b(n), c(n)
  integer :: ierr, it, i
  call MPI_Init(ierr)
  a = 1; b = 0; c = 0
  do it = 1, 100
    call MPI_Sendrecv(a, n, MPI_REAL8, 0, 1, b, n, MPI_REAL8, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE, ierr)
    do i = 1, n
      c(i) = b(i) + 1
    end do
    a(1) = c(2)
  end do
  call say_ways()
  call MPI_Finalize(ierr)
end program
`

// clock stands in for the clock: time goes by in calls of MPI only. WRITTEN and MOVED are how much in which, LATE
// is a call that takes much longer.
const clock = `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int64_t now;
static int executions, last, run;
static void pass(const char *what, int way) {
  const char *late = getenv("LATE");
  now += atoi(getenv(what));
  if (late && ++executions == atoi(late)) now += 100000;
  if (way != last && run > 0) {
    printf("%d of %d, ", run, last);
    run = 0;
  }
  last = way;
  run++;
}
void _gfortran_system_clock_8(int64_t *count, int64_t *rate, int64_t *most) {
  if (count) *count = now;
  if (rate) *rate = 1000000000;
  if (most) *most = INT64_MAX;
}
void pmpi_sendrecv_(void *, int *, int *, int *, int *, void *, int *, int *, int *, int *, int *, int *, int *);
void mpi_sendrecv_(void *a, int *b, int *c, int *d, int *e, void *f, int *g, int *h, int *i, int *j, int *k, int *l, int *m) {
  pass("WRITTEN", 1);
  pmpi_sendrecv_(a, b, c, d, e, f, g, h, i, j, k, l, m);
}
void pmpi_irecv_(void *, int *, int *, int *, int *, int *, int *, int *);
void mpi_irecv_(void *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h) {
  pass("MOVED", 2);
  pmpi_irecv_(a, b, c, d, e, f, g, h);
}
void say_ways_(void) { printf("%d of %d\n", run, last); }
`

// TestChoice: which way of executing a group of calls (1: as it was written, 2: messages under way) is tried when, and
// kept, if each takes a certain time.
func TestChoice(t *testing.T) {
	share.Take(t)
	b, l := newBench(t), libraries(t)[0]
	dir := t.TempDir()
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"chosen.f90": chosen, "clock.c": clock} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if o := l.build(dir, []string{b.wrapper, "-mdmp-overlap"}, []string{"-w"}, []string{filepath.Join(dir, "chosen.f90"), filepath.Join(dir, "clock.c")}, false); o.Status != 0 {
		t.Fatal(o.Stdout, o.Stderr)
	}
	for _, c := range []struct {
		written, moved, late int
		want                 string
	}{
		{1000, 500, 0, "8 of 1, 92 of 2"},                  // the first one is not tried again
		{500, 1000, 0, "8 of 1, 4 of 2, 88 of 1"},          // nor is the second one
		{1000, 3000, 0, "8 of 1, 3 of 2, 89 of 1"},         // and is given up early
		{1000, 995, 0, "8 of 1, 12 of 2, 80 of 1"},         // as good as it was
		{1000, 950, 0, "8 of 1, 12 of 2, 6 of 1, 74 of 2"}, // a little better
		{1000, 950, 10, "8 of 1, 12 of 2, 6 of 1, 74 of 2"},
		{1000, 1000, 0, "8 of 1, 6 of 2, 86 of 1"},
		{1000, 1050, 5, "8 of 1, 6 of 2, 86 of 1"}, // one of them took long for another reason
	} {
		env := []string{fmt.Sprint("WRITTEN=", c.written), fmt.Sprint("MOVED=", c.moved)}
		if c.late > 0 {
			env = append(env, fmt.Sprint("LATE=", c.late))
		}
		o := l.run(dir, aCase{ranks: 1}, env)
		if got := strings.TrimSpace(o.Stdout); got != c.want || o.Status != 0 {
			t.Errorf("%d as written, %d moved, late %d: %q, want %q %s", c.written, c.moved, c.late, got, c.want, o.Stderr)
		}
	}
}
