package prefetch

import (
	"context"
	"embed"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// sources holds the library.
//
//go:embed src/*.c src/*.h src/*.def
var sources embed.FS

// shared are the files of the run time that the library uses, too.
var shared = [...]string{"table.c", "table.h", "memory.h"}

// buildFlags: the library is loaded into every program that the launcher
// starts, so it must not bring MPI along.
var buildFlags = [...]string{"-std=c11", "-D_GNU_SOURCE", "-O2", "-fPIC", "-fvisibility=hidden", "-shared", "-Wl,--as-needed"}

var libs = [...]string{"-lpthread", "-ldl"}

// Files returns the sources of the library by name.
func Files() (map[string][]byte, error) {
	files, err := rtlib.Files(sources)
	if err != nil {
		return nil, err
	}
	for _, name := range shared {
		if files[name], err = rtlib.Source(name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Library returns the path of the library for an MPI, building it if it is not
// in the cache.
func Library(ctx context.Context, cache string, cc *compiler.Tool) (string, error) {
	files, err := Files()
	if err != nil {
		return "", err
	}
	s := rtlib.Small{Name: "prefetch", Files: files, Flags: buildFlags[:], Libs: libs[:], Suffix: ".so", Purpose: "the library for prefetching"}
	return s.Ensure(ctx, cache, cc)
}
