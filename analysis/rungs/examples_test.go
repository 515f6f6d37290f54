package rungs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExamples records what becomes of the project's own examples.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/*.[fF]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		base := filepath.Base(name)
		if strings.Contains(base, "_mpi.") {
			continue
		}
		t.Run(base, func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(src), "\n#") {
				t.Skip("needs the preprocessor")
			}
			var out strings.Builder
			out.WriteString(showFile(string(src), fileEvidence(t, name, string(src), nil)))
			golden := filepath.Join("testdata", "example_"+base+".golden")
			if os.Getenv("MDMP_UPDATE") == "1" {
				if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), out.String()); d != "" {
				t.Error(d)
			}
		})
	}
}
