package rtlib

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

func TestCacheDir(t *testing.T) {
	env := map[string]string{}
	get := func(name string) string { return env[name] }
	want := func(dir string) {
		t.Helper()
		if got, err := CacheDir(get); err != nil || got != dir {
			t.Errorf("%v: %s %v, want %s", env, got, err, dir)
		}
	}
	t.Setenv("TMPDIR", t.TempDir())
	private := filepath.Join(os.TempDir(), "mdmp-cache-")
	got, err := CacheDir(get)
	if err != nil || !strings.HasPrefix(got, private) {
		t.Errorf("no home: %s %v", got, err)
	}
	if err := os.Chmod(got, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := CacheDir(get); err == nil {
		t.Error("a folder that others can write was taken")
	}
	if err := os.Remove(got); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/tmp", got); err != nil {
		t.Fatal(err)
	}
	if _, err := CacheDir(get); err == nil {
		t.Error("a link was taken for a private folder")
	}
	env["HOME"] = "/home/u"
	want("/home/u/.cache/mdmp")
	env["XDG_CACHE_HOME"] = "relative"
	want("/home/u/.cache/mdmp")
	env["XDG_CACHE_HOME"] = "/c"
	want("/c/mdmp")
	env["MDMP_CACHE"] = "/d/e"
	want("/d/e")
}

