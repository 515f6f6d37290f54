package tests

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/btree"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

// api is a program in C that uses the API of delta send-recv.
func api(name string, more ...string) recipe {
	return recipe{name: name, files: append([]string{name + ".c"}, more...), api: true}
}

// apart says that what stands between the program and MPI, or beside it, uses communicators of its own: tools and sanitizers of the tests.
var apart = []string{"MDMP_LIBRARIES=apart"}

var note = regexp.MustCompile(`delta send-recv: (\d+) messages sent, (\d+) in increments; (\d+) increments \((\d+) bytes\) sent before the end, (\d+) of them ` +
	`written to afterwards; (\d+) received, (\d+) announced; (\d+) waits for data over before the message`)

// sums are what MDMP_PROFILE says of the messages of the API.
type sums struct{ sent, inIncrements, early, bytes, again, received, announced, given int }

// profiled runs a job that has to pass, with MDMP_PROFILE.
func profiled(t *testing.T, m *mpi, j job) sums {
	t.Helper()
	j.env = append(j.env, "MDMP_PROFILE=1")
	r := run(t, m, j)
	found := note.FindStringSubmatch(r.output)
	const clean = "left: 0 requests, 0 communicators, 0 keyvals, 0 datatypes"
	leaks := strings.Count(r.output, "left: ") != strings.Count(r.output, clean)
	if r.code != 0 || !strings.Contains(r.output, "passed") || found == nil || leaks {
		t.Fatalf("%s %v on %d processes %v: exit status %d\n%s", j.exe, j.args, j.n, j.env, r.code, clip(r.output))
	}
	var n [8]int
	for i := range n {
		n[i], _ = strconv.Atoi(found[i+1])
	}
	return sums{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]}
}

// The API of delta send-recv: delta and plain partners in every combination and order, with and without the
// wrappers that number messages, in Fortran with and without mpi_f08.
func TestDeltaAPI(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		f, f08 := fortran("partnersf"), fortran("partnersf", "-DF08")
		f08.name, f08.files = "partnersf08", []string{"check.f90", "partnersf.F90"}
		unnumbered := api("partners")
		unnumbered.api = false
		waits := api("partners") // in a program that calls harmless procedures, too
		waits.name, waits.link = "partners-waits", []string{"-Wl,--wrap=" + strings.Join(rtlib.Waits(), ",--wrap=")}
		for _, r := range []recipe{api("partners"), unnumbered, waits, f, f08} {
			fortran := r.flags != nil
			r.name += map[bool]string{true: "-numbered"}[r.api || fortran]
			r.api = r.api || fortran
			exe := build(t, m, plain, r)
			for n := 1; n <= 3 && !testing.Short(); n++ {
				mustPass(t, m, job{n: n, exe: exe})
				mustPass(t, m, job{n: n, exe: exe, env: []string{"MDMP_DELTA=256"}})
			}
			s := profiled(t, m, job{n: 2, exe: exe, env: []string{"MDMP_DELTA=256"}})
			if numbered := s.announced > 0; numbered != r.api {
				t.Errorf("%s: %+v", r.name, s)
			}
		}
	})
}

// Receives from anybody in Fortran have the numbers of what they received, whether the program asks for their status or not.
func TestReceivesFromAnybody(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for name, flags := range map[string][]string{"anybody": nil, "anybody08": {"-DF08"}} {
			r := recipe{name: name, files: []string{"check.f90", "anybody_start.c", "anybody.F90"}, flags: flags, api: true}
			s := profiled(t, m, job{n: 2, exe: build(t, m, plain, r)})
			if s.sent != 9 || s.announced != 9 || s.inIncrements != 9 {
				t.Errorf("%s: %+v", name, s)
			}
		}
	})
}

// Many messages, with increments of several sizes, few packets under way, and MPI that answers late.
func TestStorm(t *testing.T) {
	most := "3000"
	if testing.Short() {
		most = "1000"
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, api("storm"))
		lateExe := build(t, m, plain, counting())
		for _, n := range ranks(3) {
			for i, j := range []job{
				{exe: exe},
				{exe: exe, env: []string{"MDMP_DELTA=256"}},
				{exe: exe, env: []string{"MDMP_DELTA=1024", "MDMP_BACKLOG=65536"}},
				{exe: lateExe, env: append([]string{"MDMP_DELTA=2000", "LEFT_LATE=1"}, apart...)},
				{exe: lateExe, env: append([]string{"LEFT_LATE=1"}, apart...), args: []string{"faults"}},
			} {
				faults := len(j.args) > 0
				j.n, j.args, j.limit = n, append([]string{most, fmt.Sprint(10*n + i)}, j.args...), 3*time.Minute
				s := profiled(t, m, j)
				if s.early == 0 || s.given == 0 || s.inIncrements == 0 || (s.again > 0) != faults {
					t.Errorf("%d processes %v: %+v", n, j.env, s)
				}
			}
		}
	})
}

