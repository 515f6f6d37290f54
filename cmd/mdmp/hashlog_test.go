package main

import (
	"fmt"
	"testing"
)

func FuzzParseEntry(f *testing.F) {
	f.Add("1 1 recv 1 0 0 80 00000000000000aa heat.f90:11")
	f.Add("1 2 send -1 0 18446744073709551615 80 aa a b c")
	f.Add("  recv      ")
	f.Fuzz(func(t *testing.T, s string) {
		e, ok := parseEntry(s)
		if !ok {
			return
		}
		text := fmt.Sprintf("%d %d %s %d %d %d %d %016x %s", e.exchange, e.op, e.dir, e.peer, e.tag, e.q, e.bytes, e.hash, e.place)
		if again, ok := parseEntry(text); !ok || again != e {
			t.Errorf("%q is read as %q", s, text)
		}
	})
}
