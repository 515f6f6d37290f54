package tests

import (
	"regexp"
	"testing"
)

// mustFail runs a job that has to end with an error that matches pattern.
func mustFail(t *testing.T, m *mpi, j job, pattern string) {
	t.Helper()
	r := run(t, m, j)
	if r.code == 0 || r.code == -1 {
		t.Errorf("%s %v: exit status %d, expected an error\n%s", j.exe, j.args, r.code, clip(r.output))
	}
	if !regexp.MustCompile(pattern).MatchString(r.output) {
		t.Errorf("%s %v: no message like %s\n%s", j.exe, j.args, pattern, clip(r.output))
	}
}

// A wrong program, as errors.F90 knows it, and what the run time says of it.
type wrong struct {
	name    string
	message string // after "errors.F90:line: mdmp: error: rank r: "
	env     string
}

var wrongs = []wrong{
	{name: "longer", message: `this recv takes 80 bytes, but rank 1 sent 160 at errors\.F90:17 \(tag 3, message 1 between the two\)`},
	{name: "shorter", message: `this recv takes 240 bytes, but rank 1 sent 160 at errors\.F90:17 \(tag 3, message 1 `},
	{name: "longer-later", message: `this recv takes 80 bytes, but rank 1 sent 160 at errors\.F90:17 \(tag 3, message 50 `},
	{name: "shorter-later", message: `this recv takes 240 bytes, but rank 1 sent 160 at errors\.F90:17 \(tag 3, message 50 `},
	{name: "nothing-expected", message: `this recv takes 0 bytes, but rank 1 sent 160 at errors\.F90:17`},
	{name: "nothing-sent", message: `this recv takes 160 bytes, but rank 1 sent 0 at errors\.F90:17`},
	{name: "nothing-sent-later", message: `this recv takes 160 bytes, but rank 1 sent 0 at errors\.F90:17 \(tag 3, message 50 `},
	{name: "two-places", message: `this recv takes 40 bytes, but rank 1 sent 160 at errors\.F90:17 or 160 at errors\.F90:24 \(tag 3, message 2 `},
	{name: "varying", message: `this recv takes 40 bytes, but rank 1 sent more at errors\.F90:17 \(tag 3, message 30 `},
	{name: "pieces-longer", message: `this recv takes 480 bytes, but rank 1 sent 640 at errors\.F90:17`, env: "MDMP_CHUNK=100"},
	{name: "pieces-one", message: `this recv takes 64 bytes, but rank 1 sent 640 at errors\.F90:17`, env: "MDMP_CHUNK=100"},
	{name: "pieces-expected", message: `this recv takes 640 bytes, but rank 1 sent 64 at errors\.F90:17`, env: "MDMP_CHUNK=100"},
	{name: "peer", message: `rank 7 does not exist: the communicator has 2 processes`},
	{name: "tag-negative", message: `tag -1: expected 0 to \d+`},
	{name: "tag-large", message: `tag 2147483647: expected 0 to \d+`},
	{name: "null", message: `the communicator is MPI_COMM_NULL`},
	{name: "unallocated", message: `the variable is not allocated or not associated`},
	{name: "unallocated-part", message: `the variable is not allocated or not associated`},
	{name: "unallocated-named", message: `nothing is not allocated or not associated`},
	{name: "unallocated-one", message: `z%u or nothing is not allocated or not associated`},
	{name: "count-long", message: `51 elements from element 51 on reach beyond the array, which has 100`},
	{name: "count-negative", message: `the count is -1; it must not be negative`},
	{name: "offset-negative", message: `the first element lies 3 elements before the array`},
	{name: "assumed-size", message: `the extent of an assumed-size array is not known`},
	{name: "gone-later", message: `this recv waits for message 4 from rank 1 \(tag 3\), which has finished or freed the communicator after 3`},
	{name: "finalized", message: `an exchange after MPI_Finalize`},
	{name: "hang", message: `no progress for 1 s \(MDMP_TIMEOUT\)`, env: "MDMP_TIMEOUT=1"},
	{name: "gone", message: `this recv waits for message 1 from rank 1 \(tag 3\), which has finished or freed the communicator after 0`, env: "MDMP_PROFILE=1"},
	{name: "gone", message: `this recv waits for message 1 from rank 1 \(tag 3\), which has finished or freed the communicator after 0`},
	{name: "gone-other", message: `this recv waits for message 1 from rank 1 \(tag 3\), which has finished or freed the communicator after 0`},
	{name: "gone-comm", message: `this recv waits for message 2 from rank 1 \(tag 0\), which has finished or freed the communicator after 1`},
	{name: "gone-unnamed", message: `this recv waits for message 1 from rank 1 \(tag 0\), which has finished or freed the communicator after 0`},
	{name: "gone-unnamed-later", message: `this recv waits for message 3 from rank 1 \(tag 0\), which has finished or freed the communicator after 2`},
	{name: "gone-unnamed-freed", message: `this recv waits for message 3 from rank 1 \(tag 0\), which has finished or freed the communicator after 2`},
	{name: "gone-unnamed-receiver", message: `this send waits for a receive of message 1 by rank 1 \(tag 5\), which has finished or freed the communicator after 0`},
	{name: "gone-receiver", message: `this send waits for a receive of message 4 by rank 1 \(tag 3\), which has finished or freed the communicator after 3`},
	{name: "some", message: `no progress for 1 s \(MDMP_TIMEOUT\): not all processes of the communicator name it`, env: "MDMP_TIMEOUT=1"},
}

