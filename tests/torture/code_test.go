package torture

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Every class of codes is drawn, and a seed always means the same code.
func TestCodes(t *testing.T) {
	drawn := map[string]int{}
	for seed := range int64(300) {
		text := join(program([]*kernel{newCode(1, seed)}))
		if text != join(program([]*kernel{newCode(1, seed)})) {
			t.Fatalf("seed %d is not always the same code", seed)
		}
		for _, c := range newCode(1, seed).drawn {
			drawn[strings.TrimPrefix(c, "several files: ")]++
		}
		for _, l := range strings.Split(text, "\n") {
			if len(l) > 132 {
				t.Fatalf("longer than a line may be: %s", l)
			}
		}
	}
	for _, name := range codeClasses() {
		if drawn[name] == 0 {
			t.Errorf("no code has the class %q", name)
		}
		delete(drawn, name)
	}
	for name := range drawn {
		t.Errorf("the class %q is not in the list", name)
	}
}

// TestShowCode prints the code of a seed.
func TestShowCode(t *testing.T) {
	seed := setting(t, "MDMP_TORTURE_SHOW_CODE", -1)
	if seed < 0 {
		t.Skip("MDMP_TORTURE_SHOW_CODE is not set")
	}
	k := newCode(1, seed)
	slices.Sort(k.drawn)
	fmt.Print(join(program([]*kernel{k})), "! ", strings.Join(slices.Compact(k.drawn), "\n! "), "\n")
}
