package mpirun

import (
	"os"
	"path/filepath"
)

// KeptVariable names a folder in which tests keep what others can use again: the wrapper's run times, the run time with
// sanitizers. "make test" sets it.
const KeptVariable = "MDMP_TEST_CACHE"

// Kept is a folder of this name for what tests keep from run to run, in the folder that KeptVariable names or else in
// another one, which goes with the process.
func Kept(otherwise, name string) (string, error) {
	root := os.Getenv(KeptVariable)
	if root == "" {
		root = otherwise
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, name)
	return dir, os.MkdirAll(dir, 0o755)
}
