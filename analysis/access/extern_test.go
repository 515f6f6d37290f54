package access

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// externModules stand in another file.
const externModules = `module base
  private
  integer, parameter :: hidden = 4
  integer, parameter, public :: n = 2*hidden
  real, public :: eq1(5), eq2(5), x(n), plain(n)
  equivalence (eq1, eq2(3))
  integer, public :: ic
  common /blk/ ic
  public :: sub, look, pfun, psub, efun, ifc
  type, public :: up
    real :: a
  end type
  type, extends(up), public :: t
    real :: b
  contains
    procedure :: act
  end type
contains
  subroutine act(self)
    class(t), intent(inout) :: self
  end subroutine
  subroutine sub(a, k, c)
    real, intent(inout) :: a(:)
    integer, intent(in) :: k
    real, intent(out), optional :: c
  end subroutine
  subroutine look(a)
    real :: a(*)
  end subroutine
  pure subroutine psub(a, b)
    real, intent(in) :: a(:)
    real, intent(out) :: b
  end subroutine
  pure function pfun(a)
    real, intent(in) :: a(:)
    real :: pfun
  end function
  elemental function efun(a)
    real, intent(in) :: a
    real :: efun
  end function
  subroutine ifc(p)
    real, pointer :: p(:)
  end subroutine
end module
module other
  use base, only: xx => x
  integer, public :: oc
  common /blk/ oc
end module
module more
  use base
contains
  pure subroutine pder(d)
    type(t), intent(inout) :: d
  end subroutine
  pure function dfun(d)
    type(t), intent(in) :: d
    real :: dfun
  end function
  pure function rfun(a)
    real, intent(in) :: a
    type(t) :: rfun
  end function
end module
`

// extern makes these modules known to another file.
func extern(t *testing.T) scope.Options {
	t.Helper()
	text := []byte(externModules)
	table := scope.New(parse.File(source.New("base.f90", text, source.Options{Form: source.Free})), scope.Options{})
	modules := map[string]*scope.Module{}
	for _, name := range []string{"base", "other", "more"} {
		modules[name] = table.ModuleScope(name).Export()
	}
	return scope.Options{Module: func(name string) *scope.Module { return modules[name] }}
}

// externUnit prepares the last unit of a file that uses these modules.
func externUnit(t *testing.T, src string) *Unit {
	t.Helper()
	tree := parse.File(source.New("t.f90", []byte(src), source.Options{Form: source.Free}))
	p := NewProgram(scope.New(tree, extern(t)), nil)
	return p.Unit(tree.Units[len(tree.Units)-1])
}

// refs lists what the statements of a unit touch.
func refs(u *Unit) *Effects {
	e := Touching()
	for _, n := range u.Tree(u.AST.Exec, nil).Nodes {
		e.Merge(u.Whole(n))
	}
	return e
}

// TestExternIdentity: storage that modules of other files share is known to be
// shared.
func TestExternIdentity(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want Relation
	}{
		{"x", "xx", MayOverlap}, {"x", "plain", Distinct}, {"eq1", "eq2", MayOverlap}, {"eq1", "x", Distinct},
		{"ic", "oc", MayOverlap}, {"ic", "x", Distinct},
	} {
		u := externUnit(t, "subroutine s\nuse base\nuse other\n"+tt.a+" = "+tt.b+"\nend\n")
		e := refs(u)
		if len(e.Refs) != 2 {
			t.Fatalf("%s, %s: %+v", tt.a, tt.b, e)
		}
		got := Relate(e.Refs[0].Obj, e.Refs[1].Obj)
		if (got == Distinct) != (tt.want == Distinct) {
			t.Errorf("%s, %s: %v", tt.a, tt.b, got)
		}
	}
}

// TestExternCallee: a procedure has the name of the module that declares it, whatever
// modules hand it on under whatever name. Which procedures are bound to a type is not
// looked up in other files.
func TestExternCallee(t *testing.T) {
	for _, c := range []struct{ use, call, want string }{
		{"use base", "call sub(x, 1)", "base::sub"},
		{"use more", "call sub(x, 1)", "base::sub"},
		{"use more, does => sub", "call does(x, 1)", "base::sub"},
		{"use other", "call sub(x, 1)", "sub"},
		{"use more\ntype(t) :: o", "call o%act()", ""},
		{"interface\nsubroutine f(x)\nreal x(*)\nend subroutine\nend interface", "call f(x)", "f"},
		{"interface\nsubroutine f(x) bind(c, name='g')\nreal x(*)\nend subroutine\nend interface", "call f(x)", ""},
	} {
		u := externUnit(t, "subroutine s\n"+c.use+"\n"+c.call+"\nend\n")
		got := ""
		if callee := u.Callee(u.Tree(u.AST.Exec, nil).Nodes[0]); callee != nil {
			got = callee.Name
		}
		if got != c.want {
			t.Errorf("%s: %s: %q, want %q", c.use, c.call, got, c.want)
		}
	}
}

// TestOwnEquivalence: the same for a module of this file.
func TestOwnEquivalence(t *testing.T) {
	u := externUnit(t, "module m\nreal a(5), b(5)\nequivalence (a, b(2))\nend module\nsubroutine s\nuse m\na = b\nend\n")
	e := refs(u)
	if len(e.Refs) != 2 || Relate(e.Refs[0].Obj, e.Refs[1].Obj) == Distinct {
		t.Errorf("%+v", e.Refs)
	}
}

