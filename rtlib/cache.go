package rtlib

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Cached returns the libraries in a cache folder, and what is left of some.
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
		if isIdentity(e.Name()) {
			list = append(list, &Library{Dir: filepath.Join(cache, e.Name())})
		}
	}
	return list, nil
}

// State says in words what is wrong with a library, "" if nothing is.
func (l *Library) State() string {
	switch ok, err := l.complete(); {
	case err != nil:
		return "not used: " + err.Error()
	case !ok:
		return "incomplete: it is built again when it is needed"
	}
	return ""
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
// builds, locks and what compilers answered. Nothing else is touched. What is
// being built stays. It returns how many libraries it removed and left.
func Clear(cache string) (removed, left int, err error) {
	entries, err := os.ReadDir(cache)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, fmt.Errorf("cache: %w", err)
	}
	// The folder, the lock and unfinished builds of a library go together.
	parts := map[string][]string{}
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), buildMark)
		if name = strings.TrimSuffix(name, lockSuffix); isIdentity(name) {
			parts[name] = append(parts[name], e.Name())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		switch err := clearOne(cache, name, parts[name]); {
		case errors.Is(err, errBusy):
			left++
		case err != nil:
			return removed, left, err
		case slices.Contains(parts[name], name):
			removed++
		}
	}
	return removed, left, removeAll(cache, "tools")
}

// clearOne removes what belongs to one library, unless it is being built. The
// lock goes last: who waits for it sees that it is gone and begins anew.
func clearOne(cache, name string, parts []string) error {
	unlock, _, err := tryLock(filepath.Join(cache, name+lockSuffix))
	if errors.Is(err, errBusy) {
		return err
	}
	if err == nil { // else it is not a lock of ours, and goes with the others
		defer unlock()
	}
	return removeAll(cache, append(slices.DeleteFunc(parts, func(p string) bool { return p == name+lockSuffix }), name+lockSuffix)...)
}

func removeAll(cache string, names ...string) error {
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(cache, name)); err != nil {
			return fmt.Errorf("cache: %w", err)
		}
	}
	return nil
}
