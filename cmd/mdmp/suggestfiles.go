package main

import (
	"bytes"
	"crypto/sha256"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// written are the files that a command has left in a folder, by name, and what they hold.
type written map[string][sha256.Size]byte

// built begin what linkers and archivers write: executables and archives.
var built = [...]string{"\x7fELF", "!<arch>\n", "!<thin>\n"}

// byCompilers reports whether a file is what a compiler has written, or reads, and not the program's.
func byCompilers(name string, head []byte) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".f", ".for", ".ftn", ".fpp", ".f90", ".f95", ".f03", ".f08", ".i", ".i90", ".s":
		return true
	case ".o", ".obj", ".a", ".so", ".mod", ".smod":
		return true
	}
	return slices.ContainsFunc(built[:], func(b string) bool { return bytes.HasPrefix(head, []byte(b)) })
}

// results lists the files below dir that are not what is in the current folder, but for what compilers read and write, and for
// those that were given other text.
func results(dir string, changed []string) (written, error) {
	out := written{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || slices.Contains(changed, name) {
			return err
		}
		sum, head, err := digest(path)
		if err != nil || byCompilers(name, head) {
			return err
		}
		if was, _, err := digest(name); err != nil || was != sum {
			out[name] = sum
		}
		return nil
	})
	return out, err
}

// digest is a hash of a file, and how it begins.
func digest(name string) (sum [sha256.Size]byte, head []byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return sum, nil, err
	}
	defer f.Close()
	head = make([]byte, 16)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return sum, nil, err
	}
	h := sha256.New()
	h.Write(head[:n])
	_, err = io.Copy(h, f)
	return [sha256.Size]byte(h.Sum(nil)), head[:n], err
}

// otherFile is a file that is not the same behind two commands, "" if all are.
func otherFile(before, after written) (string, string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		switch sum, there := after[name]; {
		case !there:
			return name, "is missing"
		case sum != before[name]:
			return name, "holds something else"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, there := before[name]; !there {
			return name, "is new"
		}
	}
	return "", ""
}
