package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheck(t *testing.T) {
	with := func(change func(*Config)) Config {
		c := Default()
		change(&c)
		return c
	}
	tests := []struct {
		name   string
		config Config
		want   string // part of the error, "" for none
	}{
		{"default", Default(), ""},
		{"sixteen", with(func(c *Config) { c.Hosts, c.Rate = 16, "200mbit" }), ""},
		{"fraction", with(func(c *Config) { c.Rate = "2.5gbit" }), ""},
		{"one host", with(func(c *Config) { c.Hosts = 1 }), "1 hosts"},
		{"many hosts", with(func(c *Config) { c.Hosts = 65 }), "65 hosts"},
		{"rate", with(func(c *Config) { c.Rate = "fast" }), `rate "fast"`},
		{"rate zero", with(func(c *Config) { c.Rate = "0mbit" }), "above 0"},
		{"rate bytes", with(func(c *Config) { c.Rate = "10mbps" }), "200mbit"},
		{"burst", with(func(c *Config) { c.Burst = "-1" }), "burst"},
		{"name", with(func(c *Config) { c.Name = "a b" }), "lab name"},
		{"name with a path", with(func(c *Config) { c.Name = "../x" }), "lab name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantError(t, tt.config.Check(), tt.want) })
	}
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	switch {
	case part == "" && err != nil:
		t.Errorf("unexpected error: %v", err)
	case part != "" && err == nil:
		t.Errorf("no error, want one with %q", part)
	case part != "" && !strings.Contains(err.Error(), part):
		t.Errorf("error %q, want one with %q", err, part)
	}
}

func TestBitsPerSecond(t *testing.T) {
	for rate, want := range map[string]float64{"1gbit": 1e9, "200mbit": 2e8, "1.5mbit": 1.5e6, "64kbit": 64e3} {
		got, err := Config{Rate: rate}.BitsPerSecond()
		if err != nil || got != want {
			t.Errorf("%s: got %g, %v, want %g", rate, got, err, want)
		}
	}
}

func TestOwns(t *testing.T) {
	c := Config{Name: "lab-a"}
	for namespace, want := range map[string]bool{
		"lab-a-h0": true, "lab-a-h15": true, "lab-a-sw": true,
		"lab-a": false, "lab-a-h": false, "lab-a-hx": false, "lab-ab-h0": false, "my-lab-a-h0": false, "lab-a-b-h0": false,
	} {
		if got := c.owns(namespace); got != want {
			t.Errorf("owns(%s) = %t", namespace, got)
		}
	}
}

// The plan for two hosts is one cable; for three there is a switch.
func TestPlan(t *testing.T) {
	for _, hosts := range []int{2, 3} {
		c := Default()
		c.Hosts = hosts
		var b strings.Builder
		for _, argv := range plan(c) {
			b.WriteString(strings.Join(argv, " ") + "\n")
		}
		golden(t, filepath.Join("testdata", "plan-"+map[int]string{2: "pair", 3: "bridge"}[hosts]+".golden"), b.String())
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("MDMP_UPDATE") == "1" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// The agent is tried with stand-ins for ip and unshare that print what they
// were asked to do.
func TestAgent(t *testing.T) {
	dir := t.TempDir()
	agent := filepath.Join(dir, "rsh")
	writeScript(t, agent, string(agentScript(Default())))
	writeScript(t, filepath.Join(dir, "ip"), "#!/bin/sh\nshift 2\necho \"in $1\"\nshift\nexec \"$@\"\n")
	writeScript(t, filepath.Join(dir, "unshare"), "#!/bin/sh\nshift\nexec \"$@\"\n")
	writeScript(t, filepath.Join(dir, "hostname"), "#!/bin/sh\necho \"host name $1\"\n")
	tests := []struct {
		name string
		args []string
		want string
		fail bool
	}{
		{"host and command", []string{"10.77.0.2", "echo", "a", "'b c'"}, "in mdmp-lab-h1\nhost name mdmp-lab-h1\na b c\n", false},
		{"options", []string{"-x", "-l", "me", "10.77.0.1", "echo $((1+1))"}, "in mdmp-lab-h0\nhost name mdmp-lab-h0\n2\n", false},
		{"stranger", []string{"10.77.0.3", "true"}, "lab: there is no host 10.77.0.3\n", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(agent, tt.args...)
			cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH")}
			out, err := cmd.CombinedOutput()
			if (err != nil) != tt.fail {
				t.Errorf("error %v", err)
			}
			if diff := cmp.Diff(tt.want, string(out)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func writeScript(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestCommandErrors(t *testing.T) {
	_, _, err := Job{MPI: MPICH, Ranks: 2}.Command()
	wantError(t, err, "no program")
	_, _, err = Job{MPI: MPICH, Argv: []string{"a"}}.Command()
	wantError(t, err, "0 ranks")
	_, err = ParseMPI("lam")
	wantError(t, err, "want mpich or openmpi")
}

// Ranks are dealt out in blocks, and hosts without a rank are not named.
func TestHostsOfJob(t *testing.T) {
	c := Default()
	c.Hosts = 4
	for _, tt := range []struct {
		ranks         int
		mpich, perHst string
		open          string
	}{
		{2, "10.77.0.1,10.77.0.2", "1", "10.77.0.1:1,10.77.0.2:1"},
		{4, "10.77.0.1,10.77.0.2,10.77.0.3,10.77.0.4", "1", "10.77.0.1:1,10.77.0.2:1,10.77.0.3:1,10.77.0.4:1"},
		{5, "10.77.0.1,10.77.0.2,10.77.0.3", "2", "10.77.0.1:2,10.77.0.2:2,10.77.0.3:2"},
		{8, "10.77.0.1,10.77.0.2,10.77.0.3,10.77.0.4", "2", "10.77.0.1:2,10.77.0.2:2,10.77.0.3:2,10.77.0.4:2"},
	} {
		argv, env, err := Job{MPI: MPICH, Ranks: tt.ranks, Lab: &c, Env: []string{"A=b"}, Argv: []string{"prog"}}.Command()
		line := strings.Join(argv, " ")
		if err != nil || !strings.Contains(line, "-hosts "+tt.mpich+" -ppn "+tt.perHst+" -n ") {
			t.Errorf("%d ranks under MPICH: %s, %v", tt.ranks, line, err)
		}
		if got := strings.Join(env, " "); got != "UCX_TLS=tcp,self UCX_NET_DEVICES=all A=b" {
			t.Errorf("environment %s", got)
		}
		argv, _, err = Job{MPI: OpenMPI, Ranks: tt.ranks, Lab: &c, Env: []string{"A=b"}, Argv: []string{"prog"}}.Command()
		line = strings.Join(argv, " ")
		if err != nil || !strings.Contains(line, "-host "+tt.open+" ") || !strings.Contains(line, "-x A ") {
			t.Errorf("%d ranks under Open MPI: %s, %v", tt.ranks, line, err)
		}
	}
}
