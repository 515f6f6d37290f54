package suite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Form is one way to have the same directives run: a mode and the size of pieces. A benchmark with
// forms has its files with directives compiled once for each, all into one program, so that they
// take turns with each other and with what is written by hand.
//
// The sources of such a benchmark are templates. In a file with directives the word FORM stands for the
// form's name. In the others, adjacent lines that end in "! each FORM" are there once for each form. What results
// is a file of its own for each form, which keeps apart what the run time remembers of a place in the text.
//
// A form with files of its own is not made from the template X_directive.f90: there X_api.c and X_api.f90 stand, or what
// its endings say. They are compiled in that order; they may be templates, too, that several forms share.
type Form struct {
	Name  string
	Flags []string // of mdmpf90; none: it has no directives
	Own   []string // endings of its files
}

// forms are those a session compiles: none by hand only.
func (b Bench) forms(mdmpf90 string) []Form {
	if mdmpf90 == "" {
		return nil
	}
	return b.Forms
}

// unit is one compilation: a file, the form it is for, if any, and whether mdmpf90 compiles it.
type unit struct {
	path       string
	form       *Form
	directives bool
}

func hasDirectives(src string) bool { return strings.Contains(src, "directive") }

// units lists what there is to compile of a source and writes into dir what is
// made from a template.
func (b *Builder) units(bench Bench, src, dir string) ([]unit, error) {
	path, err := filepath.Abs(filepath.Join(b.Root, src))
	if err != nil {
		return nil, err
	}
	if len(bench.Forms) == 0 {
		return []unit{{path: path, directives: hasDirectives(src)}}, nil
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	forms := bench.forms(b.MDMPF90)
	if !hasDirectives(src) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		out := filepath.Join(dir, filepath.Base(src))
		return []unit{{path: out}}, os.WriteFile(out, []byte(expand(string(text), forms)), 0o644)
	}
	template := "_directive" + filepath.Ext(src)
	var list []unit
	for i := range forms {
		f := &forms[i]
		endings := f.Own
		if len(endings) == 0 {
			endings = []string{template}
		}
		for _, ending := range endings {
			out, err := f.fill(strings.TrimSuffix(path, template)+ending, dir)
			if err != nil {
				return nil, err
			}
			list = append(list, unit{out, f, len(f.Own) == 0 || len(f.Flags) > 0})
		}
	}
	return list, nil
}

// fill makes the file of a form from a template, in dir; a file that is none stays where it is.
func (f *Form) fill(path, dir string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte("FORM")) {
		return path, err
	}
	ext := filepath.Ext(path)
	out := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ext)+"_"+f.Name+ext)
	return out, os.WriteFile(out, bytes.ReplaceAll(text, []byte("FORM"), []byte(f.Name)), 0o644)
}

// eachForm ends lines that are there once for each form.
const eachForm = "! each FORM"

// expand repeats the lines that are marked, adjacent ones together.
func expand(text string, forms []Form) string {
	var out strings.Builder
	var block []string
	flush := func() {
		for _, f := range forms {
			for _, line := range block {
				fmt.Fprintln(&out, strings.ReplaceAll(line, "FORM", f.Name))
			}
		}
		block = block[:0]
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if marked, ok := strings.CutSuffix(line, eachForm); ok {
			block = append(block, strings.TrimRight(marked, " "))
			continue
		}
		flush()
		fmt.Fprintln(&out, line)
	}
	flush()
	return out.String()
}
