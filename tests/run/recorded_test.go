package run

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// With -short a program is compared with what its reference printed when that was recorded, in testdata/KIND.txtar: building
// and running references takes half of the time of these tests. A compiler or a C library that rounds otherwise gives other
// bits: then the reference is built after all, so that what is recorded may cost time, never a result. Without -short
// references are always built.
type recorded struct {
	sync.Mutex
	file    string
	outputs map[string]string // by program and case
}

// updates reports whether what references print is recorded, and nothing else done.
func updates() bool { return os.Getenv("MDMP_UPDATE") != "" }

// recordedOf reads what was recorded of a kind of programs, of which programs are all, and writes it when the test is over if it
// was to be recorded: what is recorded of others that did not run stays.
func recordedOf(t *testing.T, kind string, programs []string) *recorded {
	t.Helper()
	r := &recorded{file: filepath.Join("testdata", kind+".txtar"), outputs: map[string]string{}}
	archive, err := txtar.ParseFile(r.file)
	if err != nil && !(updates() && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	if err == nil {
		for _, f := range archive.Files {
			if name, _, _ := strings.Cut(f.Name, " "); slices.Contains(programs, name) {
				r.outputs[f.Name] = string(f.Data)
			}
		}
	}
	if updates() {
		t.Cleanup(func() { r.write(t) })
	}
	return r
}

// forget drops what is recorded of a program.
func (r *recorded) forget(program string) {
	r.Lock()
	defer r.Unlock()
	maps.DeleteFunc(r.outputs, func(name, _ string) bool { return strings.HasPrefix(name, program+" ") })
}

// is reports whether a run printed what is recorded, and ended well and without a word. With -short alone: else the reference
// itself is asked.
func (r *recorded) is(program string, c aCase, got mpirun.Outcome) bool {
	return got.Stderr == "" && r.printed(program, c.String(), got)
}

// printed reports the same, whatever was said on the standard error.
func (r *recorded) printed(program, c string, got mpirun.Outcome) bool {
	text, ok := r.outputs[program+" "+c]
	return testing.Short() && ok && got.Status == 0 && text == lined(got.Stdout)
}

// note records what a reference printed in a case, its lines in order. What it says on the standard error is not recorded, so
// then nothing is.
func (r *recorded) note(program, c string, o mpirun.Outcome) {
	if o.Stderr != "" || o.Status != 0 {
		return
	}
	r.Lock()
	defer r.Unlock()
	r.outputs[program+" "+c] = lined(o.Stdout)
}

// lined are the lines of a text, in order.
func lined(text string) string { return strings.Join(sorted(text), "\n") + "\n" }

func (r *recorded) write(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("What references print, each line after the other in order; MDMP_UPDATE=1 go test -short ./tests/run writes it.\n")}
	var names []string
	for name := range r.outputs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(r.outputs[name])})
	}
	if err := os.MkdirAll(filepath.Dir(r.file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A recorded text is read as it was written.
func TestRecorded(t *testing.T) {
	dir := t.TempDir()
	r := &recorded{file: filepath.Join(dir, "x.txtar"), outputs: map[string]string{}}
	r.note("p", aCase{2, []string{"5", "7"}}.String(), mpirun.Outcome{Stdout: "b\na\n"})
	r.write(t)
	archive, err := txtar.ParseFile(r.file)
	if err != nil || len(archive.Files) != 1 {
		t.Fatal(err, archive)
	}
	if got, want := fmt.Sprintf("%s: %s", archive.Files[0].Name, archive.Files[0].Data), "p 2 ranks 5 7: a\nb\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
