package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// The compiler is tried with pieces of innermost loops, which takes seconds, only where
// something that is sent or received lies across such a loop, or may do so.
func TestLinesAsked(t *testing.T) {
	const program = `subroutine s(u, v, w, n, m, d, west)
  integer, intent(in) :: n, m, d, west
  real, intent(inout) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), w(0:n+1,0:m+1)
  integer :: i, j, k
!$mdmp commregion
  do k = 1, 9
!$mdmp SECTION
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i-1,j) + u(i,j-1)
      end do
    end do
    MORE
  end do
!$mdmp end commregion
end subroutine s
`
	for _, r := range []struct {
		section, more string
		want          bool
	}{
		{"recv(u(0,1:m), west)", "", true},
		{"recv(u(0:1,:), west)", "", true},
		{"recv(u(1-d:0,1:m), west)", "", true},
		{"recv([w(1:n,0), u(0,1:m)], west)", "", true},
		{"send(v(n,1:m), west)", "", true},
		{"recv(u(1:n,0), west)", "", false},
		{"recv(u(0:n+1,0), west)", "", false},
		{"recv(u(:,0), west)", "", false},
		{"recv(u(2:n-1,1-d:0), west)", "", false},
		{"send(u(n,1:m), west)", "", false}, // the nest does not write it
		{"send(v(1:n,m), west)", "", false},
		{"recv(w(0,1:m), west)", "", false},
		{"recv(u(:,:), west)", "", false},
		{"recv(u(1:n,0), west)", "call elsewhere(u)", true}, // what it exchanges is not known
		{"recv(u(1:n,0), west)", "u(1:n,1:m) = v(1:n,1:m)", false},
	} {
		asked := false
		may := access.Rounding{Lines: func() bool { asked = true; return true }}
		src := strings.NewReplacer("SECTION", r.section, "MORE", r.more).Replace(program)
		res, err := Translate("s.f90", []byte(src), Options{Mode: Auto, Rounding: may})
		if err != nil || len(res.Diags) > 0 {
			t.Fatalf("%v %v", err, res.Diags)
		}
		if asked != r.want {
			t.Errorf("%s, %q: asked %v", r.section, r.more, asked)
		}
	}
}
