package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// madeTools makes, once for all tests, a folder with the wrapper under test: the run time that is tested is the one in this
// binary.
var madeTools = sync.OnceValues(func() (string, error) {
	o := mpirun.Command(".", nil, 5*time.Minute, "go", "build", "-o", filepath.Join(scratch, "mdmpf90"), "github.com/mdmp-fortran/mdmp/cmd/mdmpf90")
	if o.Status != 0 {
		return "", fmt.Errorf("building mdmpf90: %s", o.Stderr)
	}
	return scratch, nil
})

// companion builds mdmp beside the wrapper.
func (b *bench) companion(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(filepath.Dir(b.wrapper), "mdmp")
	if o := mpirun.Command(".", nil, 5*time.Minute, "go", "build", "-o", tool, "github.com/mdmp-fortran/mdmp/cmd/mdmp"); o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	return tool
}

// TestDoctor: on a machine that runs these tests nothing is missing, and a launcher that starts one rank is told.
func TestDoctor(t *testing.T) {
	share.Take(t)
	b := newBench(t)
	tool := b.companion(t)
	for _, l := range libraries(t) {
		env := []string{"MDMP_FC=" + l.FC, "MDMP_CC=" + l.CC}
		launch := append([]string{tool, "doctor", "--"}, l.Launch(2)...)
		if o := mpirun.Command(t.TempDir(), env, 3*time.Minute, launch...); o.Status != 0 || !strings.Contains(o.Stdout, "its results are right") {
			t.Errorf("%s: status %d\n%s%s", l.Name, o.Status, o.Stdout, o.Stderr)
		}
		launch = append([]string{tool, "doctor", "--"}, l.Launch(1)...)
		if o := mpirun.Command(t.TempDir(), env, 3*time.Minute, launch...); o.Status != 1 || !strings.Contains(o.Stdout, "two ranks        missing") {
			t.Errorf("%s: one rank: status %d\n%s%s", l.Name, o.Status, o.Stdout, o.Stderr)
		}
	}
}

var scratch string // what all tests share is made here

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "mdmp-run-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}
