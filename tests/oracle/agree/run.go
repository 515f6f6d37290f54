package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/tests/oracle"
)

// options are the flags of the command.
type options struct {
	cache   string
	step    int
	limit   time.Duration
	show    int
	insert  bool
	refused bool
	symbols bool
	known   string
	strict  bool
	may     oracle.Known
	bad     int // files that differ and may not
	json    string
	began   time.Time
	lines   *json.Encoder
	modules string // folder of the module files of a code base
	more    string // further folders of module files
	last    bool   // what gfortran does not accept now it never will
}

// outcome is what became of one file.
type outcome struct {
	File   string `json:"file"`
	Form   string `json:"form"`
	Why    string `json:"why,omitempty"` // not compared
	Crash  string `json:"crash,omitempty"`
	Result oracle.Result
	Round  *oracle.RoundTrip `json:",omitempty"`

	Symbols *oracle.SymbolResult `json:",omitempty"`
}

// differs tells whether something is not as it should be.
func (o *outcome) differs() bool {
	return o.Crash != "" || len(o.Result.Diffs) > 0 || o.Result.WrongLoops > 0 ||
		o.Symbols != nil && len(o.Symbols.Diffs) > 0 || o.Round != nil && len(o.Round.Complaints) > 0
}

// run compares all files; false if the time was over before.
func (o *options) run(out io.Writer, folders []string) (bool, error) {
	if o.json != "" {
		w, err := os.Create(o.json)
		if err != nil {
			return false, err
		}
		defer w.Close()
		o.lines = json.NewEncoder(w)
	}
	if o.known != "" {
		known, err := oracle.ReadKnown(o.known)
		if err != nil {
			return false, err
		}
		o.may = known
	}
	var all table
	done := true
	for _, folder := range folders {
		files, err := fortranFiles(folder)
		if err != nil {
			return false, err
		}
		headers, err := oracle.FindHeaders(folder)
		if err != nil {
			return false, err
		}
		if o.modules, err = os.MkdirTemp("", "agree"); err != nil {
			return false, err
		}
		take := func(res outcome) error {
			all.add(filepath.Base(folder), res)
			return o.report(out, res)
		}
		whole, err := o.compareAll(every(files, o.step), headers, take)
		err = errors.Join(err, os.RemoveAll(o.modules))
		if err != nil {
			return false, err
		}
		done = done && whole
	}
	return done, all.print(out, o)
}

// every returns every n-th of a list.
func every(list []string, n int) []string {
	var out []string
	for i := 0; i < len(list); i += max(n, 1) {
		out = append(out, list[i])
	}
	return out
}

// compareAll compares files; false if the time was over before. What gfortran
// does not accept is tried again as long as other files have left modules that
// it may lack.
func (o *options) compareAll(files []string, headers *oracle.Headers, take func(outcome) error) (bool, error) {
	for {
		var again []string
		for _, name := range files {
			if o.limit > 0 && time.Since(o.began) > o.limit {
				return false, nil
			}
			res, err := o.file(name, headers)
			if err != nil {
				return false, err
			}
			if res.Why == notAccepted && !o.last {
				again = append(again, name)
				continue
			}
			if res.differs() && o.may.Reason(name) == "" {
				o.bad++
			}
			if err := take(res); err != nil {
				return false, err
			}
		}
		if len(again) == 0 {
			o.last = false
			return true, nil
		}
		o.last = len(again) == len(files)
		files = again
	}
}

// report prints what is remarkable about a file.
func (o *options) report(out io.Writer, res outcome) error {
	if o.lines != nil {
		if err := o.lines.Encode(res); err != nil {
			return err
		}
	}
	line := func(format string, args ...any) {
		fmt.Fprintf(out, res.File+": "+format+"\n", args...)
	}
	if res.Crash != "" {
		line("crash: %s", res.Crash)
	}
	if o.refused && res.Why != "" {
		line("not compared: %s", res.Why)
	}
	for i, d := range res.Result.Diffs {
		if i == o.show {
			line("... and %d more", len(res.Result.Diffs)-i)
			break
		}
		line("statement %d: flang has %q, we have %q", d.At, d.Theirs, d.Ours)
	}
	if n := res.Result.WrongLoops; n > 0 {
		line("%d of %d loops differ", n, res.Result.Loops)
	}
	if res.Symbols != nil {
		for i, d := range res.Symbols.Diffs {
			if i < o.show {
				line("%s", d)
			}
		}
	}
	if res.Round != nil {
		for _, c := range res.Round.Complaints {
			line("insertions: %s", c)
		}
	}
	return nil
}

// file compares one file.
func (o *options) file(name string, headers *oracle.Headers) (res outcome, err error) {
	res.File = name
	defer func() {
		if r := recover(); r != nil {
			res.Crash = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	src, err := os.ReadFile(name)
	if err != nil {
		return res, err
	}
	form := source.Detect(name, src)
	res.Form = form.String()
	if o.symbols {
		res.Symbols, res.Why, err = compareSymbols(name, src, form, headers, append([]string{o.modules}, filepath.SplitList(o.more)...)...)
		return res, err
	}
	a, err := o.theirs(name, src, form, headers)
	if err != nil {
		return res, err
	}
	if res.Why = a.Why; a.Why != "" {
		return res, nil
	}
	t := oracle.Text{Src: a.Text, Form: form, LineLength: a.LineLength}
	res.Result = oracle.Compare(t, a.Tree)
	if o.insert {
		res.Round, err = roundTrip(t)
	}
	return res, err
}

// fortranFiles lists the Fortran files below a folder.
func fortranFiles(folder string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(folder, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && source.FormOfExtension(p) != source.Auto && filepath.Ext(p) != ".fi" {
			out = append(out, p)
		}
		return err
	})
	return out, err
}
