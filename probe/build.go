package probe

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// sources holds the measuring program.
//
//go:embed src/*.c src/*.h
var sources embed.FS

// buildFlags are those of the measuring program.
var buildFlags = [...]string{"-std=c11", "-O2"}

// FindCompiler finds the C compiler of a launcher's MPI: cc if it is not "", else MDMP_CC, else the one that belongs to MDMP_FC, else
// mpicc.NAME beside a launcher mpiexec.NAME, else the one that belongs to the Fortran compiler that mdmpf90 would wrap, else mpicc.
func FindCompiler(launcher, cc string, getenv func(string) string, memo compiler.Memo) (*compiler.Tool, error) {
	if cc == "" {
		cc = getenv("MDMP_CC")
	}
	if cc == "" && getenv("MDMP_FC") == "" {
		cc = beside(launcher)
	}
	f := compiler.NewFinder(getenv("PATH"), nil)
	path, err := findC(f, cc, getenv("MDMP_FC"))
	if err != nil {
		return nil, err
	}
	return memo.Tool(path, nil)
}

// beside is mpicc.NAME in the folder of a launcher mpiexec.NAME or mpirun.NAME: so distributions call them where there are several
// libraries. "": there is none.
func beside(launcher string) string {
	path, err := exec.LookPath(launcher)
	if err != nil || filepath.Ext(path) == "" {
		return ""
	}
	cc, err := exec.LookPath(filepath.Join(filepath.Dir(path), "mpicc"+filepath.Ext(path)))
	if err != nil {
		return ""
	}
	return cc
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
	files, err := rtlib.Files(sources)
	if err != nil {
		return "", err
	}
	return rtlib.Small{Name: "probe", Files: files, Flags: buildFlags[:], Purpose: "the measuring program"}.Ensure(ctx, cache, cc)
}
