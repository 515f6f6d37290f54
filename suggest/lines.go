package suggest

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Widths of lines.
const (
	freeWidth  = 100
	fixedWidth = 72
)

// inner is how much deeper the statements of a BLOCK stand.
const inner = "  "

// marks are what stands before the first line of something in a file, before the next ones, and behind a line that goes on.
type marks struct {
	first, next, cut string
	width            int
}

// directive returns the lines of a directive, indented like a statement.
func directive(f *program.File, like *ast.Stmt, text string) []string {
	return directiveAt(f, indentOf(f, like), text)
}

func directiveAt(f *program.File, indent, text string) []string {
	if f.Source.Form == source.Fixed {
		return marks{"c$mdmp ", "c$mdmp& ", "", fixedWidth}.lines(text)
	}
	return marks{indent + "!$mdmp ", indent + "!$mdmp   ", " &", freeWidth}.lines(text)
}

// statements are the lines of a statement of our own.
func statements(f *program.File, indent, text string) []string {
	if f.Source.Form == source.Fixed {
		return marks{"      ", "     &  ", "", fixedWidth}.lines(text)
	}
	return marks{indent, indent + "  ", " &", freeWidth}.lines(text)
}

func (m marks) lines(text string) []string {
	var out []string
	lead := m.first
	for len(lead)+len(text) > m.width {
		at := breakAt(text, m.width-len(lead)-len(m.cut))
		if at <= 0 {
			break
		}
		out = append(out, lead+strings.TrimRight(text[:at], " ")+m.cut)
		text, lead = strings.TrimLeft(text[at:], " "), m.next
	}
	return append(out, lead+text)
}

// breakAt returns where a line may be broken: behind a comma or a blank, else behind a sign or parenthesis; 0 if nowhere. Names,
// numbers, character constants and operators stay whole.
func breakAt(text string, limit int) int {
	limit = min(limit, len(text)-1)
	gap, sign := 0, 0
	quote := byte(0)
	for i := range max(limit, 0) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ',' || c == ' ':
			gap = i + 1
		case c == ')', c == '(' && text[i+1] != '/', c == '*' && text[i+1] != '*', (c == '+' || c == '-') && !exponent(text[:i]):
			sign = i + 1
		}
	}
	if gap > 0 {
		return gap
	}
	return sign
}

// exponent reports whether text ends like a number before the sign of its exponent: 1.5e.
func exponent(text string) bool {
	n := len(text)
	return n > 1 && strings.IndexByte("eEdDqQ", text[n-1]) >= 0 && strings.IndexByte("0123456789.", text[n-2]) >= 0
}

// statement returns a statement of our own, indented like another one.
func statement(f *program.File, like *ast.Stmt, text string) string {
	if f.Source.Form == source.Fixed {
		if i := strings.Index(text, "  !"); i > 0 {
			text = text[:i]
		}
		return "      " + text
	}
	return indentOf(f, like) + text
}

// aside returns the beginning of the BLOCK in which the copies of some messages are made, and the statements that make them.
func aside(f *program.File, indent string, list []*match.Message) (lines, made []string) {
	lines = statements(f, indent, "block")
	for _, m := range list {
		lines = append(lines, statements(f, indent+inner, m.Aside.Declaration())...)
	}
	for _, m := range list {
		made = append(made, m.Make())
		lines = append(lines, statements(f, indent+inner, m.Make())...)
	}
	return lines, made
}

func indentOf(f *program.File, s *ast.Stmt) string {
	at := f.Source.LineSpan(int(s.Line.First))
	line := string(f.Source.Src[at.Start:at.End])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
