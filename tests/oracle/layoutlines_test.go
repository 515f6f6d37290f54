package oracle

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// layoutLine is the state of a statement that is being laid out.
type layoutLine struct {
	conditional string // sentinel of its lines, "" if it has none
	column      int    // of the next character in fixed form, from 1
}

// next ends a statement: by a ';' or by the end of the line, with comments and other lines behind.
func (g *layouts) next() {
	switch {
	case g.one(5):
		g.out.WriteString(g.pick(";", "; ", " ; ", ";;", "; ; "))
	default:
		g.newline()
	}
}

// newline ends the line.
func (g *layouts) newline() {
	if g.out.Len() == 0 || g.atStart() {
		return
	}
	g.out.WriteString(g.pick("", "", "", "", " ", " ! x", "! it's", " !$mdmp send(u, 1)", " !& \"", "!", "!&", " ! x &"))
	g.eol()
	g.noise(5)
}

func (g *layouts) atStart() bool {
	b := g.out.Bytes()
	return len(b) == 0 || b[len(b)-1] == '\n'
}

func (g *layouts) eol() {
	if g.one(20) {
		g.out.WriteString("\r")
	}
	g.out.WriteString("\n")
}

// noise writes lines that belong to no statement.
func (g *layouts) noise(n int) {
	for g.one(n) {
		lines := []string{"", "   ", "! it's", "!", "!&", "! & x", "      ! \"", "!dir$ ivdep",
			"#pragma it's", "#", "#define a 'b", "!\t'", "!$x = 1"}
		if !g.openMP {
			lines = append(lines, "!$acc wait", "!$mdmp send(u, 1)", "!$mdmp& x", "!$ call puti(0, 0)", "!$ & '", "!$omp barrier", "!$ x = 'abc")
		}
		if g.form == source.Fixed {
			lines = append(lines, "c it's", "C", "*", "* x & \"", "c$mdmp send(u, 1)", "        ! '", "c$x", "C     'abc", "          ")
			if !g.openMP {
				lines = append(lines, "c$    call puti(0, 0)", "*$   & 'x")
			}
			if !g.dLines {
				lines = append(lines, "d     call puti(0, 0)", "D it's")
			}
		}
		g.out.WriteString(g.pick(lines...))
		g.eol()
	}
}

// lay writes a statement.
func (g *layouts) lay(label string, tokens []token) {
	if g.form == source.Fixed {
		g.layFixed(label, tokens)
		return
	}
	var l layoutLine
	fresh := g.atStart()
	if fresh {
		if g.one(8) {
			l.conditional = g.pick("!$ ", "!$\t", "  !$ ")
			g.out.WriteString(l.conditional)
		}
		g.out.WriteString(g.pick("", "  ", "      ", "\t"))
	}
	if label != "" {
		g.out.WriteString(label + g.pick(" ", "  ", "\t"))
	}
	many := 4 + g.r.IntN(30)
	for i, t := range tokens {
		if i > 0 {
			g.gap(tokens[i-1].text, t, &l, many)
		}
		for k := range len(t.text) {
			if k > 0 && g.one(2*many) {
				g.splitFree(t.part, &l)
			}
			g.out.WriteByte(t.text[k])
		}
	}
}

// gap parts two tokens.
func (g *layouts) gap(before string, t token, l *layoutLine, many int) {
	needed := isWordByte(before[len(before)-1]) && isWordByte(t.text[0])
	switch {
	case t.glued:
		if g.one(many) {
			g.splitFree(inside, l)
		}
	case g.one(many):
		if needed {
			g.out.WriteString(" ")
		}
		g.splitFree(between, l)
	case needed || g.one(3):
		g.out.WriteString(g.pick(" ", "  ", "\t", " "))
	}
}

