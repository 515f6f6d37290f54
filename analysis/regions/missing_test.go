package regions_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestInterfaceAmongStatements: behind an INCLUDE line that was not read an interface block may stand where statements do.
func TestInterfaceAmongStatements(t *testing.T) {
	f := source.New("t.f90", []byte(`program p
  real :: u(10)
  include 'missing.inc'
  u = 1
  interface
    subroutine s(x)
      real :: x
    end subroutine
  end interface
  !$mdmp send(u, 1)
end program
`), source.Options{})
	if set, diags := regions.Find(f, parse.File(f), nil); len(set.Exchanges) != 1 || len(diags) > 0 {
		t.Errorf("%d exchanges, %v", len(set.Exchanges), diags)
	}
}
