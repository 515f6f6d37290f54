package probe

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// sources holds the measuring program.
//
//go:embed src/*.c src/*.h
var sources embed.FS

// buildFlags are those of the measuring program.
var buildFlags = [...]string{"-std=c11", "-O2"}

// FindCompiler finds the C compiler of the user's MPI: cc if it is not "", else MDMP_CC, else the one that belongs to the
// Fortran compiler that mdmpf90 would wrap, else mpicc.
func FindCompiler(cc string, getenv func(string) string, memo compiler.Memo) (*compiler.Tool, error) {
	if cc == "" {
		cc = getenv("MDMP_CC")
	}
	f := compiler.NewFinder(getenv("PATH"), nil)
	path, err := findC(f, cc, getenv("MDMP_FC"))
	if err != nil {
		return nil, err
	}
	return memo.Tool(path, nil)
}

func findC(f compiler.Finder, cc, fc string) (string, error) {
	if cc != "" {
		return f.C(cc, "")
	}
	fortran, err := f.Fortran(fc, "")
	if err == nil {
		return f.C("", fortran)
	}
	if path, ok := f.Lookup("mpicc"); ok == nil && errors.Is(err, compiler.ErrNotFound) {
		return path, nil // nothing here needs Fortran
	}
	return "", fmt.Errorf("the C compiler of an MPI is needed (mpicc; --cc or MDMP_CC names one): %w", err)
}

// program returns the measuring program, building it if it is not in the cache.
func program(ctx context.Context, cache string, cc *compiler.Tool) (string, error) {
	files := map[string][]byte{}
	entries, err := sources.ReadDir("src")
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if files[e.Name()], err = sources.ReadFile("src/" + e.Name()); err != nil {
			return "", err
		}
	}
	return rtlib.Small{Name: "probe", Files: files, Flags: buildFlags[:], Purpose: "the measuring program"}.Ensure(ctx, cache, cc)
}