// counting is storm with calls of MPI that are counted, and late on demand.
func counting() recipe {
	r := api("storm", "left.c")
	r.name = "storm-left"
	return r
}

// The goal: 100,000 messages with faults, some of them while MPI answers late; nothing is left.
func TestGreatStorm(t *testing.T) {
	long(t)
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, counting())
		for _, j := range []job{
			{args: []string{"80000", "77", "faults"}, env: apart},
			{args: []string{"20000", "78", "faults"}, env: append([]string{"LEFT_LATE=1"}, apart...)},
		} {
			j.n, j.exe, j.limit = 3, exe, 15*time.Minute
			if s := profiled(t, m, j); s.early == 0 || s.again == 0 {
				t.Errorf("%v: %+v", j.args, s)
			}
		}
	})
}

// Broken promises are found, what is none is none, and where numbers are not known all goes whole.
func TestPromises(t *testing.T) {
	place := `promises\.c:\d+`
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, api("promises"))
		for _, c := range []struct {
			args string
			want string // message of the error; "" if there is none
			ok   func(s sums) bool
		}{
			{"written", "", func(s sums) bool { return s.again == 1 && s.inIncrements == 1 }},
			{"written given", place + `: mdmp: error: rank 1: MDMP_Delta_wait_data has given bytes .* byte 14[0-9] of the message from rank 0 ` +
				`with tag 5, address 0x[0-9a-f]+ there, said to be complete at .*` + place, nil},
			{"restored", "", func(s sums) bool { return s.again == 0 && s.given == 1 }},
			{"passed plain", place + `: mdmp: error: rank 0: MPI_Isend to rank 1 with tag 5 comes between MDMP_Delta_send_data \(.*` + place + `\)`, nil},
			{"passed delta", place + `: mdmp: error: rank 0: MDMP_Delta_send_end to rank 1 with tag 5 comes between MDMP_Delta_send_data \(.*` + place + `\)`, nil},
			{"queued", "", func(s sums) bool { return s.early > 0 }},
			{"shrunk", "", func(s sums) bool { return s.early > 0 }},
			{"sized", "", func(s sums) bool { return s.early > 0 && s.inIncrements == 1 }},
			{"profiling send", "", func(s sums) bool { return s.announced == 2 && s.early > 0 }},
			{"profiling receive", "", func(s sums) bool { return s.announced == 2 && s.early > 0 }},
			{"cancelled before", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"cancelled behind", "", func(s sums) bool { return s.announced == 1 && s.early > 0 }},
			{"cancelled other", "", func(s sums) bool { return s.announced == 1 && s.early > 0 }},
			{"lost wild", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"lost again", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"lost cancel", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"late", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"queued multiple", "", func(s sums) bool { return s.announced == 0 && s.early == 0 }},
			{"freed", "", func(s sums) bool { return s.early > 0 }},
			{"freed short", "", func(s sums) bool { return s.announced == 0 }},
			{"early", "", func(s sums) bool { return s.early > 0 && s.given == 1 }},
		} {
			j := job{n: 2, exe: exe, args: strings.Fields(c.args)}
			if c.ok == nil {
				mustFail(t, m, j, c.want)
			} else if s := profiled(t, m, j); !c.ok(s) {
				t.Errorf("%s: %+v", c.args, s)
			}
		}
		gone := job{n: 2, exe: exe, args: []string{"gone", filepath.Join(t.TempDir(), "word")}, env: []string{"OMPI_MCA_btl_vader_single_copy_mechanism=none"}}
		if s := profiled(t, m, gone); s.again == 0 {
			t.Errorf("%v: %+v", gone.args, s)
		}
	})
}

var byPages = regexp.MustCompile(`delta send-recv by pages: (\d+) messages sent, (\d+) increments opened by a write, (\d+) said to be complete; (\d+) received, ` +
	`(\d+) increments waited for when they were touched; (\d+) not by pages(?:, the first because (.*))?`)