// TestEntryResults: what a function and its entries return shares storage.
func TestEntryResults(t *testing.T) {
	u := externUnit(t, "function f(x)\nreal f, g, x, r\nentry g(x)\nentry h(x) result(r)\ng = r\nf = x\nend\n")
	e := refs(u)
	if r := e.Refs; len(r) != 4 || Relate(r[0].Obj, r[1].Obj) == Distinct || Relate(r[1].Obj, r[3].Obj) == Distinct || Relate(r[2].Obj, r[3].Obj) != Distinct {
		t.Errorf("%+v", r)
	}
}

// TestForeignNames: expressions in a module mean what they mean there, whatever
// the user calls by the same names.
func TestForeignNames(t *testing.T) {
	for _, module := range []string{"", "module own\nprivate\ninteger, parameter :: hidden = 4\ninteger, parameter, public :: n = 2*hidden\nend module\n"} {
		name := "base"
		if module != "" {
			name = "own"
		}
		u := externUnit(t, module+"subroutine s(hidden)\nuse "+name+"\ninteger hidden\nreal q(9)\nq(n) = 1\nend\n")
		e := refs(u)
		if got := e.Refs[len(e.Refs)-1].Sub.String(); got != "(8)" {
			t.Errorf("%s: q%s", name, got)
		}
	}
}

// TestLocalVolatile: VOLATILE may be said where a variable is used.
func TestLocalVolatile(t *testing.T) {
	u := externUnit(t, "subroutine s\nuse base\nvolatile :: x\nx = 1\nend\n")
	if e := refs(u); !e.Refs[0].Obj.Root.Volatile {
		t.Error("x is not volatile")
	}
}

// TestExternInterface: of a procedure of another file no more is believed than
// what its interface says.
func TestExternInterface(t *testing.T) {
	for _, tt := range []struct {
		stmt, writes string
		blocks       bool
	}{
		{"call sub(a, i)", "a", true},
		{"call sub(a, k=i, c=z)", "a z", true},
		{"call look(a)", "a", true},
		{"call psub(a, z)", "z", false},
		{"call psub(b=z, a=a)", "z", false},
		{"call ifc(p)", "p", true},
		{"z = pfun(a)", "z", false},
		{"z = efun(z)", "z", false},
		{"a = efun(a)", "a", false},
	} {
		u := externUnit(t, "subroutine s\nuse base\nreal a(9), z\nreal, pointer :: p(:)\ninteger i\n"+tt.stmt+"\nend\n")
		e := refs(u)
		var names []string
		for _, r := range e.Refs {
			if r.Write && !strings.Contains(" "+strings.Join(names, " ")+" ", " "+r.Obj.Key+" ") {
				names = append(names, r.Obj.Key)
			}
		}
		if got := strings.Join(names, " "); got != tt.writes || e.Reach == ReachAll || e.May(Blocks) != tt.blocks {
			t.Errorf("%s: writes %q, reach %v, blocks %v", tt.stmt, got, e.Reach, e.May(Blocks))
		}
	}
}

// TestPureLooks: a PURE procedure of another file reads what it can reach and
// writes nothing but its arguments, as far as no pointer leads on from them.
func TestPureLooks(t *testing.T) {
	for _, tt := range []struct {
		stmt  string
		reach Reach
	}{
		{"z = pfun(a)", ReachLook}, {"call psub(a, z)", ReachLook}, {"z = efun(x(1))", ReachLook}, {"call sub(a, i)", ReachOuter},
		{"call pder(d)", ReachOuter}, {"z = dfun(d)", ReachLook}, {"d = rfun(z)", ReachOuter}, {"call sub(a, i) ; z = pfun(a)", ReachOuter},
	} {
		u := externUnit(t, "subroutine s\nuse base\nuse more\nreal a(9), z\ninteger i\ntype(t) d\n"+tt.stmt+"\nend\n")
		e := refs(u)
		if e.Reach != tt.reach {
			t.Errorf("%s: reach %v", tt.stmt, e.Reach)
			continue
		}
		for name, reachable := range map[string]bool{"x": true, "i": false} {
			r := Ref{Obj: u.plain(name)}
			other := *e
			other.Refs = nil
			_, writes := u.MayWrite(&other, r)
			_, touches := u.MayTouch(&other, r)
			_, alters := u.Alters(&other, r)
			if changes := reachable && tt.reach.Beyond(ReachLook); writes != changes || alters != changes || touches != reachable {
				t.Errorf("%s: %s: writes %v, alters %v, touches %v", tt.stmt, name, writes, alters, touches)
			}
		}
	}
}

// TestGlobalNames: a procedure is known by the module that declares it, by
// whatever modules and names its caller gets it.
func TestGlobalNames(t *testing.T) {
	for _, tt := range []struct{ use, call, want string }{
		{"base", "sub", "base::sub"},
		{"more", "sub", "base::sub"},
		{"base, only: s2 => sub", "s2", "base::sub"},
		{"more, only: s2 => sub", "s2", "base::sub"},
		{"again", "s3", "base::sub"},
		{"again, only: s4 => s3", "s4", "base::sub"},
		{"base", "outside", "outside"},
		{"base", "psub", ""}, // announces nothing: it is pure
	} {
		u := externUnit(t, "module again\nuse more, only: s3 => sub\nend module\n"+
			"subroutine s\nuse "+tt.use+"\nreal x2(4)\ncall "+tt.call+"(x2, 1)\nend\n")
		got := ""
		for _, n := range u.Tree(u.AST.Exec, nil).Nodes {
			if c := u.Callee(n); c != nil {
				got = c.Name
			}
		}
		if got != tt.want {
			t.Errorf("use %s, call %s: %q, want %q", tt.use, tt.call, got, tt.want)
		}
	}
}
