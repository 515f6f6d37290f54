package access

import (
	"strings"
	"testing"
)

const boundModule = `module shapes
  type t
    real :: b
  contains
    procedure :: size => tsize
    procedure :: count
    procedure, non_overridable :: fixed => count
    procedure, nopass :: world
  end type
contains
  pure integer function tsize(self, k)
    class(t), intent(in) :: self
    integer, intent(in) :: k
    tsize = k
  end function
  integer function count(self)
    class(t), intent(inout) :: self
    self%b = self%b + 1
    count = 1
  end function
  pure integer function world()
    world = 1
  end function
end module
`

// TestBoundFunctions: a function that is bound to the type of an object is known where the type of the object is, and
// where it is pure also if it may be another one.
func TestBoundFunctions(t *testing.T) {
	for _, tt := range []struct {
		object, call string
		want         Reach
		touched      string // names, those that may be written with a '*'
	}{
		{"type(t), intent(in)", "o%size(2)", ReachNamed, "k*"},
		{"class(t), intent(in)", "o%size(k + 1)", ReachLook, "o k k*"},
		{"class(t), intent(in)", "2*o%size(k=3) + 1", ReachLook, "o k*"},
		{"type(t), intent(inout)", "o%count()", ReachNamed, "o o* k*"},
		{"class(t), intent(inout)", "o%count()", ReachOuter, "o o* k*"},
		{"class(t), intent(inout)", "o%fixed()", ReachNamed, "o o* k*"},
		{"class(t), intent(in)", "o%world()", ReachLook, "o o* k*"},
		{"type(t), intent(in)", "o%size(k, k, k)", ReachOuter, "o o* k k* k k* k k*"},
		{"class(t), intent(in)", "o%nothing()", ReachOuter, "o o* k* k k*"},
	} {
		u := externUnit(t, boundModule+"subroutine s(o, k)\nuse shapes\n"+tt.object+" :: o\ninteger :: k\nk = "+tt.call+"\nend\n")
		e := refs(u)
		var names []string
		for _, r := range e.Refs {
			name := r.Obj.Name
			if r.Write {
				name += "*"
			}
			if len(names) == 0 || names[len(names)-1] != name {
				names = append(names, name)
			}
		}
		if got := strings.Join(names, " "); got != tt.touched || e.Reach != tt.want {
			t.Errorf("%s: %s: touches %s, reaches %v; expected %s, %v", tt.object, tt.call, got, e.Reach, tt.touched, tt.want)
		}
	}
}
