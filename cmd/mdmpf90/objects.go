package main

import (
	"bytes"
	"debug/elf"
	"iter"
	"os"
	"path/filepath"
	"strconv"
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

// marker looks for our names in the symbol tables of objects, libraries and
// archives of both.
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

var (
	archiveMagic = []byte("!<arch>\n")
	bitcodeMagic = []byte("BC\xc0\xde")
)

// in judges a file. Most hold nothing that looks like a name of ours: that is
// seen without reading their format.
func (m marker) in(text []byte) marks {
	switch {
	case !bytes.Contains(text, []byte("mdmp_")):
		return marks{}
	case bytes.HasPrefix(text, archiveMagic):
		var found marks
		for member := range archiveMembers(text) {
			found = found.or(m.in(member))
		}
		return found
	case bytes.HasPrefix(text, bitcodeMagic):
		return m.inNames(text, true)
	}
	f, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return m.inNames(text, false) // another format, a linker script
	}
	var found marks
	for _, table := range []func() ([]elf.Symbol, error){f.Symbols, f.DynamicSymbols} {
		symbols, _ := table() // there may be none
		for _, sym := range symbols {
			found.plain = found.plain || m.entries[sym.Name]
			found.off = found.off || sym.Name == offMark
		}
	}
	for _, s := range f.Sections {
		// Objects for link time optimisation keep their symbols elsewhere.
		if strings.HasPrefix(s.Name, ".gnu.lto_.symtab") {
			if data, err := s.Data(); err == nil {
				found = found.or(m.inNames(data, false))
			}
		}
	}
	return found
}

// inNames looks for names in bytes of unknown meaning; in bitcode names are
// not separated.
func (m marker) inNames(text []byte, joined bool) marks {
	var found marks
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
		if end := bytes.IndexByte(name[:min(len(name), 64)], 0); joined || end > 0 && m.entries[string(name[:end])] {
			found.plain = true
		}
	}
}

func (m marks) or(n marks) marks { return marks{m.plain || n.plain, m.off || n.off} }

// archiveMembers yields the contents of the members of an archive. Thin
// archives have none: their members are named on their own.
func archiveMembers(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		const header = 60
		for at := len(archiveMagic); at+header <= len(text); {
			size, err := strconv.Atoi(strings.TrimSpace(string(text[at+48 : at+58])))
			start := at + header
			if err != nil || size < 0 || size > len(text)-start {
				return // damaged: the linker will say so
			}
			if !yield(text[start : start+size]) {
				return
			}
			at = start + size + size%2
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
