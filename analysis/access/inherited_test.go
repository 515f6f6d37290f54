package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// What a type inherits has two paths: by its own name, and behind the component that holds all
// of it. Objects of both share storage.
func TestInherited(t *testing.T) {
	for _, other := range []string{"x%up%u", "x%up%in%w", "x%mid%u", "x%mid%up%u", "x%up"} {
		tree := snippet.Parse(t, `subroutine frame
  type deep
    real :: w(4)
  end type
  type up
    real :: u(4)
    type(deep) :: in
  end type
  type, extends(up) :: mid
    real :: m
  end type
  type, extends(mid) :: low
    real :: v(4)
  end type
  type(low) :: x
  type(up) :: one
  x%u = 1
  x%in%w = 2
  `+other+` = other
end subroutine
`).Tree(t, "frame")
		mine := ref(t, tree, 0).Obj
		if other == "x%up%in%w" {
			mine = ref(t, tree, 1).Obj
		}
		if its := ref(t, tree, 2).Obj; access.Relate(mine, its) == access.Distinct || access.Relate(its, mine) == access.Distinct {
			t.Errorf("%s, %s are distinct", mine.Key, its.Key)
		} else if !access.NewNear([]*access.Object{mine}).Has(its) || !access.NewNear([]*access.Object{its}).Has(mine) {
			t.Errorf("%s, %s are not found", mine.Key, its.Key)
		}
	}
}
