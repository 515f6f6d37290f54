package tests

import (
	"regexp"
	"strconv"
	"testing"
	"time"
)

func tagsProgram() recipe { return fortran("tags") }

// Messages meet whatever the order in which tags come, go and come again.
func TestTags(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, tagsProgram())
		for _, args := range [][]string{{"lazy", "1800"}, {"managed", "1800"}, {"again", "1500"}, {"oneway", "3000"}, {"ahead", "1500"}, {"comms", "60"}, {"sites", "300"}, {"behind", "3200"}} {
			n := 2
			if args[0] == "managed" {
				n = 3
			}
			mustPass(t, m, job{n: n, exe: exe, args: args, env: []string{"MDMP_TUNE=0", "MDMP_TIMEOUT=50"}})
		}
		mustPass(t, m, job{n: 1, exe: exe, args: []string{"again", "1500"}, env: []string{"MDMP_TUNE=0"}})
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"again", "1100"}, env: []string{"MDMP_VERIFY=2", "MDMP_TIMEOUT=50"}})
	})
}

// What nobody received is told, and taken in, although its lanes were evicted.
func TestTagsLeft(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, tagsProgram())
		r := run(t, m, job{n: 2, exe: exe, args: []string{"left", "3000"}})
		told := regexp.MustCompile(`warning: rank 1: 1 of 1 messages from rank 0 \(tag [123]000\) were never received`)
		if got := len(told.FindAllString(r.output, -1)); got != 3 || r.code != 0 {
			t.Errorf("%d warnings, exit status %d\n%s", got, r.code, clip(r.output))
		}
	})
}

var took = regexp.MustCompile(`took *([0-9.]+) s, (\d+) KB`)

// cost runs a case and returns its time and the most memory that a rank had, in KB.
func cost(t *testing.T, m *mpi, exe string, n int, what string, count int) (seconds float64, kb int) {
	t.Helper()
	j := job{n: n, exe: exe, args: []string{what, strconv.Itoa(count)}, env: []string{"MDMP_TUNE=0"}, limit: 5 * time.Minute}
	f := took.FindStringSubmatch(mustPass(t, m, j))
	if f == nil {
		t.Fatal("the program does not say what it took")
	}
	seconds, _ = strconv.ParseFloat(f[1], 64) // as matched
	kb, _ = strconv.Atoi(f[2])
	return seconds, kb
}

// Ten times as many tags or communicators: the same memory, and about ten times
// the time. One process, so that it waits for nobody; quadratic would be 100.
func TestGrowth(t *testing.T) {
	const mostTimes, mostKB = 60, 8 << 10
	many := map[string]int{"plain": 40000, "managed": 20000, "comms": 2000}
	if !testing.Short() {
		many = map[string]int{"plain": 200000, "lazy": 20000, "managed": 20000, "comms": 2000}
	}
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, tagsProgram())
		for what, n := range many {
			few, fewKB := cost(t, m, exe, 1, what, n/10)
			all, allKB := cost(t, m, exe, 1, what, n)
			t.Logf("%s: %d in %.2f s, %d KB; %d in %.2f s, %d KB", what, n/10, few, fewKB, n, all, allKB)
			if all > mostTimes*few {
				t.Errorf("%s: %d take %.2f s, %d take %.2f s", what, n/10, few, n, all)
			}
			if allKB > fewKB+mostKB {
				t.Errorf("%s: %d need %d KB, %d need %d KB", what, n/10, fewKB, n, allKB)
			}
		}
		few, _ := cost(t, m, exe, 1, "sites", 2000)
		all, _ := cost(t, m, exe, 1, "sites", 20000)
		if all > mostTimes*few {
			t.Errorf("2000 sites take %.2f s, 20000 take %.2f s", few, all)
		}
	})
}
