package run

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
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
