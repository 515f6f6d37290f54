package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Second copies and poisoned sections change nothing in a program that is right.
func TestVerify(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for _, what := range []string{"fine", "guess", "changes"} {
			for _, n := range ranks(3) {
				env := []string{"MDMP_TUNE=0", "MDMP_DELTA=512", fmt.Sprint("MDMP_VERIFY=", (n+len(what))%3)}
				mustPass(t, m, job{n: n, exe: exe, args: []string{what}, env: env})
			}
		}
		for _, name := range []string{"sections", "patterns", "comms"} { // without overlap
			mustPass(t, m, job{n: 3, exe: build(t, m, plain, fortran(name)), env: []string{"MDMP_VERIFY=2"}})
		}
	})
}

// A nest whose order does not hold runs whole, once in each of eight steps, and one whose order does is cut.
func TestOneBox(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for _, what := range []string{"cut", "whole"} {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{what}, env: []string{"MDMP_TUNE=0", "MDMP_FAULT=cuts"}})
		}
	})
}

// What was proved of a later exchange is compared when it is executed, or when its region ends.
func TestWrongProof(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for _, what := range []string{"lost", "other"} {
			mustFail(t, m, job{n: 2, exe: exe, args: []string{what}, env: []string{"MDMP_TUNE=0"}},
				`inspect\.F90:10[34]: mdmp: error: rank \d: a send that was proved to come did not come`)
		}
	})
}

// Wrong hints cost time, never correctness.
func TestWrongHints(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for seed := 1; seed <= 4; seed++ {
			for _, what := range []string{"fine", "guess", "changes"} {
				env := []string{"MDMP_TUNE=0", fmt.Sprint("MDMP_DELTA=", 256*seed), fmt.Sprint("MDMP_FAULT=hints:", seed)}
				mustPass(t, m, job{n: 1 + seed%3, exe: exe, args: []string{what}, env: append(env, fmt.Sprint("MDMP_VERIFY=", (seed+len(what))%3))})
			}
		}
	})
}

// What must be found is found: it is when ranks come as they do on a machine that is free.
func TestVerifyFinds(t *testing.T) {
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for _, c := range []struct {
			what, message string
			env           []string
		}{
			// Without a second copy wrong bytes only show in the results.
			{"fine", `rank \d wrong: halo`, []string{"MDMP_FAULT=final"}},
			{"fine", `inspect\.F90:10[12]: mdmp: error: rank \d: MDMP_VERIFY: what was received is not what the send at ` +
				`inspect\.F90:10[34] of rank \d holds \(tag [01], message \d between the two\): element \d+ of 600 is \S+, should be \d`,
				[]string{"MDMP_FAULT=final", "MDMP_VERIFY=1"}},
			{"late", `rank \d wrong: halo`, []string{"MDMP_FAULT=waits", "MDMP_VERIFY=2"}},
			{"reads", `rank \d wrong: early read`, []string{"MDMP_VERIFY=2"}},
			{"writes", `inspect\.F90:102: mdmp: error: rank \d: MDMP_VERIFY=2: the program wrote to the section of this recv ` +
				`before it was complete: element 7 of 600`, []string{"MDMP_VERIFY=2"}},
		} {
			mustFail(t, m, job{n: 2, exe: exe, args: []string{c.what}, env: append(c.env, "MDMP_TUNE=0", "MDMP_DELTA=512")}, c.message)
		}
	})
}

// A directive that goes plain, whatever the others do.
func TestSkip(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		early := []string{"MDMP_TUNE=0", "MDMP_VERIFY=2"}
		// The read that comes too early is none.
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"reads"}, env: append(early, "MDMP_SKIP=inspect.F90:101")})
		mustFail(t, m, job{n: 3, exe: exe, args: []string{"reads"}, env: append(early, "MDMP_SKIP=inspect.F90:102,t.F90:101")}, "early read")
		r := run(t, m, job{n: 2, exe: exe, args: []string{"fine"}, env: append(early, "MDMP_SKIP=inspect.F90:103,else.f90:7")})
		if want := "mdmp: warning: rank 0: MDMP_SKIP: no directive was executed at else.f90:7\n"; r.code != 0 || !strings.Contains(r.output, want) {
			t.Errorf("status %d, no warning %q:\n%s", r.code, want, r.output)
		}
		if m.name != "mpich" {
			return // what follows does not depend on MPI
		}
		for _, bad := range []string{"inspect.F90", "inspect.F90:", ":7", "a.f90:7,,b.f90:8", "a.f90:x"} {
			mustFail(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{"MDMP_SKIP=" + bad}},
				`mdmp: error: rank 0: MDMP_SKIP=`+regexp.QuoteMeta(bad)+`: expected file:line`)
		}
		for _, bad := range []string{"no", "hints:", "hints:x"} {
			mustFail(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{"MDMP_FAULT=" + bad}}, `MDMP_FAULT=`+bad+`: expected hints, final, waits or cuts`)
		}
	})
}

