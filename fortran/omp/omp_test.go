package omp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Names and clauses of directives, however blanks stand.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"!$omp parallel do private(i) shared(b)", "parallel do: private(i) shared(b)"},
		{"!$OMP PARALLELDO SIMD", "parallel do simd:"},
		{"!$omp do, schedule( static , n )", "do: schedule( static , n )"},
		{"!$omp do ordered collapse(2)", "do: collapse(2)"},
		{"!$omp end parallel do nowait", "end parallel do:"},
		{"!$omp enddo", "end do:"},
		{"!$omp end single copyprivate(s)", "end single: copyprivate(s)"},
		{"!$omp critical (update)", "critical: (update)"},
		{"!$omp atomic update", "atomic:"},
		{"!$omp simd simdlen(4)", "simd: simdlen(4)"},
		{"!$omp taskwait", "taskwait:"},
		{"!$omp taskgroup", ":"},
		{"!$omp threadprivate(/block/, x)", "threadprivate: (/block/, x)"},
		{"!$omp task if(f(1) > (2)) depend(in: a(i))", "task: if(f(1) > (2)) depend(in: a(i))"},
		{"!$acc parallel loop copy(a)", "acc parallel loop: copy(a)"},
		{"!$omp parallel if(a", "parallel: if(a)"},
	} {
		file := source.New("a.f90", []byte(c.text+"\n"), source.Options{})
		d := omp.Read(&file.Lines[0])
		got := d.Name() + ":"
		if d.End {
			got = "end " + got
		}
		if d.ACC {
			got = "acc " + got
		}
		d.Each(func(clause, args string) { got += fmt.Sprintf(" %s(%s)", clause, args) })
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
		if strings.Contains(d.Squeezed, " ") {
			t.Errorf("%s: %q", c.text, d.Squeezed)
		}
	}
}

// The directive that ends what another one begins, with those of the same name in between.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{"!$omp parallel\ns = 1\n!$omp end parallel\n", 2},
		{"!$omp parallel\n!$omp parallel\ns = 1\n!$omp end parallel\n!$omp end parallel\ns = 2\n", 4},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\ns = 1\nend do\n!$omp end do\n!$omp endparallel\n", 4},
		{"!$omp parallel\ns = 1\n", -1},
		{"!$omp single\ns = 1\n!$omp end parallel\n!$omp end single\n", 3},
		{"!$acc parallel\n!$omp end parallel\n", -1},
	} {
		file := source.New("a.f90", []byte("subroutine s\n"+c.src+"end subroutine\n"), source.Options{OpenMP: true})
		items := parse.File(file).Units[0].Exec
		if got := omp.End(items, 0); got != c.want {
			t.Errorf("%q: %d, want %d", c.src, got, c.want)
		}
	}
	if _, ok := omp.Of(parse.File(source.New("a.f90", []byte("s = 1\nend\n"), source.Options{})).Units[0].Exec[0]); ok {
		t.Error("an assignment is no directive")
	}
}