// Messages that pages speak for: orders, partners, what programs do meanwhile, broken promises.
func TestByPages(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("pages speak on amd64 alone")
	}
	place := `bypages\.h:\d+`
	const notPlain = "its memory is not plain memory, SIGSEGV is blocked, or too many messages are under way"
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe, meet := build(t, m, plain, api("bypages")), build(t, m, plain, api("pagesmeet"))
		for _, c := range []struct {
			args  string
			want  string // message of the error; "" if there is none
			why   string // may keep messages from being by pages
			early bool   // increments leave before the end
			once  bool   // and none is written to afterwards
		}{
			{args: "passes on on"},
			{args: "passes back back"},
			{args: "passes on back"},
			{args: "passes on data"},
			{args: "passes on write"},
			{args: "passes on nothing"},
			{args: "early", early: true},
			{args: "shorter", early: true},
			{args: "mixed", why: "its last bytes share a page with other data: let it begin and end with a page|it has no page of its own"},
			{args: "relays"},
			{args: "crossed"},
			{args: "left"},
			{args: "left increments", early: true},
			{args: "freed", early: true},
			{args: "upon", why: notPlain},
			{args: "meets relay"},
			{args: "meets data"},
			{args: "meets twice"},
			{args: "meets twice-plain"},
			{args: "meets into"},
			{args: "stores wide", early: true, once: true},
			{args: "stores back", early: true, once: true},
			{args: "stores copies", early: true, once: true},
			{args: "errors", why: "its elements do not lie in order"},
			{args: "meanwhile write"},
			{args: "meanwhile fork"},
			{args: "meanwhile thread"},
			{args: "meanwhile handler"},
			{args: "meanwhile stack", why: "MPI or what allocates memory is part of the executable, or faults have another stack"},
			{args: "meanwhile mask", why: "this kernel cannot stop system calls at protected pages, or SIGSYS is blocked"},
			{args: "meanwhile collective"},
			{args: "meanwhile print"},
			{args: "meanwhile later"},
			{args: "meanwhile missing", want: place + `: mdmp: error: rank 1: MPI, a library or another thread uses bytes of a receive by pages that have not come`},
			{args: "broken", early: true},
			{args: "broken given", want: place + `: mdmp: error: rank 1: a touch of what MDMP_Delta_recv_pages receives has given bytes .* byte 1[34]\d of the message .*` + place},
			{args: "passed", want: `comes between MDMP_Delta_send_pages \(.*` + place + `\)`},
		} {
			j := job{n: 2, exe: exe, args: strings.Fields(c.args)}
			if slices.Contains([]string{"upon", "meets", "stores", "freed"}, j.args[0]) {
				j.exe = meet
			}
			if c.want != "" {
				mustFail(t, m, j, c.want)
				continue
			}
			j.env = []string{"MDMP_PROFILE=1", "MDMP_DELTA=2048"} // pieces end where pages do
			r := run(t, m, j)
			found, all := byPages.FindAllStringSubmatch(r.output, -1), note.FindStringSubmatch(r.output)
			if r.code != 0 || len(found) == 0 || all == nil || c.early && all[3] == "0" || c.once && all[5] != "0" {
				t.Errorf("%s: exit status %d\n%s", c.args, r.code, clip(r.output))
				continue
			}
			for _, f := range found {
				if f[7] != "" && !slices.Contains(strings.Split(c.why, "|"), f[7]) {
					t.Errorf("%s: %s", c.args, f[0])
				}
			}
		}
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"passes", "on", "on"}, env: []string{"MDMP_DELTA=1000"}})
		f08 := fortran("bypagesf", "-DF08")
		f08.name, f08.files = "bypagesf08", []string{"check.f90", "bypagesf.F90"}
		for _, f := range []recipe{fortran("bypagesf"), f08} {
			f.api = true
			for _, n := range ranks(3) {
				mustPass(t, m, job{n: n, exe: build(t, m, plain, f)})
			}
		}
		unnumbered := api("bypages")
		unnumbered.name, unnumbered.api = "bypages-unnumbered", false
		for _, args := range []string{"mixed", "relays", "meanwhile fork"} {
			mustPass(t, m, job{n: 2, exe: build(t, m, plain, unnumbered), args: strings.Fields(args)})
		}
	})
}

