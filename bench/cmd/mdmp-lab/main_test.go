package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mdmp-fortran/mdmp/bench/lab"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mdmp-lab": main})
}

// TestScripts runs the command lines in testdata. The conditions [lab] and
// [setpriv] say whether a lab can be built and whether another user can be
// tried.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: os.Getenv("MDMP_UPDATE") == "1",
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "lab":
				return lab.Available() == nil, nil
			case "setpriv":
				_, err := exec.LookPath("setpriv")
				return err == nil && os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LAB", fmt.Sprintf("mdmp-script-%d", os.Getpid()))
			tool, err := exec.LookPath("mdmp-lab")
			if err != nil {
				return err
			}
			// A place that every user may enter, for the script that is not root.
			open, err := os.MkdirTemp("", "mdmp-lab-test-")
			if err != nil {
				return err
			}
			env.Defer(func() { _ = os.RemoveAll(open) })
			text, err := os.ReadFile(tool)
			if err != nil {
				return err
			}
			env.Setenv("OPENTOOL", filepath.Join(open, "mdmp-lab"))
			if err := os.WriteFile(filepath.Join(open, "mdmp-lab"), text, 0o755); err != nil {
				return err
			}
			return os.Chmod(open, 0o755)
		},
	})
}
