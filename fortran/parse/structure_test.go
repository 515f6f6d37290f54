package parse

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestStructures checks that the fields of DEC structures are no declarations
// of the unit, and that what follows is read as ever.
func TestStructures(t *testing.T) {
	const text = `      subroutine s(y)
      structure /pair/
        integer left
        structure /inner/ in
          real x(3)
        end structure
        union
          map
            real*8 d
          end map
        end union
      end structure
      record /pair/ p
      integer k
      encode (10, 20, y) k
      p.left = 3
      do 10 k = 1, 3
   10 decode (10, 20, y) k
      k = 1
      end
      subroutine u
      structure /open/
        integer f
      end
      subroutine v
      integer f
      end
`
	want := []ast.Kind{ast.KSubroutine, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ast.KDecl, 0, 0, ast.KDo, 0, ast.KAssign, ast.KEnd,
		ast.KSubroutine, 0, 0, ast.KEnd, ast.KSubroutine, ast.KDecl, ast.KEnd}
	f := File(source.New("a.f", []byte(text), source.Options{Form: source.Fixed}))
	if len(f.Stmts) != len(want) {
		t.Fatalf("%d statements, want %d", len(f.Stmts), len(want))
	}
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Kind != want[i] {
			t.Errorf("line %d is %s, want %s", s.Line.First, s.Kind, want[i])
		}
	}
	c, ok := f.Units[0].Exec[len(f.Units[0].Exec)-2].(*ast.Construct)
	if !ok || c.End == nil || c.End.Label() != "10" || !c.SharedEnd {
		t.Errorf("the loop does not end at the statement with its label that was not understood")
	}
}
