package emit

import "strings"

// free writes a statement in free form.
func (s Style) free(b *strings.Builder, st *Stmt, indent int) {
	hard := s.Columns()
	indent = min(indent, hard/2)
	lead := strings.Repeat(" ", indent)
	if st.Label != "" {
		lead = st.Label + " " + strings.Repeat(" ", max(0, indent-len(st.Label)-1))
	}
	cont := strings.Repeat(" ", indent+2*step)
	text, quote, next := st.Text, byte(0), s.nextLine(st)
	for len(lead)+len(text) > s.last() {
		cut := goodCut(text, s.last()-len(lead)-len(" &"), quote)
		if cut == 0 && len(lead)+len(text) <= hard {
			break
		}
		if cut == 0 {
			cut = goodCut(text, hard-len(lead)-len(" &"), quote)
		}
		if cut > 0 {
			b.WriteString(lead + strings.TrimRight(text[:cut], " ") + " &" + next)
			text, quote, lead = strings.TrimLeft(text[cut:], " "), 0, cont
			continue
		}
		// Inside a token: the next line begins with '&', too.
		cut = hard - len(lead) - len("&")
		// Not between doubled quotes, nor where the next line would look empty.
		for cut > 1 && (text[cut] == text[cut-1] || strings.HasPrefix(strings.TrimLeft(text[cut:], " "), "!")) {
			cut--
		}
		quote = quoteAt(text[:cut], quote)
		b.WriteString(lead + text[:cut] + "&" + next)
		text, lead = text[cut:], cont+"&"
	}
	b.WriteString(lead + text + s.EOL)
}

// nextLine ends a line that is continued: what follows belongs to the same line of
// the user's file.
func (s Style) nextLine(st *Stmt) string {
	if s.Markers && st.Line.Name != "" {
		return s.EOL + s.Marker(st.Line)
	}
	return s.EOL
}

// fixed writes a statement in fixed form.
func (s Style) fixed(b *strings.Builder, st *Stmt, indent int) {
	indent = min(indent, fixedFirst+20)
	lead := strings.Repeat(" ", indent)
	if st.Label != "" {
		lead = strings.Repeat(" ", 5-len(st.Label)) + st.Label + lead[5:]
	}
	cont := "     &" + strings.Repeat(" ", indent-fixedFirst+step)
	text, quote, next := st.Text, byte(0), s.nextLine(st)
	for len(lead)+len(text) > s.last() {
		if cut := goodCut(text, s.last()-len(lead), quote); cut > 0 {
			b.WriteString(lead + strings.TrimRight(text[:cut], " ") + next)
			text, quote, lead = strings.TrimLeft(text[cut:], " "), 0, cont
			continue
		}
		// Inside a token. A character constant is padded to the last column,
		// so the line must reach exactly that far.
		cut := s.Columns() - len(lead)
		if cut >= len(text) {
			break
		}
		quote = quoteAt(text[:cut], quote)
		b.WriteString(lead + text[:cut] + next)
		text, lead = text[cut:], "     &"
	}
	b.WriteString(lead + text + s.EOL)
}

// goodCut returns a place up to max at which a line may end without cutting a
// token, 0 if there is none: behind a comma or at a blank, the last one of those
// in the second half of the line that lie in the fewest parentheses. quote is
// the delimiter of the character constant that text begins in, 0 if none.
func goodCut(text string, max int, quote byte) int {
	best, bestDepth, depth := 0, 0, 0
	take := func(at int) {
		if best < max/2 || depth <= bestDepth {
			best, bestDepth = at, depth
		}
	}
	for i := 0; i < len(text) && i <= max; i++ {
		c := text[i]
		switch {
		case quote != 0 || c == '\'' || c == '"':
			quote = quoteAt(text[i:i+1], quote)
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && i < max:
			take(i + 1)
		case c == ' ' && i > 0 && text[i-1] != ',':
			take(i)
		}
	}
	return best
}

// quoteAt returns the delimiter of the character constant that is open after
// text, 0 if none; quote is the one open before it.
func quoteAt(text string, quote byte) byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote
}
