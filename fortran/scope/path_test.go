package scope

import (
	"fmt"
	"strings"
	"testing"
)

// What the steps of designators stand for: a name or '?', what kind of part it is, whether a
// path without an inherited part may name the same storage ('!'), the ranks of subscripts.
func TestWalk(t *testing.T) {
	tab := table(t, `subroutine s(far)
  use unseen, only: lost, any
  type base
    real :: u(3)
    procedure(), pointer, nopass :: call
  end type
  type, extends(base) :: top
    character(8) :: c, d(4)
    complex :: z
  end type
  type(top) :: x, y(5)
  type(lost) :: far
  integer :: k(2), i
  character(4) :: c
end subroutine
`, Options{})
	s := tab.Unit(findUnit(tab.File.Units, "s"))
	for _, c := range []struct{ x, want, subs string }{
		{"x%u(i)", "x u[0]", ""},
		{"x%base%u(1:2)", "x base(parent) u![?]", ""},
		{"y(k)%u(any(1))", "y[1] u[?]", ""},
		{"y(any)%z%re", "y[?] z re(half)", ""},
		{"x%c(2:3)", "x c", "x%c(2:3)"},
		{"x%c(2:3:1)", "x c[?]", ""},
		{"x%d(2:3)", "x d[?]", ""},
		{"x%d(i)(2:3)", "x d[0]", "x%d(i)(2:3)"},
		{"c(:i)", "c", "c(:i)"},
		{"c(i)", "c[0]", ""},
		{"x%call", "x ?(binding)", ""},
		{"x%other%u", "x ?(none) ?(unseen)", ""},
		{"far%u%v(1)", "far ?(unseen) ?(unseen)[0]", ""},
		{"x%z%kind%kind", "x z ?(inquiry) ?(inquiry)", ""},
	} {
		x := expr(t, c.x)
		p := Walk(x, s.Standing(strings.FieldsFunc(c.x, func(r rune) bool { return r == '(' || r == '%' })[0]), s.Rank)
		var words []string
		for _, st := range p.Steps {
			word := "?"
			if st.Symbol != nil {
				word = st.Symbol.Name
			}
			word += map[PartKind]string{Unseen: "(unseen)", NoPart: "(none)", Inherited: "(parent)", Binding: "(binding)", Half: "(half)", Inquiry: "(inquiry)"}[st.Kind]
			if st.Shared {
				word += "!"
			}
			for _, r := range st.Ranks {
				word += strings.Replace(fmt.Sprintf("[%d]", r), "-1", "?", 1)
			}
			words = append(words, word)
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.x, got, c.want)
		}
		if len(p.Substrings) > 0 != (c.subs != "") || c.subs != "" && p.Substrings[0] != x {
			t.Errorf("%s: substrings %v", c.x, p.Substrings)
		}
	}
	for _, text := range []string{"(c)", "f(1)%x + 1", "'abc'(1:2)"} {
		if p := Walk(expr(t, text), nil, nil); p != nil {
			t.Errorf("%s is a designator", text)
		}
	}
}
