package oracle

import (
	"bytes"
	"fmt"
	"os/exec"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Flang is the name of the compiler whose trees are the oracle.
const Flang = "flang-22"

// HasFlang tells whether the oracle is installed.
func HasFlang() bool {
	_, err := exec.LookPath(Flang)
	return err == nil
}

// Text is Fortran text as a compiler reads it: preprocessed, see Prepare.
type Text struct {
	Src  []byte
	Form source.Form
	// LineLength is the last column that counts, 0: the compiler's default.
	LineLength int
}

// flags are flang's for the text.
func (t Text) flags() []string {
	out := []string{"-fc1", "-ffree-form"}
	if t.Form == source.Fixed {
		out[1] = "-ffixed-form"
		if t.LineLength > 0 {
			out = append(out, fmt.Sprintf("-ffixed-line-length=%d", t.LineLength))
		}
	}
	return out
}

// flang runs flang on the text; ok is false if it did not accept it.
func (t Text) flang(action string) (out []byte, ok bool, err error) {
	cmd := exec.Command(Flang, append(t.flags(), action, "-")...)
	cmd.Stdin = bytes.NewReader(t.Src)
	out, err = cmd.Output()
	if _, refused := err.(*exec.ExitError); refused {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("running %s: %w", Flang, err)
	}
	return out, true, nil
}

// Theirs returns flang's tree of a text, ok false if flang does not accept it.
func Theirs(t Text) (tree Tree, ok bool, err error) {
	dump, ok, err := t.flang("-fdebug-dump-parse-tree-no-sema")
	if !ok || err != nil {
		return tree, false, err
	}
	tree = ReadFlang(dump)
	if !tree.labelled() {
		return tree, true, nil
	}
	unparsed, ok, err := t.flang("-fdebug-unparse-no-sema")
	if !ok || err != nil {
		return tree, false, err
	}
	tree.ReadLabels(unparsed)
	return tree, true, nil
}

// Result is the comparison of one file.
type Result struct {
	Accepted   bool         // flang understood the file
	Statements int          // of flang's tree
	Unknown    int          // statements we did not understand
	Errors     int          // problems of structure that we found
	Loops      int          // DO loops of flang's tree
	WrongLoops int          // loops that we see otherwise
	Diffs      []Difference // statements that we see otherwise
}

// Compare compares our tree of a text with theirs.
func Compare(t Text, theirs Tree) Result {
	f := parse.File(source.New("a.f", t.Src, t.options()))
	r := Result{Accepted: true, Errors: len(f.Errors), Statements: len(theirs.Stmts), Loops: len(theirs.Loops)}
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Kind == ast.KUnknown {
			r.Unknown++
		}
	}
	ours := Ours(f)
	pairs, diffs := align(theirs.Stmts, ours.Stmts)
	r.Diffs = diffs
	if theirs.Flat {
		r.Loops = 0
	} else {
		r.WrongLoops = wrongLoops(theirs, ours, pairs)
	}
	return r
}
