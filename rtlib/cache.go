package rtlib

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Cached returns the libraries in a cache folder.
func Cached(cache string) ([]*Library, error) {
	entries, err := os.ReadDir(cache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	var list []*Library
	for _, e := range entries {
		if !e.IsDir() || !isIdentity(e.Name()) {
			continue
		}
		l := &Library{Dir: filepath.Join(cache, e.Name())}
		if l.complete() {
			list = append(list, l)
		}
	}
	return list, nil
}

// Size returns the bytes that a library takes.
func (l *Library) Size() int64 {
	var n int64
	_ = filepath.WalkDir(l.Dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil // what cannot be read is not counted
	})
	return n
}

// Clear removes everything of ours from a cache folder: libraries, unfinished
// builds, locks and what compilers answered. Nothing else is touched. It
// returns the number of libraries removed.
func Clear(cache string) (int, error) {
	entries, err := os.ReadDir(cache)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("cache: %w", err)
	}
	n := 0
	for _, e := range entries {
		name, kind, _ := strings.Cut(e.Name(), buildMark)
		name = strings.TrimSuffix(name, lockSuffix)
		if e.Name() != "tools" && !isIdentity(name) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(cache, e.Name())); err != nil {
			return n, fmt.Errorf("cache: %w", err)
		}
		if kind == "" && name == e.Name() && name != "tools" {
			n++
		}
	}
	return n, nil
}
