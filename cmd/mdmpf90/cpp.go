package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/mdmp-fortran/mdmp/compiler"
)

var errNotCompiled = fmt.Errorf("not compiled") // the compiler has said why

// preprocess returns what the wrapped compiler's own preprocessor makes of a
// source: the text that is compiled is the text that is translated. Line
// markers come with it.
func (d *driver) preprocess(j *job, text []byte) ([]byte, error) {
	it, in := j.item, j.item.Input
	var out bytes.Buffer
	var stdin io.Reader
	args := d.cppArgs(it)
	switch {
	case d.cmd.Family == compiler.Flang:
		return d.preprocessFlang(j, text)
	case in.Path == "-":
		args, stdin = append(args, "-"), bytes.NewReader(text)
	default:
		args = append(args, in.Path)
	}
	if err := d.runCpp(j, args, stdin, &out); err != nil {
		return nil, err
	}
	return d.cmd.Family.Preprocessed(out.Bytes()), nil
}

func (d *driver) runCpp(j *job, args []string, stdin io.Reader, out io.Writer) error {
	if d.own.show {
		d.print(args)
	}
	var says io.Writer = os.Stderr
	if j.silent {
		says = &j.said
	}
	e, err := d.signals.spawn(d.fcPath, args, d.childEnv(), stdin, out, says)
	switch {
	case err != nil:
		return err
	case e.bad() && j.silent:
		return errNotCompiled
	case e.bad():
		d.ended = e
		return errNotCompiled
	}
	return nil
}

// cppArgs turns the command line into one that only preprocesses: the same
// flags without inputs and outputs, -E, and the dependency file made here
// because the compilation will not see the user's file.
func (d *driver) cppArgs(it *compiler.Item) []string {
	args := d.cmd.Without(func(other *compiler.Item) bool {
		switch other.Means {
		case compiler.CompileOnly, compiler.AssembleOnly, compiler.SyntaxOnly, compiler.Output, compiler.Library,
			compiler.LinkDir, compiler.LinkWord, compiler.Shared, compiler.Relocatable, compiler.Language,
			compiler.LinkTimeOptimize:
			return true
		}
		return other.Input != nil || other.Words[0].Text == "-P"
	})
	args = append(args, d.dependArgs(it, args)...)
	if d.cmd.Family == compiler.GNU {
		// With -g a marker would name the current folder.
		args = append(args, "-fno-working-directory")
	}
	args = append(args, "-E")
	if it.Input.Lang != "" {
		args = append(args, "-x", it.Input.Lang)
	}
	return args
}

// dropCpp takes the flags out of the command line that make the compiler
// preprocess, once every source that relies on them has been through it, and
// those that ask for dependencies, if all sources have.
func (d *driver) dropCpp(jobs []*job) {
	done := 0
	for _, j := range jobs {
		if j.done && j.cpp {
			done++
		}
	}
	all := done == len(d.cmd.Sources())
	for i := range d.cmd.Items {
		switch it := &d.cmd.Items[i]; {
		case it.Means == compiler.CppOn && done > 0, it.Means == compiler.Depend && all:
			d.cmd.Set(it)
		}
	}
}
