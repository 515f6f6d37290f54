package source_test

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// A tool with directives of its own reads them with its own sentinel. OpenMP's are
// known besides; those of others are comments.
func Example_sentinels() {
	src := `program p
  !$tune unroll(4) &
  !$tune&  prefetch
  !$omp parallel do
  do i = 1, 9
  end do
  !$mdmp send(a, 1)
  !$tuen unroll(2)
end program
`
	f := source.New("p.f90", []byte(src), source.Options{Sentinels: []string{"tune", "omp"}})
	for i := range f.Lines {
		if l := &f.Lines[i]; l.Kind == source.Directive {
			fmt.Printf("line %d, %s: %s\n", l.First, l.Sentinel(), l.Text)
		}
	}
	for _, p := range f.Problems {
		fmt.Printf("line %d, %s: %s\n", f.Position(p.At.Start).Line, p.Text, p.Hint)
	}
	fmt.Println(parse.File(f).Units[0].Name)
	// Output:
	// line 2, tune: unroll(4)   prefetch
	// line 4, omp: parallel do
	// line 8, unknown sentinel !$tuen: this line is a comment: write !$tune followed by a blank
	// p
}
