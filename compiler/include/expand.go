package include

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Expander replaces include lines by what they include, between line markers,
// where that must be: the file holds directives, which are to be translated,
// or statements that are executed, which are to be seen, or it would not
// be found from the temporary folder as it is from the user's.
// All other include lines stay as they are.
type Expander struct {
	Search *Searcher // as the compiler finds files for the user's source
	Moved  *Searcher // as it finds them for the translation
	Source source.Options
	// Missing, if it is set, is called for include lines whose file was not found.
	Missing func(name string, at source.Position)
	stack   []string // files being read, the source first
	seen    []taken
}

// taken is a file that was taken in so that its statements are seen: the text that stands for the include line, and that line.
type taken struct{ text, line []byte }

// Expand returns the text of a source with that of include files taken in.
// path is where the source is ("-" for the standard input), and name how it is
// spoken of.
func (e *Expander) Expand(path, name string, text []byte) ([]byte, error) {
	e.stack, e.seen = []string{path}, nil
	text, _, err := e.expand(name, text, filepath.Dir(path))
	return text, err
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

// expand does the same for any file; from is its folder. see says that one of those that it includes is to be seen.
func (e *Expander) expand(name string, text []byte, from string) (out []byte, see bool, err error) {
	if list, _ := Mentions(text); len(list) == 0 {
		return text, false, nil
	}
	f := source.New(name, text, e.Source)
	done := 0
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind != source.Include || l.Cond && !e.Source.OpenMP || l.Shared || l.Label() != "" {
			continue // no compiler takes an include line that has a label, or shares its line
		}
		at := f.Position(l.Span.Start)
		path, inner, why, err := e.take(l.IncludePath(), from, at)
		if err != nil {
			return nil, false, err
		}
		if why == left {
			continue
		}
		see = see || why&toSee != 0
		from := int(f.LineSpan(int(l.First)).Start)
		out = append(out, text[done:from]...)
		done = int(f.NextLine(int(l.Last)))
		block := append(AppendMarker(nil, 1, path), inner...)
		block = AppendMarker(block, at.Line+int(l.Last-l.First)+1, at.Name)
		out = append(out, block...)
		if why == toSee {
			e.seen = append(e.seen, taken{block, append(AppendMarker(nil, at.Line, at.Name), text[from:done]...)})
		}
	}
	return append(out, text[done:]...), see, nil
}

// Fold puts include lines back where a translation has left alone what they bring, if it was taken in to be seen only.
func (e *Expander) Fold(text []byte) []byte {
	slices.SortStableFunc(e.seen, func(a, b taken) int { return len(b.text) - len(a.text) }) // what stands in another is shorter
	for _, t := range e.seen {
		text = bytes.ReplaceAll(text, append([]byte("\n"), t.text...), append([]byte("\n"), t.line...))
		if rest, ok := bytes.CutPrefix(text, t.text); ok {
			text = slices.Concat(t.line, rest)
		}
	}
	return text
}

// reason says whether a file is taken in, and why.
type reason uint8

const (
	must  reason = 1 << iota // the include line would bring something else, or directives
	toSee                    // for its statements
	left  reason = 0         // it is not
)

// take decides about one include line, and returns the text of the file.
func (e *Expander) take(name, from string, at source.Position) (path string, text []byte, why reason, err error) {
	path, ok, system := e.Search.Find(name, from, false)
	if !ok {
		if e.Missing != nil && !system {
			e.Missing(name, at)
		}
		return "", nil, left, nil // the compiler knows better, or will complain
	}
	if slices.ContainsFunc(e.stack, func(outer string) bool { return SameFile(outer, path) }) {
		// With line markers in the text compilers may not notice.
		return "", nil, left, fmt.Errorf("%v: this include line leads back to %s", at, path)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		return "", nil, left, nil
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	dir := filepath.Dir(path)
	before := len(e.seen)
	e.stack = append(e.stack, path)
	inner, see, err := e.expand(path, text, dir)
	e.stack = e.stack[:len(e.stack)-1]
	if err != nil {
		return "", nil, left, err
	}
	if i := (Inspector{Search: e.Search}); i.Judge(text, dir) != No || !e.same(name, path) || !e.sameInside(text, dir, 0) {
		why = must
	}
	if !HasCppLines(text) && (see || e.executed(path, text)) { // what the preprocessor would have to decide is left to the compiler
		why |= toSee
	}
	if why == left {
		e.seen = e.seen[:before]
	}
	return path, inner, why, nil
}

// executed reports whether a file holds more than declarations, or nothing that is certainly one; or a USE statement, as modules bring
// halo patterns.
func (e *Expander) executed(path string, text []byte) bool {
	f := parse.File(source.New(path, text, e.Source))
	uses := slices.ContainsFunc(f.Stmts, func(st ast.Stmt) bool { return st.Kind == ast.KUse })
	return uses || !f.Declares() || !slices.ContainsFunc(f.Stmts, func(st ast.Stmt) bool {
		// The others may stand among statements that are executed, too.
		return st.Kind != ast.KDirective && st.Kind != ast.KCpp && st.Kind != ast.KFormat && st.Kind != ast.KData
	})
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
