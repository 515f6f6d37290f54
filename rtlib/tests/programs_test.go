package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Programs that check every value they get.
func TestPrograms(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for _, name := range []string{"types", "sections", "patterns", "comms"} {
			t.Run(name, func(t *testing.T) {
				exe := build(t, m, plain, fortran(name))
				for _, n := range ranks(4) {
					mustPass(t, m, job{n: n, exe: exe})
				}
				// Messages cut in pieces, as above 1 GiB.
				mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_CHUNK=100"}})
				// A wait with a time limit that is not reached.
				mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TIMEOUT=50", "MDMP_SPIN=1"}})
			})
		}
	})
}

func TestOptimised(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		r := fortran("sections", "-O3")
		r.name = "sections-O3"
		r.files = []string{"check.f90", "sections.F90"}
		mustPass(t, m, job{n: 2, exe: build(t, m, plain, r)})
	})
}

func TestThreads(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "threads", files: []string{"threads.c"}})
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_WARN=0"}}) // that threads meet
		}
		mustFail(t, m, job{n: 2, exe: exe, env: []string{"MDMP_THREADS=one"}},
			`mdmp: error: rank \d: MDMP_THREADS=one, but another thread executes directives at the same time`)
	})
}

func history(flags ...string) recipe {
	return recipe{name: "history", files: []string{"isends.c", "check.f90", "history.F90"}, flags: append([]string{"-fcheck=all"}, flags...)}
}

// Messages that are sent early because history says so.
func TestHistory(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, history())
		for _, n := range ranks(4) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
	})
}

// What no nest writes between one exchange and the next goes as soon as the one before has gone; what turns out to be written all
// the same is not tried for long, and what ends with its region not at all.
func TestStill(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "still", files: []string{"check.f90", "still.F90"}, flags: []string{"-fcheck=all"}})
		for _, n := range ranks(3) {
			for _, more := range []string{"MDMP_TUNE=0", "MDMP_TUNE=2", "MDMP_FAULT=hints", "MDMP_VERIFY=2", "MDMP_DELTA=512"} {
				mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0", more}})
			}
		}
		file := filepath.Join(t.TempDir(), "profile")
		mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0", "MDMP_PROFILE=" + file}})
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`:12 +send .* 9\d % +0 %`, `:22 +send .* 9\d % +0 %`, `:32 +send .* 9\d % +0 %`,
			`:42 +send .* 0 % +0 %`, `:52 +send .* [789]\d % +[0-4] %`,
			`:72 +send .* [89]\d % +0 %`, `:82 +send .* [89]\d % +0 %`, `:92 +send .* [89]\d % +0 %`,
			`:102 +send .* [89]\d % +0 %`, `:112 +send .* [89]\d % +\d %`,
			`:132 +send .* [89]\d % +0 %`, `:142 +send .* [89]\d % +0 %`,
		} {
			if !regexp.MustCompile(`still\.F90` + want).Match(text) {
				t.Errorf("nothing is like %q:\n%s", want, text)
			}
		}
	})
}

// What boxes and iterations write last is counted in one step; later ones send by that, and learn again where it was wrong.
func TestCounted(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "counted", files: []string{"check.f90", "counted.F90"}, flags: []string{"-fcheck=all"}})
		for _, n := range ranks(3) {
			for _, more := range []string{"MDMP_TUNE=2", "MDMP_FAULT=hints", "MDMP_VERIFY=2", "MDMP_DELTA=4096"} {
				mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0", more}})
			}
		}
		file := filepath.Join(t.TempDir(), "profile")
		out := run(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0", "MDMP_PROFILE=" + file}}).output
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, want := range []string{
			`:12 +send .* [89]\d % +0 %`, `:22 +send .* \d+ % +\d+ %`, `:32 +send .* \d\d % +\d+ %`, `:42 +send .* [4-9]\d % +0 %`,
			`:52 +send .* [3-9]\d % +\d+ %`, `:62 +send .* [5-9]\d % +\d+ %`, `:72 +send .* 0 % +0 %`, `:82 +send .* \d+ % +\d+ %`,
		} {
			if !regexp.MustCompile(`counted\.F90` + want).Match(text) {
				t.Errorf("nothing is like %q:\n%s", want, text)
			}
		}
		if !regexp.MustCompile(`counted: \d+ messages \(\d+ bytes of counts\), \d+ passes learnt, 20\d{4} bytes copied at a time at most, 0 now`).MatchString(out) {
			t.Errorf("copies are not bounded, or not freed:\n%s", out)
		}
	})
}

