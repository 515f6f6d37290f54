package rungs

import (
	"fmt"
	"strings"
	"testing"
)

// TestReads: wherever a statement of any kind reads an element that is received,
// the receive is complete before it.
func TestReads(t *testing.T) {
	for _, s := range readers() {
		completed(t, recvU, s)
	}
}

// readers are statements that read an element, or a few, of column 0 of u.
func readers() []string {
	return []string{
		"s = u(1,0)", "s = abs(-u(1,0))", "s = -(u(1,0))", "flag = u(1,0) > 0", "flag = .not. u(1,0) > 0",
		"t = merge(s, t, u(1,0) > 0)", "s = w(idx(int(u(1,0))),1)", "w(int(u(1,0)),1) = 2", "s = sum([s, u(1,0)])",
		"s = sum([(u(i,0), i=1,3)])", "s = sum([(real(i), i=1,int(u(1,0)))])", "s = w(1:int(u(1,0)),1) .dot. s",
		"k1%d(1,1) = u(1,0)", "ks(int(u(1,0)))%d(1,1) = 2", "s = ks(int(u(1,0)))%d(1,1)",
		"p(1:int(u(1,0)),1:) => tgt", "p => tgt(int(u(1,0)):,:)", "q => ks(int(u(1,0)))%b",
		"allocate (alo(int(u(1,0)),3))", "allocate (alo(3,3), stat=idx(int(u(1,0))))", "deallocate (ks(int(u(1,0)))%a)",
		"allocate (alo(3,3), source=u(1,0))", "call move_alloc(ks(int(u(1,0)))%a, alo)", "nullify (ks(int(u(1,0)))%b)",
		"call idle(int(u(1,0)))", "call random_number(w(int(u(1,0)):,1))", "call outside(w(int(u(1,0)),1))", "call k1%bound(int(u(1,0)))",
		"call bump(w(int(u(1,0)):,:))", "s = smooth(s, u(1,0))", "s = foreign(s, u(1,0))",
		"if (u(1,0) > 0) s = 2", "if (u(1,0) > 0) then\n s = 2\n end if", "if (flag) then\n s = 2\n else if (u(1,0) > 0) then\n s = 3\n end if",
		"if (u(1,0)) 901, 902, 903\n901 continue\n902 continue\n903 continue", "go to (901, 902), int(u(1,0))\n901 continue\n902 continue",
		"select case (int(u(1,0)))\n case (1)\n s = 2\n end select",
		"do while (u(1,0) > s)\n s = s + 1\n end do", "do i = int(u(1,0)), 3\n s = s + i\n end do", "do i = 1, 3, int(u(1,0))\n s = s + i\n end do",
		"do i = 1, int(u(1,0))\n s = foreign(s, t)\n end do", "do\n if (u(1,0) > s) exit\n s = s + 1\n end do",
		"associate (z => u(1,0) + 1)\n s = z\n end associate", "associate (z => w(int(u(1,0)),1))\n s = 1\n end associate",
		"block\n real :: z(int(u(1,0)))\n s = size(z)\n end block", "block\n character(len=int(u(1,0))) :: z\n s = len(z)\n end block",
		"block\n character :: z*(int(u(1,0)))\n s = len(z)\n end block",
		"print *, u(1,0)", "print *, (u(i,0), i=1,3)", "print *, (s, i=1,int(u(1,0)))", "write (int(u(1,0)), *) s", "write (*, '(f9.3)') u(1,0)",
		"write (6, *, iostat=idx(int(u(1,0)))) s", "read (5, *) w(int(u(1,0)),1)", "open (7, file='x', recl=int(u(1,0)))", "inquire (iolength=k) u(1,0)",
		"inquire (int(u(1,0)), opened=flag)", "rewind (int(u(1,0)))", "close (int(u(1,0)))", "flush (int(u(1,0)))", "wait (int(u(1,0)))",
		"stop int(u(1,0))", "error stop int(u(1,0))", "if (flag) stop int(u(1,0))", "sync images (int(u(1,0)))",
		"forall (i=1:int(u(1,0))) v(i,1) = 1", "forall (i=1:3, u(i,0) > 0) v(i,70) = foreign(s, t)", "do concurrent (i=1:int(u(1,0)))\n v(i,1) = 1\n end do",
		"where (w(:,1) > u(1,0)) line = 2", "where (u(:,0) > 0) line = 2",
		"!$omp parallel do num_threads(int(u(1,0)))\n do i = 1, 3\n v(i,1) = 1\n end do", "!$omp parallel if(u(1,0) > 0)\n s = 2\n!$omp end parallel",
		"!$omp atomic\n s = s + u(1,0)", "!$omp critical\n s = u(1,0)\n!$omp end critical",
	}
}

// completed checks that a receive is complete before statement s, or not pending
// at all.
func completed(t *testing.T, recv, s string) {
	t.Helper()
	src := strings.Replace(frame, "BODY", recv+busy+"  "+s+"\n  t = 1\n  t = 2\n"+relax, 1)
	list := evidence(t, "case.f90", src)
	if len(list) != 1 {
		t.Fatalf("%q: %d regions", s, len(list))
	}
	got := show(src, list[0])
	line := strings.Count(src[:strings.Index(src, s)], "\n") + 1
	if hasLine(got, "recv .. plain") {
		return
	}
	if completes(got, line) {
		return
	}
	if !statesFirst(got, line) {
		t.Errorf("nothing completes the receive before %q:\n%s", s, got)
	}
}

// completes reports whether a completion stands before the statement at line.
func completes(got string, line int) bool {
	for _, l := range strings.Split(got, "\n") {
		var at int
		if n, _ := scan(l, &at); n == 1 && at >= line-1 && at <= line+2 {
			return true
		}
	}
	return false
}

// scan reads the line of a completion, or of a call that asks for one in the
// procedure.
func scan(text string, at *int) (int, error) {
	if n, err := fmt.Sscanf(text, "call before line %d:", at); n == 1 {
		return n, err
	}
	return fmt.Sscanf(text, "need before line %d:", at)
}

// statesFirst reports whether the statement, or one right behind it, is a nest
// that states what it touches.
func statesFirst(got string, line int) bool {
	for _, at := range []int{line, line + 1} {
		nest := fmt.Sprintf("nest line %d:", at)
		i := strings.Index(got, nest)
		if i < 0 {
			continue
		}
		rest := got[i+len(nest):]
		if j := strings.Index(rest, "nest line"); j >= 0 {
			rest = rest[:j]
		}
		if strings.Contains(rest, "reads u(") || strings.Contains(rest, "writes u(") {
			return true
		}
	}
	return false
}

// TestManagedReads: the same in a procedure that is entered while something may
// be pending that it knows nothing of.
func TestManagedReads(t *testing.T) {
	unit := strings.NewReplacer("program frame", "subroutine work(u)", "end program", "end subroutine",
		"!$mdmp commregion r\n", "", "!$mdmp end commregion r\n", "").Replace(frame)
	managed := 0
	for _, s := range readers() {
		src := strings.Replace(unit, "BODY", busy+"  "+s+"\n  t = 1\n  t = 2\n"+relax, 1)
		got := showFile(src, fileEvidence(t, "case.f90", src, func(name string) bool { return name == "work" }))
		if hasLine(got, "not managed work") {
			continue
		}
		managed++
		line := strings.Count(src[:strings.Index(src, s)], "\n") + 1
		if !completes(got, line) && !statesFirst(got, line) {
			t.Errorf("nothing completes what may be pending before %q:\n%s", s, got)
		}
	}
	if managed < 40 {
		t.Errorf("only %d of the procedures are managed", managed)
	}
}
