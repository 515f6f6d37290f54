package codegen

import (
	"regexp"
	"testing"
)

// A nest may feed exchanges that stand at lines of the same number in different files.
func TestSitesOfFiles(t *testing.T) {
	const src = `subroutine s(u, v, n, m, west, east)
  implicit none
  integer, intent(in) :: n, m, west, east
  real(8), intent(inout) :: u(n,0:m+1), v(n,0:m+1)
  integer :: it, i, j
  !$mdmp commregion
  do it = 1, 9
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*v(i,j)
      end do
    end do
# 1 "west.inc"
    !$mdmp send(u(:,1), west)
# 13 "s.f90"
    v(1,1) = it
# 1 "east.inc"
    !$mdmp send(u(:,m), east)
# 15 "s.f90"
  end do
  !$mdmp end commregion
end subroutine
`
	res, err := Translate("s.f90", []byte(src), Options{Mode: Auto})
	if err != nil || len(res.Diags) > 0 {
		t.Fatal(err, res.Diags)
	}
	handles := map[string]string{}
	for _, m := range regexp.MustCompile(`call mdmp_site\((\w+), '(\w+)\.inc'`).FindAllStringSubmatch(string(res.Text), -1) {
		if file := handles[m[1]]; file != "" && file != m[2] {
			t.Errorf("%s is the handle of an exchange in %s.inc and of one in %s.inc", m[1], file, m[2])
		}
		handles[m[1]] = m[2]
	}
	if len(handles) != 2 {
		t.Errorf("handles of %v in\n%s", handles, res.Text)
	}
}