func passing() recipe {
	return recipe{name: "passing", files: []string{"isends.c", "check.f90", "passing.F90"}, flags: []string{"-fcheck=all"}}
}

// Messages that begin before others on their lane have, which come as expected or not.
func TestPassing(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, passing())
		for _, n := range ranks(4) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
		// Long messages in lengths, where short ones were expected; little room.
		for _, more := range []string{"MDMP_CHUNK=50000", "MDMP_BACKLOG=65536", "MDMP_VERIFY=2"} {
			mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0", more}})
		}
	})
}

// What goes early before a message that comes before it does not need its sender: also where MPI cannot read another process's memory.
func TestBehind(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("behind"))
		mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0", "OMPI_MCA_btl_vader_single_copy_mechanism=none"}})
	})
}

// Long messages in pieces, both ways at once: who waits for room receives meanwhile.
func TestCrowd(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("crowd"))
		for _, n := range ranks(4) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
		mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0", "MDMP_VERIFY=2"}})
	})
}

// What is complete for good, and for which there was no room, goes before its exchange: of six messages the first is not
// predicted, and the last pieces of one may have to wait.
func TestHeld(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("held"))
		for _, env := range [][]string{nil, {"MDMP_VERIFY=2"}, {"MDMP_FAULT=hints:3"}, {"MDMP_DELTA=512"}} {
			file := filepath.Join(t.TempDir(), "profile")
			env = append([]string{"MDMP_TUNE=0", "MDMP_BACKLOG=65536", "MDMP_PROFILE=" + file}, env...)
			mustPass(t, m, job{n: 2, exe: exe, env: env})
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			early := regexp.MustCompile(`held\.F90:102  send .* [KM]B +(\d+) %`).FindSubmatch(text)
			if early == nil {
				t.Fatalf("no such line:\n%s", text)
			}
			if share, _ := strconv.Atoi(string(early[1])); share < 60 && len(env) == 3 {
				t.Errorf("%v: %d %% went early, should be about 83 %%:\n%s", env, share, text)
			}
		}
	})
}

// Pieces are as large as regions say.
func TestDeltas(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "deltas", files: []string{"isends.c", "check.f90", "deltas.F90"}, flags: []string{"-fcheck=all"}})
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"exchange"}, env: []string{"MDMP_TUNE=4"}})
		mustFail(t, m, job{n: 2, exe: exe, args: []string{"bad"}, env: []string{"MDMP_TUNE=0"}},
			`deltas\.F90:90: mdmp: error: rank \d: delta\(0\): a piece has at least one byte`)
	})
}

func paged() recipe { return recipe{name: "paged", files: []string{"check.f90", "paged.F90"}} }

// Pages of what is sent tell when code writes to them that states nothing.
func TestPagedRegions(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, paged())
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
		seesPages(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0"}})
	})
}

// seesPages runs a job whose writes open increments, some of which are said to be complete.
func seesPages(t *testing.T, m *mpi, j job) {
	t.Helper()
	j.env = append(j.env, "MDMP_PROFILE=1")
	r := run(t, m, j)
	opened := regexp.MustCompile(`mode\(paged\): [1-9]\d* increments opened by a write, [1-9]\d* said to be complete`).MatchString(r.output)
	if r.code != 0 || !opened && runtime.GOARCH == "amd64" {
		t.Errorf("exit status %d, opened %v\n%s", r.code, opened, clip(r.output))
	}
}

// What was sent is out of our hands when all has left, not when MPI tells that it was taken.
func TestQuestions(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "questions", files: []string{"questions.c"}})
		mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0"}})
	})
}

// Descriptors that say a wrong distance of elements: what is needed is the array.
func TestSpans(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "spans", files: []string{"spans.c"}})
		mustPass(t, m, job{n: 2, exe: exe, env: []string{"MDMP_TUNE=0"}})
		mustPass(t, m, job{n: 2, exe: exe})
	})
}

func runs() recipe { return recipe{name: "runs", files: []string{"runs.c"}} }

