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
	Built    bool     // programs that are there are taken as they are
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
	prog, err := filepath.Abs(filepath.Join(dir, bench.Name))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(prog); err == nil && b.Built {
		return prog, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	objects, err := b.objects(ctx, bench, mpi, defines, dir)
	if err != nil {
		return "", err
	}
	link, err := b.compiler(ctx, unit{directives: true}, mpi)
	if err != nil {
		return "", err
	}
	link = append(link, b.Flags...)
	if err := compile(ctx, dir, append(append(link, objects...), "-o", prog)); err != nil {
		return "", err
	}
	if b.programs == nil {
		b.programs = map[string]string{}
	}
	b.programs[key] = prog
	return prog, nil
}

// objects compiles all sources.
func (b *Builder) objects(ctx context.Context, bench Bench, mpi lab.MPI, defines []string, dir string) ([]string, error) {
	var objects []string
	for _, src := range bench.Sources {
		units, err := b.units(bench, src, dir)
		if err != nil {
			return nil, err
		}
		for _, u := range units {
			obj := strings.ReplaceAll(filepath.Base(u.path), ".", "_") + ".o"
			argv, err := b.compiler(ctx, u, mpi)
			if err != nil {
				return nil, err
			}
			argv = append(argv, b.Flags...)
			argv = append(argv, defines...)
			if err := compile(ctx, dir, append(argv, "-c", u.path, "-o", obj)); err != nil {
				return nil, err
			}
			objects = append(objects, obj)
		}
	}
	return objects, nil
}

// compiler is the command for a unit: mdmpf90 where there are directives, and
// for linking. A form has flags of its own.
func (b *Builder) compiler(ctx context.Context, u unit, mpi lab.MPI) ([]string, error) {
	if filepath.Ext(u.path) == ".c" {
		return b.compilerOfC(ctx, mpi)
	}
	if b.MDMPF90 == "" || !u.directives {
		return []string{mpi.Compiler()}, nil
	}
	argv := []string{b.MDMPF90, "-mdmp-fc=" + mpi.Compiler()}
	if u.form != nil {
		return append(argv, u.form.Flags...), nil
	}
	if b.Mode != "" {
		argv = append(argv, "-mdmp="+b.Mode)
	}
	return argv, nil
}

// compilerOfC is the command for C that uses the API of delta send-recv.
func (b *Builder) compilerOfC(ctx context.Context, mpi lab.MPI) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, compileLimit)
	defer cancel()
	argv := []string{b.MDMPF90, "-mdmp-fc=" + mpi.Compiler(), "-mdmp-cflags"}
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	return append([]string{mpi.CompilerOfC()}, strings.Fields(string(out))...), nil
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
