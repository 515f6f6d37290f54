package torture

import (
	"strings"
	"testing"
)

// A seed always asks for the same bits, and all kinds are drawn.
func TestBits(t *testing.T) {
	t.Setenv("MDMP_TORTURE_BITS", "")
	drawn := map[bits]int{}
	flags := map[bits]map[string]bool{exactBits: {}, sameBits: {}, relaxedBits: {}}
	for seed := range int64(400) {
		b, err := bitsOf(seed)
		if again, _ := bitsOf(seed); err != nil || again != b {
			t.Fatalf("seed %d: %s, then %s (%v)", seed, b, again, err)
		}
		drawn[b]++
		h := plan(nil, "", seed, b)
		flags[b][strings.Join(h.flags, " ")] = true
		for _, tr := range h.trials {
			ref, rounds := h.against()
			loose := strings.Contains(strings.Join(h.flags, " "), "native") || strings.Contains(strings.Join(h.flags, " "), "fast")
			switch {
			case ref == byHand && loose && !rounds:
				t.Errorf("seed %d: %v is compared with the program by hand, all bits", seed, h.flags)
			case b == sameBits && (ref != "auto" || tr.mode != "auto" || rounds):
				t.Errorf("seed %d: %s is compared with %s, rounds %v", seed, tr.mode, ref, rounds)
			}
		}
	}
	for b, f := range flags {
		if drawn[b] < 30 || len(f) < 4 {
			t.Errorf("%s is drawn %d times, with %d sets of flags", b, drawn[b], len(f))
		}
	}
	t.Setenv("MDMP_TORTURE_BITS", "mode")
	if _, err := bitsOf(1); err == nil {
		t.Error("an unknown kind is taken")
	}
}

// Of what rounds only the names are compared.
func TestRounded(t *testing.T) {
	kernels := []*kernel{{id: 1, elem: &elem{name: "real8"}}, {id: 2, elem: &elem{name: "integer"}}}
	got := rounded(kernels, "1 a on 0: AB\n2 a on 0: CD\n2 own 1 on 0: EF\n3 x on 0: GH\n")
	if want := "1 a on 0\n2 a on 0: CD\n2 own 1 on 0\n3 x on 0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
