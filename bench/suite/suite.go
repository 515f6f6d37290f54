// Package suite holds the benchmarks: which programs, in which cases, against
// which hand-written variants, and how their results are shown.
//
// The idea. A benchmark is a Fortran program in which the directive version and
// the hand-written variants of the same work take turns (see package measure).
// A Bench says how to build it and which jobs to run at a place; the driver
// (Session) builds it once for each MPI library, brings the lab up where a wire
// is wanted, runs job after job and collects a measure.Report. Tables and
// pictures are functions of the report.
//
// The files with directives are compiled by mdmpf90, everything else by the
// library's own wrapper. Without mdmpf90 the directives would be comments and
// the variant would do nothing at all, so the driver then leaves the variant
// out, and only if it is asked to.
package suite

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// Ours is the variant that is written with directives.
const Ours = "mdmp"

// SharedMemory is the place that needs no lab; the others are speeds of a wire.
const SharedMemory = "shm"

// Bench is one benchmark.
type Bench struct {
	Name      string
	Title     string
	Sources   []string // below the benchmarks' folder, in order; a name with the word "directive" is mdmpf90's
	Mode      string   // of the directives, by default
	Places    []string // by default
	Variants  []string // all, the directive version included
	Forms     []Form   // of the directives, if they are compiled in several; each is a variant
	Baselines []string // variants that the others are compared with
	Jobs      func(place Place, opt Options) []Job
	Text      func(io.Writer, measure.Report)
	Figure    func(measure.Report) chart.Figure
}

// Place is where a job runs.
type Place struct {
	MPI   lab.MPI
	Where string // SharedMemory, or the speed of the wire
}

// Options of a session that a benchmark may look at.
type Options struct {
	Budget   float64 // seconds for each case
	Quick    bool    // few cases, to see that everything works
	HandOnly bool    // without the directive version
	Cores    int     // processors of the machine
}

// Job is one run of the benchmark's program.
type Job struct {
	Label   string   // what is special about it, "" for nothing
	Defines []string // for the preprocessor: each set is a build of its own
	Ranks   int
	Hosts   int // of the lab; 0: as many as ranks
	Args    []string
	Env     []string
	Opts    []string // of mpiexec
}

// All are the benchmarks, by name.
func All() []Bench {
	return append([]Bench{Plain(), Halo(), Pipeline(), Monitor()}, Papers()...)
}

// Find returns a benchmark by name.
func Find(name string) (Bench, error) {
	var names []string
	for _, b := range All() {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	slices.Sort(names)
	return Bench{}, fmt.Errorf("no benchmark %q: there are %s", name, strings.Join(names, ", "))
}

// variants is the argument that tells a program which variants to run.
func (b Bench) variants(opt Options) string {
	list := slices.Clone(b.Variants)
	if opt.HandOnly {
		list = slices.DeleteFunc(list, func(v string) bool {
			return v == Ours || slices.ContainsFunc(b.Forms, func(f Form) bool { return f.Name == v })
		})
	}
	return "variants=" + strings.Join(list, ",")
}

// hasVariant reports whether any case of the report has the variant.
func hasVariant(r measure.Report, variant string) bool {
	for _, run := range r.Runs {
		for _, c := range run.Cases {
			if _, ok := c.Variants[variant]; ok {
				return true
			}
		}
	}
	return false
}

// quiet is the load by other programs, in processors, up to which figures count.
const quiet = 0.1

// quietness says whether the figures count.
func quietness(r measure.Report) string {
	loud, most := 0, 0.0
	for _, run := range r.Runs {
		if run.Load > quiet {
			loud++
		}
		most = max(most, run.Load)
	}
	if loud == 0 {
		return "The machine was quiet before every job."
	}
	return fmt.Sprintf("NOT QUIET: other programs kept up to %.1f processors busy before %d of %d jobs; these figures are rough.",
		most, loud, len(r.Runs))
}

// number writes an argument.
func number(name string, v float64) string { return fmt.Sprintf("%s=%g", name, v) }

// WriteText writes the tables of a report under a heading.
func (b Bench) WriteText(w io.Writer, r measure.Report) error {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s\n\n%s, %d cores, Linux %s, %s, flags %s\n", b.Title, r.Machine.CPU, r.Machine.Cores,
		r.Machine.Kernel, r.Date.Format("2006-01-02 15:04 MST"), strings.Join(r.Flags, " "))
	for _, tool := range r.Tools {
		fmt.Fprintln(&buf, tool)
	}
	switch {
	case len(b.Forms) > 0 && hasVariant(r, b.Forms[0].Name):
		for _, f := range b.Forms {
			how := "directives compiled with " + strings.Join(f.Flags, " ")
			if len(f.Flags) == 0 {
				how = "calls of the API of delta send-recv, in C"
			}
			fmt.Fprintf(&buf, "%s: %s\n", f.Name, how)
		}
	case !hasVariant(r, Ours):
		fmt.Fprintln(&buf, "hand-written variants only")
	default:
		fmt.Fprintln(&buf, "directives compiled in mode", cmp.Or(r.Mode, "default"))
	}
	fmt.Fprintf(&buf, "%s\n\n", quietness(r))
	b.Text(&buf, r)
	_, err := w.Write(buf.Bytes())
	return err
}
