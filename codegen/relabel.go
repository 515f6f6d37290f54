package codegen

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Labels of a nest that stands twice in the text: a label may be defined once
// only, so the copy gets labels of its own, as long as the old ones, so that
// nothing else moves. That is done for labels at which DO statements of the nest
// end, named by these and by simple GO TO statements.

// newLabels returns the labels for the copy of a nest of the given statements,
// by the old ones; false if it cannot have any.
func (t *translator) newLabels(list []*ast.Stmt) (map[string]string, bool) {
	out := map[string]string{}
	for _, st := range list {
		old := st.Label()
		if old == "" {
			continue
		}
		if out[old] = t.used.LabelLike(old); len(out[old]) != len(old) {
			return nil, false
		}
	}
	return out, true
}

// namesLabels reports whether it is known where a statement names labels, if it
// names any.
func namesLabels(st *ast.Stmt) bool {
	switch st.Kind {
	case ast.KAssign, ast.KContinue, ast.KIf, ast.KIfThen, ast.KElseIf, ast.KElse, ast.KEndIf, ast.KDo, ast.KEndDo,
		ast.KCycle, ast.KExit, ast.KGoto, ast.KDirective, ast.KSelectCase, ast.KCase, ast.KEndSelect:
		return true
	default:
		return false
	}
}

// withLabels changes the labels in the text of a nest, which begins at byte from of
// the file; false if one is not found where it has to be.
func (t *translator) withLabels(text string, from source.Pos, list []*ast.Stmt, labels map[string]string) (string, bool) {
	out := []byte(text)
	change := func(at source.Pos, old string) bool {
		meant := labels[old]
		if meant == "" {
			return true // there is none, or it stands outside
		}
		for t.file.Src[at] == '0' {
			at++
		}
		copy(out[at-from:], meant)
		return bytes.HasPrefix(t.file.Src[at:], []byte(old))
	}
	for _, st := range list {
		ok := change(st.Span().Start, st.Label())
		switch b := st.Body.(type) {
		case *ast.Do:
			ok = ok && change(b.LabelAt.Start, b.Label)
		case *ast.Goto:
			ok = ok && change(b.At[0].Start, b.Labels[0])
		default: // namesLabels knows that it names none
		}
		if !ok {
			return "", false
		}
	}
	return string(out), true
}
