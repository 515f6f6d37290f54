package tree

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Pictures are drawn as SVG, so every file of the tree is text: a byte 0 means
// that something built was committed with it. Some test inputs hold any bytes.
func TestNothingBuiltIsCommitted(t *testing.T) {
	const root = "../.."
	list, err := exec.Command("git", "-C", root, "ls-files", "-z", "--", ".", ":!*/testdata/*").Output()
	if err != nil {
		t.Skip("not in a git work tree: ", err)
	}
	for name := range bytes.SplitSeq(bytes.TrimRight(list, "\x00"), []byte{0}) {
		data, err := os.ReadFile(filepath.Join(root, string(name)))
		if os.IsNotExist(err) {
			continue // deleted, not yet committed
		}
		if err != nil {
			t.Error(err)
		}
		if bytes.IndexByte(data, 0) >= 0 {
			t.Errorf("%s is no text", name)
		}
	}
}
