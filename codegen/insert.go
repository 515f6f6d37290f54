package codegen

import (
	"bytes"
	"strings"

	"mdmp/codegen/layout"
	"mdmp/fortran/source"
)

// insertAfter puts statements behind the last physical line of a directive.
func (t *translator) insertAfter(l *source.Line, stmts []layout.Stmt) {
	at := t.file.NextLine(int(l.Last))
	text := t.style.Write(stmts, t.indent(l.Span.Start), t.position(at))
	if at > 0 && t.file.Src[at-1] != '\n' {
		text = t.style.EOL + text
	}
	t.edits.InsertBehind(at, text)
}

// indent returns the columns before byte p, as far as they are blank.
func (t *translator) indent(p source.Pos) int {
	_, col := t.file.Physical(p)
	start := p - source.Pos(col) + 1
	if strings.Trim(string(t.file.Src[start:p]), " ") != "" {
		return 0
	}
	return col - 1
}

// position returns the position of byte p, nil at the end of the file.
func (t *translator) position(p source.Pos) *source.Position {
	if int(p) >= len(t.file.Src) {
		return nil
	}
	pos := t.file.Position(p)
	return &pos
}

// firstOnLine reports whether nothing but blanks stands before byte p.
func (t *translator) firstOnLine(p source.Pos) bool {
	_, col := t.file.Physical(p)
	start := p - source.Pos(col) + 1
	return len(bytes.TrimSpace(t.file.Src[start:p])) == 0
}

// lead returns blanks up to the column of byte p, so that what follows an
// insertion keeps its column; in fixed form at least up to the statement field.
func (t *translator) lead(p source.Pos) string {
	_, col := t.file.Physical(p)
	n := col - 1
	if t.file.Form == source.Fixed {
		n = max(n, 6)
	}
	return strings.Repeat(" ", n)
}

// insertBefore puts statements before byte p, at which a statement begins.
func (t *translator) insertBefore(p source.Pos, stmts []layout.Stmt) {
	if t.firstOnLine(p) {
		line, _ := t.file.Physical(p)
		start := t.file.LineSpan(t.file.WithPragmas(line)).Start
		t.edits.Insert(start, t.style.Write(stmts, t.indent(p), t.position(start)))
		return
	}
	t.edits.Insert(p, t.style.EOL+t.style.Write(stmts, t.indent(p), t.position(p))+t.lead(p))
}
