package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// preprocessed tells whether a file goes through the preprocessor.
func (f *translateFlags) preprocessed(name string) bool {
	suffix, _ := compiler.SuffixOf(compiler.Unknown, name)
	return f.cpp || suffix.Cpp
}

// read gets the text of a file, preprocessed if it is to be.
func (f *translateFlags) read(name string) ([]byte, error) {
	suffix, _ := compiler.SuffixOf(compiler.Unknown, name)
	if name == "-" {
		if f.cpp {
			return nil, fmt.Errorf("--cpp needs a file")
		}
		return io.ReadAll(os.Stdin)
	}
	if !f.cpp && !suffix.Cpp {
		return os.ReadFile(name)
	}
	return f.preprocess(name)
}

// preprocess runs the preprocessor of the MPI Fortran compiler.
func (f *translateFlags) preprocess(name string) ([]byte, error) {
	asked := f.fc
	if asked == "" {
		asked = os.Getenv("MDMP_FC")
	}
	path, err := compiler.NewFinder(os.Getenv("PATH"), nil).Fortran(asked, "")
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w", name, err)
	}
	memo := compiler.Memo{Env: os.Environ()}
	if cache, err := rtlib.CacheDir(os.Getenv); err == nil {
		memo.Dir = rtlib.ToolsDir(cache)
	}
	tool, err := memo.Tool(path, nil)
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w", name, err)
	}
	args := []string{"-E"}
	family := compiler.ParseFamily(tool.Family)
	switch family {
	case compiler.GNU:
		args = append(args, "-cpp")
	case compiler.Intel:
		args = append(args, "-fpp")
	case compiler.NV:
		args = append(args, "-Mpreprocess")
	default:
		// Flang's -E drops comments and with them directives.
		return nil, fmt.Errorf("preprocessing %s: not with %s; \"mdmpf90 -mdmp=%s -mdmp-keep=DIR -c %s\" keeps the translation",
			name, tool.Version, f.mode, name)
	}
	for _, d := range f.define {
		args = append(args, "-D"+d)
	}
	for _, d := range f.include {
		args = append(args, "-I"+d)
	}
	var errs bytes.Buffer
	cmd := exec.Command(path, append(args, name)...)
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w\n%s", name, err, errs.String())
	}
	return family.Preprocessed(text), nil
}
