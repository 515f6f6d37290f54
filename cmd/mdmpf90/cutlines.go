package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/cuttest"
)

var errInterrupted = errors.New("interrupted")

// cutsLines tells whether the compiler, with the flags of this command, computes
// the same bits when innermost loops are cut on multiples of 64. That is tried
// once for each compiler and set of flags. What cannot be tried counts as no.
func (d *driver) cutsLines() bool {
	if d.fc == nil || d.work == nil || d.cmd.ValueUnsafe() != "" {
		return false
	}
	flags, source := d.cmd.CodeFlags(), cuttest.Source(d.single())
	sum := sha256.Sum256([]byte(source + "\x00" + strings.Join(flags, "\x00")))
	same, err := d.memo().Fact(d.fc, "cut-"+hex.EncodeToString(sum[:8]), func() (bool, error) { return d.tryCuts(source, flags) })
	return same && err == nil
}

// tryCuts compiles and runs the test.
func (d *driver) tryCuts(source string, flags []string) (bool, error) {
	dir, err := d.work.sub()
	if err != nil {
		return false, err
	}
	d.tell("testing whether %s rounds alike in pieces of loops under %s, once (some seconds)", d.fcPath, strings.Join(flags, " "))
	src, exe := filepath.Join(dir, "cuttest.f90"), filepath.Join(dir, "cuttest")
	if err := os.WriteFile(src, []byte(source), 0o600); err != nil {
		return false, err
	}
	modules := "-J"
	if d.cmd.Family == compiler.Intel || d.cmd.Family == compiler.NV {
		modules = "-module"
	}
	args := append(slices.Clone(d.fc.Args), flags...)
	e, err := d.signals.quiet("", d.fcPath, append(args, modules, dir, "-o", exe, src), d.childEnv())
	if err != nil || d.interrupted(e) {
		return false, errInterrupted
	}
	if e.bad() {
		return false, nil // such flags do not make a program
	}
	e, err = d.signals.quiet(dir, exe, nil, d.environ)
	if d.signals.caught() != 0 {
		return false, errInterrupted
	}
	return verdict(e, err)
}

// interrupted reports whether a compiler that ended so may have been told to end, so that it says nothing.
func (d *driver) interrupted(e ending) bool { return e.signal != 0 || d.signals.caught() != 0 }

// verdict is what the end of the test says of the compiler. Somebody who kills it, or a machine without memory or time
// for it, says nothing, and that must not be remembered.
func verdict(e ending, err error) (bool, error) {
	if err != nil {
		return false, nil // compiled for another machine
	}
	switch e.signal {
	case syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL, syscall.SIGXCPU:
		return false, errInterrupted
	}
	return !e.bad(), nil
}
