package rtlib

import (
	"regexp"
	"runtime/debug"
)

// Version is the version of MDMP: of the tools and of the run time they carry.
const Version = "0.1.0"

// Commit returns the commit that this binary was built from, "" if it does not know.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, changed := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	if commit == "" { // "go install" of a commit names it in the version of the module
		if m := regexp.MustCompile(`^v.*\.\d{14}-([0-9a-f]{12})$`).FindStringSubmatch(info.Main.Version); m != nil {
			return m[1]
		}
	}
	if changed {
		commit += "-changed"
	}
	return commit
}

// Described returns the version for people: with the commit, if it is known, and what names the sources of the run time,
// which a program says of itself, too.
func Described() string {
	text := Version
	if c := Commit(); c != "" {
		text += " (commit " + c + ")"
	}
	return text + ", run time " + Release()
}

// Release names the run time exactly: the text stands in every program that is linked with it.
func Release() string { return Version + "-" + SourceHash()[:12] }
