package run

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

// With -mdmp=counted no send has fewer right bytes early than in mode auto, and those that are
// written nobody knows where have most: counts are one voice more, and what is known is said as before.
func TestCountedNoLess(t *testing.T) {
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	for _, p := range append(examples(t, "../../examples"), programs(t, "counted")...) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			share.Take(t)
			p.ranks, p.args = []int{2}, [][]string{nil}
			auto, bits := b.earlyShares(t, l, p, "auto")
			counted, same := b.earlyShares(t, l, p, "counted")
			if d := cmp.Diff(bits, same); d != "" {
				t.Errorf("not the same (-auto +counted):\n%s", d)
			}
			if len(auto) == 0 || len(auto) != len(counted) {
				t.Fatalf("%d sends in auto, %d in counted", len(auto), len(counted))
			}
			for line, share := range auto {
				if counted[line] < share-1 { // rounded
					t.Errorf("line %s: %d %% early in auto, %d %% in counted", line, share, counted[line])
				}
			}
		})
	}
}

var sendShares = regexp.MustCompile(`(?m)^\S+:([0-9]+) +send +[0-9]+ +[0-9.]+ [kKMG]?B? +([0-9]+) % +([0-9]+) %`)

// earlyShares runs a program in a mode: percent of the bytes of each line that were early and right, and what it printed.
func (b *bench) earlyShares(t *testing.T, l *library, p program, mode string) (map[string]int, []string) {
	t.Helper()
	dir := filepath.Join(b.root, l.Name, "shares", p.name, mode)
	file := filepath.Join(dir, "profile")
	p.env = append(slices.Clone(p.env), "MDMP_PROFILE="+file)
	shares, printed := map[string]int{}, []string(nil)
	for key, o := range b.hostileRuns(t, l, p, dir, variant{flags: []string{"-mdmp=" + mode}, tunes: []string{"0"}}) {
		if o.Status != 0 || o.Stdout == "" {
			t.Fatalf("%s: status %d\n%s", key, o.Status, o.Stderr)
		}
		printed = sorted(o.Stdout)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sendShares.FindAllStringSubmatch(string(text), -1) {
		early, _ := strconv.Atoi(m[2])
		again, _ := strconv.Atoi(m[3])
		shares[m[1]] = early - again
	}
	return shares, printed
}
