package scope

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// modules offers modules of other files, each as text.
func modules(t *testing.T, texts ...string) Options {
	t.Helper()
	var opt Options
	opt.Module = func(name string) *Module {
		for _, text := range texts {
			tab := table(t, text, opt)
			if m := tab.ModuleScope(name); m != nil {
				return m.Export()
			}
		}
		return nil
	}
	return opt
}

const mesh = `module mesh
  implicit none
  private
  integer, parameter, public :: n = 9
  integer, parameter :: secret = 4
  type, public :: cell
    real :: x(3)
  end type
  type(cell), public, target :: cells(n)
  public :: area, mend, far
contains
  real function area(c, k)
    type(cell), intent(in) :: c
    integer, optional :: k
    area = 1
  end function
  subroutine mend(c, *)
    type(cell), intent(inout) :: c
  end subroutine
end module
`

// USE of a module of another file: what is public is there under its own or
// another name, what is not is not.
func TestOtherFile(t *testing.T) {
	tab := table(t, `subroutine s
  use mesh, only: cells, cell, a => area, mend, n
  use mesh, grid => cells
  implicit none
  type(cell) :: mine
  real :: x(n)
end subroutine
`, modules(t, mesh))
	s := tab.Unit(tab.File.Units[0])
	lookAll(t, s, []named{
		{"cells", "cells: variable module by use type(cell) explicit(1) [save target typed]"},
		{"grid", "grid: variable module by use type(cell) explicit(1) [save target typed]"},
		{"a", "a: procedure by use real [function]"},
		{"mend", "mend: procedure by use [subroutine]"},
		{"secret", "nothing"},
		{"far", "far: unsure, it may come from module mesh"},
		{"area", "area: procedure by use real [function]"},
	})
	if x, y := s.Lookup("cells"), s.Lookup("grid"); x.Root() != y.Root() || x.Origin() != "mesh" {
		t.Errorf("%p %p: one variable is two, of %q", x.Root(), y.Root(), x.Origin())
	}
	if v, ok := s.Int(expr(t, "n+1")); !ok || v != 10 {
		t.Errorf("n+1 = %d, %v", v, ok)
	}
	in := s.Designator(expr(t, "cells(2)%x(1:2)"))
	if !in.Known || in.Rank != 1 || in.Type.Name != "real" {
		t.Errorf("%+v", in)
	}
	var dummies []string
	for _, d := range s.Dummies(s.Lookup("a")) {
		dummies = append(dummies, describe(s, d))
	}
	want := []string{"c: variable dummy by use type(cell) intent(in) [typed]", "k: variable dummy by use integer [optional typed]"}
	if d := cmp.Diff(want, dummies); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if r := s.Result(s.Lookup("a")); r == nil || r.Type.Name != "real" {
		t.Errorf("%+v", r)
	}
	if d := s.Dummies(s.Lookup("mend")); len(d) != 2 || !d[1].Has(AltReturn) {
		t.Errorf("%v", d)
	}
	if home := s.Lookup("cell").Derived.Home(); home != "mesh" {
		t.Errorf("home %q", home)
	}
	if s.Lookup("mine").Origin() != "" {
		t.Errorf("a local variable comes from %q", s.Lookup("mine").Origin())
	}
}

// A module passes on what it has from others, seen or not, as long as it is
// public there.
func TestPassedOn(t *testing.T) {
	other := modules(t, mesh,
		"module open\n use mesh, only: n, cells\n use nowhere\n real :: own\nend module\n",
		"module shut\n use mesh, only: n, cells\n use nowhere\n private\n public :: cells, gone\nend module\n",
		"module some\n use nowhere, only: p, q\nend module\n")
	for _, c := range []struct {
		use  string
		want []named
	}{
		{"use open", []named{{"n", "n: constant by use integer [typed]"}, {"own", "own: variable module by use real [save typed]"},
			{"x", "x: unsure, it may come from module nowhere"}}},
		{"use open, only: m => n, y => x", []named{{"m", "m: constant by use integer [typed]"}, {"n", "nothing"},
			{"y", "y: unsure, it may come from module nowhere"}, {"x", "nothing"}}},
		{"use open, y => x", []named{{"y", "y: unsure, it may come from module nowhere"}, {"x", "nothing"}}},
		{"use shut", []named{{"cells", "cells: variable module by use type(cell) explicit(1) [save target typed]"}, {"n", "nothing"},
			{"gone", "gone: unsure, it may come from module shut"}, {"x", "nothing"}}},
		{"use some", []named{{"p", "p: unsure, it may come from module nowhere"}, {"q", "q: unsure, it may come from module nowhere"}, {"x", "nothing"}}},
	} {
		tab := table(t, "subroutine s\n"+c.use+"\nimplicit none\nend subroutine\n", other)
		s := tab.Unit(tab.File.Units[0])
		for _, n := range c.want {
			if got := describe(s, s.Lookup(n.name)); got != n.want {
				t.Errorf("%s, %s: %q, want %q", c.use, n.name, got, n.want)
			}
		}
	}
}

