package torture

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A reference that fails as the compiler made it is told from a program that is wrong.
func TestCompilersFault(t *testing.T) {
	list := machines(t.TempDir(), "")
	if len(list) == 0 {
		t.Skip("no MPI is installed")
	}
	for _, c := range []struct {
		name, fails string // a pattern of flags
		compilers   bool
	}{
		{"when optimised", "*-O3*", true},
		{"always", "*", false},
	} {
		m := *list[0]
		root := t.TempDir()
		// The last of the levels counts.
		script := "#!/bin/sh\ncase \"$*\" in *-O0*) set -- -O0;; esac\ncase \"$*\" in\n" + c.fails +
			") echo '#!/bin/sh\nexit 3';;\n*) echo '#!/bin/sh\nexit 0';;\nesac >program\nchmod +x program\n"
		if err := os.WriteFile(filepath.Join(root, "fc"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		m.FC = filepath.Join(root, "fc")
		h := &hunt{m: &m, dir: filepath.Join(root, "batch"), flags: []string{"-O3"}, ref: byHand, limit: 20 * time.Second, trials: []trial{{"auto", 1, nil}}}
		_, err := h.batch([]*kernel{newKernel(1, 1)})
		if err == nil {
			t.Fatalf("%s: the reference works", c.name)
		}
		var e *compilerError
		if errors.As(err, &e) != c.compilers {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
