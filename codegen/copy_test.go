package codegen

import (
	"strings"
	"testing"
)

// A nest stands in the text a second time, as it was written, unless something
// in it must not stand twice in one scope.
func TestNestCopy(t *testing.T) {
	const before = "subroutine s(a, b, n, m, p)\n  integer, intent(in) :: n, m, p\n  real, intent(inout) :: a(n, 0:m+1), b(n, 0:m+1)\n" +
		"  integer :: i, j\n  !$mdmp commregion\n  !$mdmp recv(a(:, 0), p)\n"
	const after = "  !$mdmp end commregion\nend subroutine s\n"
	for name, c := range map[string]struct {
		nest  string
		twice bool
	}{
		"a nest":     {"  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do\n", true},
		"OpenMP":     {"  !$omp parallel do private(i)\n  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do\n  !$omp end parallel do\n", true},
		"an array":   {"  b(:, 1:m) = a(:, 0:m-1)\n", true},
		"a marker":   {"  do j = 1, m\n    do i = 1, n\n# 7 \"s.inc\"\n      b(i, j) = a(i, j-1)\n    end do\n  end do\n", true},
		"a label":    {"  do 10 j = 1, m\n    do i = 1, n\n      if (a(i, j) < 0) go to 20\n      b(i, j) = a(i, j-1)\n20  end do\n10 continue\n", false},
		"names":      {"  rows: do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do rows\n", false},
		"one line":   {"  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1); end do\n  end do\n", false},
		"a tail":     {"  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do; i = 1\n", false},
		"many lines": {"  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n" + strings.Repeat("\n", mostCopied) + "    end do\n  end do\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Translate("s.f90", []byte(before+c.nest+after), Options{Mode: Auto, LineMarkers: true})
			if err != nil || len(res.Diags) > 0 {
				t.Fatalf("%v %v", err, res.Diags)
			}
			text := string(res.Text)
			if !strings.Contains(text, "mdmp_nest_next(") {
				t.Fatalf("it is not cut:\n%s", text)
			}
			if got := strings.Contains(text, c.nest); got != c.twice {
				t.Errorf("as it was written: %v, want %v:\n%s", got, c.twice, text)
			}
			if asks := strings.Contains(text, "mdmp_nest_asks("); asks == c.twice {
				t.Errorf("mdmp_nest_asks: %v:\n%s", asks, text)
			}
		})
	}
}

// The copy of a nest with labelled DO statements has none, or, where GO TO statements
// name them, others, as long as those.
func TestNestCopyLabels(t *testing.T) {
	const before = "      subroutine s(a, b, n, m, p)\n      integer n, m, p, i, j\n      real a(n, 0:m+1), b(n, 0:m+1)\n" +
		"!$mdmp commregion\n!$mdmp recv(a(:, 0), p)\n"
	const after = "!$mdmp end commregion\n   99 continue\n      end\n"
	end := func(line string) string { return "# " + line + " \"s.f\"\n      end do\n" }
	for name, c := range map[string]struct{ nest, copy string }{
		"shared": {"      do 10 j = 1, m\n      do 10 i = 1, n\n      b(i, j) = a(i, j-1)\n   10 continue\n",
			"      do    j = 1, m\n      do    i = 1, n\n      b(i, j) = a(i, j-1)\n      continue\n" + end("9") + end("9")},
		"jumps": {"      do 20 j = 1, m\n      DO 010, i = 1, n\n        if (a(i, j) .lt. 0) go to 10\n        b(i, j) = a(i, j-1) + 10\n010   continue\n   20 continue\n",
			"      do 12 j = 1, m\n      DO 011, i = 1, n\n        if (a(i, j) .lt. 0) go to 11\n        b(i, j) = a(i, j-1) + 10\n011   continue\n   12 continue\n"},
		"two": {"      do 20 j = 1, m\n      DO 010, i = 1, n\n        b(i, j) = a(i, j-1) + 10\n010   continue\n   20 end do\n",
			"      do    j = 1, m\n      DO      i = 1, n\n        b(i, j) = a(i, j-1) + 10\n      continue\n" + end("9") + "# 10 \"s.f\"\n      end do\n"},
		"an action": {"      do 20 j = 1, m\n      do 10 i = 1, n\n   10 b(i, j) = a(i,\n     &  j-1)\n   20 continue\n",
			"      do    j = 1, m\n      do    i = 1, n\n      b(i, j) = a(i,\n     &  j-1)\n" + end("9") + "# 10 \"s.f\"\n      continue\n" + end("10")},
		"one digit": {"      do 1 j = 1, m\n      do1i = 1, n\n1     b(i, j) = a(i, j-1)\n",
			"      do   j = 1, m\n      do i = 1, n\n      b(i, j) = a(i, j-1)\n" + end("8") + end("8")},
		"jumps to what is shared": {"      do 10 j = 1, m\n      do 10 i = 1, n\n      if (a(i, j) .lt. 0) go to 10\n      b(i, j) = a(i, j-1)\n   10 continue\n", ""},
		"no other left":           {"      do 2 j = 1, m\n      do 3 i = 1, n\n      if (b(i, j) .lt. 0) go to 3\n    1 continue\n      b(i, j) = a(i, j-1)\n    3 continue\n    2 continue\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Translate("s.f", []byte(before+c.nest+after), Options{Mode: Auto, LineMarkers: true})
			if err != nil || len(res.Diags) > 0 {
				t.Fatalf("%v %v", err, res.Diags)
			}
			text := string(res.Text)
			if !strings.Contains(text, "mdmp_nest_next(") {
				t.Fatalf("it is not cut:\n%s", text)
			}
			if asks := strings.Contains(text, "mdmp_nest_asks("); asks != (c.copy == "") || !strings.Contains(text, c.copy) {
				t.Errorf("expected the copy\n%s\nin\n%s", c.copy, text)
			}
		})
	}
}

// The variable of a loop keeps its value where OpenMP makes it private, and else
// has the one that the loop as a whole leaves in it.
func TestNestVariable(t *testing.T) {
	const text = "subroutine s(a, b, n, m, p, j)\n  integer :: n, m, p, i, j\n  real :: a(n, 0:m+1), b(n, 0:m+1)\n  !$mdmp commregion\n" +
		"  !$mdmp recv(a(:, 0), p)\n  !$omp parallel do private(i)\n  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do\n" +
		"  !$omp end parallel do\n  !$mdmp end commregion\nend subroutine\n"
	for _, parallel := range []bool{false, true} {
		res, err := Translate("s.f90", []byte(text), Options{Mode: Auto, Parallel: parallel})
		if err != nil || len(res.Diags) > 0 {
			t.Fatalf("%v %v", err, res.Diags)
		}
		if got := strings.Contains(string(res.Text), " j = int("); got == parallel || !strings.Contains(string(res.Text), "mdmp_nest_next(") {
			t.Errorf("PARALLEL is obeyed: %v, but the loop's variable is set: %v:\n%s", parallel, got, res.Text)
		}
	}
}
