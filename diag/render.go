package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// WriteText prints diagnostics the way compilers do:
//
//	heat.f90:41:10: error: unknown directive 'sned' [MDMP001]
//	   41 |   !$mdmp sned(u(:,1), west)
//	      |          ^~~~
//	heat.f90:38:3: note: the region begins here
//	   38 |   !$mdmp commregion
//	      |   ^~~~~~~~~~~~~~~~~
//	  hint: did you mean 'send'?
func WriteText(w io.Writer, f *source.File, list []Diagnostic, color bool) error {
	var b strings.Builder
	for i := range list {
		d := &list[i]
		header(&b, f, d.At, d.Severity, color, d.Message+inBrackets(d.Code))
		for _, n := range d.Notes {
			header(&b, f, n.At, Note, color, n.Message)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  %s %s\n", paint("hint:", green, color), printable(d.Hint))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing diagnostics: %w", err)
	}
	return nil
}

func header(b *strings.Builder, f *source.File, at source.Span, s Severity, color bool, message string) {
	p := f.Position(at.Start)
	where := fmt.Sprintf("%s:%d:%d:", p.Name, p.Line, p.Col)
	b.WriteString(paint(where, bold, color))
	b.WriteByte(' ')
	b.WriteString(paint(s.String()+":", s.color(), color))
	b.WriteByte(' ')
	b.WriteString(printable(message))
	b.WriteByte('\n')
	text, mark := snippet(f.Src, at)
	gutter := max(5, len(fmt.Sprint(p.Line)))
	fmt.Fprintf(b, "%*d | %s\n", gutter, p.Line, text)
	fmt.Fprintf(b, "%*s | %s%s\n", gutter, "", mark.pad, paint(mark.line, green, color))
}

// printable makes text of the program that a message quotes fit for a terminal.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		shown, _, size := cell([]byte(s[i:min(i+utf8.UTFMax, len(s))]))
		if shown == "\t" {
			shown = " "
		}
		b.WriteString(shown)
		i += size
	}
	return b.String()
}

func paint(s, with string, color bool) string {
	if !color {
		return s
	}
	return with + s + reset
}

// inBrackets is a code behind a message; none if it has none.
func inBrackets(c Code) string {
	if c == "" {
		return ""
	}
	return " [" + string(c) + "]"
}
