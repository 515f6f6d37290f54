package include

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Verdict says whether a source holds directives.
type Verdict uint8

// The verdicts.
const (
	No    Verdict = iota
	Maybe         // only the preprocessor can tell
	Yes
)

// MaxDepth bounds include files that include each other; compilers have such
// bounds, too.
const MaxDepth = 100

// Inspector looks for directives in a source and in what it includes, reading
// as little as possible: most files have none.
type Inspector struct {
	Search *Searcher
	Cpp    bool // the text is preprocessed: #include counts
	seen   map[string]bool
}

// Judge looks at text from a file in folder from.
func (i *Inspector) Judge(text []byte, from string) Verdict {
	if i.seen == nil {
		i.seen = map[string]bool{}
	}
	return i.judge(text, from, 0)
}

func (i *Inspector) judge(text []byte, from string, depth int) Verdict {
	if (source.Options{}).HasSentinel(text) {
		return Yes
	}
	v := No
	list, known := Mentions(text)
	if i.Cpp && !known {
		v = Maybe
	}
	for _, m := range list {
		if m.Cpp && !i.Cpp {
			continue
		}
		path, ok, system := i.Search.Find(m.Name, from, m.Cpp)
		if !ok {
			// A file that no compiler finds either, or one of the compiler's
			// own; but #if may decide whether it is looked for.
			if m.Cpp && !system {
				v = max(v, Maybe)
			}
			continue
		}
		if i.seen[path] || depth == MaxDepth {
			continue
		}
		i.seen[path] = true
		inner, err := os.ReadFile(path)
		if err != nil {
			continue // the compiler will say so
		}
		if w := i.judge(inner, filepath.Dir(path), depth+1); w == Yes {
			return Yes
		} else if w > v {
			v = w
		}
	}
	return v
}

// HasCppLines tells whether there are preprocessor lines other than line
// markers.
func HasCppLines(text []byte) bool {
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
