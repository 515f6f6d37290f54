package tests

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/prefetch"
)

// lanes are builds with sanitizers. MPI itself has none, and TSan must be told.
var lanes = []struct {
	name  string
	flags []string
	env   []string
}{
	{"asan", []string{"-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}, []string{"ASAN_OPTIONS=detect_leaks=0"}},
	{"tsan", []string{"-fsanitize=thread"}, []string{"TSAN_OPTIONS=ignore_noninstrumented_modules=1", "UCX_MEM_EVENTS=n", "UCX_MEM_MMAP_HOOK_MODE=none"}},
}

// The library, linked into programs with sanitizers, gives what the plain programs give. Not with -short.
func TestSanitized(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	ways := append(ways[:2:2], broken)
	eachMPI(t, func(t *testing.T, m *mpi) {
		plain := m.buildC(t, "hostile", hostile...)
		names := lines(mustOutput(t, plain, "list"))
		for _, lane := range lanes {
			exe := m.buildC(t, "hostile-"+lane.name, slices.Concat(hostile, lane.flags, unpacked(t))...)
			for _, name := range names {
				t.Run(lane.name+"/"+name, func(t *testing.T) {
					t.Parallel()
					want := m.plainly(t, 2, plain, name)
					for _, w := range ways {
						o := command(t, append(slices.Clone(w.env), lane.env...), m.Launch(2, exe, name)...)
						if got := lines(o.Stdout); o.Status != 0 || !slices.Equal(got, want) {
							t.Errorf("%s: exit status %d: %s\nwithout: %s\n%.4000s", w.name, o.Status, strings.Join(got, " "), strings.Join(want, " "), o.Stderr)
						}
					}
				})
			}
		}
	})
}

// unpacked writes the sources of the library somewhere; it returns what to
// compile them with: all, or those that are named.
func unpacked(t *testing.T, only ...string) []string {
	t.Helper()
	dir := t.TempDir()
	files, err := prefetch.Files()
	if err != nil {
		t.Fatal(err)
	}
	argv := []string{"-I" + dir, "-fvisibility=hidden"}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) == ".c" && (len(only) == 0 || slices.Contains(only, name)) {
			argv = append(argv, path)
		}
	}
	return append(argv, "-ldl")
}
