package regions

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// found is what Find makes of a text that sees some modules of other files.
func found(t *testing.T, text string, others map[string]*scope.Module) (*Set, []string, *scope.Table) {
	t.Helper()
	file := source.New("a.f90", []byte(text), source.Options{Form: source.Free})
	tree := parse.File(file)
	scopes := scope.New(tree, scope.Options{Module: func(name string) *scope.Module { return others[name] }})
	set, diags := Find(file, tree, scopes)
	var said []string
	for _, d := range diags {
		said = append(said, d.Message)
	}
	return set, said, scopes
}

// compiled is what other files see of a module.
func compiled(t *testing.T, name, text string, others map[string]*scope.Module) *scope.Module {
	t.Helper()
	set, said, scopes := found(t, text, others)
	if said != nil {
		t.Fatalf("%s: %q", name, said)
	}
	m := scopes.ModuleScope(name).Export()
	for _, p := range set.Published {
		m.Symbols = append(m.Symbols, &scope.Symbol{Name: p.Name, Class: scope.Constant, Module: p.Module, Init: scope.Quoted(p.Text)})
	}
	return m
}

const haloModule = `module halo_m
  use kinds_m
  implicit none
  private
  integer, public :: n, west
  integer, parameter, public :: d = 2
  integer :: hidden
  type, public :: t
    integer :: i
  end type
  type(t), public :: x
  interface operator(+)
    module procedure plus
  end interface
  character(9), public :: name
  PATTERN
  public :: west_of, wp
contains
  integer function west_of(k)
    integer, intent(in) :: k
    west_of = west
  end function
  type(t) function plus(a, b)
    type(t), intent(in) :: a, b
    plus = a
  end function
end module
`

// module is haloModule with patterns.
func module(patterns string) string { return strings.Replace(haloModule, "PATTERN", patterns, 1) }

// A record says what the pattern says, in one spelling.
func TestPublished(t *testing.T) {
	kinds := compiled(t, "kinds_m", "module kinds_m\ninteger, parameter :: wp = 8\nend module\n", nil)
	others := map[string]*scope.Module{"kinds_m": kinds}
	for _, tt := range []struct{ pattern, want string }{
		{"!$mdmp halo e(a(0:N+1, -1:d), k) recv(a( 0,: ), west) if(mod(n,2) == 0), send([a(d,:) if(k>0), a(n,1:)], west_of(k)) tag(k)",
			"1;e(a(0:,-1:2),k) recv(a(0,:), west) if(mod(n,2)==0) send([a(d,:) if(k>0), a(n,1:)], west_of(k)) tag(k);" +
				"d=halo_m/d:2,mod=*,n=halo_m/n,west=halo_m/west,west_of=halo_m/west_of"},
		{"!$mdmp halo e(a) send(a(1), 4, int(west, wp)) if(name /= 'a;b~\"!''&\\é') then recv(a(2), int(1_wp))",
			"1;e(a) send(a(1), 4, int(west,wp)) if(name/=~27a~3bb~7e~22~21~27~27~26~5c~c3~a9~27) then recv(a(2), int(1_wp));" +
				"int=*,name=halo_m/name,west=halo_m/west,wp=kinds_m/wp:8"},
		{"!$mdmp halo e(a) send(a([(i, i=1,2)]), west)", "1;e(a) send(a([(i,i=1,2)]), west);!there is an implied DO in it"},
		{"!$mdmp halo e(a) send(a([integer :: 1]), west)", "1;e(a) send(a([integer::1]), west);!there is a type in it"},
		{"!$mdmp halo e(a) send(a(1), west .of. n)", "1;e(a) send(a(1), west .of. n);!an operator in it may be a procedure"},
		{"!$mdmp halo e(a) send(a(1), inner(x + x))", "1;e(a) send(a(1), inner(x+x));!what ~27inner~27 is in the module is not known"},
	} {
		set, said, _ := found(t, module(tt.pattern), others)
		if len(set.Published) != 1 || said != nil {
			t.Errorf("%s: %q", tt.pattern, said)
			continue
		}
		p := set.Published[0]
		if p.Text != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.pattern, p.Text, tt.want)
		}
		h := fromRecord(p.Module, p.Text)
		if h == nil || h.Of != "halo_m" || h.Symbol != p.Symbol && h.names["!"] == "" {
			t.Errorf("%s cannot be read: %+v", p.Text, h)
			continue
		}
		if own := set.Halos[0]; directiveText(h.Dir) != directiveText(own.Dir) {
			t.Errorf("%s was read as %s", directiveText(own.Dir), directiveText(h.Dir))
		}
	}
}

