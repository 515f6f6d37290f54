package source

import (
	"bytes"
	"path"
	"strings"
)

// Detect tells the form of a file from evidence in its text, then from its
// extension. Evidence is a line that the other form does not allow. An
// extension is believed unless the text contradicts it: compilers go by it.
func Detect(name string, src []byte) Form {
	free, fixed := evidence(src)
	switch FormOfExtension(name) {
	case Fixed:
		if free > 0 && free > 4*fixed {
			return Free
		}
		return Fixed
	case Free:
		if free == 0 && fixed > 2 {
			return Fixed
		}
		return Free
	}
	if fixed > free {
		return Fixed
	}
	return Free
}

// FormOfExtension returns the form that compilers take from the extension,
// Auto if it is not one of Fortran.
func FormOfExtension(name string) Form {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/"))) {
	case ".f", ".for", ".ftn", ".fpp", ".f77", ".fix", ".fi":
		return Fixed
	case ".f90", ".f95", ".f03", ".f08", ".f18", ".f2k", ".free":
		return Free
	}
	return Auto
}

// evidence counts lines that are illegal in fixed form (free) and in free form
// (fixed). It looks at the first 20,000 lines.
func evidence(src []byte) (free, fixed int) {
	contd := false // the line before ended in '&'
	for n := 0; len(src) > 0 && n < 20000; n++ {
		line := src
		if i := bytes.IndexByte(src, '\n'); i >= 0 {
			line, src = src[:i], src[i+1:]
		} else {
			src = nil
		}
		line = bytes.TrimRight(line, " \t\r")
		if len(line) == 0 || line[0] == '#' || line[0] == '!' {
			continue
		}
		f, x, comment := lineEvidence(line, contd)
		free += f
		fixed += x
		if !comment {
			at := endAmpersand(line)
			contd = at > 0
			if contd && at <= 72 && f == 0 {
				free++
			}
		}
	}
	return free, fixed
}

// lineEvidence judges one line.
func lineEvidence(line []byte, contd bool) (free, fixed int, comment bool) {
	first := skipBlanks(line, 0, len(line))
	if first == len(line) || line[first] == '!' {
		return 0, 0, true
	}
	switch c := line[0]; c {
	case '*':
		if !contd {
			fixed = 1
		}
		return free, fixed, true
	case 'c', 'C':
		switch {
		case contd:
		case isProse(line[1:]):
			return 0, 1, true
		case isCStatement(line):
			return 1, 0, false
		}
		return 0, 0, true
	case 'd', 'D':
		return 0, 0, true
	}
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 && tab < 6 {
		return 0, 0, false
	}
	if first < 5 && !isDigit(line[first]) && line[first] != '&' && line[first] != '$' {
		return 1, 0, false
	}
	if first == 5 && !contd {
		switch c := line[5]; {
		case '1' <= c && c <= '9', strings.IndexByte("&+$*.:>|#@-/%=)<^~?,", c) >= 0:
			return 0, 1, false
		}
	}
	return 0, 0, false
}

// isProse tells a comment of fixed form from a statement that begins with c:
// after the c come blanks and a word that no statement could go on with.
func isProse(rest []byte) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0] {
	case '-', '*', '+', '#', '$', '!', '.', ':', '>', '<', '/', '|', '@', '^', '~':
		return rest[0] != '%'
	case ' ', '\t':
		p := skipBlanks(rest, 0, len(rest))
		return p < len(rest) && rest[p] != '=' && rest[p] != '(' && rest[p] != '%'
	}
	return false
}

// isCStatement tells whether a line that begins with c in column 1 begins with
// a keyword of free form.
func isCStatement(line []byte) bool {
	word := strings.ToLower(string(line[:wordEnd(line, 0, len(line))]))
	rest := bytes.TrimLeft(line[len(word):], " \t")
	switch word {
	case "contains":
		return len(rest) == 0
	case "call":
		return len(rest) > 0 && isNameByte(rest[0]) && bytes.IndexByte(rest, '(') > 0
	case "character":
		return len(rest) > 0 && (rest[0] == '(' || rest[0] == '*' || bytes.Contains(rest, []byte("::")))
	case "complex":
		return bytes.Contains(rest, []byte("::"))
	}
	return false
}

// endAmpersand returns the column of the '&' that a line seems to end in, 0 if
// there is none. In fixed form one may stand behind column 72, for text that
// is legal in both forms.
func endAmpersand(line []byte) int {
	line = bytes.TrimRight(line[:commentAt(line)], " \t")
	if len(line) > 6 && line[len(line)-1] == '&' {
		return len(line)
	}
	return 0
}

// commentAt returns where the comment of a line begins, its length if there is none. What stands in quotes is none.
func commentAt(line []byte) int {
	quote := byte(0)
	for i, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '!':
			return i
		}
	}
	return len(line)
}
