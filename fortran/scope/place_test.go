package scope

import (
	"math/rand/v2"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestAtAnyOrder: where At was asked before does not matter.
func TestAtAnyOrder(t *testing.T) {
	src := `subroutine s(n, x)
integer :: n
real :: x(n)
if (n > 1) then
  block
    integer :: a
    a = 1
    do 10 n = 1, 2
    do 10 n = 1, 2
      associate (b => x)
        b(1) = a
      end associate
10  continue
  end block
else if (n > 2) then
  do concurrent (j = 1:n); x(j) = 1; end do
  select case (n)
  case (1)
    block; real :: c; c = 1; end block
  case default
    x = 2
  end select
  x = 3
end if
contains
subroutine t
  block
    integer :: d
  end block
end subroutine
end subroutine
`
	tab := table(t, src, Options{})
	want := map[source.Pos]*Scope{}
	for p := range source.Pos(len(src)) {
		tab.way = nil
		want[p] = tab.At(p)
	}
	different := map[*Scope]bool{}
	for range 20000 {
		p := source.Pos(rand.IntN(len(src)))
		if got := tab.At(p); got != want[p] {
			t.Fatalf("byte %d: another scope than when asked first", p)
		}
		different[want[p]] = true
	}
	if len(different) != 8 {
		t.Errorf("%d scopes", len(different))
	}
}
