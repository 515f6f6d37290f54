package include

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Expander replaces include lines by what they include, between line markers,
// where that must be: the file holds directives, which are to be translated,
// or it would not be found from the temporary folder as it is from the user's.
// All other include lines stay as they are.
type Expander struct {
	Search *Searcher // as the compiler finds files for the user's source
	Moved  *Searcher // as it finds them for the translation
	Source source.Options
	// Missing, if it is set, is called for include lines whose file was not found.
	Missing func(name string, at source.Position)
	stack   []string // files being read, the source first
}

// Expand returns the text of a source with that of include files taken in.
// path is where the source is ("-" for the standard input), and name how it is
// spoken of.
func (e *Expander) Expand(path, name string, text []byte) ([]byte, error) {
	e.stack = []string{path}
	return e.expand(name, text, filepath.Dir(path))
}

// ExtraFirst tells where the source's folder goes in the include path of its
// translation, which lies elsewhere. gfortran looks there for modules and
// include files before it looks at -I; flang never looks there for modules.
func ExtraFirst(f compiler.Family) bool { return f != compiler.Flang }

// Moved returns how files are found for the translation of a source, which
// lies in a folder that holds nothing else and is compiled with the folders
// extra added to the include path.
func (s *Searcher) Moved(extra []string) *Searcher {
	moved := *s
	moved.Main = ""
	if ExtraFirst(s.Family) {
		moved.Dirs = slices.Concat(extra, s.Dirs)
	} else {
		moved.Dirs = slices.Concat(s.Dirs, extra)
	}
	return &moved
}

// expand does the same for any file; from is its folder.
func (e *Expander) expand(name string, text []byte, from string) ([]byte, error) {
	if list, _ := Mentions(text); len(list) == 0 {
		return text, nil
	}
	f := source.New(name, text, e.Source)
	var out []byte
	done := 0
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind != source.Include || l.Cond && !e.Source.OpenMP {
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
		out = AppendMarker(out, 1, path)
		out = append(out, inner...)
		done = int(f.NextLine(int(l.Last)))
		at := f.Position(l.Span.Start)
		out = AppendMarker(out, at.Line+int(l.Last-l.First)+1, at.Name)
	}
	return append(out, text[done:]...), nil
}

// take decides about one include line: whether its text is taken in, and that
// text.
func (e *Expander) take(name, from string, at source.Position) (path string, text []byte, ok bool, err error) {
	path, ok, system := e.Search.Find(name, from, false)
	if !ok {
		if e.Missing != nil && !system {
			e.Missing(name, at)
		}
		return "", nil, false, nil // the compiler knows better, or will complain
	}
	if slices.ContainsFunc(e.stack, func(outer string) bool { return SameFile(outer, path) }) {
		// With line markers in the text compilers may not notice.
		return "", nil, false, fmt.Errorf("%v: this include line leads back to %s", at, path)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		return "", nil, false, nil
	}
	dir := filepath.Dir(path)
	i := Inspector{Search: e.Search}
	if i.Judge(text, dir) == No && e.same(name, path) && e.sameInside(text, dir, 0) {
		return "", nil, false, nil
	}
	e.stack = append(e.stack, path)
	text, err = e.expand(path, text, dir)
	e.stack = e.stack[:len(e.stack)-1]
	return path, text, true, err
}

// same tells whether the include line, left as it is in the translation, would
// bring the same file.
func (e *Expander) same(name, path string) bool {
	other, ok, _ := e.Moved.Find(name, "", false)
	return ok && SameFile(path, other)
}

// sameInside tells the same of the include lines in a file that is itself
// found where it was. (Flang looks beside that file: nothing changes there.)
func (e *Expander) sameInside(text []byte, dir string, depth int) bool {
	if e.Search.Family == compiler.Flang || depth == MaxDepth {
		return true
	}
	list, _ := Mentions(text)
	for _, m := range list {
		if m.Cpp {
			continue
		}
		path, ok, _ := e.Search.Find(m.Name, dir, false)
		if !ok {
			continue
		}
		if !e.same(m.Name, path) {
			return false
		}
		inner, err := os.ReadFile(path)
		if err == nil && !e.sameInside(inner, filepath.Dir(path), depth+1) {
			return false
		}
	}
	return true
}

// SameFile tells whether two names are names of one file.
func SameFile(a, b string) bool {
	i, err := os.Stat(a)
	if err != nil {
		return false
	}
	j, err := os.Stat(b)
	return err == nil && os.SameFile(i, j)
}

// AppendMarker writes a line marker on a line of its own; no flags behind it,
// which some compilers refuse.
func AppendMarker(out []byte, line int, name string) []byte {
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	name = strings.ReplaceAll(strings.ReplaceAll(source.Spoken(name), `\`, `\\`), `"`, `\"`)
	return fmt.Appendf(out, "# %d \"%s\"\n", line, name)
}
