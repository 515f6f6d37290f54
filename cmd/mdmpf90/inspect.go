package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
)

// inspect judges a source. Its text comes along for later.
func (d *driver) inspect(in *compiler.Input) (text []byte, v include.Verdict, err error) {
	text, err = readSource(in.Path)
	if err != nil {
		return nil, include.No, err
	}
	i := include.Inspector{Search: d.searcher(in), Cpp: d.needsCpp(in, text)}
	v = i.Judge(text, i.Search.Main)
	if v == include.No && i.Cpp && d.defines("mdmp") {
		v = include.Maybe // a macro from the command line may make a directive
	}
	return text, v, nil
}

// readSource reads a file, or the standard input for "-".
func readSource(path string) ([]byte, error) {
	if path == "-" {
		return readStdin()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a source: %w", err)
	}
	return text, nil
}

// searcher returns the search order for include files of a source.
func (d *driver) searcher(in *compiler.Input) *include.Searcher {
	return &include.Searcher{
		Family: d.cmd.Family,
		Main:   filepath.Dir(in.Path),
		Dirs:   d.cmd.IncludeDirs,
		System: include.SystemDirs(d.fc),
	}
}

// needsCpp tells whether a source goes through the preprocessor. Flang
// preprocesses every file that has preprocessor lines.
func (d *driver) needsCpp(in *compiler.Input, text []byte) bool {
	return d.cmd.Preprocessed(in) || d.cmd.Family == compiler.Flang && include.HasCppLines(text)
}

// defines tells whether a word stands in the value of a -D or of another flag
// of the preprocessor.
func (d *driver) defines(word string) bool {
	for i := range d.cmd.Items {
		it := &d.cmd.Items[i]
		if it.Means == compiler.Define || it.Means == compiler.CppPath {
			if bytes.Contains(bytes.ToLower([]byte(it.Value)), []byte(word)) {
				return true
			}
		}
	}
	return false
}
