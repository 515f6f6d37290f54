package codegen

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const inheritedInOneFile = `module edges
contains
  subroutine exchange(u, west)
    real :: u(:)
    integer :: west
    !$mdmp send(u, west)
  end subroutine
end module
program one
  use edges
  real :: u(5)
  CLAUSES
  call exchange(u, 1)
  !$mdmp end commregion
  !$mdmp commregion tag(3)
  !$mdmp send(u, 1)
  u = sqrt(u)
  !$mdmp end commregion
end program
`

// What messages inherit in off mode is there where it can matter, and in the way that the standard allows.
func TestInherited(t *testing.T) {
	for _, c := range []struct {
		clauses  string
		opt      Options
		has, not string
	}{
		{"!$mdmp commregion tag(2)", Options{}, "common /mdmp_inherited/ begin_ end_ get_", "module_"},
		{"!$mdmp commregion tag(2)", Options{Alone: true}, "common /mdmp_inherited/ begin_ end_ get_", "module_"},
		{"!$mdmp commregion tag(2)", Options{NoCommon: true}, "bind(C, name='mdmp_inherited') :: entered begin_ end_ get_ module_", "common"},
		{"!$mdmp commregion", Options{}, "common /mdmp_inherited/ get_", "begin_ end_"},
		{"!$mdmp commregion", Options{Alone: true}, "MPI_Isend", "common begin_ end_ get_"},
		{"!$mdmp commregion", Options{Mode: Plain}, "mdmp_untagged", "mdmp_inherit_begin mdmp_inherit_end"},
		{"!$mdmp commregion tag(2)", Options{Mode: Plain}, "mdmp_untagged mdmp_inherit_begin(mdmp_world,", "mdmp_inherited"},
	} {
		if c.opt.Mode == "" {
			c.opt.Mode = Off
		}
		res := translate(t, txtar.File{Name: "a.f90", Data: []byte(strings.Replace(inheritedInOneFile, "CLAUSES", c.clauses, 1))}, c.opt)
		text := strings.NewReplacer("module mdmp_attributes_", "module_", "subroutine mdmp_inherit_begin", "begin", "subroutine mdmp_inherit_end", "end",
			"subroutine mdmp_inherited", "get").Replace(string(res.Text))
		if (res.Unused != "") != c.opt.NoCommon {
			t.Errorf("%s %+v: %q is added", c.clauses, c.opt, res.Unused)
		}
		for _, w := range strings.Fields(c.has) {
			if !strings.Contains(text, w) {
				t.Errorf("%s %+v: %q is missing in\n%s", c.clauses, c.opt, w, text)
			}
		}
		for _, w := range strings.Fields(c.not) {
			if strings.Contains(text, w) {
				t.Errorf("%s %+v: %q is in\n%s", c.clauses, c.opt, w, text)
			}
		}
	}
}
