// Package sent logs what an MPI program sends.
//
// The idea: directives mean the messages of the calls that they stand for. The run time logs a hash of each
// message of a directive (MDMP_HASH); a small library over the profiling interface, which is loaded into the
// program as it was, logs a hash of each message of a call, in the same form. So both can be compared, message by
// message, without a change to the program.
package sent

import (
	"context"
	"embed"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// sources holds the library.
//
//go:embed src/*.c
var sources embed.FS

// The library is loaded into all that the user's command starts, so it must not bring MPI along.
var (
	flags = [...]string{"-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-fPIC", "-fvisibility=hidden", "-shared", "-Wl,--as-needed"}
	libs  = [...]string{"-lpthread", "-ldl"}
)

// Variable names, in the environment, the file that the library writes, to which the rank is appended.
const Variable = "MDMPSENT"

// Library returns the path of the library for an MPI, building it if it is not in the cache.
func Library(ctx context.Context, cache string, cc *compiler.Tool) (string, error) {
	files, err := rtlib.Files(sources)
	if err != nil {
		return "", err
	}
	s := rtlib.Small{Name: "sent", Files: files, Flags: flags[:], Libs: libs[:], Suffix: ".so", Purpose: "the library that logs messages"}
	return s.Ensure(ctx, cache, cc)
}
