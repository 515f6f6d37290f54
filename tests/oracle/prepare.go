package oracle

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Prepare returns the text that a compiler would read: preprocessed where there
// is anything to preprocess, without line markers and without INCLUDE lines
// (each becomes a comment: the text of other files is no part of the
// comparison). Files that #include names and headers does not find are read
// as empty.
func Prepare(name string, src []byte, form source.Form, headers *Headers) ([]byte, error) {
	if hasCpp(src) {
		out, err := preprocess(name, src, form, headers)
		if err != nil {
			return nil, err
		}
		src = out
	}
	return withoutIncludes(src, form), nil
}

// hasCpp tells whether a line begins with '#'.
func hasCpp(src []byte) bool {
	return len(src) > 0 && src[0] == '#' || bytes.Contains(src, []byte("\n#"))
}

var missing = regexp.MustCompile(`(?i)fatal error: (\S+): No such file`)

// preprocess runs gfortran's preprocessor, which is the traditional one.
func preprocess(name string, src []byte, form source.Form, headers *Headers) ([]byte, error) {
	dir, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	lang := "f95-cpp-input"
	if form == source.Fixed {
		lang = "f77-cpp-input"
	}
	for range 50 {
		cmd := exec.Command("gfortran", "-cpp", "-E", "-P", "-w", "-x", lang, "-iquote", filepath.Dir(name), "-I", dir, "-")
		var out, complaint bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(src), &out, &complaint
		err := cmd.Run()
		if err == nil {
			return out.Bytes(), nil
		}
		m := missing.FindStringSubmatch(complaint.String())
		if m == nil {
			return nil, fmt.Errorf("preprocessing %s: %s", name, firstLine(complaint.String()))
		}
		if err := headers.provide(dir, m[1], name); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("preprocessing %s: too many missing files", name)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// withoutIncludes makes comments of INCLUDE lines and of what is left of the
// preprocessor.
func withoutIncludes(src []byte, form source.Form) []byte {
	f := source.New("a.f", src, source.Options{Form: form})
	out := bytes.Clone(src)
	for i := range f.Lines {
		if l := &f.Lines[i]; l.Kind == source.Include || l.Kind == source.Cpp {
			for n := int(l.First); n <= int(l.Last); n++ {
				if s := f.LineSpan(n); s.End > s.Start {
					out[s.Start] = '!'
				}
			}
		}
	}
	return out
}

// Headers finds the files that #include names anywhere below a folder.
type Headers struct {
	paths map[string][]string // by base name
}

// FindHeaders lists all files below root.
func FindHeaders(root string) (*Headers, error) {
	h := &Headers{paths: map[string][]string{}}
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			h.paths[d.Name()] = append(h.paths[d.Name()], p)
		}
		return err
	})
	return h, err
}

// provide puts the file that an #include in from names into dir: the one that
// stands nearest to from, else an empty one.
func (h *Headers) provide(dir, name, from string) error {
	to := filepath.Join(dir, name)
	if !strings.HasPrefix(to, dir) {
		return fmt.Errorf("#include of %s", name)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	best, most := "", -1
	if h != nil {
		for _, p := range h.paths[filepath.Base(name)] {
			if n := common(p, from); strings.HasSuffix(p, name) && n > most {
				best, most = p, n
			}
		}
	}
	var text []byte
	if best != "" {
		var err error
		if text, err = os.ReadFile(best); err != nil {
			return err
		}
	}
	return os.WriteFile(to, text, 0o666)
}

// common returns the length of the common beginning of two paths.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