// The same in one file.
func TestPassedOnInFile(t *testing.T) {
	tab := table(t, `module a
  use nowhere
  private
  public :: gone, here
  integer :: here
end module
module b
  use nowhere, only: p
  use a, only: here, moved => gone
end module
module c
  use a
  implicit none
end module
module d
  use b
  implicit none
end module
`, Options{})
	lookAll(t, tab.ModuleScope("c"), []named{
		{"here", "here: variable module by use integer [save typed]"}, {"gone", "gone: unsure, it may come from module a"}, {"x", "nothing"}})
	lookAll(t, tab.ModuleScope("d"), []named{
		{"here", "here: variable module by use integer [save typed]"}, {"x", "nothing"}})
	for _, name := range []string{"p", "moved"} {
		if y := tab.ModuleScope("d").Lookup(name); y == nil || y.Unsure == "" {
			t.Errorf("%s: %+v is certain", name, y)
		}
	}
	var public []string
	for _, y := range tab.ModuleScope("a").Public() {
		public = append(public, y.Name)
	}
	if !slices.Equal(public, []string{"here"}) {
		t.Errorf("%v", public)
	}
}

// Whether all that a module exports is known.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"integer :: x", true},
		{"use nowhere", false},
		{"use nowhere, only: x", false},
		{"use nowhere, only: x\nprivate x", true},
		{"use nowhere\nprivate\npublic y\ninteger :: y", true},
		{"use nowhere\nprivate\npublic y", false},
		{"use mpi", true},
		{"use iso_c_binding, only: c_int", true},
		{"include 'unseen.h'", false},
	} {
		tab := table(t, "module m\n"+c.body+"\nend module\n", Options{})
		if got := tab.ModuleScope("m").Complete(); got != c.want {
			t.Errorf("%q: %v", c.body, got)
		}
	}
}

// A module of another file that has things from modules of this one is older:
// they are named, and no second symbols.
func TestOlderModule(t *testing.T) {
	opt := modules(t, mesh, "module user\n use mesh\n integer :: own\nend module\n")
	tab := table(t, "module mesh\n integer :: cells\nend module\nsubroutine s\n use user\n implicit none\nend subroutine\n", opt)
	s := tab.Unit(findUnit(tab.File.Units, "s"))
	lookAll(t, s, []named{{"own", "own: variable module by use integer [save typed]"}, {"cells", "cells: unsure, it may come from module user"}})
}

// Generic names of two modules are one.
func TestGenericsMerge(t *testing.T) {
	tab := table(t, `module a
  interface swap
    module procedure sa
  end interface
contains
  subroutine sa(x)
    real :: x
  end subroutine
end module
module b
  interface swap
    module procedure sb
  end interface
contains
  subroutine sb(x)
    integer :: x
  end subroutine
end module
subroutine s
  use a
  use b
end subroutine
`, Options{})
	y := tab.Unit(findUnit(tab.File.Units, "s")).Lookup("swap")
	if y == nil || !slices.Equal(y.Specifics, []string{"sa", "sb"}) {
		t.Errorf("%+v", y)
	}
}