// splitFree continues a statement of free form in another line.
func (g *layouts) splitFree(p part, l *layoutLine) {
	switch p {
	case between:
		g.out.WriteString(g.pick("", " ", "\t"))
		g.out.WriteString("&" + g.pick("", "", " ", "! it's", " ! x", "  !$mdmp x", "!&", "\t! \"&"))
	case inside:
		g.out.WriteString("&" + g.pick("", " ", "! it's", " ! & x"))
	case literal:
		g.out.WriteString("&" + g.pick("", "", "", " ", "\t"))
		if g.one(60) {
			g.out.WriteString("! x")
		}
	}
	g.eol()
	g.noise(4)
	if g.one(200) {
		g.out.WriteString(g.pick("&", " & ", "& ! x", "&&"))
		g.eol()
	}
	if l.conditional != "" && !g.one(10) || l.conditional == "" && g.one(80) {
		g.out.WriteString(g.pick("!$ ", "  !$ ", "!$"))
	}
	g.out.WriteString(g.pick("", " ", "      ", "\t"))
	switch {
	case p == between && g.one(2), g.one(40):
		g.out.WriteString(g.pick("", " "))
	default:
		g.out.WriteString("&")
	}
}

// layFixed writes a statement of fixed form.
func (g *layouts) layFixed(label string, tokens []token) {
	l := layoutLine{column: 7}
	if g.atStart() {
		g.startFixed(label, &l)
	} else {
		b := g.out.String()
		l.column = len(b) - strings.LastIndexByte(b, '\n')
		if label != "" { // labels have columns of their own
			g.newline()
			if !g.atStart() {
				g.eol()
			}
			g.startFixed(label, &l)
		}
	}
	many := 10 + g.r.IntN(60)
	for i, t := range tokens {
		if i > 0 && g.one(3) && (!t.glued || g.one(10)) {
			g.putFixed(" ", &l, between, 0)
		}
		for k := range len(t.text) {
			p := t.part
			if k == 0 {
				p = between
			}
			if p == inside && g.one(60) {
				g.putFixed(" ", &l, p, many)
			}
			g.putFixed(t.text[k:k+1], &l, p, many)
		}
	}
}

// startFixed begins the first line of a statement of fixed form.
func (g *layouts) startFixed(label string, l *layoutLine) {
	l.column = 7
	if g.one(8) {
		l.conditional = g.pick("!$", "c$", "*$", "C$")
	}
	switch {
	case g.one(10):
		head := l.conditional
		if len(head)+len(label) > 5 {
			label = "" // no place
		}
		g.out.WriteString(head + label + "\t")
	case g.dLines && g.one(6) && l.conditional == "":
		g.out.WriteString(g.pick("d", "D") + "     ")
	case l.conditional != "":
		g.out.WriteString(l.conditional + "   " + g.pick(" ", " ", "0"))
	default:
		field := label
		if len(field) < 5 {
			field += strings.Repeat(" ", 5-len(field))
		}
		g.out.WriteString(field + g.pick(" ", " ", " ", "0"))
	}
}

// putFixed writes a character, in the next line if this one is full, or now and then.
func (g *layouts) putFixed(c string, l *layoutLine, p part, many int) {
	full := g.last > 0 && l.column > g.last
	if full || many > 0 && g.one(many) || g.last == 0 && l.column > 300 {
		if !full && (p != literal || g.one(4)) && g.last > 0 && g.one(3) {
			g.out.WriteString(strings.Repeat(" ", g.last+1-l.column))
			full = true
		}
		if full {
			g.out.WriteString(g.pick("", "", "", "00010", "'x", " ! it's", "; y", "&"))
		} else if p != literal && g.one(4) {
			g.out.WriteString(g.pick(" ", "! it's", " ! x", "! &"))
		}
		g.eol()
		g.noise(4)
		g.continueFixed(l)
	}
	g.out.WriteString(c)
	l.column++
}

// continueFixed begins a continuation line.
func (g *layouts) continueFixed(l *layoutLine) {
	l.column = 7
	mark := g.pick("&", "1", "*", "+", "!", "'", "$", "c", "#", ";", "\"", "9")
	head := ""
	if l.conditional != "" && !g.one(10) || l.conditional == "" && g.one(100) {
		head = g.pick("!$", "c$", "*$")
	}
	if g.one(8) {
		g.out.WriteString(head + "\t" + g.pick("1", "5", "9"))
		return
	}
	g.out.WriteString(head + strings.Repeat(" ", 5-len(head)) + mark)
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
