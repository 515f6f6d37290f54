package parse_test

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The statements of a procedure, where they stand, and what a name means.
func Example() {
	text := []byte(`subroutine relax(old, new, n)
  integer, intent(in) :: n
  real(8) :: old(0:n+1), new(n)
  do i = 1, n
    new(i) = 0.5d0*(old(i-1) + &
                    old(i+1))
  end do
end subroutine
`)
	sf := source.New("relax.f90", text, source.Options{})
	file := parse.File(sf)
	table := scope.New(file, scope.Options{})
	for _, u := range file.Units {
		ast.Items(u.Exec, func(st *ast.Stmt) bool {
			fmt.Println(sf.Position(st.Span().Start), st.Kind)
			return true
		})
		s := table.Unit(u)
		old, i := s.Lookup("old"), s.Lookup("i")
		fmt.Println(old.Rank, old.IsArray(), i.Type.Name)
	}
	// Output:
	// relax.f90:4:3 do
	// relax.f90:5:5 assignment
	// relax.f90:7:3 end do
	// 1 true integer
}
