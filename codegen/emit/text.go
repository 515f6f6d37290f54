package emit

import (
	"bytes"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Text is a file that is changed: statements are inserted between its lines, and
// parts of lines replaced, so that what stands around them keeps its columns. Nothing
// else knows where a line ends.
type Text struct {
	File *source.File
	Style
	*Edits
}

// NewText returns a file without changes.
func NewText(f *source.File, markers bool) *Text {
	return &Text{f, StyleOf(f, markers), NewEdits()}
}

// After puts statements behind the last physical line of a directive or statement.
func (t *Text) After(l *source.Line, stmts []Stmt) {
	at := t.File.NextLine(int(l.Last))
	t.InsertBehind(at, t.lines(at, t.indent(l.Span.Start), stmts))
}

// End puts statements behind the last line of the file.
func (t *Text) End(stmts []Stmt) {
	at := source.Pos(len(t.File.Src))
	t.Insert(at, t.lines(at, 0, stmts))
}

// lines returns statements as lines that begin at byte p.
func (t *Text) lines(p source.Pos, indent int, stmts []Stmt) string {
	text := t.Write(stmts, indent, t.position(p))
	if p > 0 && t.File.Src[p-1] != '\n' {
		text = t.EOL + text
	}
	return text
}

// Before puts statements before byte p, at which a statement begins.
func (t *Text) Before(p source.Pos, stmts []Stmt) {
	if t.BeginsLine(p) {
		line, _ := t.File.Physical(p)
		start := t.File.LineSpan(t.File.WithPragmas(line)).Start
		t.Insert(start, t.Write(stmts, t.indent(p), t.position(start)))
		return
	}
	t.Insert(p, t.EOL+t.Write(stmts, t.indent(p), t.position(p))+t.lead(p))
}

// Behind puts statements behind a statement, before others on its line.
func (t *Text) Behind(l *source.Line, stmts []Stmt) {
	at := t.behind(l)
	t.InsertBehind(at, t.lines(at, t.indent(l.Span.Start), stmts))
}

// Close puts statements behind a statement that close what was opened by statements before byte opened, and what
// was opened later or behind that is closed before them.
func (t *Text) Close(opened source.Pos, l *source.Line, stmts []Stmt) {
	at := t.behind(l)
	t.Edits.Close(opened, at, t.lines(at, t.indent(l.Span.Start), stmts))
}

// behind is the byte at which a line may begin behind a statement: others on its line begin a line of their own.
func (t *Text) behind(l *source.Line) source.Pos {
	stop := l.Span.End
	rest := t.rest(stop)
	semi := strings.IndexByte(rest, ';')
	if semi < 0 || strings.TrimSpace(rest[:semi]) != "" {
		return t.File.NextLine(int(l.Last))
	}
	p := stop + source.Pos(semi)
	if lead := t.lead(p + 1); !t.has(instead, p, lead) {
		t.Replace(source.Span{Start: p, End: p + 1}, lead)
	}
	return p
}

// Conditional makes an IF construct of a logical IF: the statements and its own, which
// begins at byte inner and keeps its column, are its body.
func (t *Text) Conditional(st source.Span, inner source.Pos, stmts []Stmt) {
	for i := range stmts {
		stmts[i].Depth++
	}
	then := "then"
	if t.Width(t.head(inner))+len(then) > t.Columns() { // an action may be shorter
		cut, cont := t.cut()
		then = cut + cont + then
	}
	t.Insert(inner, then+t.EOL+t.Write(stmts, t.indent(st.Start), t.position(inner))+t.lead(inner))
	t.Insert(st.End, t.shut(st, "end if"))
}

// Within puts a statement between two others, nearer to it than whatever else is said to stand before or behind it.
func (t *Text) Within(st source.Span, open Stmt, shut string) {
	src := t.File.Src
	t.Replace(source.Span{Start: st.Start, End: st.Start + 1},
		t.EOL+t.Write([]Stmt{open}, t.indent(st.Start), t.position(st.Start))+t.lead(st.Start)+string(src[st.Start]))
	t.Replace(source.Span{Start: st.End - 1, End: st.End}, string(src[st.End-1])+t.shut(st, shut))
}

// shut is a line behind a statement that has whatever stood behind that (a comment, a sequence number) in its old
// column.
func (t *Text) shut(st source.Span, text string) string {
	indent := t.indent(st.Start)
	if t.Form == source.Fixed {
		indent = fixedFirst
	}
	line := strings.Repeat(" ", indent) + text
	if strings.TrimSpace(t.rest(st.End)) != "" {
		_, col := t.File.Physical(st.End)
		line += strings.Repeat(" ", max(0, col-1-len(line)))
	}
	if t.Markers {
		return t.EOL + t.Marker(t.File.Position(st.End-1)) + line
	}
	return t.EOL + line
}

// Blank puts blanks in the place of a statement label that begins at byte p; false if
// there are blanks already.
func (t *Text) Blank(p source.Pos) bool {
	rest := t.File.Src[p:]
	n := 0 // up to the last digit
	for i := 0; i < len(rest) && (rest[i] == ' ' || '0' <= rest[i] && rest[i] <= '9'); i++ {
		if rest[i] != ' ' {
			n = i + 1
		}
	}
	blanks := strings.Repeat(" ", n)
	if t.has(instead, p, blanks) {
		return false
	}
	t.Replace(source.Span{Start: p, End: p + source.Pos(n)}, blanks)
	return true
}

// Jump puts a GOTO in the place of the statement at, on a continuation line if it does
// not fit. What stands behind it keeps its columns.
func (t *Text) Jump(at source.Span, label string) {
	text := "goto " + label
	_, col := t.File.Physical(at.Start)
	width := col - 1 + len(text)
	if t.Width(t.head(at.Start))+len(text) > t.Columns() {
		cut, cont := t.cut()
		width = len(cont) + len(text)
		text = cut + cont + text
	}
	if _, end := t.File.Physical(at.End); strings.TrimSpace(t.rest(at.End)) != "" {
		text += strings.Repeat(" ", max(0, end-1-width))
	}
	t.Replace(at, text)
}

// Fits reports whether a text in the place of bytes on one line leaves that short enough.
func (t *Text) Fits(at source.Span, text string) bool {
	line, _ := t.File.Physical(at.Start)
	limit := t.Columns()
	if t.Form != source.Fixed {
		limit-- // and a '&'
	}
	longer := max(0, len(text)-int(at.End-at.Start)) + t.growth(t.File.LineSpan(line), at.Start)
	return t.length(at.End)+longer <= limit
}

// Fit replaces bytes on one line. If the line may get too long, the new text stands
// on a line of its own, and what follows keeps its columns; the line behind the
// statement, which stands on l, is given its number then.
func (t *Text) Fit(l *source.Line, at source.Span, text string) {
	if t.Fits(at, text) {
		t.Replace(at, text)
		return
	}
	_, to := t.File.Physical(at.End)
	cut, cont := t.cut()
	switch rest := strings.TrimSpace(t.rest(at.End)); {
	case t.Form == source.Fixed:
		if len(text) > 60 { // a range: it may take two lines
			text = strings.Replace(text, ":", ":"+cut+cont, 1)
		}
		text += cut + cont + strings.Repeat(" ", max(0, to-1-len(cont)))
	case rest != "" && rest[0] != '!' && rest[0] != '&':
		text += " " + cut + strings.Repeat(" ", to-1)
	}
	t.Replace(at, cut+cont+text)
	next := t.File.NextLine(int(l.Last))
	if pos := t.position(next); pos != nil && t.Markers && !t.has(behind, next, t.Marker(*pos)) {
		t.InsertBehind(next, t.Marker(*pos))
	}
}

// cut returns what ends a line that goes on, and what begins the next one.
func (t *Text) cut() (end, begin string) {
	if t.Form == source.Fixed {
		return t.EOL, "     &"
	}
	return "&" + t.EOL, "    "
}

// OneLine reports whether bytes stand on one line.
func (t *Text) OneLine(at source.Span) bool {
	from, _ := t.File.Physical(at.Start)
	to, _ := t.File.Physical(max(at.Start, at.End-1))
	return from == to
}

// Stiff says why bytes cannot be replaced by a longer text, "" if they can.
func (t *Text) Stiff(at source.Span) string {
	from, col := t.File.Physical(at.Start)
	fixed := t.Form == source.Fixed
	switch {
	case !t.OneLine(at):
		return "a range goes over several lines"
	case !fixed && col > t.Columns()-2 || fixed && col > t.Columns():
		return "the line is too long"
	case fixed && bytes.ContainsRune(t.File.Src[t.File.LineSpan(from).Start:at.Start], '\t'):
		return "there is a tab in the line"
	}
	return ""
}

// length returns the columns that a line takes, byte p in it: without a comment in
// free form, with whatever stands behind the last column in fixed form, where
// it must not come nearer.
func (t *Text) length(p source.Pos) int {
	rest := strings.TrimRight(t.rest(p), " \r\n")
	from := t.Width(t.head(p))
	if i := strings.IndexByte(rest, '!'); i >= 0 && t.Form != source.Fixed && !strings.ContainsAny(rest, "'\"") {
		rest = strings.TrimRight(rest[:i], " ")
	}
	return from + len(rest)
}

// rest returns what stands behind byte p on its line.
func (t *Text) rest(p source.Pos) string {
	line, _ := t.File.Physical(p)
	return string(t.File.Src[p:max(p, t.File.LineSpan(line).End)])
}

// BeginsLine reports whether nothing but blanks stands before byte p.
func (t *Text) BeginsLine(p source.Pos) bool { return len(bytes.TrimSpace(t.head(p))) == 0 }

// head returns what stands before byte p on its line.
func (t *Text) head(p source.Pos) []byte {
	_, col := t.File.Physical(p)
	return t.File.Src[p-source.Pos(col)+1 : p]
}

// indent returns the columns before byte p, as far as they are blank.
func (t *Text) indent(p source.Pos) int {
	if head := t.head(p); len(bytes.Trim(head, " ")) == 0 {
		return len(head)
	}
	return 0
}

// lead returns blanks up to the column of byte p, so that what follows an
// insertion keeps its column; in fixed form at least up to the statement field.
func (t *Text) lead(p source.Pos) string {
	n := len(t.head(p))
	if t.Form == source.Fixed {
		n = max(n, fixedFirst)
	}
	return strings.Repeat(" ", n)
}

// position returns the position of byte p, nil at the end of the file.
func (t *Text) position(p source.Pos) *source.Position {
	if int(p) >= len(t.File.Src) {
		return nil
	}
	pos := t.File.Position(p)
	return &pos
}
