package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

const debugged = `program d
  use mpi
  implicit none
  integer, parameter :: n = 20, m = 10
  real(8) :: u(n,0:m+1), v(n,0:m+1)
  integer :: me, it, i, j, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  u = me
  v = 0
  !$mdmp commregion
  do it = 1, 3
    !$mdmp send(u(:,1), me)
    !$mdmp recv(u(:,m+1), me)
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j) + u(i,j+1)
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = v(i,j)
      end do
    end do
  end do
  !$mdmp end commregion
  print *, me, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program d
`

// TestDebugger sets a breakpoint in a nest that stands twice in the object: it is
// met in the first step, in all modes, on the line of the source.
func TestDebugger(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb is installed")
	}
	share.Take(t)
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"off", "plain", "auto"} {
		dir := filepath.Join(b.root, l.Name, "gdb", mode)
		fresh(t, dir)
		source := filepath.Join(dir, "d.f90")
		if err := os.WriteFile(source, []byte(debugged), 0o644); err != nil {
			t.Fatal(err)
		}
		if o := l.Build(dir, []string{b.wrapper, "-mdmp=" + mode, "-g", "-O0"}, []string{source}, false); o.Status != 0 {
			t.Fatalf("%s: %s", mode, o.Stderr)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		// A single process needs no mpiexec.
		cmd := exec.CommandContext(ctx, gdb, "-nx", "-q", "-batch", "-ex", "break d.f90:17", "-ex", "run", "-ex", `printf "at %d %d\n", it, j`,
			"-ex", "next", "-ex", "kill", filepath.Join(dir, "program"))
		cmd.Env = append(os.Environ(), "DEBUGINFOD_URLS=")
		out, _ := cmd.CombinedOutput() // what it prints is looked at
		text := string(out)
		if strings.Contains(text, "ptrace") || strings.Contains(text, "No symbol table") {
			t.Skipf("gdb cannot run programs here: %s", text)
		}
		if !regexp.MustCompile(`hit Breakpoint 1(\.\d)?, d \(\) at \S*d\.f90:17`).MatchString(text) || !strings.Contains(text, "at 1 1\n") {
			t.Errorf("%s: not met in the first step:\n%s", mode, text)
		}
	}
}
