package nonblocking_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/nonblocking"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// group writes the only group of a subroutine's body.
func group(t *testing.T, module, body string) (*overlap.Group, *nonblocking.Group) {
	t.Helper()
	src := "subroutine s(a, b, n, p)\nuse " + module + "\nimplicit none\ninteger :: n, p, i, ierr, st(MPI_STATUS_SIZE)\nreal(8) :: a(n), b(n)\n" + body + "end subroutine\n"
	f := source.New("a.f90", []byte(src), source.Options{})
	tree := parse.File(f)
	set, _ := regions.Find(f, tree, nil)
	found := overlap.Find(scope.New(tree, scope.Options{}), set, overlap.Options{
		Asked: func(*ast.Stmt) bool { return true }, Writable: func(*nests.Nest) bool { return true },
	})
	if len(found.Groups) != 1 {
		t.Fatalf("%d groups in\n%s", len(found.Groups), src)
	}
	w := &nonblocking.Writer{File: f, Used: emit.NamesOf(f)}
	return found.Groups[0], w.Group(found.Groups[0], nil, nil)
}

// TestGroup: what begins and completes the messages of each call.
func TestGroup(t *testing.T) {
	const work = "do i = 1, n\nb(i) = i\nend do\n"
	for _, c := range []struct {
		name, module, body string
		starts, waits      []string
		head               []string // some of its lines
	}{
		{"receive", "mpi", "call MPI_Recv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n" + work, []string{
			"if (mdmp_way1 == 2) then",
			"call mdmp_mpi_irecv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, mdmp_request1, mdmp_error)",
			"mdmp_begun1 = mdmp_error == 0",
			"ierr = mdmp_error",
			"end if",
		}, []string{
			"if (mdmp_begun1) then",
			"call mdmp_mpi_wait(mdmp_request1, MPI_STATUS_IGNORE, mdmp_error)",
			"if (mdmp_error /= 0) ierr = mdmp_error",
			"call mdmp_mpi_get_address(a, mdmp_address, mdmp_error)",
			"end if",
		}, []string{"integer(kind(MPI_COMM_WORLD)) :: mdmp_request1", "logical :: mdmp_begun1", "mdmp_error = 0", "mdmp_begun1 = .false.",
			"subroutine mdmp_mpi_irecv(buf, count, datatype, rank, tag, comm, request, error) bind(c, name='mpi_irecv_')"}},
		{"status, under a condition", "mpi", "if (n > 3) call MPI_Recv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, st, ierr)\n" + work, []string{
			"if (mdmp_way1 == 2) then",
			"if (n > 3) then",
			"if (p < 0) then",
			"call MPI_Recv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, st, ierr)",
			"else",
			"call mdmp_mpi_irecv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, mdmp_request1, mdmp_error)",
			"mdmp_begun1 = mdmp_error == 0",
			"ierr = mdmp_error",
			"end if",
			"end if",
			"end if",
		}, []string{
			"if (mdmp_begun1) then",
			"call mdmp_mpi_wait(mdmp_request1, st, mdmp_error)",
			"if (mdmp_error /= 0) ierr = mdmp_error",
			"call mdmp_mpi_get_address(a, mdmp_address, mdmp_error)",
			"end if",
		}, nil},
		{"both, with handles", "mpi_f08", "call MPI_Sendrecv(a(1), 1, MPI_REAL8, p, 1, a(2), 1, MPI_REAL8, p, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)\n" + work, []string{
			"if (mdmp_way1 == 2) then",
			"call mdmp_mpi_irecv(a(2), 1, MPI_REAL8, p, 2, MPI_COMM_WORLD, mdmp_request1, mdmp_error)",
			"mdmp_begun1 = mdmp_error == 0",
			"call mdmp_mpi_isend(a(1), 1, MPI_REAL8, p, 1, MPI_COMM_WORLD, mdmp_request2, mdmp_error)",
			"mdmp_begun2 = mdmp_error == 0",
			"end if",
		}, []string{
			"if (mdmp_begun1) then",
			"call mdmp_mpi_wait(mdmp_request1, MPI_STATUS_IGNORE, mdmp_error)",
			"call mdmp_mpi_f_sync_reg(a)",
			"end if",
			"if (mdmp_begun2) then",
			"call mdmp_mpi_wait(mdmp_request2, mdmp_mpi_status_ignore, mdmp_error)",
			"call mdmp_mpi_f_sync_reg(a)",
			"end if",
		}, []string{"type(mdmp_mpi_request) :: mdmp_request1", "integer(kind(mdmp_mpi_success)) :: mdmp_error"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, w := group(t, c.module, c.body)
			for _, part := range []struct {
				what string
				got  []emit.Stmt
				want []string
			}{{"begins", w.Starts[g.Calls[0]], c.starts}, {"completes", w.Waits[g.Calls[0]], c.waits}} {
				var got []string
				for _, line := range planned.Lines(part.got) {
					got = append(got, strings.TrimSpace(line))
				}
				if diff := cmp.Diff(part.want, got); diff != "" {
					t.Errorf("what %s:\n%s", part.what, diff)
				}
			}
			head := strings.Join(planned.Lines(w.Head), "\n")
			for _, line := range c.head {
				if !strings.Contains(head, line) {
					t.Errorf("%q is not in\n%s", line, head)
				}
			}
			if len(w.Tail) == 0 || !strings.Contains(planned.Lines(w.Tail)[len(w.Tail)-1], "end block") {
				t.Errorf("ends with %v", planned.Lines(w.Tail))
			}
		})
	}
}

