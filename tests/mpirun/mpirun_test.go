package mpirun

import (
	"strings"
	"testing"
	"time"
)

func TestDerive(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"  !ref call a\n  !$mdmp send(a, 1)\n", "       call a\n  !$mdmp send(a, 1)\n"},
		{"Cref  CALL A\r\n", "      CALL A\r\n"},
		{"  Cref = 1\n!reference\nx = 1 !ref y\n", "  Cref = 1\n!reference\nx = 1 !ref y\n"},
	} {
		if got := string(Derive([]byte(c.in))); got != c.want {
			t.Errorf("Derive(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// A command that takes too long is ended with all that it has started.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		script string
		limit  time.Duration
		status int
		out    string
		errs   string // part of it
	}{
		{"echo $A; echo b >&2", time.Minute, 0, "a\n", "b\n"},
		{"exit 7", time.Minute, 7, "", ""},
		{"echo early; sleep 60 & wait", 200 * time.Millisecond, -1, "early\n", "ended after 200ms: sh -c"},
	} {
		o := Command(t.TempDir(), []string{"A=a"}, c.limit, "sh", "-c", c.script)
		if o.Status != c.status || o.Stdout != c.out || !strings.Contains(o.Stderr, c.errs) {
			t.Errorf("%s: %+v", c.script, o)
		}
	}
	if o := Command(t.TempDir(), nil, time.Minute, "no-such-command"); o.Status != 127 || o.Stderr == "" {
		t.Errorf("no such command: %+v", o)
	}
}
