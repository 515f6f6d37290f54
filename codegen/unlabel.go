package codegen

import (
	"bytes"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The copy of a nest with labelled DO statements has none: compilers warn of them (they
// are deleted from Fortran 2018), and would do so twice, the second time for labels
// that are not in the program. The labels are blanked, so that nothing moves, and END
// DO stands behind the statements at which the loops end. Only where GO TO
// statements name the labels the copy has labels of its own (relabel.go), unless that
// would be warned of.

// twice returns the text of a nest, which begins at byte from of the file, as it may
// stand beside the nest itself; false if it may not.
func (t *translator) twice(text string, from source.Pos, list []*ast.Stmt) (string, bool) {
	loops := loopsAt(list)
	jumps, plain := false, true
	for _, st := range list {
		n, label := loops[st.Label()], st.Label()
		if label != "" && n == 0 || len(loops) > 0 && !namesLabels(st) {
			return "", false
		}
		jumps = jumps || st.Kind == ast.KGoto
		plain = plain && (n == 0 || n == 1 && (st.Kind == ast.KEndDo || st.Kind == ast.KContinue))
	}
	switch {
	case len(loops) == 0:
		return text, true
	case !jumps:
		return t.withoutLabels(text, from, list, loops)
	case !plain:
		return "", false // compilers warn of its labels
	}
	labels, ok := t.newLabels(list)
	if !ok {
		return "", false
	}
	return t.withLabels(text, from, list, labels)
}

// loopsAt counts the DO statements that end at each label.
func loopsAt(list []*ast.Stmt) map[string]int {
	loops := map[string]int{}
	for _, st := range list {
		if do, ok := st.Body.(*ast.Do); ok && do.Label != "" {
			loops[do.Label]++
		}
	}
	return loops
}

// withoutLabels blanks the labels of a nest and ends its loops by END DO.
func (t *translator) withoutLabels(text string, from source.Pos, list []*ast.Stmt, loops map[string]int) (string, bool) {
	out := &unlabelled{t: t, from: from, text: []byte(text)}
	for _, st := range list {
		if do, ok := st.Body.(*ast.Do); ok && do.Label != "" {
			out.head(do)
		}
		n := loops[st.Label()]
		if n == 0 {
			continue
		}
		out.blank(st.Span().Start, st.Label())
		if st.Kind == ast.KEndDo {
			n--
		}
		out.ends = append(out.ends, loopEnds{int(st.Line.Last), n})
	}
	return out.ended(), !out.broken
}

// unlabelled is the text of a nest that loses its labels.
type unlabelled struct {
	t      *translator
	from   source.Pos // where it begins in the file
	text   []byte
	ends   []loopEnds
	broken bool // a label was not found where it has to be
}

// loopEnds says how many loops need an END DO behind a line.
type loopEnds struct{ line, loops int }

// blank blanks a label and returns the byte behind it.
func (u *unlabelled) blank(at source.Pos, label string) source.Pos {
	src := u.t.file.Src
	for ; src[at] == '0'; at++ {
		u.text[at-u.from] = ' '
	}
	if !bytes.HasPrefix(src[at:], []byte(label)) {
		u.broken = true
		return at
	}
	copy(u.text[at-u.from:], strings.Repeat(" ", len(label)))
	return at + source.Pos(len(label))
}

// head blanks the label of a DO statement and the comma that may follow it.
func (u *unlabelled) head(do *ast.Do) {
	at := u.blank(do.LabelAt.Start, do.Label)
	rest := u.text[at-u.from:]
	if i := len(rest) - len(bytes.TrimLeft(rest, " \t")); i < len(rest) && rest[i] == ',' {
		rest[i] = ' '
	}
}

// ended puts END DO behind the statements at which loops end.
func (u *unlabelled) ended() string {
	text, file := string(u.text), u.t.file
	marker := func(p source.Pos) string {
		if !u.t.text.Markers {
			return ""
		}
		return u.t.text.Marker(file.Position(p))
	}
	for _, e := range slices.Backward(u.ends) {
		next := file.NextLine(e.line)
		at := int(next - u.from)
		added := strings.Repeat(marker(file.LineSpan(e.line).Start)+"      end do"+file.EOL(), e.loops)
		if at < len(text) && e.loops > 0 {
			added += marker(next)
		}
		text = text[:at] + added + text[at:]
	}
	return text
}
