// Package planned plans exchanges for tests: from directives, and from a table
// that says what there is to know about the variables they name.
package planned

import (
	"strings"

	"mdmp/analysis/regions"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/codegen/plan"
	"mdmp/diag"
	"mdmp/fortran/ast"
	"mdmp/fortran/parse"
	"mdmp/fortran/source"
)

// T is what is needed of a test.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Facts is a table of variables. A name that it does not hold is not seen.
type Facts struct {
	Vars map[string]plan.Var
	F08  bool // communicators are of type(MPI_Comm)
}

// Var returns what the table says.
func (f Facts) Var(name string) plan.Var {
	if v, ok := f.Vars[name]; ok {
		return v
	}
	return plan.Var{Rank: plan.Unknown}
}

// Rank knows constants, variables, their elements, and what operators make of
// them.
func (f Facts) Rank(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.Literal:
		return 0
	case *ast.Ident:
		return f.Var(x.Name).Rank
	case *ast.Paren:
		return f.Rank(x.X)
	case *ast.Binary:
		if l, r := f.Rank(x.X), f.Rank(x.Y); l >= 0 && r >= 0 {
			return max(l, r)
		}
	case *ast.Apply:
		if id, ok := x.X.(*ast.Ident); ok && f.Var(id.Name).Variable {
			return 0
		}
	}
	return plan.Unknown
}

// Calls takes everything with parentheses for a call that is not in the table.
func (f Facts) Calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		if a, ok := x.(*ast.Apply); ok {
			id, ok := a.X.(*ast.Ident)
			found = found || !ok || !f.Var(id.Name).Variable
		}
		return !found
	})
	return found
}

// MPIComm reports F08.
func (f Facts) MPIComm() bool { return f.F08 }

// Declared reports whether the table holds the name.
func (f Facts) Declared(name string) bool { return f.Var(name).Known }

// Variables are those that the tests use: rank 2 reals a (of the program), al
// (allocatable), p (a pointer), ro (read only) and as (of assumed size), scalars
// s, i, j, n, size and on, an integer array list, characters c, cc(:) and dc(:)
// (of deferred length), complex zz and z(:), derived types d and e(:).
func Variables() map[string]plan.Var {
	v := func(name string, rank int) plan.Var {
		return plan.Var{Known: true, Variable: true, Rank: rank, Type: plan.Type{Name: name}, Contiguous: true}
	}
	pointer := v("real", 2)
	pointer.Pointer, pointer.Unset, pointer.Contiguous = true, true, false
	allocatable := v("real", 2)
	allocatable.Unset = true
	readOnly := v("real", 2)
	readOnly.ReadOnly = true
	assumed := v("real", 2)
	assumed.AssumedSize, assumed.Contiguous = true, false
	deferred := v("character", 1)
	deferred.Type.Deferred = true
	q := v("real", 1)
	q.Pointer, q.Unset, q.Contiguous = true, true, false
	parts := map[string]plan.Var{"x": v("real", 0), "v": v("real", 1), "q": q, "re": v("real", 0)}
	cell := plan.Type{Name: "type", Derived: "cell", Named: true, Component: func(name string) plan.Var {
		if c, ok := parts[name]; ok {
			return c
		}
		return plan.Var{Rank: plan.Unknown}
	}}
	typed := func(t plan.Type, rank int) plan.Var {
		w := v("type", rank)
		w.Type = t
		return w
	}
	bound, hidden := cell, cell
	bound.Derived, bound.Bound = "actor", true
	hidden.Derived, hidden.Named = "secret", false
	const comm = "mpi_comm"
	return map[string]plan.Var{
		"a": v("real", 2), "al": allocatable, "p": pointer, "ro": readOnly, "as": assumed, "s": v("real", 0),
		"i": v("integer", 0), "j": v("integer", 0), "n": v("integer", 0), "size": v("integer", 0), "on": v("logical", 0), "off": v("logical", 0),
		"list": v("integer", 1), "c": v("character", 0), "cc": v("character", 1), "dc": deferred, "z": v("complex", 1), "zz": v("complex", 0),
		"d": typed(cell, 0), "e": typed(cell, 1), "actor": typed(bound, 0), "secret": typed(hidden, 1),
		"icomm": v("integer", 0), "tcomm": typed(plan.Type{Name: "type", Derived: comm}, 0),
	}
}

// Exchange plans the only exchange of some directives, which stand in lines of
// their own in file a.f90 from line 2 on, and may be followed by statements.
func Exchange(t T, directives string, f Facts, opt plan.Options) (*plan.Exchange, *names.Used, []diag.Diagnostic) {
	t.Helper()
	file := source.New("a.f90", []byte("subroutine sub\n"+directives+"\nend subroutine\n"), source.Options{})
	tree := parse.File(file)
	if len(tree.Errors) > 0 {
		t.Fatalf("%v in\n%s", tree.Errors, directives)
	}
	set, diags := regions.Find(file, tree)
	if len(set.Exchanges) != 1 {
		t.Fatalf("%d exchanges: %v\n%s", len(set.Exchanges), diags, directives)
	}
	used := names.Of(file)
	x, found := plan.Build(file, set.Exchanges[0], f, used, opt)
	return x, used, found
}

// Lines returns statements as lines, indented by their depth.
func Lines(stmts []layout.Stmt) []string {
	var list []string
	for _, s := range stmts {
		text := strings.Repeat("  ", s.Depth) + s.Text
		switch {
		case s.Comment:
			text = strings.Repeat("  ", s.Depth) + "! " + s.Text
		case s.Copy:
			text = strings.TrimSuffix(s.Text, "\n")
		}
		list = append(list, text)
	}
	return list
}
