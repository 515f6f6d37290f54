package rtlib

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Library is a run time that was built.
type Library struct {
	Dir     string // its folder in the cache
	Variant Variant
}

// Archive is the static library.
func (l *Library) Archive() string { return filepath.Join(l.Dir, "lib", "libmdmp.a") }

// Modules is the folder of the .mod file.
func (l *Library) Modules() string { return filepath.Join(l.Dir, "mod") }

// LinkFlags returns what is put behind everything else on the line that links
// a program with directives. The whole archive goes in: a program or shared
// library holds all of the run time or nothing of it, so that the dynamic
// linker joins the copies of several of them into one.
func (l *Library) LinkFlags() []string {
	flags := l.Variant.LinkFlags()
	for _, name := range Wrapped() {
		flags = append(flags, "-Wl,--wrap="+name)
	}
	return append(flags, "-Wl,--whole-archive", l.Archive(), "-Wl,--no-whole-archive")
}

// complete tells whether the library is there, at the cost of a stat.
func (l *Library) complete() bool {
	_, err := os.Stat(l.Archive())
	return err == nil
}

// Record is what is noted about a build, beside it.
type Record struct {
	Version  string
	Variant  string
	FC       string
	CC       string
	Built    time.Time
	SelfTest string // "passed", or why it was not run
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
	text, err := os.ReadFile(filepath.Join(l.Dir, recordName))
	if err != nil {
		return r, fmt.Errorf("cache: %w", err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("cache: %s: %w", l.Dir, err)
	}
	return r, nil
}
