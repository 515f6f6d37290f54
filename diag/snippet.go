package diag

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// underline is what stands under a source line: pad is as wide as the text
// before the place (tabs kept, so that any tab stop lines up), line marks it.
type underline struct{ pad, line string }

// What is shown of a line that is too long: some of it before the place and
// some after.
const (
	maxBefore = 80
	maxAfter  = 80
	ellipsis  = "..."
)

// snippet returns the line of the file on which at begins, fit for a terminal,
// and the underline for the part of at that is on this line.
func snippet(src []byte, at source.Span) (string, underline) {
	start := min(max(int(at.Start), 0), len(src))
	end := min(max(int(at.End), start), len(src))
	from, to := lineAround(src, start)
	end = min(end, to)

	var text, pad strings.Builder
	if cut := runeStart(src, from, start-maxBefore); cut > from {
		text.WriteString(ellipsis)
		pad.WriteString("   ")
		from = cut
	}
	more := ""
	if cut := runeStart(src, from, start+maxAfter); cut < to && start+maxAfter < to {
		more, to, end = ellipsis, cut, min(end, cut)
	}
	width := 0
	for i := from; i < to; {
		shown, w, size := cell(src[i:to])
		text.WriteString(shown)
		switch {
		case i < start && shown == "\t":
			pad.WriteByte('\t')
		case i < start:
			pad.WriteString(strings.Repeat(" ", w))
		case i < end && shown == "\t":
			width++ // its width is not known: one mark
		case i < end:
			width += w
		}
		i += size
	}
	return text.String() + more, underline{pad.String(), "^" + strings.Repeat("~", max(width-1, 0))}
}

// lineAround returns the bounds of the line around offset at, without its end.
func lineAround(src []byte, at int) (from, to int) {
	from = bytes.LastIndexAny(src[:at], "\r\n") + 1
	if i := bytes.IndexAny(src[at:], "\r\n"); i >= 0 {
		return from, at + i
	}
	return from, len(src)
}

// runeStart moves at back to where a character begins, not below from.
func runeStart(src []byte, from, at int) int {
	if at >= len(src) {
		return len(src)
	}
	for i := 0; at > from && i < utf8.UTFMax && !utf8.RuneStart(src[at]); i++ {
		at--
	}
	return max(at, from)
}

// cell returns how the first character of s is shown, its width in columns and
// its size in bytes. No encoding is assumed: what is not UTF-8, and control
// characters, become a question mark.
func cell(s []byte) (shown string, width, size int) {
	r, size := utf8.DecodeRune(s)
	switch {
	case r == '\t':
		return "\t", 1, size
	case r == utf8.RuneError && size <= 1, unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return "?", 1, size
	case unicode.In(r, unicode.Mn, unicode.Me):
		return string(r), 0, size
	case wide(r):
		return string(r), 2, size
	}
	return string(r), 1, size
}

// wide reports whether a terminal gives r two columns (East Asian scripts).
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303e || r >= 0xff01 && r <= 0xff60 || r >= 0x1f300 && r <= 0x1faff
}
