package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"mdmp/codegen"
	"mdmp/compiler"
	"mdmp/fortran/source"
)

// verdict says whether a source holds directives.
type verdict uint8

const (
	no    verdict = iota
	maybe         // only the preprocessor can tell
	yes
)

// maxDepth bounds include files that include each other; compilers have such
// bounds, too.
const maxDepth = 100

// inspector looks for directives in a source and in what it includes, reading
// as little as possible: most files have none.
type inspector struct {
	search *searcher
	cpp    bool // the text is preprocessed: #include counts
	seen   map[string]bool
}

// inspect judges a source. Its text comes along for later.
func (d *driver) inspect(in *compiler.Input) (text []byte, v verdict, err error) {
	text, err = readSource(in.Path)
	if err != nil {
		return nil, no, err
	}
	i := inspector{search: d.searcher(in), cpp: d.needsCpp(in, text), seen: map[string]bool{}}
	v = i.judge(text, i.search.main, 0)
	if v == no && i.cpp && d.defines("mdmp") {
		v = maybe // a macro from the command line may make a directive
	}
	if d.managesAll() {
		v = yes
	}
	return text, v, nil
}

// managesAll reports whether sources without directives are translated, too.
func (d *driver) managesAll() bool { return d.own.manage && d.own.mode == codegen.Auto }

// readSource reads a file, or the standard input for "-".
func readSource(path string) ([]byte, error) {
	if path == "-" {
		return readStdin()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a source: %w", err)
	}
	return text, nil
}

// judge looks at text from a file in folder from.
func (i *inspector) judge(text []byte, from string, depth int) verdict {
	if source.HasSentinel(text) {
		return yes
	}
	v := no
	list, known := mentions(text)
	if i.cpp && !known {
		v = maybe
	}
	for _, m := range list {
		if m.cpp && !i.cpp {
			continue
		}
		path, ok, system := i.search.find(m.name, from, m.cpp)
		if !ok {
			// A file that no compiler finds either, or one of the compiler's
			// own; but #if may decide whether it is looked for.
			if m.cpp && !system {
				v = max(v, maybe)
			}
			continue
		}
		if i.seen[path] || depth == maxDepth {
			continue
		}
		i.seen[path] = true
		inner, err := os.ReadFile(path)
		if err != nil {
			continue // the compiler will say so
		}
		if w := i.judge(inner, filepath.Dir(path), depth+1); w == yes {
			return yes
		} else if w > v {
			v = w
		}
	}
	return v
}

// searcher returns the search order for include files of a source.
func (d *driver) searcher(in *compiler.Input) *searcher {
	return &searcher{
		family: d.cmd.Family,
		main:   filepath.Dir(in.Path),
		dirs:   d.cmd.IncludeDirs,
		system: systemDirs(d.fc),
	}
}

// needsCpp tells whether a source goes through the preprocessor. Flang
// preprocesses every file that has preprocessor lines.
func (d *driver) needsCpp(in *compiler.Input, text []byte) bool {
	return d.cmd.Preprocessed(in) || d.cmd.Family == compiler.Flang && hasCppLines(text)
}

// hasCppLines tells whether there are preprocessor lines other than line
// markers.
func hasCppLines(text []byte) bool {
	for base := 0; ; {
		i := bytes.IndexByte(text[base:], '#')
		if i < 0 {
			return false
		}
		at := base + i
		base = at + 1
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		if len(bytes.TrimLeft(text[start:at], " \t")) > 0 {
			continue
		}
		rest := bytes.TrimLeft(text[at+1:], " \t")
		if len(rest) > 0 && (rest[0] < '0' || rest[0] > '9') && !bytes.HasPrefix(rest, []byte("line ")) {
			return true
		}
	}
}

// defines tells whether a word stands in the value of a -D or of another flag
// of the preprocessor.
func (d *driver) defines(word string) bool {
	for i := range d.cmd.Items {
		it := &d.cmd.Items[i]
		if it.Means == compiler.Define || it.Means == compiler.CppPath {
			if bytes.Contains(bytes.ToLower([]byte(it.Value)), []byte(word)) {
				return true
			}
		}
	}
	return false
}
