package modinfo

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Loader finds modules of other files as a compiler does: in a list of folders.
// It is made for one translation and keeps what it has read. A variable or type
// that comes by several modules is one symbol.
type Loader struct {
	dirs    []string
	modules map[string]*scope.Module
	symbols map[string]*scope.Symbol
	types   map[string]*scope.DerivedType
	seen    map[string]string // hashes of module files that were looked for, "" for what is not there
	told    map[string]*File  // see Tell
}

// NewLoader returns a Loader that searches dirs.
func NewLoader(dirs []string) *Loader {
	return &Loader{dirs: dirs, modules: map[string]*scope.Module{},
		symbols: map[string]*scope.Symbol{}, types: map[string]*scope.DerivedType{}, seen: map[string]string{}}
}

// Tell gives the Loader a module of a source that the same command compiles, in the place of its module file, which is
// missing or older. As much is known as the source shows: when the module file is there all is to be done again.
func (l *Loader) Tell(f *File) {
	if l.told == nil {
		l.told = map[string]*File{}
	}
	l.told[f.Module] = f
}

// Holds reports whether a module has the character constants that were added to f.
func (l *Loader) Holds(f *File) bool {
	m := l.Module(f.Module)
	if m == nil {
		return false
	}
	for _, y := range f.Symbols {
		if !slices.Contains(f.added, y.Name) {
			continue
		}
		z, _ := m.Exports(y.Name)
		if z == nil {
			return false
		}
		if text, ok := z.Text(); !ok || text != y.Text {
			return false
		}
	}
	return true
}

// notRead stands for the hash of a module file that is there and was not read: none is like it.
const notRead = "not read"

// Changed returns a module file that is not what it was when the Loader read
// it, so that what has been understood is not to be believed; "" if there is
// none. With added it may also be one that was not there, so that more can be
// understood now.
func (l *Loader) Changed(added bool) string {
	for _, path := range slices.Sorted(maps.Keys(l.seen)) {
		if l.seen[path] == "" && !added {
			continue
		}
		now := ""
		if text, err := os.ReadFile(path); err == nil {
			now = Hash(text)
		}
		if now != l.seen[path] {
			return path
		}
	}
	return ""
}

// Module returns what is known of a module, nil if nothing is: it is not found,
// or different files of its name are, and which one the compiler takes is not
// for us to know.
func (l *Loader) Module(name string) *scope.Module {
	if m, ok := l.modules[name]; ok {
		return m
	}
	l.modules[name] = nil // while it is being read: modules that use each other
	if f := l.told[name]; f != nil {
		l.find(name)
		for _, dir := range l.dirs {
			if path := filepath.Join(dir, name+".mod"); l.seen[path] != "" {
				l.seen[path] = notRead
			}
		}
		l.modules[name] = f.open(l)
		return l.modules[name]
	}
	text, path := l.find(name)
	if path == "" {
		return nil
	}
	m := l.read(name, text, path)
	l.modules[name] = m
	return m
}

// find returns the module file.
func (l *Loader) find(name string) (text []byte, path string) {
	for _, dir := range l.dirs {
		p := filepath.Join(dir, name+".mod")
		b, err := os.ReadFile(p)
		l.seen[p] = ""
		if err == nil {
			l.seen[p] = Hash(b)
		}
		switch {
		case err != nil:
		case path == "":
			text, path = b, p
		case !bytes.Equal(b, text):
			return nil, ""
		}
	}
	return text, path
}

// read understands a module file: those of gfortran and flang by themselves,
// others by the file beside it.
func (l *Loader) read(name string, text []byte, path string) *scope.Module {
	switch {
	case isGNU(text):
		if m, err := l.readGNU(name, text); err == nil {
			return m
		}
	case isFlang(text):
		return l.readFlang(name, text)
	}
	if f := beside(name, text, path); f != nil {
		return f.scopeModule(l)
	}
	return nil
}

// Readable tells whether a module file is understood without help.
func Readable(mod []byte) bool { return isGNU(mod) || isFlang(mod) }

// beside returns what mdmpf90 has left beside a module file, if it was left
// there for this very module file.
func beside(name string, text []byte, path string) *File {
	r, err := os.Open(path[:len(path)-len(".mod")] + Extension)
	if err != nil {
		return nil
	}
	defer r.Close()
	f, err := Read(r)
	if err != nil || f.Module != name || f.Mod != Hash(text) {
		return nil
	}
	return f
}

// intern returns the symbol of an entity: y, if none is known yet.
func (l *Loader) intern(key string, y *scope.Symbol) *scope.Symbol {
	if known := l.symbols[key]; known != nil {
		return known
	}
	l.symbols[key] = y
	return y
}

// isFlang tells whether a module file is one of flang: Fortran text.
func isFlang(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("!mod$ v1 "))
}

// readFlang reads a module file of flang, which is the module without bodies.
func (l *Loader) readFlang(name string, text []byte) *scope.Module {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	f := parse.File(source.New(name+".mod", text, source.Options{Form: source.Free, LineLength: -1}))
	s := scope.New(f, scope.Options{Module: l.Module}).ModuleScope(name)
	if s == nil {
		return nil
	}
	return s.Export()
}
