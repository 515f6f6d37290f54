package halo

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Text is a file with its patterns written out.
type Text struct {
	Src []byte
	// origin says for each directive of the new text, in its order, which use of a
	// pattern it was written for; "" for the program's own.
	origin []string
	// restores is not set if the program itself holds what stands for a silent directive.
	restores bool
}

// Unfold writes the patterns of a file out; nil if there are none. Passing markers (see
// Drop) are for texts that must not have any in the end.
func Unfold(file *source.File, set *regions.Set, passing bool) *Text {
	if len(set.HaloExchanges) == 0 && len(set.Halos) == 0 {
		return nil
	}
	w := &writer{file: file, style: emit.StyleOf(file, true), out: &Text{restores: bytes.IndexByte(file.Src, silent) < 0}, at: map[*source.Line]*regions.HaloExchange{}}
	if passing {
		w.passing = " " + passingMark
	}
	w.imports = importsOf(file, set)
	for _, x := range set.HaloExchanges {
		w.at[x.Stmt.Line] = x
	}
	headings := map[*source.Line]*ast.Unit{}
	for u := range w.imports.of {
		headings[u.Begin.Line] = u
	}
	halos := map[*source.Line]bool{}
	for _, h := range set.Halos {
		halos[h.Line] = true
	}
	for i := range file.Lines {
		switch l := &file.Lines[i]; {
		case w.at[l] != nil:
			w.silence(l)
			w.exchange(w.at[l], messageBefore(file.Lines[:i]), messageBehind(file.Lines[i+1:]))
		case halos[l]:
			w.silence(l)
		case headings[l] != nil:
			w.use(l, w.imports.statements(headings[l]))
		case l.Sentinel() == sentinel:
			w.out.origin = append(w.out.origin, "")
		}
	}
	w.copy(source.Pos(len(file.Src)))
	w.out.Src = w.text.Bytes()
	return w.out
}

const sentinel = "mdmp"

// messageBefore reports whether the line before is a message or an exchange, with
// which this one would make a single exchange.
func messageBefore(before []source.Line) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if l := &before[i]; !l.IsMarker() && firstWord(l) != "halo" {
			return isMessage(l) || firstWord(l) == "exchange"
		}
	}
	return false
}

// messageBehind reports whether the line behind is a message. (An exchange directive keeps
// its distance by itself.)
func messageBehind(behind []source.Line) bool {
	for i := range behind {
		if l := &behind[i]; !l.IsMarker() && firstWord(l) != "halo" {
			return isMessage(l)
		}
	}
	return false
}

// firstWord is the word that names a directive of ours, "" for other lines.
func firstWord(l *source.Line) string {
	if l.Sentinel() != sentinel {
		return ""
	}
	word := strings.ToLower(strings.TrimSpace(string(l.Text)))
	if end := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }); end >= 0 {
		word = word[:end]
	}
	return word
}

func isMessage(l *source.Line) bool { return firstWord(l) == "send" || firstWord(l) == "recv" }

// writer is the new text as far as it is written.
type writer struct {
	file    *source.File
	style   emit.Style
	text    bytes.Buffer
	done    source.Pos // what stands before it has been copied
	out     *Text
	at      map[*source.Line]*regions.HaloExchange
	passing string
	imports *imports
}

// copy copies the file up to byte p.
func (w *writer) copy(p source.Pos) {
	w.text.Write(w.file.Src[w.done:p])
	w.done = p
}

// silent stands in the place of the '$' of a directive that was dealt with. It is no
// character of a program, so Restore finds it again.
const silent = 1

// Restore gives the directives that were written out their own text back, in a text that was
// made of t.
func (t *Text) Restore(text []byte) []byte {
	if t == nil || !t.restores {
		return text
	}
	for i, c := range text {
		if end := i + 1 + len(sentinel); c == silent && end <= len(text) && strings.EqualFold(string(text[i+1:end]), sentinel) {
			text[i] = '$'
		}
	}
	return text
}

// silence makes comments of the lines of a directive, of the same length.
func (w *writer) silence(l *source.Line) {
	for n := int(l.First); n <= int(l.Last); n++ {
		line := w.file.LineSpan(n)
		text := bytes.ToLower(w.file.Src[line.Start:line.End])
		if i := bytes.Index(text, []byte("$"+sentinel)); i >= 0 && len(bytes.TrimSpace(text[:i])) == 1 {
			w.copy(line.Start + source.Pos(i))
			w.text.WriteByte(silent)
			w.done++
		}
	}
}

// exchange writes the messages of an exchange directive behind its last line. What stands
// before or behind it must not become part of it.
func (w *writer) exchange(x *regions.HaloExchange, before, behind bool) {
	l := x.Stmt.Line
	next := w.file.NextLine(int(l.Last))
	w.copy(next)
	if next > 0 && w.file.Src[next-1] != '\n' {
		w.text.WriteString(w.style.EOL)
	}
	_, col := w.file.Physical(l.Span.Start)
	at := w.file.Position(l.Span.Start)
	for i, phase := range phases(x, w.imports) {
		if i > 0 || before {
			w.line(at, strings.Repeat(" ", max(col-1, w.first()))+"continue")
		}
		for _, m := range phase {
			w.directive(at, col-1, m.text())
			w.out.origin = append(w.out.origin, m.origin(w.file))
		}
	}
	if behind {
		w.line(at, strings.Repeat(" ", max(col-1, w.first()))+"continue")
	}
	if int(next) < len(w.file.Src) {
		w.marker(w.file.Position(next))
	}
}

// use writes USE statements behind the heading of a unit.
func (w *writer) use(l *source.Line, stmts []string) {
	next := w.file.NextLine(int(l.Last))
	w.copy(next)
	_, col := w.file.Physical(l.Span.Start)
	at := w.file.Position(l.Span.Start)
	plain := w.style
	plain.Markers = false
	for _, text := range stmts {
		w.marker(at)
		w.text.WriteString(plain.Write([]emit.Stmt{{Text: text, Line: at}}, col+1, nil))
	}
	if int(next) < len(w.file.Src) {
		w.marker(w.file.Position(next))
	}
}

// first is the number of columns before the statement field.
func (w *writer) first() int {
	if w.file.Form == source.Fixed {
		return 6
	}
	return 0
}

func (w *writer) marker(at source.Position) {
	m := w.style.Marker(at)
	w.text.WriteString(strings.TrimSuffix(m, w.style.EOL) + w.passing + w.style.EOL)
}

func (w *writer) line(at source.Position, text string) {
	w.marker(at)
	w.text.WriteString(text + w.style.EOL)
}

// directive writes a directive. In fixed form it takes as many lines as it needs, each
// full: what is missing in a line would count as blanks.
func (w *writer) directive(at source.Position, indent int, text string) {
	if w.file.Form != source.Fixed {
		w.line(at, strings.Repeat(" ", indent)+"!$"+sentinel+" "+text)
		return
	}
	room := w.file.Opt.LineLength - 7
	switch {
	case w.file.Opt.LineLength == 0:
		room = 72 - 7
	case room <= 0:
		room = len(text)
	}
	for begin := " "; ; begin = "&" {
		n := min(room, len(text))
		w.line(at, fmt.Sprintf("!$%s%s%s", sentinel, begin, text[:n]))
		if text = text[n:]; text == "" {
			return
		}
	}
}