// Errors that are not at a directive of errors.F90.
func TestOtherErrors(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for name, message := range map[string]string{
			"outside":  `mdmp: error: rank \d: a directive outside its exchange`,
			"unclosed": `errors\.F90:\d+: mdmp: error: rank \d: a message was begun and not closed`,
			// Of a long path, the end is told to the other side.
			"long-name": `(folder/){50}long\.F90:2: mdmp: error: rank 0: this recv takes 160 bytes, but rank 1 sent 80 at r/(folder/){34}long\.F90:3 `,
		} {
			mustFail(t, m, job{n: 2, exe: exe, args: []string{name}}, message)
		}
	})
}

func TestErrors(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for _, w := range wrongs {
			t.Run(w.name+w.env, func(t *testing.T) {
				t.Parallel()                                                                    // most of the time is starting and ending
				j := job{n: 2, exe: exe, args: []string{w.name}, env: []string{"MDMP_SPIN=10"}} // a look may take long where ranks outnumber cores
				if w.env != "" {
					j.env = append(j.env, w.env)
				}
				mustFail(t, m, j, `(?m)^errors\.F90:\d+: mdmp: error: rank \d: `+w.message)
			})
		}
	})
}

// In a region a handler of the run time stands. The program's errors end it, or come back to it, as without. Open MPI loses
// the text of its own message at times (show_help).
func TestErrorsInRegion(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"region-fine"}})
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"region-return"}})
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"region-set"}})
		mustFail(t, m, job{n: 2, exe: exe, args: []string{"region-longer"}},
			`(?m)^errors\.F90:\d+: mdmp: error: rank 0: this recv takes 80 bytes, but rank 1 sent 160 at errors\.F90:`)
		for name, pattern := range map[string]string{"region-fatal": `(?i)invalid rank|MPI_ERR_RANK|show_help`, "region-wait": `(?i)truncated|MPI_ERR_TRUNCATE|show_help`,
			"region-dup": `(?i)invalid rank|MPI_ERR_RANK|show_help`, "region-dup-self": `(?i)invalid rank|MPI_ERR_RANK|show_help`} {
			mustFail(t, m, job{n: 2, exe: exe, args: []string{name}}, pattern)
		}
	})
}

// A wait that lasts says what it is for, once in each process, and goes on.
func TestStall(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"asked"}})
		said := regexp.MustCompile(`(?m)^errors\.F90:31: mdmp: note: rank \d: waiting for 1 s: recv from rank \d, tag [34], message 1, 40 bytes; MDMP_TIMEOUT=1 would end this, MDMP_STALL=0 does not say it$`)
		for _, c := range []struct {
			env  string
			said int
		}{{"MDMP_STALL=1", 2}, {"MDMP_WARN=0", 0}} {
			r := run(t, m, job{n: 2, exe: exe, args: []string{"asked"}, env: []string{"MDMP_STALL=1", "MDMP_SPIN=10", c.env}})
			if n := len(said.FindAllString(r.output, -1)); n != c.said || r.code != 0 {
				t.Errorf("%s: said %d times, expected %d, exit status %d\n%s", c.env, n, c.said, r.code, clip(r.output))
			}
		}
	})
}

// What the program has written before an error is not lost.
func TestFlushed(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for _, of := range [][2]string{{"0", "1"}, {"1", "0"}} { // who gives up first ends the other one, perhaps before that has said anything
			r := run(t, m, job{n: 2, exe: exe, args: []string{"hang-" + of[0]}, env: []string{"MDMP_TIMEOUT=1"}})
			for _, pattern := range []string{
				`(?m)^seen before ` + of[0] + `$`,
				`(?m)^errors\.F90:31: mdmp: note: rank ` + of[0] + `: waiting for 1 s: recv from rank ` + of[1] + `, tag 3, message 1, 40 bytes$`,
			} {
				if !regexp.MustCompile(pattern).MatchString(r.output) {
					t.Errorf("no line like %s\n%s", pattern, clip(r.output))
				}
			}
		}
	})
}

