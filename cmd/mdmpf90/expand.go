package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdmp/compiler"
	"mdmp/fortran/source"
)

// expander replaces include lines by what they include, between line markers,
// where that must be: the file holds directives, which are to be translated,
// or it would not be found from the temporary folder as it is from the user's.
// All other include lines stay as they are.
type expander struct {
	search *searcher // as the compiler finds files for the user's source
	moved  *searcher // as it finds them for the translation
	opt    source.Options
	stack  []string // files being read, the source first
}

// newExpander returns an expander for a source; extra are the folders that are
// added to the include path when translations are compiled.
func (d *driver) newExpander(in *compiler.Input, extra []string) *expander {
	s := d.searcher(in)
	moved := *s
	moved.main = ""
	if extraFirst(s.family) {
		moved.dirs = slices.Concat(extra, s.dirs)
	} else {
		moved.dirs = slices.Concat(s.dirs, extra)
	}
	return &expander{search: s, moved: &moved, opt: d.cmd.Reading(in), stack: []string{in.Path}}
}

// extraFirst tells where the source's folder goes in the include path.
// gfortran looks there for modules and include files before it looks at -I;
// flang never looks there for modules.
func extraFirst(f compiler.Family) bool { return f != compiler.Flang }

// expand returns the text to translate. name is how the file is spoken of, and
// from its folder.
func (e *expander) expand(name string, text []byte, from string) ([]byte, error) {
	if list, _ := mentions(text); len(list) == 0 {
		return text, nil
	}
	f := source.New(name, text, e.opt)
	var out []byte
	done := 0
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind != source.Include || l.Cond && !e.opt.OpenMP {
			continue
		}
		path, inner, ok, err := e.take(l.IncludePath(), from, f.Position(l.Span.Start))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		out = append(out, text[done:f.LineSpan(int(l.First)).Start]...)
		out = appendMarker(out, 1, path)
		out = append(out, inner...)
		done = int(f.NextLine(int(l.Last)))
		at := f.Position(l.Span.Start)
		out = appendMarker(out, at.Line+int(l.Last-l.First)+1, at.Name)
	}
	return append(out, text[done:]...), nil
}

// take decides about one include line: whether its text is taken in, and that
// text.
func (e *expander) take(name, from string, at source.Position) (path string, text []byte, ok bool, err error) {
	path, ok, _ = e.search.find(name, from, false)
	if !ok {
		return "", nil, false, nil // the compiler knows better, or will complain
	}
	if slices.ContainsFunc(e.stack, func(outer string) bool { return sameFile(outer, path) }) {
		// With line markers in the text compilers may not notice.
		return "", nil, false, fmt.Errorf("%v: this include line leads back to %s", at, path)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		return "", nil, false, nil
	}
	dir := filepath.Dir(path)
	i := inspector{search: e.search, seen: map[string]bool{}}
	if i.judge(text, dir, 0) == no && e.same(name, path) && e.sameInside(text, dir, 0) {
		return "", nil, false, nil
	}
	e.stack = append(e.stack, path)
	text, err = e.expand(path, text, dir)
	e.stack = e.stack[:len(e.stack)-1]
	return path, text, true, err
}

// same tells whether the include line, left as it is in the translation, would
// bring the same file.
func (e *expander) same(name, path string) bool {
	other, ok, _ := e.moved.find(name, "", false)
	return ok && sameFile(path, other)
}

// sameInside tells the same of the include lines in a file that is itself
// found where it was. (Flang looks beside that file: nothing changes there.)
func (e *expander) sameInside(text []byte, dir string, depth int) bool {
	if e.search.family == compiler.Flang || depth == maxDepth {
		return true
	}
	list, _ := mentions(text)
	for _, m := range list {
		if m.cpp {
			continue
		}
		path, ok, _ := e.search.find(m.name, dir, false)
		if !ok {
			continue
		}
		if !e.same(m.name, path) {
			return false
		}
		inner, err := os.ReadFile(path)
		if err == nil && !e.sameInside(inner, filepath.Dir(path), depth+1) {
			return false
		}
	}
	return true
}

func sameFile(a, b string) bool {
	i, err := os.Stat(a)
	if err != nil {
		return false
	}
	j, err := os.Stat(b)
	return err == nil && os.SameFile(i, j)
}

// appendMarker writes a line marker on a line of its own; no flags behind it,
// which some compilers refuse.
func appendMarker(out []byte, line int, name string) []byte {
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	name = strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`)
	return fmt.Appendf(out, "# %d \"%s\"\n", line, name)
}