// Well-known modules by the prefix of their names.
func TestWellKnown(t *testing.T) {
	for _, c := range []struct{ use, name, want string }{
		{"use mpi", "mpi_send", "mpi_send: unsure, it may come from module mpi"},
		{"use mpi", "u", "nothing"},
		{"use mpi_f08", "c_ptr", "c_ptr: unsure, it may come from module mpi_f08"},
		{"use omp_lib", "omp_get_thread_num", "omp_get_thread_num: unsure, it may come from module omp_lib"},
		{"use openacc", "acc_init", "acc_init: unsure, it may come from module openacc"},
		{"use ieee_arithmetic", "ieee_is_nan", "ieee_is_nan: unsure, it may come from module ieee_arithmetic"},
		{"use, intrinsic :: iso_fortran_env", "real128", "real128: constant by use integer"},
		{"use iso_fortran_env", "error_unit", "error_unit: unsure, it may come from module iso_fortran_env"},
		{"use iso_fortran_env, only: out => output_unit", "out", "out: unsure, it may come from module iso_fortran_env"},
		{"use iso_fortran_env, only: out => output_unit", "output_unit", "nothing"},
		{"include 'mpif.h'", "mpi_send", "mpi_send: unsure, it may come from include file 'mpif.h'"},
		{"include '/usr/include/MPIF.H'", "u", "nothing"},
		{"include 'omp_lib.h'", "omp_in_parallel", "omp_in_parallel: unsure, it may come from include file 'omp_lib.h'"},
		{"include 'openacc_lib.h'", "acc_init", "acc_init: unsure, it may come from include file 'openacc_lib.h'"},
		{"include 'other.h'", "u", "u: unsure, it may come from include file 'other.h'"},
	} {
		tab := table(t, "subroutine s\n"+c.use+"\nimplicit none\nend subroutine\n", Options{})
		s := tab.Unit(tab.File.Units[0])
		if got := describe(s, s.Lookup(c.name)); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.use, c.name, got, c.want)
		}
	}
	for name, want := range map[string]bool{"mpi": true, "mpi_f08": true, "iso_c_binding": true, "mesh": false} {
		if _, known := wellKnown(name); known != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// Interface bodies see their host by IMPORT only.
func TestImport(t *testing.T) {
	for _, c := range []struct{ statement, n, k string }{
		{"", "n: variable local integer [implicit]", "k: variable local integer [implicit]"},
		{"import", "n: constant by host integer [typed]", "k: constant by host integer [typed]"},
		{"import :: n", "n: constant by host integer [typed]", "k: variable local integer [implicit]"},
		{"import, only: n", "n: constant by host integer [typed]", "k: variable local integer [implicit]"},
		{"import, all", "n: constant by host integer [typed]", "k: constant by host integer [typed]"},
		{"import, none", "n: variable local integer [implicit]", "k: variable local integer [implicit]"},
	} {
		tab := table(t, "module m\n integer, parameter :: n = 3, k = 4\n interface\n  subroutine s(x)\n"+c.statement+
			"\n   real :: x(n, k)\n  end subroutine\n end interface\nend module\n", Options{})
		var s *Scope
		for _, it := range tab.ModuleScope("m").Unit.Spec {
			if b, ok := it.(*ast.Construct); ok {
				s = tab.Unit(b.Parts[0].Body[0].(*ast.InterfaceBody).Unit)
			}
		}
		lookAll(t, s, []named{{"n", c.n}, {"k", c.k}})
	}
}

// Submodules see their ancestors; a separate module procedure has the dummies of
// its interface body.
func TestSubmodules(t *testing.T) {
	tab := table(t, `module m
  integer :: inm
  interface
    module subroutine s(x, y)
      real, intent(in) :: x
      real, intent(out) :: y
    end subroutine
    module function f(x) result(r)
      real, intent(in) :: x(:)
      real :: r
    end function
  end interface
end module
submodule (m) child
  integer :: inchild
contains
  module procedure s
    y = x
  end procedure
  module procedure f
    r = x(1)
  end procedure
  module procedure lost
    q = 1
  end procedure
end submodule
submodule (m:child) grandchild
contains
  subroutine g
    implicit none
    inm = inchild
  end subroutine
end submodule
submodule (nowhere) orphan
contains
  subroutine h
    implicit none
  end subroutine
end submodule
`, Options{})
	proc := func(name string) *Scope {
		for _, u := range tab.File.Units {
			if u.Kind == ast.KModule {
				continue
			}
			if in := findUnit(u.Subs, name); in != nil {
				return tab.Unit(in)
			}
		}
		t.Fatalf("no %s", name)
		return nil
	}
	lookAll(t, proc("s"), []named{
		{"x", "x: variable dummy by host real intent(in) [typed]"}, {"y", "y: variable dummy by host real intent(out) [typed]"},
		{"inchild", "inchild: variable module by host integer [save typed]"}})
	lookAll(t, proc("f"), []named{{"x", "x: variable dummy by host real assumed(1) intent(in) [typed]"}})
	lookAll(t, proc("g"), []named{
		{"inm", "inm: variable module by host integer [save typed]"}, {"inchild", "inchild: variable module by host integer [save typed]"},
		{"x", "nothing"}})
	for name, s := range map[string]*Scope{"q": proc("lost"), "x": proc("h")} {
		if y := s.Lookup(name); y == nil || y.Unsure == "" {
			t.Errorf("%s: %s is certain", name, describe(s, y))
		}
	}
}

// Include files that hold more than declarations, or include themselves.
func TestIncludes(t *testing.T) {
	files := map[string]string{
		"loop.h": "include 'loop.h'\ninteger :: x\n",
		"decl.h": "type pair\n real :: a, b\nend type\ntype(pair) :: both\ninteger n\nparameter (n = 3)\n",
		"exec.h": "x = 1\n",
		"unit.h": "subroutine q\nend subroutine\n",
	}
	opt := Options{Include: func(path string, in *ast.File) *ast.File {
		text, ok := files[path]
		if !ok {
			return nil
		}
		return parse.File(source.New(path, []byte(text), source.Options{Form: source.Free}))
	}}
	for _, c := range []struct {
		file string
		want named
	}{
		{"decl.h", named{"both", "both: variable local type(pair) [typed]"}},
		{"decl.h", named{"n", "n: constant integer [typed]"}},
		{"decl.h", named{"z", "nothing"}},
		{"loop.h", named{"z", "z: unsure, it may come from include file 'loop.h'"}},
		{"exec.h", named{"z", "z: unsure, it may come from include file 'exec.h'"}},
		{"unit.h", named{"z", "z: unsure, it may come from include file 'unit.h'"}},
		{"none.h", named{"z", "z: unsure, it may come from include file 'none.h'"}},
	} {
		tab := table(t, "subroutine s\nimplicit none\ninclude '"+c.file+"'\nend subroutine\n", opt)
		lookAll(t, tab.Unit(tab.File.Units[0]), []named{c.want})
	}
}

// Scopes in a unit: what BLOCK, FORALL, DO CONCURRENT, SELECT RANK and CHANGE TEAM
// declare.
func TestScopesInside(t *testing.T) {
	tab := table(t, `subroutine s(r)
  real :: r(..), x, u(3)
  integer :: k
  common /c/ k2
  block
    use iso_c_binding, only: c_int
    integer(c_int) :: x
    integer, external :: f
    x = f(1)
  end block
  forall (i=1:3, x=1:3)
    u(i) = 0
  end forall
  do concurrent (k=1:3) local(x) local_init(k2) shared(u)
    x = k
  end do
  select rank (r)
  rank (1)
    r(1) = 0
  end select
  do k = 1, 3
  end do
end subroutine
`, Options{})
	u := tab.File.Units[0]
	s := tab.Unit(u)
	enter := func(i, part int) *Scope { return s.Enter(u.Exec[i].(*ast.Construct), part) }
	lookAll(t, enter(0, 0), []named{{"x", "x: variable local integer*4 [typed]"}, {"f", "f: procedure integer [external typed]"}, {"u", "u: variable local real explicit(1) [typed]"}})
	lookAll(t, enter(1, 0), []named{{"i", "i: variable local integer"}, {"x", "x: variable local integer*-1"}})
	lookAll(t, enter(2, 0), []named{
		{"k", "k: variable local integer"}, {"x", "x: variable local real [typed]"}, {"k2", "k2: variable local integer"},
		{"u", "u: variable local real explicit(1) [typed]"}})
	if y := enter(2, 0).Lookup("k2"); y.Scope == s || y == s.Lookup("k2") {
		t.Error("k2 is the one in COMMON")
	}
	c := u.Exec[3].(*ast.Construct)
	lookAll(t, s.Enter(c, len(c.Parts)-1), []named{{"r", "r: unsure, it is an assumed-rank object"}})
	if enter(4, 0) != s {
		t.Error("a DO construct has no scope of its own")
	}
}
