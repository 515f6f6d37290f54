package rtlib

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/safefile"
)

// Library is a run time that was built.
type Library struct {
	Dir     string // its folder in the cache
	Variant Variant
}

const (
	archiveName = "libmdmp.a"
	archiveOfC  = "libmdmpc.a"
	// waitsArchive has the wrappers of calls that may wait; waitsNames has flags for their names, for the linker.
	waitsArchive = "libmdmpwaits.a"
	waitsNames   = "waits.flags"
)

// Wrappers tells which wrappers of MPI a program is linked with, beside those of Wrapped.
type Wrappers struct {
	Numbered bool // the program uses the API of delta send-recv, so its messages are numbered
	Waits    bool // it calls procedures that are said to be harmless, so what may wait is seen
}

// Archive is the static library.
func (l *Library) Archive() string { return filepath.Join(l.Dir, "lib", archiveName) }

// Headers is the folder of mdmp.h.
func (l *Library) Headers() string { return filepath.Join(l.Dir, "include") }

// Modules is the folder of the .mod file.
func (l *Library) Modules() string { return filepath.Join(l.Dir, "mod") }

// LinkFlags returns what is put behind everything else on the line that links
// a program with directives. The whole archive goes in: a program or shared
// library holds all of the run time or nothing of it, so that the dynamic
// linker joins the copies of several of them into one.
func (l *Library) LinkFlags(w Wrappers) []string { return l.linkFlags(l.Archive(), w) }

// LinkFlagsC returns the same for a program that has nothing in Fortran: it
// uses the API.
func (l *Library) LinkFlagsC() []string {
	return l.linkFlags(filepath.Join(filepath.Dir(l.Archive()), archiveOfC), Wrappers{Numbered: true})
}

func (l *Library) linkFlags(archive string, w Wrappers) []string {
	// In one word: MPICH's compiler script starts a process or two for each word.
	flags := append(l.Variant.LinkFlags(), "-Wl,--wrap="+strings.Join(Wrapped(), ",--wrap="))
	if w.Numbered { // many: in one word
		flags = append(flags, "-Wl,--wrap="+strings.Join(Numbered(), ",--wrap=")+",--undefined="+strings.Join(asked(Numbered()), ",--undefined="))
	}
	archives := []string{archive}
	if names := filepath.Join(filepath.Dir(archive), waitsNames); w.Waits && WaitsHere() && !strings.Contains(names, ",") {
		flags = append(flags, "-Wl,@"+names) // even more: in a file
		archives = append(archives, filepath.Join(filepath.Dir(archive), waitsArchive))
	}
	flags = append(append(flags, "-Wl,--whole-archive"), archives...)
	if c := Commit(); c != "" { // a name in the symbol table: it costs nothing
		flags = append(flags, "-Wl,--defsym=mdmp_commit_"+strings.ReplaceAll(c, "-", "_")+"=0")
	}
	return append(flags, "-Wl,--no-whole-archive")
}

// complete tells whether the library is there as it was built, at the cost of
// a small file and a few stats: file systems for scratch files remove what is
// old, and disks are full. An error says that somebody else may have changed
// it.
func (l *Library) complete() (bool, error) {
	if _, err := os.Lstat(l.Dir); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for _, dir := range []string{l.Dir, filepath.Dir(l.Archive()), l.Modules(), l.Headers()} {
		if _, err := mine(dir); err != nil {
			return false, notThere(err)
		}
	}
	r, err := l.Record()
	if err != nil {
		return false, onlyForeign(err)
	}
	for name, size := range r.Files {
		info, err := mine(filepath.Join(l.Dir, name))
		if err != nil {
			return false, notThere(err)
		}
		if info.Size() != size {
			return false, nil
		}
	}
	return len(r.Files) > 0, nil
}

// mine looks at a file that nobody else may have changed.
func mine(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	return info, safefile.Mine(path, info)
}

// notThere drops the error that something is missing.
func notThere(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// onlyForeign drops all errors but that of somebody else's file.
func onlyForeign(err error) error {
	if errors.Is(err, safefile.ErrForeign) {
		return err
	}
	return nil
}

// Record is what is noted about a build, beside it.
type Record struct {
	Version  string
	Variant  string
	MPI      string // "" if it does not say
	FC       string
	CC       string
	Built    time.Time
	SelfTest string           // "passed", or why it was not run
	Files    map[string]int64 // what was built, with sizes
}

const recordName = "build.json"

func (l *Library) writeRecord(dir string, r Record) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, recordName), append(text, '\n'), 0o644)
}

// Record reads the notes about the build.
func (l *Library) Record() (Record, error) {
	var r Record
	text, err := safefile.Read(filepath.Join(l.Dir, recordName))
	if err != nil {
		return r, fmt.Errorf("cache: %w", err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("cache: %s: %w", l.Dir, err)
	}
	return r, nil
}