// What makes the pipelines of the papers: each rank hands on what it has received before the message is complete.
func TestPipelines(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, api("pipeline"))
		for n := 2; n <= 4; n++ {
			if s := profiled(t, m, job{n: n, exe: exe}); s.early == 0 || s.given == 0 {
				t.Errorf("%d processes: %+v", n, s)
			}
		}
	})
}

// Nothing of the API is left in MPI.
func TestNothingLeftOfAPI(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		out := run(t, m, job{n: 2, exe: build(t, m, plain, counting()), args: []string{"1000", "3"}, env: apart})
		clean := "left: 0 requests, 0 communicators, 0 keyvals, 0 datatypes"
		if out.code != 0 || strings.Count(out.output, clean) != 2 {
			t.Errorf("exit status %d\n%s", out.code, clip(out.output))
		}
	})
}

// A call of MPI that the API makes fails: the program ends with a message, and does not hang.
func TestFailingCallsOfAPI(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, counting())
		for n := 1; n <= 2000; n = n*3 + 1 {
			got := run(t, m, job{n: 2, exe: exe, args: []string{"1000", "3"}, env: append([]string{"LEFT_FAIL=" + strconv.Itoa(n)}, apart...)})
			if got.code == 0 || got.code == -1 || !strings.Contains(got.output, "failed: ") {
				t.Errorf("call %d fails: exit status %d\n%s", n, got.code, clip(got.output))
			}
		}
	})
}

// ---- sanitizers ----

func TestAddressSanitizerAPI(t *testing.T) {
	long(t)
	eachMPI(t, func(t *testing.T, m *mpi) {
		env := append([]string{"ASAN_OPTIONS=detect_leaks=0", "UBSAN_OPTIONS=print_stacktrace=1"}, apart...)
		exe := build(t, m, asan, api("storm"))
		for _, n := range ranks(3) {
			profiled(t, m, job{n: n, exe: exe, args: []string{"2000", "5"}, env: env, limit: 3 * time.Minute})
			profiled(t, m, job{n: n, exe: exe, args: []string{"2000", "6"}, env: append(env, "MDMP_DELTA=300"), limit: 3 * time.Minute})
		}
		profiled(t, m, job{n: 3, exe: build(t, m, asan, api("partners")), env: env, limit: 3 * time.Minute})
		exe = build(t, m, asan, api("bypages"))
		for _, args := range []string{"passes on on", "passes back data", "early", "mixed", "crossed", "meanwhile handler", "meanwhile fork", "broken"} {
			profiled(t, m, job{n: 2, exe: exe, args: strings.Fields(args), env: env})
		}
		exe = build(t, m, asan, api("promises"))
		for _, what := range []string{"written", "restored", "queued", "shrunk", "freed", "freed short", "late", "early"} {
			profiled(t, m, job{n: 2, exe: exe, args: strings.Fields(what), env: env})
		}
	})
}

// valgrind is clean with MPICH alone, and what is lost is MPI's.
func TestValgrindAPI(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		if m.name != "mpich" {
			t.Skip("valgrind is clean with MPICH alone")
		}
		exe := build(t, m, plain, api("storm"))
		r := run(t, m, job{n: 2, exe: exe, args: []string{"400", "5"}, limit: 5 * time.Minute,
			under: []string{"valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=none"}})
		if r.code != 0 || regexp.MustCompile(`(?m)by 0x.*\((sequence|packet|delta|landing|increments|bypages|pages|ranges|memory)\.c:`).MatchString(r.output) {
			t.Errorf("exit status %d\n%s", r.code, clip(r.output))
		}
	})
}

// ---- ranges ----

type span struct{ lo, hi int64 }

// model is the set of bytes that ranges.c has to be, by a well-known tree.
type model struct{ *btree.BTreeG[span] }

func newModel() model {
	return model{btree.NewG(2, func(a, b span) bool { return a.lo < b.lo })}
}

func (m model) add(s span) {
	var gone []span
	m.Ascend(func(o span) bool {
		if o.hi >= s.lo && o.lo <= s.hi {
			gone = append(gone, o)
			s = span{min(s.lo, o.lo), max(s.hi, o.hi)}
		}
		return o.lo <= s.hi
	})
	for _, o := range gone {
		m.Delete(o)
	}
	m.ReplaceOrInsert(s)
}

func (m model) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", m.Len())
	m.Ascend(func(o span) bool {
		fmt.Fprintf(&b, " %d-%d", o.lo, o.hi)
		return true
	})
	return b.String()
}

