package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mdmp-bench": main})
}

// TestScripts runs the command lines in testdata. Compilers and mpiexec are
// scripts there: the real ones are tried by package suite.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: os.Getenv("MDMP_UPDATE") == "1",
		Setup: func(env *testscript.Env) error {
			tool, err := exec.LookPath("mdmp-bench")
			env.Setenv("TOOL", tool) // for scripts that change the path
			return err
		},
	})
}
