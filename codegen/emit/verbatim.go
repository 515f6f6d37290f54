// Expressions are read back as the user wrote them: not printed from the tree but
// copied from the joined text of their line. Continuation marks are gone, spelling
// and blanks are the user's. Some parts may be replaced on the way, such as a
// subscript by a variable that holds its value.

package emit

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// After returns the index in l.Text just after the byte before p: the end of a
// span maps to the end of its last byte, not to what follows a continuation.
func After(l *source.Line, p source.Pos) int {
	return min(l.Index(p-1)+1, len(l.Text))
}

// Inner returns the first byte of the action statement of a logical IF on l, whose condition is given.
func Inner(l *source.Line, cond source.Span) source.Pos {
	i := After(l, cond.End)
	for i < len(l.Text) && l.Text[i] != ')' {
		i++
	}
	for i++; i < len(l.Text) && (l.Text[i] == ' ' || l.Text[i] == '\t'); i++ {
	}
	return l.Pos(i)
}

// Verbatim returns the text of bytes at of the file.
func Verbatim(l *source.Line, at source.Span) string { return Replaced(l, at, nil) }

// Subst puts Text in the place of bytes At.
type Subst struct {
	At   source.Span
	Text string
}

// Replaced returns the text of bytes at with some parts replaced. The
// replacements lie inside at, in order, and do not overlap.
func Replaced(l *source.Line, at source.Span, subs []Subst) string {
	if at.Start >= at.End {
		return ""
	}
	var b strings.Builder
	from := l.Index(at.Start)
	for _, s := range subs {
		b.Write(l.Text[from:max(from, l.Index(s.At.Start))])
		b.WriteString(s.Text)
		from = max(from, After(l, s.At.End))
	}
	b.Write(l.Text[from:max(from, After(l, at.End))])
	return strings.TrimSpace(b.String())
}

// Within returns the replacements that lie inside at.
func Within(subs []Subst, at source.Span) []Subst {
	var in []Subst
	for _, s := range subs {
		if at.Start <= s.At.Start && s.At.End <= at.End {
			in = append(in, s)
		}
	}
	return in
}

// Key makes texts equal that differ only in case and blanks.
func Key(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, strings.ToLower(text))
}