// Pieces that go from the program's memory: it is the program's again when the exchange returns, however late MPI reads it.
func TestRuns(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, runs())
		for _, late := range []string{"0", "7"} {
			for _, how := range []string{"lazy", "prompt", "rows"} {
				mustPass(t, m, job{n: 2, exe: exe, args: []string{late, how}, env: []string{"MDMP_TUNE=0"}})
			}
		}
		for _, more := range []string{"MDMP_BACKLOG=65536", "MDMP_VERIFY=1", "MDMP_FAULT=hints:3", "MDMP_DELTA=4096"} {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{"3", "lazy"}, env: []string{"MDMP_TUNE=0", more}})
		}
	})
}

// Receives that wait for nests in other procedures; extents of 1 that mean more.
func TestLazy(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "lazy", files: []string{"check.f90", "lazy.F90"}, flags: []string{"-fcheck=all,no-bounds"}})
		for _, n := range ranks(4) {
			mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0"}})
		}
	})
}

// Long strided messages go in pieces to other machines. MPICH can be told that all ranks are on different ones.
func TestRows(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "rows", files: []string{"isends.c", "check.f90", "rows.F90"}})
		for _, n := range ranks(3) {
			mustPass(t, m, job{n: n, exe: exe, args: []string{"whole"}})
		}
		if m.name != "mpich" {
			return
		}
		far := []string{"MPIR_CVAR_NOLOCAL=1"}
		for n := 2; n <= 4; n++ {
			mustPass(t, m, job{n: n, exe: exe, args: []string{"pieces"}, env: far})
		}
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"pieces"}, env: append(far, "MDMP_VERIFY=1")})
		mustFail(t, m, job{n: 2, exe: exe, args: []string{"wrong"}, env: far},
			`rows\.F90:24: mdmp: error: rank 0: this recv takes 399976 bytes, but rank 1 sent 400000 at rows\.F90:28 \(tag 0, message 3 `)
	})
}

// The ways to start MPI, linked by the wrapper.
func TestInit(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for how := 1; how <= 5; how++ {
			r := recipe{name: fmt.Sprintf("init%d", how), files: []string{"init.F90"}, flags: []string{fmt.Sprintf("-DHOW=%d", how)}}
			mustPass(t, m, job{n: 2, exe: build(t, m, plain, r)})
		}
	})
}

// A main program that was linked by somebody else.
func TestForeignMain(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for _, how := range []string{"BY_REGION", "BY_INIT"} {
			r := recipe{name: "foreign-" + how, files: []string{"init.F90"}, flags: []string{"-DHOW=1", "-D" + how}, noWrap: true}
			mustPass(t, m, job{n: 2, exe: build(t, m, plain, r)})
		}
		r := recipe{name: "foreign", files: []string{"init.F90"}, flags: []string{"-DHOW=1"}, noWrap: true}
		mustFail(t, m, job{n: 2, exe: build(t, m, plain, r)}, `init\.F90:\d+: mdmp: error: rank \d: MPI_Init did not go through the run time`)
	})
}

// Objects of off mode and of the others in one program.
func TestMixedModes(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		r := recipe{name: "mixed", files: []string{"init.F90", "offmark.f90"}, flags: []string{"-DHOW=1"}}
		mustFail(t, m, job{n: 2, exe: build(t, m, plain, r)}, `mdmp: error: rank \d: some files of this program were translated with -mdmp=off`)
	})
}

