package tests

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What mdmp probe found is where exchanges begin; what another run found of them counts for more.
func TestProbeFile(t *testing.T) {
	eachMemory(t, func(k memory) {
		probe := filepath.Join(k.TempDir(), "probe.json")
		prior := memory{T: k.T, m: k.m, exe: k.exe, file: probe}
		env := "MDMP_PROBE_FILE=" + probe
		for line, want := range map[string]string{
			"near 8128 0 far 0 -1": "run-tuner",
			"near 8128 1 far 0 -1": "run-trial",
			"near 0 -1 far 8128 0": "run-trial",
		} {
			prior.put(`{ "run_time": "mdmp-probe 1 ` + line + `" }`)
			k.file = filepath.Join(k.TempDir(), "tuned")
			said, code := k.run(1, 50, env)
			k.silent(said)
			if code != want {
				t.Errorf("%s: %s, want %s", line, code, want)
			}
		}
		k.put(sealed(site(1, "early")))
		prior.put(`{ "run_time": "mdmp-probe 1 near 8128 0 far 0 -1" }`)
		if _, code := k.run(1, 10, env); code == "run-tuner" {
			t.Errorf("what was measured counts for more than what was found: %s", code)
		}
		k.file = filepath.Join(k.TempDir(), "tuned")
		prior.put("{}")
		said, code := k.run(2, 50, env)
		if want := "mdmp: warning: rank 0: MDMP_PROBE_FILE: " + probe + " was not written by mdmp probe --json"; code != "run-trial" || !strings.Contains(said, want) {
			t.Errorf("%s, no warning %q:\n%s", code, want, clip(said))
		}
	})
}

// Pipes of which nobody has the other end in hand: a warning, and the program goes on.
func TestPipes(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("sections"))
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		for name, want := range map[string]string{"MDMP_PROBE_FILE": "was not written by mdmp probe --json", "MDMP_PROFILE": "cannot write " + pipe} {
			r := run(t, m, job{n: 2, exe: exe, env: []string{name + "=" + pipe}, limit: 20 * time.Second})
			if r.code != 0 || !strings.Contains(r.output, "mdmp: warning: rank 0: "+name) || !strings.Contains(r.output, want) {
				t.Errorf("%s: exit status %d, or no warning %q:\n%s", name, r.code, want, clip(r.output))
			}
		}
	})
}
