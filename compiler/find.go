package compiler

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNotFound is returned where no MPI Fortran compiler is found.
var ErrNotFound = errors.New("no MPI Fortran compiler found in PATH (looked for mpifort, mpif90, ftn, mpiifx, mpiifort); " +
	"name one with MDMP_FC or -mdmp-fc=")

// errItself is the error about a compiler that is this program.
var errItself = errors.New("is mdmpf90 itself, which wraps an MPI Fortran compiler (mpifort)")

// fortranNames are the compilers looked for, in this order.
var fortranNames = [...]string{"mpifort", "mpif90", "ftn", "mpiifx", "mpiifort"}

// Finder finds compilers in PATH, and never itself.
type Finder struct {
	Path string        // value of PATH
	Skip []os.FileInfo // files that are ourselves
}

// NewFinder returns a Finder that skips the running program and the files in
// more (other names of it met on the way).
func NewFinder(path string, more []string) Finder {
	f := Finder{Path: path}
	self, err := os.Executable()
	if err == nil {
		more = append(more[:len(more):len(more)], self)
	}
	for _, name := range more {
		if info, err := os.Stat(name); err == nil {
			f.Skip = append(f.Skip, info)
		}
	}
	return f
}

// Fortran finds the compiler to wrap: the one asked for, else the one that has
// the name under which we were started (a wrapper installed as mpifort.mpich
// stands for that one), else the usual names.
func (f Finder) Fortran(asked, ownName string) (string, error) {
	if asked != "" {
		return f.asked("Fortran", asked)
	}
	names := fortranNames[:]
	if base := filepath.Base(ownName); isMPIName(base) {
		names = append([]string{base}, names...)
	} else if suffix := filepath.Ext(base); suffix == ".mpich" || suffix == ".openmpi" {
		names = []string{"mpifort" + suffix, "mpif90" + suffix}
	}
	for _, name := range names {
		if path, err := f.Lookup(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNotFound
}

// asked finds a compiler that the user named.
func (f Finder) asked(language, name string) (string, error) {
	path, err := f.Lookup(name)
	if err != nil {
		return "", fmt.Errorf("the %s compiler %s: %w", language, name, err)
	}
	return path, nil
}

// isMPIName tells whether a name is one under which MPI compilers are known.
func isMPIName(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	return slices.Contains(fortranNames[:], stem)
}

// Lookup finds a program as the shell does; a name with a slash is taken as it
// is.
func (f Finder) Lookup(name string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		if err := f.usable(name); err != nil {
			return "", err
		}
		return name, nil
	}
	notFound := exec.ErrNotFound
	for _, dir := range filepath.SplitList(f.Path) {
		if dir == "" {
			dir = "."
		}
		path := dir + string(filepath.Separator) + name
		switch err := f.usable(path); {
		case err == nil:
			return path, nil
		case errors.Is(err, errItself) && notFound == exec.ErrNotFound:
			notFound = err
		}
	}
	return "", notFound
}

func (f Finder) usable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() || info.Mode()&0o111 == 0 {
		return fmt.Errorf("%s: not an executable file", path)
	}
	if slices.ContainsFunc(f.Skip, func(self os.FileInfo) bool { return os.SameFile(self, info) }) {
		return fmt.Errorf("%s %w", path, errItself)
	}
	return nil
}

// cNames maps the stem of a Fortran compiler's name to those of the C
// compilers that come with it.
var cNames = [...]struct {
	fortran string
	c       []string
}{
	{"ftn", []string{"cc"}},
	{"mpif77", []string{"mpicc"}},
	{"mpif90", []string{"mpicc"}},
	{"mpifort", []string{"mpicc"}},
	{"mpifrt", []string{"mpifcc"}},
	{"mpiifort", []string{"mpiicc", "mpiicx"}},
	{"mpiifx", []string{"mpiicx", "mpiicc"}},
}

// C finds the C compiler of the same MPI as the Fortran compiler fc: the one
// asked for, else its sibling with the same suffix, first in the same folder,
// then where a link of that name leads, then in PATH.
func (f Finder) C(asked, fc string) (string, error) {
	if asked != "" {
		return f.asked("C", asked)
	}
	beside := []string{fc}
	if real, err := filepath.EvalSymlinks(fc); err == nil {
		beside = append(beside, real)
	}
	for _, fc := range beside {
		for _, name := range siblings(fc) {
			if path := filepath.Join(filepath.Dir(fc), name); f.usable(path) == nil {
				return path, nil
			}
		}
	}
	for _, name := range siblings(fc) {
		if path, err := f.Lookup(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no C compiler of the same MPI found next to %s; name it with MDMP_CC", fc)
}

// siblings gives the names of the C compilers that belong to fc.
func siblings(fc string) []string {
	stem, suffix, dot := strings.Cut(filepath.Base(fc), ".")
	if dot {
		suffix = "." + suffix
	}
	var names []string
	for _, row := range cNames {
		if row.fortran == stem {
			for _, c := range row.c {
				names = append(names, c+suffix)
			}
		}
	}
	return names
}
