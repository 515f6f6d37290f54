package source

import (
	"bytes"
	"slices"
	"sort"
)

// Compilers read directives in comments: !GCC$ unroll 4, !DIR$ IVDEP, !IBM*, !OCL.
// Each has its own, so none is looked for by name: a comment whose text begins right
// behind the comment character may be one.

// WithPragmas returns the first of the physical lines that belong to the statement
// that begins on a line: the first of those right above, of comments, blank lines
// and line markers, that may be a directive to a compiler; the line itself if
// there is none.
func (f *File) WithPragmas(line int) int {
	at := f.LineSpan(line).Start
	i := sort.Search(len(f.Lines), func(i int) bool { return f.Lines[i].Span.Start >= at }) - 1
	for i >= 0 && (f.Lines[i].IsMarker() || f.Lines[i].Inert) {
		i--
	}
	first, floor := line, 0
	if i >= 0 {
		floor = int(f.Lines[i].Last)
	}
	for n := line - 1; n > floor; n-- {
		if f.mayBePragma(n) {
			first = n
		}
	}
	return first
}

// mayBePragma reports whether a physical line is a comment that may be a directive
// to a compiler.
func (f *File) mayBePragma(n int) bool {
	at := f.LineSpan(n)
	text := f.Src[at.Start:at.End]
	if f.Form == Fixed && len(text) > 0 && bytes.IndexByte([]byte("cCdD*"), text[0]) >= 0 {
		text = text[1:]
	} else if text = bytes.TrimLeft(text, " \t"); len(text) > 0 && text[0] == '!' {
		text = text[1:]
	} else {
		return false
	}
	return len(text) > 0 && (text[0] == '$' || 'a' <= lower(text[0]) && lower(text[0]) <= 'z')
}

// ofSIMD reports whether a directive of OpenMP may be one of those that hold under -fopenmp-simd.
func ofSIMD(text []byte) bool {
	name, _, _ := bytes.Cut(bytes.ToLower(text), []byte("("))
	of := func(word string) bool { return bytes.Contains(name, []byte(word)) }
	return slices.ContainsFunc([]string{"simd", "declare", "scan", "ordered", "loop", "assume"}, of)
}

// Pragma returns the sentinel of a comment line if that is written as those of
// directives to compilers are, "!gcc$" or "!ibm*", and is none of those that are not read; "" for all others.
func Pragma(comment []byte, unread []string) string {
	p := sentinelOf(comment)
	if p == "" || slices.Contains(unread, p[1:]) {
		return ""
	}
	return p
}

// sentinelOf returns what is written as the sentinel of a directive to a compiler.
func sentinelOf(comment []byte) string {
	s := bytes.ToLower(bytes.TrimSpace(comment))
	if len(s) < 3 || bytes.IndexByte([]byte("!cd*"), s[0]) < 0 {
		return ""
	}
	i := 1
	if s[i] == '$' {
		i++
	}
	for i < len(s) && isNameByte(s[i]) && s[i] != '$' {
		i++
	}
	word := string(s[1:i])
	switch {
	case word == "ocl" || word == "cdir" || word == "pocl" || s[1] == '$' && i > 2:
		return string(s[:i])
	case i > 3 && i < 9 && i < len(s) && (s[i] == '$' || s[i] == '*') && (i+1 == len(s) || isBlank(s[i+1])):
		return string(s[:i+1])
	}
	return ""
}
