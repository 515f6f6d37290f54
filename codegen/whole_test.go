package codegen

import (
	"strings"
	"testing"
)

// Which arrays of a nest are passed by their addresses, and which are not passed at all to
// keep them out of registers.
func TestOnePiece(t *testing.T) {
	for _, c := range []struct {
		name, decl    string
		address, kept bool // kept: by mdmp_keep
	}{
		{"explicit shape", "real, intent(inout) :: a(n, 0:m+1)", true, false},
		{"assumed size", "real, intent(inout) :: a(n, 0:*)", true, false},
		{"assumed shape", "real, intent(inout) :: a(:, 0:)", false, true},
		{"pointer", "real, pointer, intent(in) :: a(:, :)", false, true},
		{"optional", "real, optional, intent(inout) :: a(n, 0:m+1)", false, true},
		{"allocatable", "real, allocatable, intent(inout) :: a(:, :)", true, true},
		{"characters", "character(len=3), intent(inout) :: a(n, 0:m+1)", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Translate("s.f90", []byte("module mod\ncontains\n"+
				"subroutine s(a, n, m, p)\n  integer, intent(in) :: n, m, p\n  "+c.decl+"\n  integer :: i, j\n"+
				"  !$mdmp commregion\n  !$mdmp recv(a(:, 0), p)\n  do j = 1, m\n    do i = 1, n\n      a(i, j) = a(i, j-1)\n    end do\n  end do\n"+
				"  !$mdmp end commregion\nend subroutine s\nend module\n"), Options{Mode: Auto})
			if err != nil || len(res.Diags) > 0 {
				t.Fatalf("%v %v", err, res.Diags)
			}
			text := string(res.Text)
			if !strings.Contains(text, "mdmp_nest_next(") {
				t.Fatalf("it is not cut:\n%s", text)
			}
			nest := text[strings.Index(text, "mdmp_nest_idle("):]
			if got := strings.Contains(nest, "call mdmp_nest_arrays(") || strings.Contains(nest, "call mdmp_nest_allocated("); got != c.address {
				t.Errorf("by address: %v, want %v:\n%s", got, c.address, text)
			}
			if got := strings.Contains(nest, "call mdmp_keep("); got != c.kept {
				t.Errorf("kept: %v, want %v:\n%s", got, c.kept, text)
			}
		})
	}
}
