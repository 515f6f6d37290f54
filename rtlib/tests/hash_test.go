package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hashes runs a program with MDMP_HASH and returns the logs of its ranks.
func hashes(t *testing.T, m *mpi, j job, name string) []string {
	t.Helper()
	dir := t.TempDir()
	j.env = append(j.env, "MDMP_HASH="+filepath.Join(dir, name))
	mustPass(t, m, j)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != j.n {
		t.Fatalf("%d hash logs of %d processes: %v", len(files), j.n, files)
	}
	var logs []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, string(text))
	}
	return logs
}

func TestHashLog(t *testing.T) {
	form := regexp.MustCompile(`^mdmp-hash 1 rank [01] of 2\n(\d+ \d+ (recv|send) \d+ \d+ \d+ \d+ [0-9a-f]{16} patterns\.F90:\d+\n)+$`)
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("patterns"))
		one := hashes(t, m, job{n: 2, exe: exe}, "log")
		two := hashes(t, m, job{n: 2, exe: exe, env: []string{"MDMP_CHUNK=64"}}, "log-%r.txt")
		for i := range one {
			if !form.MatchString(one[i]) {
				t.Errorf("log %d is not in form:\n%s", i, clip(one[i]))
			}
			if one[i] != two[i] {
				t.Errorf("two runs of one program have different logs on rank %d", i)
			}
		}
	})
}

// What a rank sends is what the other receives; other bytes have another hash.
func TestHashMeaning(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		logs := hashes(t, m, job{n: 2, exe: build(t, m, plain, fortran("types"))}, "log")
		sent, received := hashColumn(logs[0], "send"), hashColumn(logs[1], "recv")
		if len(sent) == 0 || strings.Join(sent, " ") != strings.Join(received, " ") {
			t.Errorf("sent %v\nreceived %v", sent, received)
		}
		different := map[string]bool{}
		for _, h := range sent {
			different[h] = true
		}
		if len(different) < len(sent)*3/4 {
			t.Errorf("%d different hashes of %d sections", len(different), len(sent))
		}
	})
}

func hashColumn(log, dir string) []string {
	var column []string
	for _, line := range strings.Split(log, "\n") {
		if f := strings.Fields(line); len(f) == 9 && f[2] == dir {
			column = append(column, f[3+2]+":"+f[7])
		}
	}
	return column
}