func TestProfile(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		file := filepath.Join(t.TempDir(), "profile")
		env := []string{"MDMP_TUNE=0", "MDMP_SKIP=inspect.F90:104", "MDMP_PROFILE=" + file}
		mustPass(t, m, job{n: 3, exe: exe, args: []string{"changes"}, env: env})
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// The first exchange is not begun early: nobody knows it yet. 7 of 8 messages are 88 %. Of what is sent again
		// only the five elements that have changed go.
		seconds, worst := ` +\d+\.\d{3}`, ` +\d+\.\d{3} \(\d\)`
		for i, want := range []string{
			`mdmp: profile of 3 ranks: .*`,
			`directive +messages +bytes +early +again +waited +worst \(rank\) +hidden +way`,
			`inspect\.F90:101  recv +24 +115\.2 KB +- +-` + seconds + worst + seconds + `  early`,
			`inspect\.F90:102  recv +24 +115\.2 KB +- +-` + seconds + worst + seconds + `  early`,
			`inspect\.F90:103  send +24 +115\.2 KB +88 % +1 %` + seconds + worst + seconds + `  early`,
			`inspect\.F90:104  send +24 +115\.2 KB +0 % +0 %` + seconds + worst + seconds + `  plain \(MDMP_SKIP\)`,
		} {
			lines := strings.Split(string(text), "\n")
			if i >= len(lines) || !regexp.MustCompile("^"+want+"$").MatchString(lines[i]) {
				t.Errorf("line %d is not like %q:\n%s", i+1, want, text)
			}
		}
		r := run(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{"MDMP_PROFILE=1"}})
		if r.code != 0 || !strings.Contains(r.output, "mdmp: profile of 1 rank: ") {
			t.Errorf("status %d, no table on standard error:\n%s", r.code, r.output)
		}
	})
}

// Where the two ends of a piece have changed, what lies between does not go again.
func TestCorners(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		file := filepath.Join(t.TempDir(), "profile")
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, args: []string{"corners"}, env: []string{"MDMP_TUNE=0", "MDMP_VERIFY=1"}})
		}
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"corners"}, env: []string{"MDMP_TUNE=0", "MDMP_PROFILE=" + file}})
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`inspect\.F90:103  send .* 88 % +1 %`).Match(text) {
			t.Errorf("more than two elements, and 8 bytes for the place of each, go again:\n%s", text)
		}
	})
}

// Of a piece that has changed in many places these go again, and nothing of what lies between them.
func TestManyPlaces(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		file := filepath.Join(t.TempDir(), "profile")
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, args: []string{"rows"}, env: []string{"MDMP_TUNE=0", "MDMP_VERIFY=1"}})
		}
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"rows"}, env: []string{"MDMP_TUNE=0", "MDMP_PROFILE=" + file}})
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// 30 times 16 bytes of 4800, and 8 for the place of each
		if !regexp.MustCompile(`inspect\.F90:\d+  send .* 88 % +13 %`).Match(text) {
			t.Errorf("more than what has changed goes again:\n%s", text)
		}
	})
}

// Messages begun whose exchange never comes, and one that nobody receives.
func TestNeverExecuted(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("inspect"))
		for _, n := range ranks(3) {
			r := run(t, m, job{n: n, exe: exe, args: []string{"never"}, env: []string{"MDMP_TUNE=0", "MDMP_DELTA=512", fmt.Sprint("MDMP_VERIFY=", n-1)}})
			if r.code != 0 || !strings.Contains(r.output, "passed") {
				t.Fatalf("status %d\n%s", r.code, r.output)
			}
			if k := strings.Count(r.output, "1 of 8 messages from rank "); k != n {
				t.Errorf("%d warnings on %d processes:\n%s", k, n, r.output)
			}
		}
	})
}

// A directiveProfile is what the profile says of a directive, as JSON.
type directiveProfile struct {
	File, Kind, Way string
	Line            int
	Messages, Bytes int
	Reasons         []struct {
		Code, Text string
		Messages   int
	}
}

