package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mdmp": main})
}

// TestScripts runs the scripts; MDMP_UPDATE=1 refreshes the files that they
// compare outputs with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("MDMP_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("MDMP_CACHE", env.WorkDir+"/cache")
			if path, err := exec.LookPath("mdmp"); err == nil {
				env.Setenv("MDMP", path)
			}
			env.Setenv("MDMP_FC", os.Getenv("MDMP_FC"))
			return nil
		},
	})
}