// Everything a build depends on changes its name.
func TestIdentity(t *testing.T) {
	tool := func(path string, size int64) *compiler.Tool {
		return &compiler.Tool{Path: path, Version: "1", Stamps: []compiler.Stamp{{Path: path, Size: size}}}
	}
	base := Toolchain{tool("f", 1), tool("c", 1)}
	names := []string{identity(base, Variant{})}
	for _, tc := range []Toolchain{
		{tool("f", 2), tool("c", 1)},
		{tool("f", 1), tool("c", 2)},
		{tool("g", 1), tool("c", 1)},
	} {
		names = append(names, identity(tc, Variant{}))
	}
	for _, v := range variants[1:] {
		names = append(names, identity(base, v))
	}
	if n := len(names); len(slices.Compact(slices.Sorted(slices.Values(names)))) != n {
		t.Errorf("two builds of one name: %q", names)
	}
	for _, name := range names {
		if !isIdentity(name) || !strings.HasPrefix(name, Version+"-") {
			t.Errorf("%s is not seen to be a build", name)
		}
	}
	if names[0] != identity(base, Variant{}) {
		t.Error("not the same twice")
	}
	for _, other := range []string{"", "tools", "thesis", "1.0", "1.0-notes", names[0] + ".lock", names[0] + buildMark + "1"} {
		if isIdentity(other) {
			t.Errorf("%q is taken for a build", other)
		}
	}
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	cache := filepath.Join(dir, "cache")
	if n, _, err := Clear(cache); n != 0 || err != nil {
		t.Errorf("nothing there: %d %v", n, err)
	}
	l, err := Builder{Cache: cache}.Ensure(context.Background(), fakes(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tools/x.json", "mine/thesis.tex", l.Dir + buildMark + "7/x"} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(cache, name)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n, _, err := Clear(cache); n != 1 || err != nil {
		t.Errorf("%d %v", n, err)
	}
	left, err := os.ReadDir(cache)
	if err != nil || len(left) != 1 || left[0].Name() != "mine" {
		t.Errorf("left: %v %v", left, err)
	}
}

// What the linker is told and what the sources say is the same.
func TestNamesOfTheSources(t *testing.T) {
	wrap, err := sources.ReadFile("src/wrap.c")
	if err != nil {
		t.Fatal(err)
	}
	names := Wrapped()
	if len(names) < 4 {
		t.Fatalf("wrapped: %q", names)
	}
	for _, name := range names {
		if !regexp.MustCompile(`__wrap_` + name + `\b|INIT(_THREAD)?\(` + name + `\)`).Match(wrap) {
			t.Errorf("wrap.c has nothing for %s", name)
		}
	}
	listed := map[string]bool{}
	for _, name := range Numbered() {
		listed[name] = true
	}
	stand := 0
	for _, file := range []string{"src/numbered.c", "src/numberedf.c"} {
		text, err := sources.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^BOTH_SIZES\(\w+, (\w+)\)|^(?:MPROBE|IMPROBE|CANCEL|START|STARTALL)\((\w+)\)|^NAMES\(\w+, (\w+), (\w+), (\w+)\)`).FindAllStringSubmatch(string(text), -1) {
			wraps := []string{m[1], m[1] + "_c", "P" + m[1], "P" + m[1] + "_c"}
			switch {
			case m[2] != "":
				wraps = []string{m[2]}
			case m[3] != "":
				wraps = []string{m[3], m[3] + "_", m[3] + "__", m[4], m[3] + "_f08", m[3] + "_f08_", m[3] + "_f08ts_",
					m[3] + "_f08ts_large_", m[5] + "_f08", m[5] + "_f08ts"}
				for _, name := range wraps {
					wraps = append(wraps, map[bool]string{true: "P", false: "p"}[name[0] == 'M']+name)
				}
			}
			for _, name := range wraps {
				stand++
				if !listed[name] {
					t.Errorf("numbered.list has no %s, which %s stands in for", name, file)
				}
			}
		}
	}
	if stand != len(listed) {
		t.Errorf("%d names in numbered.list, %d functions", len(listed), stand)
	}
	sameWaits(t)
	header, err := sources.ReadFile("src/mdmp.h")
	if err != nil {
		t.Fatal(err)
	}
	entries := Entries()
	for _, name := range []string{"mdmp_begin", "mdmp_end", "mdmp_send", "mdmp_recv", "mdmp_keep", "mdmp_init", "mdmp_region_begin"} {
		if !slices.Contains(entries, name) || !strings.Contains(string(header), name+"(") {
			t.Errorf("%s is not an entry: %q", name, entries)
		}
	}
	if again := SourceHash(); len(SourceHash()) != 64 || SourceHash() != again {
		t.Error("the hash of the sources is not one")
	}
}

// sameWaits: a row of waits.def spells one name in three ways, waits.c has the spellings that the linker is told, and
// numbered.c those of the rows that say so.
func sameWaits(t *testing.T) {
	t.Helper()
	def, err := sources.ReadFile("src/waits.def")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, name := range Waits() {
		if names[name] {
			t.Errorf("%s is listed twice", name)
		}
		names[name] = true
	}
	rows := regexp.MustCompile(`(?m)^(\w+)\((\w+), (\w+), (\w+)\)$`).FindAllStringSubmatch(string(def), -1)
	if len(rows) < 100 || len(rows) != strings.Count(string(def), "(") {
		t.Errorf("%d rows in waits.def", len(rows))
	}
	for _, m := range rows {
		if m[3] != strings.ToLower(m[2]) || m[4] != strings.ToUpper(m[2]) {
			t.Errorf("waits.def: %s", m[0])
		}
		for _, name := range []string{"MPI_" + m[2], "mpi_" + m[3] + "_", "mpi_" + m[3] + "_f08_"} {
			if !names[name] || (m[1] == "NUMBERED") != slices.Contains(Numbered(), name) {
				t.Errorf("%s: %s", m[0], name)
			}
		}
	}
	text, err := sources.ReadFile("src/waits.c")
	if err != nil {
		t.Fatal(err)
	}
	var stand []string
	for _, m := range regexp.MustCompile(`(?m)^  STAND\((\w+?)(?:##(\w+))?, what`).FindAllStringSubmatch(string(text), -1) {
		stem := map[string]string{"mixed": "MPI_Wait", "lower": "mpi_wait", "upper": "MPI_WAIT"}[m[1]]
		stand = append(stand, stem+m[2])
	}
	if want := spellings("Wait"); !slices.Equal(stand, want) {
		t.Errorf("waits.c stands in for %q, the linker is told %q", stand, want)
	}
	// Where MPI is tells a function that nothing stands in for.
	text, err = sources.ReadFile("src/callers.c")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`\(uintptr_t\)&(MPI_\w+)`).FindStringSubmatch(string(text))
	if m == nil || names[m[1]] || slices.Contains(Numbered(), m[1]) || slices.Contains(Wrapped(), m[1]) {
		t.Errorf("callers.c looks at %q, which the linker leads to us", m)
	}
}
