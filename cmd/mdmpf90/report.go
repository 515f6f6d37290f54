package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// keepCopy keeps a translation (-mdmp-keep), in folders as the source is, so
// that sources of the same base name do not meet.
func (d *driver) keepCopy(name string, text []byte) error {
	if d.own.keep == "" {
		return nil
	}
	rel := filepath.Clean(name)
	rel = strings.TrimLeft(strings.ReplaceAll(rel, "..", "__"), "/")
	path := filepath.Join(d.own.keep, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("-mdmp-keep: %w", err)
	}
	for _, it := range d.cmd.Sources() {
		if include.SameFile(it.Input.Path, path) {
			return fmt.Errorf("-mdmp-keep=%s: the translation would replace the source %s", d.own.keep, it.Input.Path)
		}
	}
	return safefile.Write(path, text, 0o666)
}

// remarksOf says of the remarks of a source which compilation they are of.
func remarksOf(source string, list []codegen.Remark) []codegen.Remark {
	folder, err := os.Getwd()
	if err != nil {
		folder = "" // the folder is gone: the source has to do
	}
	for i := range list {
		list[i].Compilation = codegen.Compilation{Source: source, Folder: folder, Number: i + 1}
	}
	return list
}

// report writes what became of the directives. A file is appended to: many
// compilations of one build write it.
func (d *driver) report(remarks []codegen.Remark) error {
	if !d.own.report {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if d.own.reportFormat == "json" {
		for _, r := range remarks {
			if err := enc.Encode(r); err != nil {
				return fmt.Errorf("report: %w", err)
			}
		}
	} else {
		for _, list := range shared(remarks) {
			b.WriteString(remarkText(list))
		}
		b.WriteString(tallies(remarks))
	}
	if d.own.reportFile == "" {
		_, err := os.Stderr.Write(b.Bytes())
		return err
	}
	for _, it := range d.cmd.Sources() {
		if include.SameFile(it.Input.Path, d.own.reportFile) {
			return fmt.Errorf("-mdmp-report=%s: that is a source", d.own.reportFile)
		}
	}
	f, err := os.OpenFile(d.own.reportFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, err = f.Write(b.Bytes()) // one write: lines of parallel compilations stay whole
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// shared puts together the remarks of which the same is to be said, in the order of their first.
func shared(remarks []codegen.Remark) [][]codegen.Remark {
	type said struct{ file, status, directive, rung, reason, hint, code string }
	var out [][]codegen.Remark
	at := map[said]int{}
	for _, r := range remarks {
		if !r.Message() && !r.Call() {
			out = append(out, []codegen.Remark{r})
			continue
		}
		key := said{r.File, string(r.Status), r.Directive, r.Rung, r.Reason, r.Hint, r.Code}
		i, met := at[key]
		if !met {
			i = len(out)
			at[key], out = i, append(out, nil)
		}
		out[i] = append(out[i], r)
	}
	return out
}

// remarkText writes remarks of which the same is to be said as compilers do: file:line:col: optimized: ...
func remarkText(list []codegen.Remark) string {
	r := list[0]
	what := r.Text + others(list)
	if r.Message() && !r.Unasked() {
		what += ": " + r.Rung
	}
	s := fmt.Sprintf("%s:%d:%d: %s: %s", r.File, r.Line, r.Col, r.Status, what)
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	if r.Hint != "" {
		s += "; hint: " + r.Hint
	}
	if r.Code != "" {
		s += " [" + r.Code + "]"
	}
	return s + "\n"
}

// others says how many remarks follow the first, and of which lines: "and 5 more, lines 10-12, 14".
func others(list []codegen.Remark) string {
	if len(list) == 1 {
		return ""
	}
	var lines []string
	for i := 1; i < len(list); {
		first, last := list[i].Line, list[i].Line
		for i++; i < len(list) && list[i].Line <= last+1; i++ {
			last = max(last, list[i].Line)
		}
		if first == last {
			lines = append(lines, strconv.Itoa(first))
		} else {
			lines = append(lines, fmt.Sprintf("%d-%d", first, last))
		}
	}
	word := "line"
	if len(lines) > 1 || strings.Contains(lines[0], "-") {
		word = "lines"
	}
	return fmt.Sprintf(", and %d more, %s %s", len(list)-1, word, strings.Join(lines, ", "))
}

// tallies sums up each file that holds a send, a receive or an MPI call that may overlap.
func tallies(remarks []codegen.Remark) string {
	var files []string
	count := map[string]*codegen.Tally{}
	for _, r := range remarks {
		if !r.Message() && !r.Call() || r.Unasked() {
			continue
		}
		if count[r.File] == nil {
			files, count[r.File] = append(files, r.File), &codegen.Tally{}
		}
		count[r.File].Count(r)
	}
	text := ""
	for _, f := range files {
		text += fmt.Sprintf("%s: note: %v\n", f, count[f])
	}
	return text
}
