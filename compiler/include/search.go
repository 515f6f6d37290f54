// Package include knows include files: where a compiler finds them, which of them hold
// directives, and how their text is taken in.
//
// The idea: a directive in an include file means what it would mean in place of the
// include line, and so does a statement. So a file that holds directives, or more than declarations
// where that is asked for, itself or in what it includes, is
// taken in before the text is translated, between line markers (Expander); all other
// include lines stay as they are and are left to the compiler. mdmpf90 and "mdmp
// translate" do the same, or one of them would drop what the other sends.
package include

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// Searcher finds include files where the compiler would find them. The orders
// were read off the compilers: gfortran looks beside the main source, flang
// beside the including file and in the current folder, and both then in the -I
// folders. Intel's and NVIDIA's manuals say beside the source.
type Searcher struct {
	Family compiler.Family
	Main   string   // folder of the main source
	Dirs   []string // -I
	System []string // folders of the MPI and the compiler: no directives there
}

// Find looks for a file named in a file that lies in folder from ("": in a
// folder that holds nothing else); cpp is true for #include. Files of the MPI
// and the compiler are not ok but system: nothing in them concerns us.
func (s *Searcher) Find(name, from string, cpp bool) (path string, ok, system bool) {
	if filepath.IsAbs(name) {
		return name, isFile(name), false
	}
	var dirs []string
	beside := from
	if !cpp && s.Family != compiler.Flang {
		beside = s.Main
	}
	if beside != "" {
		dirs = append(dirs, beside)
	}
	if s.Family == compiler.Flang {
		dirs = append(dirs, ".")
	}
	for _, d := range append(dirs, s.Dirs...) {
		if path := filepath.Join(d, name); isFile(path) {
			return path, true, false
		}
	}
	for _, d := range s.System {
		if isFile(filepath.Join(d, name)) {
			return "", false, true
		}
	}
	return "", false, false
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// SystemDirs returns the -I folders that the MPI wrapper itself adds.
func SystemDirs(t *compiler.Tool) []string {
	if t == nil {
		return nil
	}
	var dirs []string
	for _, w := range t.Show {
		if d, ok := bytes.CutPrefix([]byte(w), []byte("-I")); ok {
			dirs = append(dirs, string(d))
		}
	}
	return dirs
}

// Mention is an include line that may be one: in text that is not read
// further. It may stand in an inactive branch or in a continued string.
type Mention struct {
	Name string
	Cpp  bool // it is an #include
}

// Mentions finds include lines, fast and generously. known is false if there
// is an #include whose file cannot be told (#include MACRO).
func Mentions(text []byte) (list []Mention, known bool) {
	known = true
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		line = bytes.TrimLeft(line, " \t")
		if len(line) < len("include''") {
			continue
		}
		cpp := line[0] == '#'
		switch c := line[0]; {
		case cpp:
			line = bytes.TrimLeft(line[1:], " \t")
		case line[1] == '$': // conditional compilation: !$ include 'x'
			line = bytes.TrimLeft(line[2:], " \t")
		case '0' <= c && c <= '9': // a label
			line = bytes.TrimLeft(line, " \t0123456789")
		}
		if len(line) < len("include") || !bytes.EqualFold(line[:len("include")], []byte("include")) {
			continue
		}
		name, ok := quoted(bytes.TrimSpace(line[len("include"):]), cpp)
		switch {
		case ok:
			list = append(list, Mention{name, cpp})
		case cpp:
			known = false
		}
	}
	return list, known
}

// quoted reads 'name' or "name", for cpp also <name>.
func quoted(rest []byte, cpp bool) (string, bool) {
	if len(rest) == 0 {
		return "", false
	}
	end := rest[0]
	if cpp && end == '<' {
		end = '>'
	} else if end != '"' && (end != '\'' || cpp) {
		return "", false
	}
	i := bytes.IndexByte(rest[1:], end)
	if i <= 0 {
		return "", false
	}
	return string(rest[1 : 1+i]), true
}
