package codegen

import (
	"bytes"
	"slices"
	"strings"

	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// Labels of a nest that stands twice in the text: a label may be defined once
// only, so the copy gets labels of its own, as long as the old ones, so that
// nothing else moves. That is done for labels at which DO statements of the nest
// end, named by these and by simple GO TO statements.

// newLabels returns the labels for the copy of a nest of the given statements,
// by the old ones; false if it cannot have any.
func (t *translator) newLabels(list []*ast.Stmt) (map[string]string, bool) {
	ends := map[string]bool{}
	for _, st := range list {
		if do, ok := st.Body.(*ast.Do); ok && do.Label != "" {
			ends[do.Label] = true
		}
	}
	if len(ends) == 0 {
		return nil, !slices.ContainsFunc(list, func(st *ast.Stmt) bool { return st.Label() != "" })
	}
	out := map[string]string{}
	for _, st := range list {
		old := st.Label()
		if !namesLabels(st) || old != "" && !ends[old] {
			return nil, false
		}
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
	}
	return false
}

// withLabels changes the labels in the text of a nest, which begins at byte from of
// the file; false if one is not found where it has to be.
func (t *translator) withLabels(text string, from source.Pos, list []*ast.Stmt, labels map[string]string) (string, bool) {
	out := []byte(text)
	change := func(at source.Pos, old string) bool {
		meant := labels[old]
		if meant == "" {
			return true // it stands outside
		}
		at = t.skip(at, " \t")
		if !t.number(at, old) {
			return false
		}
		copy(out[t.skip(at, "0")-from:], meant)
		return true
	}
	for _, st := range list {
		if st.Label() != "" && !change(t.file.LineSpan(int(st.Line.First)).Start, st.Label()) {
			return "", false
		}
		if at, old := labelIn(st); old != "" && !change(at, old) {
			return "", false
		}
	}
	return string(out), true
}

// labelIn returns the label that a statement names, "" if it names none, and
// where it stands behind the keyword.
func labelIn(st *ast.Stmt) (source.Pos, string) {
	switch b := st.Body.(type) {
	case *ast.Do:
		return st.Line.Pos(len("do")), b.Label
	case *ast.Goto:
		text := bytes.ToLower(st.Line.Text)
		for _, word := range []string{"goto", "go to"} {
			if i := bytes.LastIndex(text, []byte(word)); i >= 0 {
				return st.Line.Pos(i + len(word)), b.Labels[0]
			}
		}
		return st.Line.Pos(0), b.Labels[0]
	}
	return 0, ""
}

// skip returns the first byte from p on that is none of those given.
func (t *translator) skip(p source.Pos, bytes string) source.Pos {
	for int(p) < len(t.file.Src) && strings.IndexByte(bytes, t.file.Src[p]) >= 0 {
		p++
	}
	return p
}

// number reports whether a label stands at byte p, in one piece.
func (t *translator) number(p source.Pos, label string) bool {
	end := t.skip(p, "0123456789")
	return string(bytes.TrimLeft(t.file.Src[p:end], "0")) == label
}