// mostly is the reason that most messages of the directive have which is at line, with what is said of it.
func mostly(t *testing.T, list []directiveProfile, line int) (code, text string) {
	t.Helper()
	for _, d := range list {
		most := 0
		for _, r := range d.Reasons {
			if d.Line == line && r.Messages > most {
				code, text, most = r.Code, r.Text, r.Messages
			}
		}
	}
	return code, text
}

// said tells whether any message of the directive at line has a reason.
func said(list []directiveProfile, line int, code string) bool {
	for _, d := range list {
		for _, r := range d.Reasons {
			if d.Line == line && r.Code == code {
				return true
			}
		}
	}
	return false
}

// The profile says what kept messages at their exchange.
func TestProfileReasons(t *testing.T) {
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("why"))
		profile := func(n int, arg string, env ...string) []directiveProfile {
			file := filepath.Join(t.TempDir(), "profile.json")
			r := run(t, m, job{n: n, exe: exe, args: []string{arg}, env: append(env, "MDMP_PROFILE="+file)})
			if r.code != 0 || !strings.Contains(r.output, "passed") {
				t.Fatalf("%s %v: status %d\n%s", arg, env, r.code, clip(r.output))
			}
			if said := strings.Contains(r.output, "MDMP_THREADS=many: everything goes plain"); said != slices.Contains(env, "MDMP_THREADS=many") {
				t.Errorf("%s %v:\n%s", arg, env, clip(r.output))
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var p struct {
				Ranks      int
				Directives []directiveProfile
			}
			if err := json.Unmarshal(text, &p); err != nil || p.Ranks != n {
				t.Fatalf("%v, %d ranks:\n%s", err, p.Ranks, text)
			}
			return p.Directives
		}
		list := profile(2, "", "MDMP_TUNE=0", "MDMP_SKIP=why.F90:71,why.F90:102")
		for line, want := range map[int]string{
			11: "run-region", 12: "run-region", 21: "", 22: "run-nest", 31: "run-compiled", 32: "run-compiled", 42: "run-order",
			52: "run-sections", 61: "run-grant", 62: "run-nest", 71: "run-skip", 82: "run-changed", 92: "run-writer", 112: "run-before", 121: "run-blocking", 122: "run-first",
			131: "run-thread", 132: "run-thread", 142: "run-place",
		} {
			if code, text := mostly(t, list, line); code != want {
				t.Errorf("line %d: %s (%s), should be %s", line, code, text, want)
			}
		}
		if _, text := mostly(t, list, 22); !strings.HasSuffix(text, ": w") {
			t.Errorf("the array is not named: %s", text)
		}
		if _, text := mostly(t, list, 121); !strings.HasSuffix(text, ": line 7") {
			t.Errorf("the statement is not named: %s", text)
		}
		// Whether the exchange takes enough of a step to try more than plain is up to the machine.
		for steps, want := range map[string][]string{"50": {"run-trial", "run-little"}, "2000": {"run-tuner", "run-little"}} {
			code, text := mostly(t, profile(1, "tuned"+steps), 162)
			if !slices.Contains(want, code) {
				t.Errorf("%s steps: %s (%s), should be one of %s", steps, code, text, want)
			}
		}
		for _, c := range []struct {
			arg, env string
			line     int
			want     string
			more     []string
		}{
			{"", "MDMP_TUNE=0", 71, "run-prompt", nil},
			{"", "MDMP_TUNE=0", 154, "run-late", []string{"MDMP_BACKLOG=65536", "MDMP_POLL=1000000"}},
			{"", "MDMP_MODE=plain", 22, "run-asked", nil},
			{"", "MDMP_MODE=plain", 21, "run-asked", nil},
			{"threads", "MDMP_TUNE=0", 22, "run-threads", []string{"MDMP_THREADS=many"}},
			{"threads", "MDMP_TUNE=0", 82, "run-changed", nil},                          // it was early
			{"threads", "MDMP_TUNE=0", 82, "run-changed", []string{"MDMP_THREADS=one"}}, // it was early
		} {
			list := profile(1, c.arg, append(c.more, c.env)...)
			if c.want == "run-late" && said(list, c.line, c.want) {
				continue // how many depends on who is when
			}
			if code, text := mostly(t, list, c.line); code != c.want {
				t.Errorf("%s %s, line %d: %s (%s), should be %s", c.arg, c.env, c.line, code, text, c.want)
			}
		}
	})
}
