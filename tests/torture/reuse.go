package torture

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Modes of a program have files in common that the compiler gets with the same text, the same flags and the same modules: what is compiled without the
// wrapper, and in modes off and plain what holds no directives. Such a file is compiled once; its object and its modules are copied.

var (
	usedModule = regexp.MustCompile(`(?m)^ *use +(\w+)`)
	madeModule = regexp.MustCompile(`(?m)^ *module +(\w+)$`)
)

// keyOf says what an object is made of; "": of more than can be seen here.
func keyOf(work string, f file, source []byte, argv []string) string {
	common := f.foreign
	argv = slices.Clone(argv)
	for i, a := range argv {
		if a == "-mdmp=off" || a == "-mdmp=plain" {
			argv[i], common = "-mdmp=", common || !strings.Contains(f.text, "$mdmp") && !strings.Contains(f.text, "include '")
		}
	}
	if !common || strings.Contains(f.text, "submodule (") {
		return ""
	}
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q %q", argv, source)
	for _, m := range usedModule.FindAllSubmatch(source, -1) {
		if text, err := os.ReadFile(filepath.Join(work, string(m[1])+".mod")); err == nil { // else it is not one of the program's
			_, _ = fmt.Fprintf(h, " %s %q", m[1], text)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// reused copies what another mode has made of the file, and reports whether it was there. What is made now is found under its key.
func reused(work string, f file, key string) bool {
	if key == "" {
		return false
	}
	name := strings.TrimSuffix(f.name, filepath.Ext(f.name))
	products := []string{name + ".o"}
	for _, m := range madeModule.FindAllStringSubmatch(f.text, -1) {
		products = append(products, m[1]+".mod")
	}
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(work), "*", name+"."+key))
	others = slices.DeleteFunc(others, func(other string) bool { return filepath.Dir(other) == work })
	if err := os.WriteFile(filepath.Join(work, name+"."+key), nil, 0o644); err != nil || len(others) == 0 {
		return false
	}
	for _, p := range products {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(others[0]), p))
		if err != nil || os.WriteFile(filepath.Join(work, p), text, 0o644) != nil {
			return false
		}
	}
	return true
}
