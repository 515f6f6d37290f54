package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/diag/sarif"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// writeSARIF writes what became of the directives and calls of a build. What does not overlap is a note, what does a pass.
func (b *build) writeSARIF(w io.Writer) error {
	here, err := os.Getwd()
	if err != nil {
		here = "" // all paths stay absolute
	}
	var codes []string
	var results []sarif.Result
	for _, c := range b.sources {
		for _, m := range c.remarks {
			r := sarif.Result{Rule: m.Code, Message: m.Text + ": " + m.Reason,
				At: sarif.Place{File: below(here, pathOf(m.Folder, m.File)), Line: m.Line, Col: m.Col}}
			switch m.Status {
			case codegen.Missed:
				r.Level = sarif.Note
			case codegen.Optimized:
				r.Kind = "pass"
			}
			if m.Hint != "" {
				r.Message += "; hint: " + m.Hint
			}
			codes, results = append(codes, m.Code), append(results, r)
		}
	}
	return sarif.Write(w, rtlib.Version, diag.Rules(codes), results)
}

// below is a path as it is seen from a folder, if it lies there.
func below(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
