package main

import "testing"

func TestOnce(t *testing.T) {
	const (
		a      = "x.f90:3:5:\n\n    3 |   k = 1/3\n      |     1\nWarning: Integer division [-W]\n"
		b      = "x.f90:4:5:\n\n    4 |   call p(k)\n      |     2\n......\n    9 |   call p(u)\n      |     1\nWarning: Type mismatch\n"
		short  = "x.f90:3:5: Warning: Integer division [-W]\n"
		colour = "\x1b[01m\x1b[Kx.f90:3:5:\x1b[m\x1b[K\n\n    3 |   k = 1/3\n\x1b[01;35m\x1b[KWarning:\x1b[m\x1b[K Integer division\n"
		rest   = "f951: some warnings being treated as errors\n"
		moved  = "x.f90:3:6:\n\n    3 |   k = 1/3\n      |     1\nWarning: Integer division [-W]\n"
		other  = "x.f90:3:5:\n\n    3 |   k = 1/3\n      |     1\nWarning: Something else\n"
		mute   = "x.f90:3:5:\n\n    3 |   k = 1/3\n"
	)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{a, a},
		{a + a, a},
		{a + b + a + b + rest, a + b + rest},
		{a + moved + other + a, a + moved + other},
		{short + short + a + rest + short, short + a + rest},
		{colour + a + colour, colour + a},
		{rest + rest, rest + rest},
		{mute + mute, mute + mute},
		{mute + a + a, mute + a},
		{a + "x.f90:3:5:", a + "x.f90:3:5:"},
	} {
		if got := string(once([]byte(c.text))); got != c.want {
			t.Errorf("of\n%s\nis left\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}
