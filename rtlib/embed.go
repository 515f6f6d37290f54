package rtlib

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// sources holds the run time: C files with their headers and tables, the
// Fortran module, and the lists of names that the linker redirects.
//
//go:embed src/*.c src/*.h src/*.def src/*.f90 src/wrap.list src/numbered.list
var sources embed.FS

// selftest holds the programs that try a build.
//
//go:embed selftest/*.f90
var selftest embed.FS

// SourceHash names the embedded sources.
func SourceHash() string {
	h := sha256.New()
	for _, tree := range []embed.FS{sources, selftest} {
		// The walk is in lexical order and reads memory: it cannot fail.
		_ = fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := tree.ReadFile(path)
			fmt.Fprintf(h, "%s %d\n", path, len(text))
			h.Write(text)
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Wrapped returns the names that the linker redirects to the run time.
func Wrapped() []string { return listed("src/wrap.list") }

// Numbered returns those that it redirects as well in programs that use the API
// of delta send-recv: the run time numbers their messages.
func Numbered() []string { return listed("src/numbered.list") }

// Waits returns those that it redirects as well in programs that call procedures
// which are said to be harmless: calls that may wait for other ranks.
func Waits() []string {
	text, _ := sources.ReadFile("src/waits.def") // embedded: it is there
	numbered := Numbered()
	var names []string
	for _, m := range waitsRow().FindAllSubmatch(text, -1) {
		for _, name := range spellings(string(m[2])) {
			if string(m[1]) == "WAITS" || slices.Contains(numbered, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// asked returns the names in C, of those that the linker redirects, that all MPIs
// have, since 3.0. It is told to ask MPI for them: the run time does so weakly, and
// where MPI is an archive the linker takes of it what is asked for and no more.
func asked(names []string) []string {
	ofC := regexp.MustCompile(`^P?MPI_[A-Z][a-z_]+$`)
	first := regexp.MustCompile(`_([BSR]?[Ss]end|Recv)_init$`)
	later := regexp.MustCompile(`_c$|_Isendrecv|_init$|_Buffer_flush|_Comm_buffer|_Session|_from_groups?$|_cptr$`)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !ofC.MatchString(name) || later.MatchString(name) && !first.MatchString(name)
	})
}

func waitsRow() *regexp.Regexp { return regexp.MustCompile(`(?m)^(WAITS|NUMBERED)\((\w+), `) }

// WaitsHere reports whether waits.c has wrappers for this machine.
func WaitsHere() bool { return runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" }

// spellings are the names by which C and Fortran call a procedure of MPI.
func spellings(name string) []string {
	c, f := "MPI_"+name, "mpi_"+strings.ToLower(name)
	return []string{c, c + "_c", f, f + "_", f + "__", strings.ToUpper(c), f + "_f08", f + "_f08_", f + "_f08_large_",
		f + "_f08ts_", f + "_f08ts_large_", c + "_f08", c + "_f08ts"}
}

func listed(file string) []string {
	text, _ := sources.ReadFile(file) // embedded: it is there
	var names []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			names = append(names, line)
		}
	}
	return names
}

// Entries returns the names by which translated code, and programs that use
// module mdmp, call the run time: those that the Fortran modules bind.
func Entries() []string {
	var names []string
	for _, module := range []string{moduleSource, "mdmp.f90"} {
		text, _ := sources.ReadFile("src/" + module) // embedded: it is there
		for _, m := range binding().FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// APIEntries returns the names by which programs call the API of delta
// send-recv, in Fortran and in C.
func APIEntries() []string {
	text, _ := sources.ReadFile("src/mdmp.f90") // embedded: it is there
	var names []string
	for _, m := range binding().FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	text, _ = sources.ReadFile("src/mdmp_delta.h")
	for _, m := range prototype().FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// TrustedEntry is the entry that stands before calls of procedures which are said
// to be harmless.
const TrustedEntry = "mdmp_trusted"

func prototype() *regexp.Regexp { return regexp.MustCompile(`(?m)^int (MDMP_Delta_\w+)\(`) }

// moduleSource holds the module that translated code uses.
const moduleSource = "mdmp_rt.f90"

func binding() *regexp.Regexp { return regexp.MustCompile(`(?i)bind\(C, *name *= *'(mdmp_\w+)'\)`) }

// unpack writes a tree of embedded files into dir, without folders, and
// returns the names of those with the extension ext.
func unpack(tree embed.FS, from, dir, ext string) ([]string, error) {
	entries, err := tree.ReadDir(from)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		text, err := tree.ReadFile(from + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644); err != nil {
			return nil, err
		}
		if filepath.Ext(e.Name()) == ext {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
