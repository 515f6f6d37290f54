package main

import (
	"errors"
	"syscall"
	"testing"
)

// TestVerdict: what ended the test of cut loops, and what is remembered of it.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		name     string
		e        ending
		err      error
		want     bool
		remember bool
	}{
		{"the same bits", ending{}, nil, true, true},
		{"other bits", ending{code: 1}, nil, false, true},
		{"it cannot be run here", ending{}, errors.New("exec format error"), false, true},
		{"an instruction that is not there", ending{signal: syscall.SIGILL}, nil, false, true},
		{"killed", ending{signal: syscall.SIGKILL}, nil, false, false},
		{"asked to end", ending{signal: syscall.SIGTERM}, nil, false, false},
	} {
		if got, err := verdict(c.e, c.err); got != c.want || (err == nil) != c.remember {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
