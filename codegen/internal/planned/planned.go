// Package planned plans exchanges for tests: from directives, and from
// declarations of the variables they name.
package planned

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// T is what is needed of a test.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// declarations are those that the tests use: reals a, al (allocatable), p (a
// pointer), ro (read only) and as (of assumed size) of rank 2, scalars s, i, j, n,
// size and on, an integer arrays list and lbound, characters c, cc(:) and dc(:) (of deferred
// length), complex zz and z(:), derived types d, e(:) and ae(*), actor, whose type has
// a procedure, and secret, whose type has another meaning here. A name that is not
// declared may come from a module that is not seen.
const declarations = `module host
type hidden; real :: x; end type
type(hidden) :: secret(5)
contains
subroutine sub(ro, as, ae)
use elsewhere
type hidden; integer :: k; end type
type cell; real :: x, v(4), re; real, pointer :: q(:); end type
type agent; real :: x; contains; procedure :: act; end type
real, intent(in) :: ro(3,4)
real :: as(3,*), a(3,4), s
real, allocatable :: al(:,:)
real, pointer :: p(:,:)
integer :: i, j, n, size, list(3), lbound(3), icomm
logical :: on, off
character(9) :: c, cc(4)
character(:), allocatable :: dc(:)
complex :: z(5), zz
type(cell) :: d, e(3), ae(*)
type(agent) :: actor
type(mpi_comm) :: tcomm
`

// Exchange plans the only exchange of some directives, which stand in lines of
// their own in file a.f90 from line 2 on, and may be followed by statements.
func Exchange(t T, directives string, opt plan.Options) (*plan.Exchange, *emit.Names, []diag.Diagnostic) {
	t.Helper()
	return ExchangeUsing(t, "", directives, opt)
}

// ExchangeUsing is Exchange where a module is used.
func ExchangeUsing(t T, module, directives string, opt plan.Options) (*plan.Exchange, *emit.Names, []diag.Diagnostic) {
	t.Helper()
	first := declarations
	if module != "" {
		first = strings.Replace(first, "elsewhere", "elsewhere\nuse "+module, 1)
	}
	first = strings.ReplaceAll(first, "\n", "; ")
	file := source.New("a.f90", []byte(first+"\n"+directives+"\nend subroutine\nend module\n"), source.Options{})
	tree := parse.File(file)
	if len(tree.Errors) > 0 {
		t.Fatalf("%v in\n%s", tree.Errors, directives)
	}
	set, diags := regions.Find(file, tree, nil)
	if len(set.Exchanges) != 1 {
		t.Fatalf("%d exchanges: %v\n%s", len(set.Exchanges), diags, directives)
	}
	used := emit.NamesOf(file)
	x := set.Exchanges[0]
	names := scope.New(tree, scope.Options{}).At(x.Span().Start)
	p, found := plan.Build(file, x, names, used, opt)
	return p, used, found
}

// Lines returns statements as lines, indented by their depth.
func Lines(stmts []emit.Stmt) []string {
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
