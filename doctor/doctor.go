// Package doctor looks at a machine as MDMP needs it: compilers and MPI, the cache of built run times, what the kernel
// offers, and a program with directives on two ranks.
//
// The idea: a check is a function that adds a finding, in the order in which one thing needs the other; what cannot be looked
// at because something before it is missing is left out. Nothing here mends anything.
package doctor

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// State says how much a finding matters.
type State string

// The states.
const (
	OK      State = "ok"
	Lacking State = "lacking" // some things will not work, and most will
	Missing State = "missing" // nothing works without it
)

// Finding is what a check found.
type Finding struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	Text  string `json:"text"`
	Hint  string `json:"hint,omitempty"` // what can be done
}

// Report is all that was found, in order.
type Report struct {
	Sound    bool      `json:"sound"` // nothing is missing
	Findings []Finding `json:"findings"`
}

// Options say what is looked at.
type Options struct {
	FC       string   // the Fortran compiler; "": the one that mdmpf90 would wrap
	Launcher []string // how MPI programs are started, for two ranks; nil: mpiexec of the same MPI
	Wrapper  string   // the path of mdmpf90; "": beside this program, else in PATH
	Timeout  time.Duration
	Getenv   func(string) string
	Env      []string
	Progress func(string) // told what takes long
}

// exam is a look at one machine.
type exam struct {
	Options
	cache   string
	fc      *compiler.Tool
	wrapper string
	report  Report
}

// Examine looks at everything.
func Examine(ctx context.Context, o Options) *Report {
	e := &exam{Options: o, report: Report{Sound: true}}
	e.add("mdmp", OK, rtlib.Described(), "")
	e.system()
	e.folder()
	e.findWrapper(ctx)
	e.compilers()
	e.others()
	e.kernel()
	e.trial(ctx)
	return &e.report
}

func (e *exam) add(name string, state State, text, hint string) {
	e.report.Findings = append(e.report.Findings, Finding{name, state, text, hint})
	e.report.Sound = e.report.Sound && state != Missing
}

// Print writes the report as a page of text.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.Findings {
		lines := strings.Split(f.Text, "\n")
		fmt.Fprintf(&b, "%-16s %-8s %s\n", f.Name, f.State, lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(&b, "%25s %s\n", "", line)
		}
		if f.Hint != "" {
			fmt.Fprintf(&b, "%25s -> %s\n", "", f.Hint)
		}
	}
	verdict := "everything that is needed is here"
	if !r.Sound {
		verdict = "something that is needed is missing"
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n", b.String(), verdict)
	return err
}
