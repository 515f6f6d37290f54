package emit

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Stmt is one statement to be written.
type Stmt struct {
	Text    string
	Label   string // statement label, "" if none
	Depth   int    // nesting depth inside the insertion
	Comment bool   // Text is a comment (without sentinel)
	Pragma  bool   // Text is a directive to compilers, "!dir$ …"
	Copy    bool   // Text is whole lines of the file, line ends included
	Line    source.Position
}

// Style is how statements are written in one file.
type Style struct {
	Form    source.Form
	EOL     string
	Limit   int  // last column; 0: 72 in fixed, 132 in free form
	Markers bool // write line markers
}

// StyleOf returns the style of a file.
func StyleOf(f *source.File, markers bool) Style {
	s := Style{Form: f.Form, EOL: f.EOL(), Markers: markers}
	if n := f.Opt.LineLength; n > 0 {
		s.Limit = n
	}
	return s
}

// Columns of the two forms.
const (
	freeLimit  = 132 // the standard's
	freeWish   = 100 // where lines are cut if a good place is found
	fixedLimit = 72
	fixedFirst = 6 // columns before the statement field
	step       = 2 // of indentation
)

// Write returns the statements as text, indented by indent columns (free form)
// or from column 7 on (fixed form). If after is not nil and markers are
// written, a marker for it stands at the end: the position of the line that
// follows.
func (s Style) Write(stmts []Stmt, indent int, after *source.Position) string {
	var b strings.Builder
	if s.Form == source.Fixed {
		indent = fixedFirst
	}
	for i := range stmts {
		st := &stmts[i]
		if s.Markers && !st.Comment && !st.Pragma && st.Line.Name != "" {
			b.WriteString(s.Marker(st.Line))
		}
		s.stmt(&b, st, indent+step*st.Depth)
	}
	if s.Markers && after != nil {
		b.WriteString(s.Marker(*after))
	}
	return b.String()
}

// Marker returns the line that makes the next line the given one.
func (s Style) Marker(p source.Position) string {
	name := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.Name)
	return "# " + strconv.Itoa(p.Line) + ` "` + name + `"` + s.EOL
}

func (s Style) stmt(b *strings.Builder, st *Stmt, indent int) {
	switch {
	case st.Copy:
		b.WriteString(st.Text)
		return
	case st.Comment:
		s.comment(b, st.Text, indent)
		return
	case st.Pragma && s.Form == source.Fixed:
		b.WriteString(st.Text + s.EOL) // from column 1
		return
	case st.Pragma:
		b.WriteString(strings.Repeat(" ", indent) + st.Text + s.EOL)
		return
	}
	if s.Form == source.Fixed {
		s.fixed(b, st, indent)
		return
	}
	s.free(b, st, indent)
}

// comment writes text as comment lines, cut at blanks.
func (s Style) comment(b *strings.Builder, text string, indent int) {
	lead := strings.Repeat(" ", indent) + "! "
	if s.Form == source.Fixed {
		lead = "!" + strings.Repeat(" ", indent)
	}
	width := max(s.last()-len(lead), 20)
	for text != "" {
		line := text
		if len(line) > width {
			cut := strings.LastIndexByte(line[:width+1], ' ')
			if cut <= 0 {
				cut = strings.IndexByte(line, ' ')
			}
			if cut > 0 {
				line = line[:cut]
			}
		}
		text = strings.TrimLeft(text[len(line):], " ")
		b.WriteString(lead + line + s.EOL)
	}
}

// last is the last column in use.
func (s Style) last() int {
	if s.Form == source.Fixed {
		return min(s.Columns(), fixedLimit)
	}
	return min(s.Columns(), freeWish)
}

// Columns is the last column that counts: what the flags of the compiler say, else
// what the form allows. Nothing else may know a number for it.
func (s Style) Columns() int {
	switch {
	case s.Form == source.Fixed && s.Limit > 0:
		return s.Limit
	case s.Form == source.Fixed:
		return fixedLimit
	case s.Limit > 0:
		return min(s.Limit, freeLimit)
	}
	return freeLimit
}

// Width is the number of columns that text at the beginning of a line takes. In fixed form a tab in the label field
// leads to column 7, or to column 6 if a digit stands behind it.
func (s Style) Width(text []byte) int {
	tab := bytes.IndexByte(text, '\t')
	if s.Form != source.Fixed || tab < 0 || tab >= fixedFirst {
		return len(text)
	}
	behind := text[tab+1:]
	if len(behind) > 0 && '1' <= behind[0] && behind[0] <= '9' {
		return fixedFirst - 1 + len(behind)
	}
	return fixedFirst + len(behind)
}
