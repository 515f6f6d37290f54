package suggest

import "testing"

// TestBreakAt: lines are broken between words, and nothing that is one word is.
func TestBreakAt(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string // up to the break
	}{
		{"send(u(:,1), right) tag(1)", 14, "send(u(:,1), "},
		{"send(u(1:n*m),right)", 14, "send(u(1:n*m),"},
		{"a(n**2+i)", 4, "a("},
		{"a(n**2+i)", 5, "a(n**"},
		{"a(i+1.5e-3*x)", 9, "a(i+"},
		{"if(s=='a, b' .and. t)", 12, "if("},
		{"if(s=='a, b' .and. t)", 14, "if(s=='a, b' "},
		{"f((/1,2/))", 4, "f("},
		{"abcdefgh", 4, ""},
		{"ab", 9, ""},
	} {
		if got := c.text[:breakAt(c.text, c.limit)]; got != c.want {
			t.Errorf("%s within %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}
