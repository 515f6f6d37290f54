package compiler

import "testing"

func TestPreprocessed(t *testing.T) {
	const text = "# 1 \"a.F90\"\n# 1 \"<built-in>\"\nend\n"
	for _, tt := range []struct {
		family   Family
		in, want string
	}{
		{GNU, text, text},
		{GNU, "mpifort for MPICH version 4.0.2\n" + text, text},
		{GNU, "end\n", "end\n"},
		{GNU, "", ""},
		{Intel, "end\n# 1 \"b.inc\"\n", "end\n# 1 \"b.inc\"\n"},
	} {
		if got := string(tt.family.Preprocessed([]byte(tt.in))); got != tt.want {
			t.Errorf("%v %q: %q, want %q", tt.family, tt.in, got, tt.want)
		}
	}
}
