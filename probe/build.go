package probe

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/safefile"
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

// program returns the measuring program, building it if it is not in the cache, a folder that all machines of a cluster
// see as a rule.
func program(ctx context.Context, cache string, cc *compiler.Tool) (string, error) {
	dir := rtlib.ToolsDir(cache)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cache folder (set MDMP_CACHE to another): %w", err)
	}
	if err := safefile.Folder(dir); err != nil {
		return "", fmt.Errorf("cache folder (set MDMP_CACHE to one of your own): %w", err)
	}
	name, err := identity(cc)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	switch info, err := os.Lstat(path); {
	case err == nil && info.Size() > 0:
		return path, safefile.Mine(path, info)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return path, build(ctx, dir, path, cc)
}

// identity names all that the program depends on.
func identity(cc *compiler.Tool) (string, error) {
	h := sha256.New()
	names, err := fs.Glob(sources, "src/*")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		text, err := sources.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	if err := json.NewEncoder(h).Encode([]any{cc, buildFlags}); err != nil {
		return "", err
	}
	return "probe-" + hex.EncodeToString(h.Sum(nil)[:10]), nil
}

// build compiles the program in a folder of its own and renames it into place.
func build(ctx context.Context, dir, path string, cc *compiler.Tool) error {
	tmp, err := os.MkdirTemp(dir, "probe-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, sources); err != nil {
		return err
	}
	args := append(append([]string{}, cc.Args...), buildFlags[:]...)
	args = append(args, "-o", "program")
	files, err := filepath.Glob(filepath.Join(tmp, "src", "*.c"))
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, cc.Path, append(args, files...)...)
	cmd.Dir = tmp
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the measuring program with %s: %w\n%s", cc.Path, err, strings.TrimSpace(string(out)))
	}
	built := filepath.Join(tmp, "program")
	if err := os.Chmod(built, 0o755); err != nil {
		return err
	}
	return os.Rename(built, path)
}
