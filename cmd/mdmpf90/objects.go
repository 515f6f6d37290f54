package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mdmp/compiler"
	"mdmp/rtlib"
)

// marks tell how the sources of an object, archive or library were translated.
type marks struct {
	plain bool // it calls the run time
	off   bool // it was translated with -mdmp=off
}

// offMark is the common block that translations with -mdmp=off leave.
const offMark = "mdmp_off_mode_"

// marker looks for our names in files, whatever their format: they stand in
// the symbol tables of objects and libraries, and in archives of both.
type marker struct{ entries map[string]bool }

func newMarker() marker {
	m := marker{map[string]bool{}}
	for _, name := range rtlib.Entries() {
		m.entries[name] = true
	}
	return m
}

func (m marker) marks(path string) marks {
	text, done := mapFile(path)
	defer done()
	return m.in(text)
}

func (m marker) in(text []byte) marks {
	var found marks
	bitcode := bytes.HasPrefix(text, []byte("BC\xc0\xde")) // names are not separated there
	stem := []byte("mdmp_")
	for base := 0; ; {
		i := bytes.Index(text[base:], stem)
		if i < 0 {
			return found
		}
		name := text[base+i:]
		base += i + len(stem)
		if bytes.HasPrefix(name, []byte(offMark)) {
			found.off = true
			continue
		}
		if end := bytes.IndexByte(name[:min(len(name), 64)], 0); bitcode || end > 0 && m.entries[string(name[:end])] {
			found.plain = true
		}
	}
}

// mapFile returns the bytes of a file without reading it all in.
func mapFile(path string) (text []byte, done func()) {
	done = func() {}
	f, err := os.Open(path)
	if err != nil {
		return nil, done
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, done
	}
	text, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		text, _ = os.ReadFile(path) // unreadable: the linker will say so
		return text, done
	}
	return text, func() { _ = syscall.Munmap(text) }
}

// linked returns the files that a command links, as far as the command line
// names them: inputs that are not sources, and libraries in -L folders and in
// those of LIBRARY_PATH.
func (d *driver) linked() []string {
	var files, dirs []string
	for i := range d.cmd.Items {
		if it := &d.cmd.Items[i]; it.Means == compiler.LinkDir {
			dirs = append(dirs, it.Value)
		}
	}
	dirs = append(dirs, filepath.SplitList(d.getenv("LIBRARY_PATH"))...)
	for i := range d.cmd.Items {
		it := &d.cmd.Items[i]
		switch {
		case it.Input != nil && !it.Input.Fortran:
			files = append(files, it.Input.Path)
		case it.Means == compiler.Library:
			files = append(files, libraryFiles(it.Value, dirs)...)
		case it.Means == compiler.LinkWord:
			files = append(files, filesIn(it.Value, dirs)...)
		}
	}
	return files
}

// libraryFiles returns the files that -lname may mean.
func libraryFiles(name string, dirs []string) []string {
	var files []string
	for _, dir := range dirs {
		if exact, ok := strings.CutPrefix(name, ":"); ok {
			files = append(files, filepath.Join(dir, exact))
			continue
		}
		for _, ext := range []string{".so", ".a"} {
			files = append(files, filepath.Join(dir, "lib"+name+ext))
		}
	}
	return files
}

// filesIn finds files among the words for the linker: -Wl,--whole-archive,x.a
// or -Wl,-lx.
func filesIn(words string, dirs []string) []string {
	var files []string
	for w := range strings.SplitSeq(words, ",") {
		if name, ok := strings.CutPrefix(w, "-l"); ok {
			files = append(files, libraryFiles(name, dirs)...)
		} else if w != "" && w[0] != '-' {
			files = append(files, w)
		}
	}
	return files
}
