package rungs

import (
	"strings"
	"testing"
)

// TestWrites: a send is not proved from a nest if a statement of any kind between
// the nest and the exchange may write what it sends, or changes to whom.
func TestWrites(t *testing.T) {
	for _, s := range []string{
		"u(5,1) = 0", "u(5,:) = 0", "u = 0", "u(:,1) = u(:,2)", "forall (i=1:3) u(i,1) = 0", "where (u(:,1) > 0) u(:,1) = 0",
		"do concurrent (i=1:3)\n u(i,1) = 0\n end do", "do i = 1, 3\n u(i,1) = foreign(s, t)\n end do", "u(idx(1),k) = 0",
		"call bump(u)", "call bump(u(:,1:3))", "call outside(u(1,1))", "call outside(u(4,0))", "s = foreign(u(1,1), t)", "call external_thing(u)",
		"read (5, *) u(5,1)", "read (5, *) (u(i,1), i=1,3)", "read (5, *) u", "read (5, nml=grp)", "read (5, *, iostat=west) s", "read (5, *) west",
		"inquire (5, number=west)", "inquire (iolength=west) s", "open (newunit=west, file='x')", "write (5, *, iostat=west) s", "close (5, iostat=west)",
		"read (5, '(a)', advance='no', size=west) s", "allocate (alo(3,3), stat=west)", "deallocate (alo, stat=west)",
		"call random_number(u(:,1))", "call random_number(u)", "call system_clock(west)", "call date_and_time(values=idx)\n west = idx(1)",
		"call mvbits(1, 0, 3, west, 0)", "do west = 1, 3\n s = s + 1\n end do", "read (5, *) (s, west=1,3)", "call idle(west)",
		"associate (z => u(:,1))\n z(5) = 0\n end associate", "associate (z => u)\n z(5,1) = 0\n end associate", "associate (z => west)\n z = 3\n end associate",
		"block\n integer :: z\n u(5,1) = 0\n end block", "if (flag) u(5,1) = 0", "if (flag) then\n u(5,1) = 0\n end if",
		"select case (k)\n case (1)\n u(5,1) = 0\n end select", "do while (s > t)\n u(5,1) = s\n s = s + 1\n end do", "do\n u(5,1) = 2\n exit\n end do",
		"!$omp parallel\n u(5,1) = 0\n!$omp end parallel", "!$omp parallel do reduction(+:u)\n do i = 1, 3\n s = 1\n end do", "!$omp parallel reduction(+:u)\n!$omp end parallel",
		"!$omp parallel do lastprivate(west)\n do i = 1, 3\n west = i\n end do", "!$omp atomic\n u(5,1) = u(5,1) + 1", "!$omp critical\n u(5,1) = 0\n!$omp end critical",
		"!$omp parallel do linear(west:2)\n do i = 1, 3\n s = 1\n end do", "!$omp single\n s = 1\n!$omp end single copyprivate(u)",
		"!$omp single\n!$mdmp init comm(req)\n!$omp end single copyprivate(u)", "!$omp task\n u(5,1) = 0\n!$omp end task", "!$omp sections\n u(5,1) = 0\n!$omp end sections",
		"assign 10 to west\n10 continue", "call get_command_argument(1, length=west)", "call move_alloc(blo, alo)\n u(1:3,1) = alo(1,:)",
		"print *, foreign(u(1,1), t)", "if (foreign(u(1,1), t) > 0) s = 1", "s = w(int(foreign(u(1,1), t)),1)", "call mpi_recv(u(1,1), 1, mpi_real, 0, 0, mpi_comm_world, idx, ierr)",
		"call mpi_comm_rank(mpi_comm_world, west, ierr)", "sync all", "call get_environment_variable('A', length=west)", "call execute_command_line('true', exitstat=west)",
	} {
		if !strings.Contains(s, "west") {
			completed(t, "!$mdmp recv(u(:,1), west)\n", s)
		}
		src := strings.Replace(frame, "BODY", fill+"  "+s+"\n"+sendU, 1)
		list := evidence(t, "case.f90", src)
		if len(list) != 1 {
			t.Fatalf("%q: %d regions", s, len(list))
		}
		if got := show(src, list[0]); hasLine(got, "nest") && feedsFinal(got) {
			t.Errorf("the send is final before %q:\n%s", s, got)
		}
	}
}

// feedsFinal reports whether the nest that fills u states the send as final.
func feedsFinal(got string) bool {
	i := strings.Index(got, "writes u(1:100,<1>) exact")
	if i < 0 {
		return false
	}
	rest := got[i:]
	if j := strings.Index(rest, "nest line"); j >= 0 {
		rest = rest[:j]
	}
	return hasLine(rest, "feeds .. final")
}
