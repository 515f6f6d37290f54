// Command steps is what "make test" and "make test-all" run: the tests of the project in steps, a line with its seconds for
// each, what failed, and how many tests passed, failed and were left out.
//
// The idea: "make test" is the short form (-short) of everything, in minutes, for every change. "make test-all" is everything
// in full, in eight parts of about equal time: a part has its share of the tests that take long (package share), and of the
// packages whose tests do not ask for their share. The data flows from a plan (plan.go: the steps, of pure data) through
// what runs them (run.go) to the tally of what "go test -json" says (tally.go).
//
//	steps                 make test
//	steps -part 3/8       the third of eight parts of make test-all
//	steps -part all       everything
//	steps -list           the steps, without running them
//	steps -slow 20        also the twenty slowest tests
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

func main() {
	part := flag.String("part", "", "a part of everything, as in 3/8, or all; without it, what make test runs")
	list := flag.Bool("list", false, "list the steps")
	slow := flag.Int("slow", 0, "name so many of the slowest tests")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "steps: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	ok, err := do(os.Stdout, *part, *list, *slow)
	if err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// do makes a plan and carries it out, or lists it; ok tells whether nothing failed.
func do(out io.Writer, part string, list bool, slow int) (ok bool, err error) {
	how := scope{short: part == ""}
	if part != "" && part != "all" {
		if how.share, err = share.Parse(part); err != nil {
			return false, err
		}
	}
	packages, err := listPackages()
	if err != nil {
		return false, err
	}
	steps := plan(how, packages)
	if list {
		for _, s := range steps {
			fmt.Fprintln(out, s)
		}
		return true, nil
	}
	kept, err := filepath.Abs(filepath.Join("build", "tests"))
	if err != nil {
		return false, err
	}
	r := runner{out: out, env: environment(how, kept), tally: newTally()}
	r.title(how)
	for _, s := range steps {
		r.run(s)
	}
	return r.conclude(slow), nil
}