// has tells whether a range is in the set; behind: where the first range begins that ends behind a byte.
func (m model) has(s span) bool {
	found := false
	m.Ascend(func(o span) bool {
		found = found || o.lo <= s.lo && s.hi <= o.hi
		return !found
	})
	return found
}

func (m model) behind(at int64) int64 {
	first := int64(-1)
	m.Ascend(func(o span) bool {
		if o.hi > at {
			first = o.lo
		}
		return first < 0
	})
	return first
}

// Random ranges, few and many, short and long, in order and not: the tree is what the model is, and balanced.
func TestRanges(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		dir := t.TempDir()
		args := []string{"-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-I", source(""), "-o", "ranges",
			program("ranges_check.c"), source("ranges.c"), source("memory.c")}
		if _, err := command(dir, m.cc, args...); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewSource(1))
		for round := range 40 {
			size, most := int64(1)<<(4+rng.Intn(16)), int64(1)+rng.Int63n(64)
			var in, want strings.Builder
			set := newModel()
			for step := range 400 {
				lo := rng.Int63n(size)
				if round%4 == 0 {
					lo = int64(step) * most % size
				}
				s := span{lo, lo + 1 + rng.Int63n(most)}
				switch k := rng.Intn(40); {
				case k == 0 && rng.Intn(5) == 0:
					set = newModel()
					fmt.Fprintln(&in, "clear")
					fmt.Fprintln(&want, set)
				case k < 4:
					fmt.Fprintf(&in, "have %d %d\n", s.lo, s.hi)
					fmt.Fprintln(&want, map[bool]string{true: "yes", false: "no"}[set.has(s)])
				case k < 8:
					fmt.Fprintf(&in, "behind %d\n", s.lo)
					fmt.Fprintln(&want, set.behind(s.lo))
				default:
					set.add(s)
					fmt.Fprintf(&in, "%d %d\n", s.lo, s.hi)
					fmt.Fprintln(&want, set)
				}
			}
			cmd := exec.Command("./ranges")
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(in.String())
			got, err := cmd.CombinedOutput()
			if err != nil || string(got) != want.String() {
				t.Fatalf("round %d: %v\n%s", round, err, firstDifference(in.String(), string(got), want.String()))
			}
		}
	})
}

func firstDifference(in, got, want string) string {
	i, g, w := strings.Split(in, "\n"), strings.Split(got, "\n"), strings.Split(want, "\n")
	for k := range w {
		if k >= len(g) || g[k] != w[k] {
			return fmt.Sprintf("step %d, %s: %s, want %s", k, i[k], clip(strings.Join(g[k:min(k+2, len(g))], "\n")), w[k])
		}
	}
	return clip(got)
}

// examples/delta, in both languages: the same values, and increments travel.
func TestExampleDelta(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		lib := library(t, m, plain)
		dir := t.TempDir()
		header, err := os.ReadFile(source("mdmp_delta.h"))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "mdmp.h"), header, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for file, compiler := range map[string]string{"cascade.c": m.cc, "cascade.f90": m.fc, "pages.c": m.cc} {
			example, err := filepath.Abs(filepath.Join("..", "..", "examples", "delta", file))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := command(dir, compiler, "-O2", "-Wall", "-I", dir, "-I", lib, "-c", example, "-o", file+".o"); err != nil {
				t.Fatal(err)
			}
			link := []string{file + ".o", "-Wl,--whole-archive", filepath.Join(lib, "libmdmp.a"), "-Wl,--no-whole-archive", "-lpthread", "-o", file + ".exe"}
			if _, err := command(dir, m.fc, append(link, wrapFlags(true)...)...); err != nil {
				t.Fatal(err)
			}
			for _, n := range ranks(3) {
				r := run(t, m, job{n: n, exe: filepath.Join(dir, file+".exe"), env: []string{"MDMP_PROFILE=1"}})
				line := regexp.MustCompile(`steps ` + strconv.Itoa(n) + `, elements 50000, last mean 4\d\.\d{12}`).FindString(r.output)
				if r.code != 0 || line == "" {
					t.Fatalf("%s on %d processes: exit status %d\n%s", file, n, r.code, clip(r.output))
				}
				said[line] = true
				if found := note.FindStringSubmatch(r.output); n > 1 && (found == nil || found[6] == "0") {
					t.Errorf("%s on %d processes: no message\n%s", file, n, clip(r.output))
				}
			}
		}
		if len(said) != len(ranks(3)) {
			t.Errorf("C and Fortran differ: %v", said)
		}
	})
}
