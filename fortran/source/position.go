package source

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// Position is a place as a user speaks of it: line markers ('# 12 "a.F90"' and
// '#line') are applied, columns count bytes from 1.
type Position struct {
	Name      string
	Line, Col int
	// Nth tells things apart that stand on one line: 0 for the first.
	Nth int
}

// lineBits is how many bits of a Number are the line; rtlib/src/error.h knows it.
const lineBits = 22

// MaxNth is the largest Nth that a Number can hold.
const MaxNth = 1<<(31-lineBits) - 1

// Number is the number by which the run time knows what stands here: the line, and above
// it Nth.
func (p Position) Number() int { return p.Line&(1<<lineBits-1) | min(p.Nth, MaxNth)<<lineBits }

// String returns name:line:col.
func (p Position) String() string {
	return p.Name + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Spoken returns the name of a file as it is spoken of: in messages, in line
// markers and in constants of programs, none of which can hold a line end.
func Spoken(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return '?'
		}
		return r
	}, name)
}

// marker says that the physical line after it is line number num of name.
type marker struct {
	after int32 // physical line of the marker, from 1
	num   int
	name  string
}

// Physical returns the physical line of p, from 1, and its column in bytes,
// from 1; markers are not applied.
func (f *File) Physical(p Pos) (line, col int) {
	i := sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > p })
	if i == 0 {
		return 1, int(p) + 1
	}
	return i, int(p-f.starts[i-1]) + 1
}

// Position returns the place of p with line markers applied.
func (f *File) Position(p Pos) Position {
	line, col := f.Physical(p)
	i := sort.Search(len(f.markers), func(i int) bool { return int(f.markers[i].after) >= line })
	if i == 0 {
		return Position{Name: f.Name, Line: line, Col: col}
	}
	m := f.markers[i-1]
	name := m.name
	if name == "" {
		name = f.Name
	}
	return Position{Name: name, Line: m.num + line - int(m.after) - 1, Col: col}
}

// LineCount returns the number of physical lines.
func (f *File) LineCount() int { return len(f.starts) }

// LineSpan returns the bytes of physical line n (from 1) without its line end.
func (f *File) LineSpan(n int) Span {
	start := f.starts[n-1]
	end := Pos(len(f.Src))
	if n < len(f.starts) {
		end = f.starts[n] - 1
	} else if end > start && f.Src[end-1] == '\n' {
		end--
	}
	if end > start && f.Src[end-1] == '\r' {
		end--
	}
	return Span{start, end}
}

// NextLine returns the offset of the first byte after physical line n, line
// end included.
func (f *File) NextLine(n int) Pos {
	if n < len(f.starts) {
		return f.starts[n]
	}
	return Pos(len(f.Src))
}

// EOL returns the line end that the file uses: "\r\n" or "\n".
func (f *File) EOL() string {
	i := bytes.IndexByte(f.Src, '\n')
	if i > 0 && f.Src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// IsMarker reports whether l is a line marker, which stands for nothing at all.
func (l *Line) IsMarker() bool {
	if l.Kind != Cpp || len(l.Text) == 0 {
		return false
	}
	_, _, ok := parseMarker(l.Text)
	return ok
}

// parseMarker reads '# 12 "name" flags' and '#line 12 "name"'.
func parseMarker(text []byte) (num int, name string, ok bool) {
	s := strings.TrimLeft(string(text[1:]), " \t")
	if rest, found := strings.CutPrefix(s, "line"); found {
		if rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			return 0, "", false
		}
		s = strings.TrimLeft(rest, " \t")
	}
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	num, err := strconv.Atoi(s[:i])
	if err != nil {
		return 0, "", false
	}
	s = strings.TrimLeft(s[i:], " \t")
	if s == "" {
		return num, "", true
	}
	if s[0] != '"' {
		return 0, "", false
	}
	end := 1
	for end < len(s) && s[end] != '"' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) {
		return 0, "", false
	}
	name = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s[1:end])
	return num, name, true
}