// Names that are not certainly the same here are brought from the module; what cannot be is said.
func TestForeignNames(t *testing.T) {
	others := map[string]*scope.Module{"kinds_m": compiled(t, "kinds_m", "module kinds_m\ninteger, parameter :: wp = 8\nend module\n", nil)}
	others["halo_m"] = compiled(t, "halo_m", module("!$mdmp halo e(a, k) send(a(d,mod(n, 9)), west) tag(k) recv(a(1,1_wp), west_of(k))\n"+
		"!$mdmp halo own(a) send(a(1,1), hidden)"), others)
	for _, tt := range []struct{ name, head, use, brought, said string }{
		{"all seen", "use halo_m", "e(u, 1)", "", ""},
		{"nothing seen", "use halo_m, only: x", "e(u, 1)", "d n west west_of wp", ""},
		{"renamed", "use halo_m, only: n => west, west => n, d, wp", "e(u, 1)", "n west west_of", ""},
		{"hidden", "use halo_m\ninteger :: n, d(3)", "e(u, 1)", "d n", ""},
		{"may be another", "use halo_m, only: x\nuse unseen", "e(u, 1)", "", "'mod' in the halo pattern 'e' of module halo_m is an intrinsic procedure, and may be something else here"},
		{"private", "use halo_m", "own(u)", "", "'hidden' in the halo pattern 'own' of module halo_m cannot be reached: it is private there"},
		{"intrinsic", "use halo_m\nreal :: mod(3)", "e(u, 1)", "", "'mod' in the halo pattern 'e' of module halo_m is an intrinsic procedure, and may be something else here"},
		{"too many", "use halo_m", "e(u)", "", "halo pattern 'e' takes 2 arguments, but here is one"},
		{"not there", "use halo_m, only: e", "f(u)", "", "no halo pattern 'f' is declared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, said, _ := found(t, "subroutine s(u)\n"+tt.head+"\nreal :: u(9,9)\n!$mdmp exchange "+tt.use+"\nend subroutine\n", others)
			if got := strings.Join(said, "; "); got != tt.said {
				t.Fatalf("said %q, want %q", got, tt.said)
			}
			if tt.said != "" {
				return
			}
			in := set.HaloExchanges[0].Imports[0]
			for name := range strings.FieldsSeq(tt.brought) {
				if in[name] != (Import{"halo_m", name}) {
					t.Errorf("%s: %v", name, in[name])
				}
			}
			if n := len(strings.Fields(tt.brought)); len(in) != n {
				t.Errorf("%d names are brought, not %d: %v", len(in), n, in)
			}
		})
	}
}

// In a submodule names are those of the module, unless something between declares them or may.
func TestSubmodules(t *testing.T) {
	others := map[string]*scope.Module{"kinds_m": compiled(t, "kinds_m", "module kinds_m\ninteger, parameter :: wp = 8\nend module\n", nil)}
	others["halo_m"] = compiled(t, "halo_m", module("!$mdmp halo own(a) send(a(1,1), hidden)"), others)
	const other = "'hidden' in the halo pattern 'own' of module halo_m may be something else in this submodule"
	for _, tt := range []struct{ name, head, spec, local, said string }{
		{"its own", "(halo_m) s", "implicit none", "", ""},
		{"a local", "(halo_m) s", "implicit none", "integer :: hidden", other},
		{"of the submodule", "(halo_m) s", "integer :: hidden", "", other},
		{"of a module", "(halo_m) s", "use unseen", "", other},
		{"of a module, seen in the procedure", "(halo_m) s", "implicit none", "use kinds_m, only: hidden => wp", other},
		{"of another submodule", "(halo_m:s) t", "implicit none", "", other},
	} {
		_, said, _ := found(t, "submodule "+tt.head+"\n"+tt.spec+"\ncontains\nmodule subroutine r(u)\n"+tt.local+"\nreal :: u(9,9)\n!$mdmp exchange own(u)\nend subroutine\nend submodule\n", others)
		if got := strings.Join(said, "; "); got != tt.said {
			t.Errorf("%s: said %q, want %q", tt.name, got, tt.said)
		}
	}
}

// A pattern of this file that reads like one of another is that one if its names are the same, as where both include it.
func TestIncluded(t *testing.T) {
	others := map[string]*scope.Module{"kinds_m": compiled(t, "kinds_m", "module kinds_m\ninteger, parameter :: wp = 8\nend module\n", nil)}
	const pattern = "!$mdmp halo e(a) send(a(n,d), west)\n"
	others["halo_m"] = compiled(t, "halo_m", module(pattern), others)
	for _, tt := range []struct{ name, head, said string }{
		{"the same names", "use halo_m, only: n, d, west", ""},
		{"another variable", "use halo_m, only: n, d\ninteger :: west", "there are two halo patterns 'e' here"},
	} {
		_, said, _ := found(t, "module users\n"+tt.head+"\n"+pattern+"contains\nsubroutine s(u)\nuse halo_m, only: x\nreal :: u(9,9)\n!$mdmp exchange e(u)\nend subroutine\nend module\n", others)
		if got := strings.Join(said, "; "); got != tt.said {
			t.Errorf("%s: said %q, want %q", tt.name, got, tt.said)
		}
	}
}

// What a region says of tag and comm is not meant where a BLOCK brings its names from a module.
func TestUseInBlock(t *testing.T) {
	for _, tt := range []struct{ use, said string }{
		{"use m, only: other", ""},
		{"use unseen", ""},
		{"use m, only: t", "'t' in the tag clause of the region is something else here"},
		{"use unseen, only: t", "'t' in the tag clause of the region is something else here"},
	} {
		_, said, _ := found(t, "module m\ninteger :: t, other\nend module\nsubroutine s(u, t)\nreal :: u\ninteger :: t\n!$mdmp commregion tag(t)\nblock\n"+
			tt.use+"\n!$mdmp send(u, 1)\nend block\n!$mdmp end commregion\nend subroutine\n", nil)
		if got := strings.Join(said, "; "); got != tt.said {
			t.Errorf("%s: said %q, want %q", tt.use, got, tt.said)
		}
	}
}

// A record that is damaged, or of another version, is none.
func TestDamagedRecords(t *testing.T) {
	for _, text := range []string{"", "1;e(a) send(a(1), 2)", "2;e(a) send(a(1), 2);", "1;e(a) send(a(1), 2~z;", "1;e(a send(a(1), 2);", "1;;", "1;e(a) sent(a(1), 2);"} {
		if h := fromRecord("m", text); h != nil {
			t.Errorf("%q was read", text)
		}
	}
	if h := fromRecord("m", "1;e(a) send(a(1), 2);"); h == nil {
		t.Error("a record cannot be read")
	}
}
