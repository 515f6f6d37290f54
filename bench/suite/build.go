package suite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/bench/lab"
)

// compileLimit is the time that one compilation may take; the first one of
// mdmpf90 builds the run time, too.
const compileLimit = 5 * time.Minute

// Builder compiles benchmark programs.
type Builder struct {
	Root     string   // the benchmarks' folder
	Out      string   // where programs go
	MDMPF90  string   // the compiler wrapper, "" for none
	Mode     string   // value of its option -mdmp, "" for its default
	Flags    []string // of the Fortran compiler
	programs map[string]string
}

// Build returns the program of a benchmark, compiled for one MPI library.
func (b *Builder) Build(ctx context.Context, bench Bench, mpi lab.MPI, defines []string) (string, error) {
	key := strings.Join(append([]string{bench.Name, string(mpi)}, defines...), " ")
	if prog := b.programs[key]; prog != "" {
		return prog, nil
	}
	sum := sha256.Sum256([]byte(key))
	dir := filepath.Join(b.Out, bench.Name+"-"+string(mpi)+"-"+hex.EncodeToString(sum[:4]))
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	var objects []string
	for _, src := range bench.Sources {
		obj := strings.TrimSuffix(filepath.Base(src), filepath.Ext(src)) + ".o"
		argv := append(b.compiler(src, mpi), b.Flags...)
		argv = append(argv, defines...)
		path, err := filepath.Abs(filepath.Join(b.Root, src))
		if err != nil {
			return "", err
		}
		if err := compile(ctx, dir, append(argv, "-c", path, "-o", obj)); err != nil {
			return "", err
		}
		objects = append(objects, obj)
	}
	prog, err := filepath.Abs(filepath.Join(dir, bench.Name))
	if err != nil {
		return "", err
	}
	link := append(b.compiler("directive", mpi), b.Flags...)
	if err := compile(ctx, dir, append(append(link, objects...), "-o", prog)); err != nil {
		return "", err
	}
	if b.programs == nil {
		b.programs = map[string]string{}
	}
	b.programs[key] = prog
	return prog, nil
}

// compiler is the command for a source: mdmpf90 where there are directives, and
// for linking.
func (b *Builder) compiler(src string, mpi lab.MPI) []string {
	if b.MDMPF90 == "" || !strings.Contains(src, "directive") {
		return []string{mpi.Compiler()}
	}
	argv := []string{b.MDMPF90, "-mdmp-fc=" + mpi.Compiler()}
	if b.Mode != "" {
		argv = append(argv, "-mdmp="+b.Mode)
	}
	return argv
}

func compile(ctx context.Context, dir string, argv []string) error {
	ctx, cancel := context.WithTimeout(ctx, compileLimit)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out.String())
	}
	return nil
}
