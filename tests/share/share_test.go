package share

import (
	"fmt"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Share{"": {}, "1/1": {1, 1}, "3/8": {3, 8}, "8/8": {8, 8}} {
		if got, err := Parse(text); err != nil || got != want || got.String() != text {
			t.Errorf("Parse(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"3", "0/8", "9/8", "3/8/2", "a/b", "-1/8", "3/8 x", "/8", "3/0"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v", text, got)
		}
	}
}

// Every name is in one part of each number of parts, and no part has far more than its share.
func TestParts(t *testing.T) {
	for _, parts := range []int{1, 2, 3, 8} {
		in := make([]int, parts+1)
		for k := range 800 {
			name := fmt.Sprintf("TestRun/all/mpich/program%d", k)
			n := 0
			for part := 1; part <= parts; part++ {
				if (Share{part, parts}).Has(name) {
					in[part]++
					n++
				}
			}
			if n != 1 {
				t.Fatalf("%s is in %d of %d parts", name, n, parts)
			}
		}
		for part := 1; part <= parts; part++ {
			if in[part] < 600/parts || in[part] > 1000/parts {
				t.Errorf("part %d of %d has %d of 800 names", part, parts, in[part])
			}
		}
	}
}

// taker stands for a test of some name.
type taker struct {
	testing.TB
	name    string
	skipped bool
}

func (t *taker) Name() string     { return t.name }
func (t *taker) Helper()          {}
func (t *taker) Skip(args ...any) { t.skipped = true }

func TestTake(t *testing.T) {
	for k := range 20 {
		ran := 0
		for part := 1; part <= 2; part++ {
			t.Setenv(Variable, fmt.Sprintf("%d/2", part))
			test := &taker{TB: t, name: fmt.Sprint("case", k)}
			if Take(test); !test.skipped {
				ran++
			}
		}
		if want := map[bool]int{false: 1, true: 2}[testing.Short()]; ran != want {
			t.Errorf("case%d ran %d times", k, ran)
		}
	}
}
