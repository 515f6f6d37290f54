package rtlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const bindingName = "ISO_Fortran_binding.h"

// header brings the descriptor header of the Fortran compiler, and nothing
// else of its folder, into the include path: the C compiler may be another one
// and have a header of its own with another layout.
func (j *job) header(ctx context.Context) error {
	if err := os.Mkdir(j.path("include"), 0o755); err != nil {
		return err
	}
	if from := j.bindingHeader(ctx); from != "" {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(j.path("include", bindingName), text, 0o644); err != nil {
			return err
		}
	}
	return j.headersWork(ctx)
}

// headersWork tells in plain words which of the things the run time is built
// on is missing.
func (j *job) headersWork(ctx context.Context) error {
	try := func(name, text string) error {
		file := j.path("include", name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
		defer os.Remove(file)
		return j.run(ctx, j.tc.CC, "-std=c11", "-I", j.path("include"), "-c", "-o", file+".o", file)
	}
	if err := try("none.c", "int mdmp_none;\n"); err != nil {
		return fmt.Errorf("the C compiler does not work: %w", err)
	}
	if err := try("mpi.c", "#include <mpi.h>\nint mdmp_none = MPI_SUCCESS;\n"); err != nil {
		return fmt.Errorf("the C compiler finds no mpi.h (is it the MPI's own, e.g. mpicc? MDMP_CC names another): %w", err)
	}
	if err := try("binding.c", "#include <"+bindingName+">\nCFI_cdesc_t *mdmp_none;\n"); err != nil {
		return fmt.Errorf("no %s of %s was found, and the C compiler has none: %w", bindingName, j.tc.FC.Behind, err)
	}
	return nil
}

// bindingHeader finds the header that belongs to a Fortran compiler; "" leaves
// it to the C compiler.
func (j *job) bindingHeader(ctx context.Context) string {
	fc := j.tc.FC
	if path, err := askFileName(ctx, fc.Behind, "include/"+bindingName); err == nil {
		return path
	}
	real, err := filepath.EvalSymlinks(fc.Behind)
	if err != nil {
		return ""
	}
	// Beside the program: LLVM has include/flang, vendors' kits include or
	// compiler/include, some one level further up.
	for dir, n := filepath.Dir(real), 0; n < 4; dir, n = filepath.Dir(dir), n+1 {
		for _, sub := range []string{"include/flang", "include", "compiler/include"} {
			path := filepath.Join(dir, sub, bindingName)
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

// askFileName asks a gcc-like driver for a file of its own.
func askFileName(ctx context.Context, driver, name string) (string, error) {
	cmd := exec.CommandContext(ctx, driver, "-print-file-name="+name)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	path := strings.TrimSpace(string(out))
	if !filepath.IsAbs(path) { // gcc gives back the name if it has no such file
		return "", errors.New("not found")
	}
	_, err = os.Stat(path)
	return path, err
}

// publicHeader leaves in the include folder what programs include, and nothing else.
func (j *job) publicHeader() error {
	if err := os.RemoveAll(j.path("include")); err != nil {
		return err
	}
	if err := os.Mkdir(j.path("include"), 0o755); err != nil {
		return err
	}
	text, err := sources.ReadFile("src/mdmp_delta.h")
	if err != nil {
		return err
	}
	return os.WriteFile(j.path("include", "mdmp.h"), text, 0o644)
}
