package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// The elements of what a pointer leads to need not lie side by side, whatever the
// pointer leads to later: who gets it in an explicit-shape dummy may copy it back.
func TestAssociateOfPointer(t *testing.T) {
	const src = `subroutine frame(a, s)
  real, target :: a(10)
  real, pointer :: p(:)
  real :: s
  p => a(1:9:2)
  associate (x => p)
    CHANGE
    call look(x, 5, s)
  end associate
end subroutine
subroutine look(x, n, s)
  integer, intent(in) :: n
  real :: x(n), s
  s = x(1)
end subroutine
`
	for change, name := range map[string]string{"continue": "p", "p => a": "x"} {
		tree := snippet.Parse(t, strings.Replace(src, "CHANGE", change, 1)).Tree(t, "frame")
		expect(t, change, "r:"+name+"* w:"+name+"*", words(all(tree)))
	}
}

// The name of half of a complex number is real, as the half is: doubling it rounds nothing.
func TestAssociateOfHalf(t *testing.T) {
	for selector, fuses := range map[string]bool{"z": true, "z%re": false, "zs(1)%im": false, "zs%im": false, "zs": true} {
		f, u, tree := parse(t, "associate (x => "+selector+")\nb = x*2\nend associate")
		f.Program.Rounding = access.Rounding{FusesPairs: true}
		n := tree.Nodes[0].Arms[0][0]
		if _, got := u.At(n).Fused(n.Item); got != fuses {
			t.Errorf("%s: fused %v", selector, got)
		}
	}
}
