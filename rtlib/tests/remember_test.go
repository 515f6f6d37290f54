package tests

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A memory is a folder with a file for MDMP_TUNE_FILE and a program that runs with it: "why", whose only exchange with
// something to tune is slow in all ways but plain.
type memory struct {
	*testing.T
	m    *mpi
	exe  string
	file string
}

// run makes so many steps; it returns what was said, and why most sends stayed at their exchange.
func (k memory) run(n, steps int, env ...string) (said, code string) {
	k.Helper()
	profile := filepath.Join(k.TempDir(), "profile.json")
	env = append([]string{"MDMP_TUNE_FILE=" + k.file, "MDMP_PROFILE=" + profile}, env...)
	r := run(k.T, k.m, job{n: n, exe: k.exe, args: []string{fmt.Sprint("tuned", steps)}, env: env})
	if r.code != 0 || !strings.Contains(r.output, "passed") {
		k.Fatalf("%v: status %d\n%s", env, r.code, clip(r.output))
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		k.Fatal(err)
	}
	var p struct{ Directives []directiveProfile }
	if err := json.Unmarshal(text, &p); err != nil {
		k.Fatal(err)
	}
	code, _ = mostly(k.T, p.Directives, 162)
	return r.output, code
}

func (k memory) silent(said string) {
	k.Helper()
	if strings.Contains(said, "mdmp: ") {
		k.Errorf("the run time was not silent:\n%s", clip(said))
	}
}

func (k memory) warns(said, want string) {
	k.Helper()
	want = "mdmp: warning: rank 0: MDMP_TUNE_FILE: " + k.file + " " + want
	if strings.Count(said, want) != 1 {
		k.Errorf("no warning, or several: %q\n%s", want, clip(said))
	}
}

func (k memory) text() string {
	k.Helper()
	text, err := os.ReadFile(k.file)
	if err != nil {
		k.Fatal(err)
	}
	return string(text)
}

func (k memory) put(text string) {
	k.Helper()
	if err := os.WriteFile(k.file, []byte(text), 0o644); err != nil {
		k.Fatal(err)
	}
}

// sealed is a file with these lines.
func sealed(lines ...string) string {
	text := "mdmp-tune 1\n"
	for _, l := range lines {
		text += l + "\n"
	}
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%send %016x\n", text, h.Sum64())
}

// names is the hash of what the exchange says of its variables.
func names() string {
	h := fnv.New64a()
	h.Write([]byte("11,12:w(:,first);22:w;32:nowhere;121!7"))
	return fmt.Sprintf("%016x", h.Sum64())
}

func site(ranks int, arm string) string {
	return fmt.Sprintf("why.F90\t160\t%s\t%d\t%s", names(), ranks, arm)
}

// arms are the ways that a busy machine may make best, where what comes comes one way.
var arms = []string{"plain", "late", "early", "late, large messages whole"}

func eachMemory(t *testing.T, test func(k memory)) {
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		test(memory{T: t, m: m, exe: build(t, m, plain, fortran("why")), file: filepath.Join(t.TempDir(), "tuned")})
	})
}

// What was found in a run is where the next one begins.
func TestRemembered(t *testing.T) {
	eachMemory(t, func(k memory) {
		said, code := k.run(1, 50)
		k.silent(said)
		if code != "run-trial" {
			t.Errorf("nothing is known: %s", code)
		}
		said, _ = k.run(1, 2000)
		k.silent(said)
		if got := k.text(); got != sealed(site(1, "plain")) {
			t.Errorf("the file holds:\n%s", got)
		}
		if left, _ := filepath.Glob(k.file + "?*"); len(left) > 0 {
			t.Errorf("files are left behind: %v", left)
		}
		said, code = k.run(1, 50)
		k.silent(said)
		if code != "run-tuner" {
			t.Errorf("plain is known to be best: %s", code)
		}
		// Of another number of ranks nothing is known, and both stay. Which way is best there depends on the machine.
		k.run(3, 2000)
		if got := k.text(); !slices.ContainsFunc(arms, func(arm string) bool { return got == sealed(site(3, arm), site(1, "plain")) }) {
			t.Errorf("the file holds:\n%s", got)
		}
	})
}

// What is no longer true is given up; lines that are not understood do no harm; those of others are kept.
func TestRememberedStale(t *testing.T) {
	eachMemory(t, func(k memory) {
		other, late := "a file.f90\t7\t0123456789abcdef\t1\tlate", fmt.Sprintf("why.F90\t160\t%016x\t1\tlate", 1)
		k.put(sealed(site(1, "early"), other, "nothing", site(1, "no such way"), late))
		said, _ := k.run(1, 60)
		k.silent(said)
		if got := k.text(); got != sealed(site(1, "plain"), other, late) {
			t.Errorf("the file holds:\n%s", got)
		}
	})
}

// A file that cannot be used is told of, and the run goes on.
func TestRememberedBroken(t *testing.T) {
	eachMemory(t, func(k memory) {
		good, damaged := sealed(site(1, "plain")), "is damaged, or of another version: it is not used, and will be written anew"
		for _, bad := range []string{
			good[:len(good)-1], strings.Replace(good, "160", "161", 1), strings.Replace(good, "tune 1", "tune 2", 1), "mdmp-tune 1\n",
			"mdmp-tune 1\x00" + good, good + strings.Repeat("x", 1<<21),
		} {
			k.put(bad)
			said, code := k.run(1, 50)
			k.warns(said, damaged)
			if got := k.text(); code != "run-trial" || !regexp.MustCompile(`^mdmp-tune 1\nwhy\.F90\t160\t[0-9a-f]{16}\t1\tplain\nend [0-9a-f]{16}\n$`).MatchString(got) {
				t.Errorf("%s, and the file holds:\n%s", code, clip(got))
			}
		}
		k.put("")
		said, _ := k.run(1, 50)
		k.silent(said)
		for _, foreign := range []string{"&input n = 100 /\n", "mdmp", strings.Repeat("x", 1<<21)} {
			k.put(foreign)
			said, _ = k.run(2, 50)
			k.warns(said, "was not written by MDMP: it is neither used nor overwritten")
			if k.text() != foreign {
				t.Errorf("a file of somebody else was changed")
			}
		}
		k.file = t.TempDir()
		said, _ = k.run(2, 50)
		k.warns(said, "is no regular file: it is neither used nor written")
		k.file = filepath.Join(k.file, "missing", "tuned")
		said, _ = k.run(2, 50)
		k.warns(said, "cannot be written: No such file or directory")
	})
}

// Where nothing is tuned nothing is read or written.
func TestRememberedForced(t *testing.T) {
	eachMemory(t, func(k memory) {
		for _, env := range []string{"MDMP_TUNE=0", "MDMP_MODE=plain"} {
			k.put("of somebody else")
			said, _ := k.run(2, 50, env)
			k.silent(said)
		}
	})
}