// The first line of every file of programs tells what it is for.
func TestProgramsAreDescribed(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("programs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "! ") && !strings.HasPrefix(string(text), "/* ") {
			t.Errorf("%s does not begin with a comment", f)
		}
	}
}

// A rank that is its own neighbour on both sides, and two ranks that are each other's, have two messages on one lane.
func TestFires(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("fires"))
		for _, n := range ranks(3) {
			for _, more := range []string{"MDMP_DELTA=512", "MDMP_SKIP=fires.F90:103", "MDMP_SKIP=fires.F90:104", "MDMP_FAULT=hints", "MDMP_VERIFY=2"} {
				mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=0", more}})
			}
		}
	})
}

// With MDMP_VERIFY what statements are said not to touch is compared with what is still to be received: a wrong word ends the run.
func TestApart(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("apart"))
		for _, verify := range []string{"MDMP_VERIFY=1", "MDMP_VERIFY=2"} {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{"nothing"}, env: []string{"MDMP_TUNE=0", verify}})
			for what, line := range map[string]string{"preposted": "53", "pending": "56"} {
				mustFail(t, m, job{n: 2, exe: exe, args: []string{what}, env: []string{"MDMP_TUNE=0", verify}},
					`apart\.F90:101: mdmp: error: rank 0: MDMP_VERIFY: what this recv receives into is touched at apart\.F90:`+line+` before`)
				mustPass(t, m, job{n: 2, exe: exe, args: []string{what}, env: []string{"MDMP_TUNE=0"}})
			}
		}
	})
}

// Receives posted ahead of their exchange; what does not fit is told as ever.
func TestPreposted(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "preposted", files: []string{"check.f90", "preposted.F90"}, flags: []string{"-fcheck=all"}})
		for _, n := range ranks(3) {
			for _, way := range [][2]string{
				{"all", "MDMP_TUNE=0"}, {"all", "MDMP_TUNE=3"}, {"some", "MDMP_TUNE=2"}, {"some", "MDMP_TUNE=4"}, {"some", "MDMP_TUNE=1"},
				{"some", "MDMP_DELTA=512"}, {"some", "MDMP_FAULT=hints"}, {"some", "MDMP_SKIP=preposted.F90:102"},
				{"some", "MDMP_PROFILE=/dev/null"}, {"none", "MDMP_VERIFY=1"}, {"none", "MDMP_VERIFY=2"}, {"none", "MDMP_MODE=plain"},
			} {
				mustPass(t, m, job{n: n, exe: exe, args: []string{way[0]}, env: []string{"MDMP_TUNE=0", way[1]}})
			}
		}
		for name, message := range map[string]string{
			"longer":  `preposted\.F90:201: mdmp: error: rank 0: this recv takes 160 bytes, but rank 1 sent 80 at preposted\.F90:202 \(tag 0, message 8 `,
			"shorter": `preposted\.F90:201: mdmp: error: rank 0: this recv takes 40 bytes, but rank 1 sent 80 at preposted\.F90:202 \(tag 0, message 8 `,
		} {
			for _, tune := range []string{"MDMP_TUNE=0", "MDMP_TUNE=2"} {
				mustFail(t, m, job{n: 2, exe: exe, args: []string{name}, env: []string{tune}}, message)
			}
		}
	})
}

// MPI_THREAD_MULTIPLE: messages overlap as long as one thread at a time executes directives. When that ends rank 0
// says so, once, and the profile counts it.
func TestGate(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "gate", files: []string{"gate.c"}})
		gate := func(n int, meets bool, args string, env ...string) {
			t.Helper()
			file := filepath.Join(t.TempDir(), "profile.json")
			r := run(t, m, job{n: n, exe: exe, args: strings.Fields(args), env: append(env, "MDMP_PROFILE="+file)})
			if r.code != 0 || !strings.Contains(r.output, "passed") {
				t.Fatalf("%d processes, %s, %v: status %d\n%s", n, args, env, r.code, clip(r.output))
			}
			warned := strings.Count(r.output, "mdmp: warning: rank 0: another thread executes directives at the same time")
			if warned != map[bool]int{true: 1}[meets && !slices.Contains(env, "MDMP_WARN=0")] || strings.Contains(r.output, "rank 1: another thread") {
				t.Errorf("%d processes, %s, %v: whether threads meet:\n%s", n, args, env, clip(r.output))
			}
			if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), `"run-threads"`) != meets {
				t.Errorf("%d processes, %s, %v: %v\n%s", n, args, env, err, text)
			}
		}
		for _, n := range ranks(3) {
			gate(n, false, "turns", "MDMP_TUNE=0")
			for _, how := range []string{"0", "1", "2"} {
				gate(n, true, "meet "+how, "MDMP_TUNE=0")
			}
		}
		gate(2, false, "turns", "MDMP_TUNE=0", "MDMP_VERIFY=2")
		gate(2, true, "meet 1", "MDMP_TUNE=0", "MDMP_VERIFY=2")
		gate(2, true, "meet 2", "MDMP_TUNE=2")
		gate(2, true, "meet 1", "MDMP_TUNE=0", "MDMP_WARN=0")
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"meet", "1"}, env: []string{"MDMP_THREADS=many"}})
	})
}