// TestChoice: every group chooses, with a nest that is cut and without one.
func TestChoice(t *testing.T) {
	const calls = "call MPI_Recv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n"
	for _, c := range []struct {
		body string
		cut  bool
	}{
		{calls + "do i = 1, n\nb(i) = a(i)\nend do\n", true},
		{calls + "do i = 1, n\nb(i) = i\nend do\n", false},
	} {
		g, w := group(t, "mpi", c.body)
		if (len(g.Cuts) > 0) != c.cut {
			t.Fatalf("%d nests are cut in\n%s", len(g.Cuts), c.body)
		}
		if w.AsWritten != "mdmp_way1 == 1" {
			t.Errorf("as it was written: %s", w.AsWritten)
		}
		all := strings.Join(append(planned.Lines(w.Head), planned.Lines(w.Tail)...), "\n")
		for _, line := range []string{
			"integer, save :: mdmp_turn1 = 0, mdmp_kept1 = 1", "call system_clock(mdmp_start1)", "call system_clock(mdmp_stop1)",
			"if (mdmp_turn1 <= 27) then", "mdmp_i1 = (mdmp_turn1 + 3)/6",
		} {
			if !strings.Contains(all, line) {
				t.Errorf("%q is not in\n%s", line, all)
			}
		}
		for _, n := range w.Nests {
			if head := strings.Join(planned.Lines(n.Head), "\n"); !strings.Contains(head, "if (mdmp_way1 == 1 .or. mdmp_to1_(1) < mdmp_from1_(1)) then") {
				t.Errorf("it is not left whole:\n%s", head)
			}
		}
	}
}

// TestLater: a wait of the program keeps its text, and the compiler forgets what was under way.
func TestLater(t *testing.T) {
	g, w := group(t, "mpi", "integer :: r(2)\ncall MPI_Irecv(a, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\ncall MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\ndo i = 1, n\nb(i) = i\nend do\n")
	var got []string
	for _, line := range planned.Lines(w.Waits[g.Calls[0]]) {
		got = append(got, strings.TrimSpace(line))
	}
	want := []string{"if (mdmp_way1 == 2) then", "call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)", "call mdmp_mpi_get_address(a, mdmp_address, mdmp_error)", "end if"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
