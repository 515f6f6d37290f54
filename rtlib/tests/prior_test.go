package tests

import (
	"path/filepath"
	"strings"
	"testing"
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