// Every negative peer means no neighbour. MPI_ANY_SOURCE is one of them (-1 or -2): only the translator can refuse it.
func TestNegativePeer(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		mustPass(t, m, job{n: 2, exe: build(t, m, plain, fortran("errors")), args: []string{"negative"}})
	})
}

// Before MPI_Init there is no rank to name.
func TestEarly(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		mustFail(t, m, job{n: 1, exe: exe, args: []string{"early"}}, `(?m)^errors\.F90:\d+: mdmp: error: an exchange before MPI_Init$`)
		mustFail(t, m, job{n: 1, exe: exe, args: []string{"early-init"}}, `(?m)^errors\.F90:\d+: mdmp: error: this needs MPI_Init`)
	})
}

// Messages that nobody receives: the program is told at the end, and ends well.
func TestUnreceived(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		j := job{n: 2, exe: build(t, m, plain, fortran("errors")), args: []string{"unreceived"}}
		r := run(t, m, j)
		for _, pattern := range []string{
			`errors\.F90:17: mdmp: warning: rank 1: 2 of 3 messages from rank 0 \(tag 3\) were never received`,
			`errors\.F90:24: mdmp: warning: rank 1: 1 of 1 messages from rank 0 \(tag 4\) were never received`,
		} {
			if r.code != 0 || !regexp.MustCompile(pattern).MatchString(r.output) {
				t.Errorf("exit status %d, no warning like %s\n%s", r.code, pattern, clip(r.output))
			}
		}
		j.env = []string{"MDMP_WARN=0"}
		mustPass(t, m, j)
		j.args, j.env = []string{"unnamed-unreceived"}, nil
		r = run(t, m, j)
		for _, pattern := range []string{
			`errors\.F90:\d+: mdmp: warning: rank 1: 1 of 3 messages from rank 0 \(tag 0\) were never received`,
			`errors\.F90:\d+: mdmp: warning: rank 1: 2 of 2 messages from rank 0 \(on a communicator that is not named\) were never received`,
		} {
			if r.code != 0 || !regexp.MustCompile(pattern).MatchString(r.output) {
				t.Errorf("exit status %d, no warning like %s\n%s", r.code, pattern, clip(r.output))
			}
		}
	})
}

func TestFrames(t *testing.T) {
	cases := map[string]string{
		"short": "shorter than a header", "long": "too long", "magic": "no header of ours",
		"version": "another version of the run time", "kind": "unknown kind", "flags": "unknown flags",
		"beyond": "piece beyond the end of its message", "length": "length differs from the header's",
		"place-long": "place record too long", "place-damaged": "place record damaged",
		"stranger": "a directive that did not introduce itself", "part": "direct bytes of a part of a message",
		"changes-empty": "changes that do not fit", "changes-far": "changes that do not fit", "changes-long": "changes that do not fit",
		"changes-torn": "changes that do not fit", "changes-final": "changes of what does not change",
		"bare-last": "bare pieces of another kind", "bare-none": "bare pieces of no size", "bare-length": "a bare piece of another length",
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "frames", files: []string{"frames.c"}})
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"good"}})
		for name, message := range cases {
			mustFail(t, m, job{n: 2, exe: exe, args: []string{name}},
				`mdmp: error: rank 0: bad frame from rank 1 \(tag 0\): `+regexp.QuoteMeta(message))
		}
	})
}

// Between tags there is no order: a list of evicted lanes may be seen behind frames that need it, and between two of them.
func TestOvertaken(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "overtaken", files: []string{"overtaken.c"}})
		for _, hidden := range []string{"0", "1", "2", "3"} {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{hidden}})
		}
	})
}

// What should always hold and does not is told, by assertions and by the walkers over whole structures.
func TestAssertions(t *testing.T) {
	cases := map[string]string{
		"lock":    `rt\.h:\d+: mdmp: error: rank 0: this does not hold: !md_locked\(\)`,
		"unlock":  `rt\.c:\d+: mdmp: error: rank 0: this does not hold: locked != taken`,
		"direct":  `post\.c:\d+: mdmp: error: rank 0: this does not hold: l->direct == op->q`,
		"backlog": `execute\.c:\d+: mdmp: error: rank 0: this does not hold: .*md_exchange_valid`,
		"table":   `execute\.c:\d+: mdmp: error: rank 0: this does not hold: .*md_exchange_valid`,
		"pending": `execute\.c:\d+: mdmp: error: rank 0: this does not hold: .*md_pending_valid`,
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "broken", files: []string{"broken.c"}})
		mustPass(t, m, job{n: 1, exe: exe})
		for name, message := range cases {
			mustFail(t, m, job{n: 1, exe: exe, args: []string{name}}, message)
		}
	})
}
