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

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// marks tell how the sources of an object, archive or library were translated.
type marks struct {
	plain bool // it calls the run time
	off   bool // it was translated with -mdmp=off
	api   bool // it calls the API of delta send-recv
	// spares: it calls procedures that are said to be harmless.
	spares bool
	// flavour is the MPI that it was compiled for; mixed: its parts were for
	// different ones (an archive, whose parts need not all be linked).
	flavour compiler.Flavour
	mixed   bool
	// patterns are the halo patterns that it defines, and those that it was written for.
	patterns *patternNames // nil: none
}

const (
	// offMark is the common block that translations with -mdmp=off leave.
	offMark = "mdmp_off_mode_"
	// offFlavour begins the name of another one, which names the MPI, as it does
	// all names of such translations.
	offFlavour = "mdmp_off_"
	// apiStem begins the names of the API in C.
	apiStem = "MDMP_Delta_"
)

// marker looks for our names in the symbol tables of objects, libraries and
// archives of both.
type marker struct{ names map[string]marks }

func newMarker() marker {
	m := marker{map[string]marks{offMark: {off: true}}}
	for _, name := range rtlib.Entries() {
		m.names[name] = marks{plain: true}
	}
	for _, name := range rtlib.APIEntries() {
		m.names[name] = marks{plain: true, api: true}
	}
	m.names[rtlib.TrustedEntry] = marks{plain: true, spares: true}
	for _, f := range compiler.Flavours() {
		for _, name := range rtlib.FlavouredEntries(f) {
			m.names[name] = marks{plain: true, flavour: f}
		}
		m.names[offFlavour+string(f)+"_"] = marks{off: true, flavour: f}
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
	case !bytes.Contains(text, []byte("mdmp_")) && !bytes.Contains(text, []byte(apiStem)):
		return marks{}
	case bytes.HasPrefix(text, archiveMagic):
		var found marks
		for member := range archiveMembers(text) {
			found = found.or(m.in(member))
		}
		if found.patterns != nil {
			found.patterns.needed = nil // not all members need be linked
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
			found = found.or(m.names[sym.Name])
			found.patterns = found.patterns.symbol(sym)
		}
	}
	for _, s := range f.Sections {
		// Objects for link time optimisation keep their symbols elsewhere.
		if strings.HasPrefix(s.Name, ".gnu.lto_.symtab") {
			if data, err := s.Data(); err == nil {
				found = found.or(m.inNames(data, false))
				found.patterns = found.patterns.lto(data)
			}
		}
	}
	return found
}

// inNames looks for names in bytes of unknown meaning; in bitcode names are
// not separated.
func (m marker) inNames(text []byte, joined bool) marks {
	var found marks
	for _, stem := range []string{"mdmp_", apiStem} {
		for base := 0; ; {
			i := bytes.Index(text[base:], []byte(stem))
			if i < 0 {
				break
			}
			name := text[base+i:]
			base += i + len(stem)
			if joined {
				found = found.or(m.prefix(name))
			} else if end := bytes.IndexByte(name[:min(len(name), 64)], 0); end > 0 {
				found = found.or(m.names[string(name[:end])])
			}
		}
	}
	return found
}

// prefix judges a name of ours whose end is not known.
func (m marker) prefix(name []byte) marks {
	for known, is := range m.names {
		if (is.off || is.api || is.spares || is.flavour != "") && bytes.HasPrefix(name, []byte(known)) {
			return is
		}
	}
	if bytes.HasPrefix(name, []byte(regions.PatternPrefix)) || bytes.HasPrefix(name, []byte(needsStem)) {
		return marks{}
	}
	off := bytes.HasPrefix(name, []byte(offFlavour))
	return marks{plain: !off, off: off}
}

func (m marks) or(n marks) marks {
	both := marks{plain: m.plain || n.plain, off: m.off || n.off, api: m.api || n.api, spares: m.spares || n.spares, flavour: m.flavour, mixed: m.mixed || n.mixed,
		patterns: m.patterns.or(n.patterns)}
	switch {
	case m.flavour == "":
		both.flavour = n.flavour
	case n.flavour != "" && n.flavour != m.flavour:
		both.mixed = true
	}
	return both
}

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

// linkedFile is a file that is linked, or may be.
type linkedFile struct {
	path string
	// shadowed: a library of its name is in a folder that is searched before.
	shadowed bool
}

// linked returns the files that a command links, as far as the command line
// names them: inputs that are not sources, and libraries in -L folders and in
// those of LIBRARY_PATH.
func (d *driver) linked() []linkedFile {
	var files []linkedFile
	var dirs []string
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
			files = append(files, linkedFile{path: it.Input.Path})
		case it.Means == compiler.Library:
			files = append(files, libraryFiles(it.Value, dirs)...)
		case it.Means == compiler.LinkWord:
			files = append(files, filesIn(it.Value, dirs)...)
		}
	}
	return files
}

// libraryFiles returns the files that -lname may mean.
func libraryFiles(name string, dirs []string) []linkedFile {
	names := []string{"lib" + name + ".so", "lib" + name + ".a"}
	if exact, ok := strings.CutPrefix(name, ":"); ok {
		names = []string{exact}
	}
	var files []linkedFile
	shadowed := false
	for _, dir := range dirs {
		first := len(files)
		for _, n := range names {
			path := filepath.Join(dir, n)
			if _, err := os.Stat(path); err == nil {
				files = append(files, linkedFile{path, shadowed})
			}
		}
		shadowed = shadowed || len(files) > first
	}
	return files
}

// filesIn finds files among the words for the linker: -Wl,--whole-archive,x.a
// or -Wl,-lx.
func filesIn(words string, dirs []string) []linkedFile {
	var files []linkedFile
	for w := range strings.SplitSeq(words, ",") {
		if name, ok := strings.CutPrefix(w, "-l"); ok {
			files = append(files, libraryFiles(name, dirs)...)
		} else if w != "" && w[0] != '-' {
			files = append(files, linkedFile{path: w})
		}
	}
	return files
}
