package regions_test

import "testing"

// TestReaches looks at what in a region may execute messages that say no tag: all that may be a procedure.
func TestReaches(t *testing.T) {
	const overloads = "interface operator(*)\nprocedure dot\nend interface\n"
	tests := []struct {
		name, decl, stmt string
		want             bool
	}{
		{"language's own", "", "alpha = r*s - sqrt(alpha)**2", false},
		{"numbers of MPI", "", "if (k /= MPI_SUCCESS) stop", false},
		{"overloaded for arrays", overloads, "alpha = r*m", true},
		{"overloaded, not so", overloads, "alpha = alpha*k + sum(r*r)", false},
		{"overloaded, inside of the language's", overloads, "alpha = 1 + (2*sqrt(r*m))", true},
		{"overloaded, in a condition", overloads, "if (r*m > 1.0) alpha = 0", true},
		{"overloaded, in a directive", overloads, "!$mdmp send(alpha, 1) if(k*words(1))", true},
		{"overloaded sign", "interface operator(-)\nprocedure minus\nend interface\n", "alpha = sum(-words)", true},
		{"bound to the type", "type(vector) :: v, w\n", "alpha = v*w", true},
		{"bound to the type of a component", "type(holder) :: v\n", "alpha = 2*v%part + 1", true},
		{"of a type that is not seen", "class(*) :: v\n", "alpha = v + 1", true},
		{"written by a procedure, perhaps", "type(vector) :: v\n", "print *, k, v", true},
		{"written, not known", "type(holder) :: v\n", "print *, 'x', (v%part, k = 1, 2)", true},
		{"defined, of numbers", "interface assignment(=)\nprocedure give\nend interface\ntype(vector) :: v\n", "k = v", true},
		{"defined, of logicals", "interface assignment(=)\nprocedure give\nend interface\n", "k = .true.", true},
		{"defined, not so", "interface assignment(=)\nprocedure give\nend interface\n", "k = 2*k", false},
		{"at the end of a block", "", "block\ntype(vector) :: v\nv%n = 1\nend block", true},
		{"nothing at the end of a block", "", "block\ninteger :: n\nn = 1\nend block", false},
		{"frees", "type(vector), allocatable :: v, w\n", "call move_alloc(v, w)", true},
		{"frees numbers", "real, allocatable :: v(:), w(:)\n", "call move_alloc(v, w)", false},
		{"group", "type(vector) :: v\nnamelist /g/ v\n", "write (*, nml=g)", true},
		{"statement function that calls", "real, external :: fn\nreal :: sf, a\nsf(a) = a + fn(a)\n", "alpha = sf(1.0)", true},
		{"pointer to a procedure", "procedure(real), pointer :: fn\n", "alpha = fn(1.0)", true},
		{"pointer that a function returns", "interface\nfunction fp(k)\ninteger :: k\nreal, pointer :: fp\nend function\nend interface\n", "fp(3) = 1.0", true},
		{"pointer that a function returns, pointed at", "real, pointer :: p\ninterface\nfunction fp(k)\ninteger :: k\nreal, pointer :: fp\nend function\nend interface\n", "p => fp(3)", true},
		{"associate", "real, external :: fn\n", "associate (q => fn(alpha))\nend associate", true},
		{"while", "real, external :: fn\n", "do while (fn(alpha) > 1)\nend do", true},
		{"bound of a loop", "integer, external :: fn\n", "do k = 1, fn(alpha)\nend do", true},
		{"else if", "integer, external :: fn\n", "if (k > 3) then\nelse if (fn(alpha) > 1) then\nend if", true},
		{"unit of output", "integer, external :: fn\n", "write (fn(alpha), *) k", true},
		{"array constructor", "real, external :: fn\n", "r = [(fn(alpha), k = 1, 9)]", true},
		{"where", "interface\nelemental function fe(k)\nreal, intent(in) :: k\nreal :: fe\nend function\nend interface\n", "where (r > 3) r = fe(r)", true},
		{"group, without the word", "type(vector) :: v\nnamelist /g/ v\n", "write (*, g)", true},
		{"group, printed", "type(vector) :: v\nnamelist /g/ v\n", "print g", true},
		{"format", "", "write (*, words) k", false},
		{"written by the language", "", "print *, 'x', k + 1, (r(k), k = 1, 2), sum(r)", false},
	}
	for _, tt := range tests {
		src := "subroutine sub(alpha, r, s, k, m)\nuse mpi\nreal :: alpha, r(9), s, m(9,9)\ninteger :: k\ncharacter(8) :: words(3)\n" +
			"type vector\ninteger :: n\nend type\ntype holder\ntype(vector) :: part\nend type\n" + tt.decl +
			"!$mdmp commregion tag(3)\n" + tt.stmt + "\n!$mdmp end commregion\nend subroutine\n"
		_, set := find(t, src)
		if got := set.Regions[0].Reaches; got != tt.want {
			t.Errorf("%s: %s: reaches %v", tt.name, tt.stmt, got)
		}
	}
}
