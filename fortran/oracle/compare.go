package oracle

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"mdmp/fortran/ast"
	"mdmp/fortran/parse"
	"mdmp/fortran/source"
)

// Flang is the name of the compiler whose trees are the oracle.
const Flang = "flang-22"

// HasFlang tells whether the oracle is installed.
func HasFlang() bool {
	_, err := exec.LookPath(Flang)
	return err == nil
}

// Result is the comparison of one file.
type Result struct {
	Accepted   bool   // flang understood the file
	Statements int    // of flang's tree
	Unknown    int    // statements we did not understand
	Errors     int    // problems of structure that we found
	Diff       string // the first difference, "" if there is none
}

// Compare parses a file with both. Preprocessed text is compared, since that is
// what compilers read: flang's own preprocessor makes it.
func Compare(name string, form source.Form) (Result, error) {
	formFlag := "-ffree-form"
	if form == source.Fixed {
		formFlag = "-ffixed-form"
	}
	pre := exec.Command(Flang, "-fc1", "-E", formFlag, filepath.Base(name))
	pre.Dir = filepath.Dir(name)
	text, err := pre.Output()
	if err != nil {
		return Result{}, nil // an include file that is not there, most of the time
	}
	return CompareText(text, form)
}

// CompareText is Compare for preprocessed text.
func CompareText(text []byte, form source.Form) (Result, error) {
	formFlag := "-ffree-form"
	if form == source.Fixed {
		formFlag = "-ffixed-form"
	}
	cmd := exec.Command(Flang, "-fc1", "-fdebug-dump-parse-tree-no-sema", formFlag, "-")
	cmd.Stdin = bytes.NewReader(text)
	dump, err := cmd.Output()
	var r Result
	if err != nil {
		if _, ok := err.(*exec.ExitError); ok {
			return r, nil
		}
		return r, fmt.Errorf("running %s: %w", Flang, err)
	}
	r.Accepted = true
	f := parse.File(source.New("a.f", text, source.Options{Form: form}))
	r.Errors = len(f.Errors)
	for _, s := range f.Stmts {
		if s.Kind == ast.KUnknown {
			r.Unknown++
		}
	}
	theirs, ours := ReadFlang(dump), Ours(f)
	r.Statements = len(theirs)
	r.Diff = diff(theirs, ours)
	return r, nil
}

// diff returns the first difference of two lists of records.
func diff(theirs, ours []Record) string {
	for i := range max(len(theirs), len(ours)) {
		switch {
		case i >= len(ours):
			return fmt.Sprintf("statement %d: flang has %s, we have no more", i, theirs[i])
		case i >= len(theirs):
			return fmt.Sprintf("statement %d: we have %s, flang has no more", i, ours[i])
		case theirs[i].Kind == "statement function" && ours[i].Kind == "assignment" && slices.Equal(theirs[i].Tokens, ours[i].Tokens):
			// Without its semantic analysis flang takes every f(x) = … in a
			// specification part for a statement function.
		case theirs[i].Kind != ours[i].Kind:
			return fmt.Sprintf("statement %d: flang has %s, we have %s", i, theirs[i], ours[i])
		case ours[i].Tokens != nil && !slices.Equal(theirs[i].Tokens, ours[i].Tokens):
			return fmt.Sprintf("statement %d: flang has %s, we have %s", i, theirs[i], ours[i])
		}
	}
	return ""
}
