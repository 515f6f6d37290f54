// Agree compares what the front end understands of Fortran files with what
// flang understands.
//
//	go run ./tests/oracle/agree [flags] FOLDER...
//
// Every folder is one code base. Flang's answers are kept in a cache, so that a
// run that ended early (-for) can be taken up again and a comparison after a
// change of the front end takes seconds.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/oracle"
)

func main() {
	var o options
	flag.StringVar(&o.cache, "cache", "", "folder in which flang's answers are kept")
	flag.IntVar(&o.step, "step", 1, "take every n-th file only")
	flag.DurationVar(&o.limit, "for", 0, "stop after this time (0: when all is done)")
	flag.IntVar(&o.show, "show", 3, "how many differences of a file are printed")
	flag.BoolVar(&o.insert, "insert", false, "also insert statements and ask the compilers whether they accept the result")
	flag.BoolVar(&o.symbols, "symbols", false, "compare symbols with gfortran's instead of trees with flang's")
	flag.StringVar(&o.more, "modules", "", "folders of module files for -symbols (MPI's, NetCDF's, …), as in PATH")
	flag.StringVar(&o.known, "known", "", "list of files that may differ")
	flag.BoolVar(&o.strict, "strict", false, "fail if a file that is not in that list differs")
	flag.BoolVar(&o.refused, "refused", false, "list files that flang does not accept")
	read := flag.Bool("read", false, "only read the files as they are, without compilers: what is Unknown, memory, speed")
	flag.StringVar(&o.json, "json", "", "file for one line of JSON for every source file")
	flag.Parse()
	if *read {
		if err := readAll(os.Stdout, flag.Args(), o.step); err != nil {
			fmt.Fprintln(os.Stderr, "agree:", err)
			os.Exit(2)
		}
		return
	}
	if !oracle.HasFlang() {
		fmt.Fprintf(os.Stderr, "agree: %s is not installed\n", oracle.Flang)
		os.Exit(2)
	}
	o.began = time.Now()
	done, err := o.run(os.Stdout, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "agree:", err)
		os.Exit(2)
	}
	if o.strict && o.bad > 0 {
		fmt.Println("files that must not differ do:", o.bad)
		os.Exit(1)
	}
	if !done {
		fmt.Println("not all done: run again")
		os.Exit(3)
	}
}
