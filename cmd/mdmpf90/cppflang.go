package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// preprocessFlang has flang preprocess a source. Flang's -E drops comments,
// our directives with them, but keeps directives it may know, so a copy is
// preprocessed in which "!$mdmp" is spelt "!dir$ q"; afterwards it is spelt
// back. (No compiler has a directive that begins with q.) Files that the
// source includes with #include are taken into the copy if they hold
// directives or would not be found from its folder.
func (d *driver) preprocessFlang(j *job, text []byte) ([]byte, error) {
	it, in := j.item, j.item.Input
	dir, err := d.work.sub()
	if err != nil {
		return nil, err
	}
	s := d.searcher(in)
	moved := *s
	moved.Dirs = slices.Concat([]string{s.Main}, s.Dirs)
	if err := d.nearDirectives(in, text); err != nil {
		return nil, err
	}
	form := d.cmd.Reading(in).Form
	c := disguiser{search: s, moved: &moved, form: form}
	copied := include.AppendMarker(nil, 1, in.Path)
	copied = append(copied, c.disguise(in.Path, text, s.Main)...)
	path := filepath.Join(dir, "source"+filepath.Ext(in.Path))
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		return nil, fmt.Errorf("temporary file: %w", err)
	}
	var out bytes.Buffer
	args := append([]string{"-I", s.Main}, d.cppArgs(it)...)
	if err := d.runCpp(j, append(args, path), nil, &out); err != nil {
		return nil, err
	}
	return undisguise(out.Bytes(), form), nil
}

// nearDirectives reports comments that look like directives of ours. Elsewhere
// the translator does, but flang's -E drops them with the other comments.
func (d *driver) nearDirectives(in *compiler.Input, text []byte) error {
	f := source.New(in.Path, text, d.cmd.Reading(in))
	var list diag.List
	for _, p := range f.Problems {
		if p.Directive && p.Comment {
			list.Add(diag.Diagnostic{Code: diag.NearSentinel, At: p.At, Message: p.Text, Hint: p.Hint})
		}
	}
	if err := diag.Write(os.Stderr, d.own.diagnostics, f, list); err != nil {
		return err
	}
	if list.HasErrors() {
		return errNotCompiled
	}
	return nil
}

// disguiser respells directives.
type disguiser struct {
	search *include.Searcher
	moved  *include.Searcher
	form   source.Form
	stack  []string
}

func sentinelOfFree() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*!\$(?i:mdmp)`) }

// disguise respells the directives of a file that lies in folder from.
func (c *disguiser) disguise(name string, text []byte, from string) []byte {
	var out []byte
	number := 0
	continued := false
	freeSentinel := sentinelOfFree()
	for line := range bytes.Lines(text) {
		number++
		if inner, path, ok := c.take(line, from); ok {
			out = include.AppendMarker(out, 1, path)
			out = append(out, inner...)
			out = include.AppendMarker(out, number+1, name)
			continue
		}
		if c.form == source.Fixed {
			out = append(out, disguiseFixed(line)...)
			continue
		}
		at := freeSentinel.FindIndex(line)
		if at == nil {
			out = append(out, line...)
			continue
		}
		out = append(out, line[:at[1]-len("!$mdmp")]...)
		out = append(out, "!dir$"...)
		if !continued {
			out = append(out, " q"...)
		}
		rest := line[at[1]:]
		out = append(out, rest...)
		code, _, _ := bytes.Cut(rest, []byte("!"))
		continued = bytes.HasSuffix(bytes.TrimSpace(code), []byte("&"))
	}
	return out
}

// disguiseFixed keeps all columns: our sentinel ends in column 6 and column 7
// says whether it is a continuation; flang's ends in column 5.
func disguiseFixed(line []byte) []byte {
	if len(line) < 6 || !bytes.ContainsAny(line[:1], "cC*!") || !bytes.EqualFold(line[1:6], []byte("$mdmp")) {
		return line
	}
	out := append([]byte("!dir$"), ' ', 'q')
	if len(line) > 6 {
		if flag := line[6]; flag != ' ' && flag != '0' && flag != '\t' && flag != '\n' && flag != '\r' {
			out[5], out[6] = flag, ' '
		}
	}
	if len(line) > 7 {
		return append(out, line[7:]...)
	}
	return append(out, '\n')
}

// take decides whether the file that an #include line names is taken in.
func (c *disguiser) take(line []byte, from string) (text []byte, path string, ok bool) {
	if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) == 0 || trimmed[0] != '#' {
		return nil, "", false
	}
	list, _ := include.Mentions(line)
	if len(list) != 1 || !list[0].Cpp {
		return nil, "", false
	}
	path, ok, _ = c.search.Find(list[0].Name, from, true)
	if !ok || slices.Contains(c.stack, path) || len(c.stack) == include.MaxDepth {
		return nil, "", false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, "", false
	}
	i := include.Inspector{Search: c.search, Cpp: true}
	other, found, _ := c.moved.Find(list[0].Name, "", true)
	if i.Judge(text, filepath.Dir(path)) != include.Yes && found && include.SameFile(path, other) {
		return nil, "", false
	}
	c.stack = append(c.stack, path)
	text = c.disguise(path, text, filepath.Dir(path))
	c.stack = c.stack[:len(c.stack)-1]
	return text, path, true
}

var (
	flangMarker = regexp.MustCompile(`^#line (?:"(.*)" )?([0-9]+)$`)
	disguised   = regexp.MustCompile(`^!(?i:dir)\$[ 0]\s*q`)
)

// undisguise spells directives back and turns flang's markers (#line "name" n)
// into those that all compilers read. Flang folds long lines at column 72,
// which leaves one column too few for our longer sentinel: directives are
// folded anew, and a marker keeps the count of lines.
func undisguise(text []byte, form source.Form) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	var out []byte
	name, number := "", 0
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], "\n")
		if m := flangMarker.FindStringSubmatch(line); m != nil {
			if m[1] != "" {
				name = m[1]
			}
			number, _ = strconv.Atoi(m[2]) // digits
			out = include.AppendMarker(out, number, name)
			number--
			continue
		}
		number++
		at := disguised.FindStringIndex(line)
		if at == nil {
			out = append(out, lines[i]...)
			continue
		}
		first := i
		content := line[at[1]:]
		for len(line) == 73 && line[72] == '&' && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "!dir$&") {
			i++
			line = strings.TrimRight(lines[i], "\n")
			content = content[:len(content)-1] + line[len("!dir$&"):]
		}
		number += i - first
		n := foldDirective(&out, content, form)
		if n != i-first+1 {
			out = include.AppendMarker(out, number+1, name)
		}
	}
	return out
}

// foldDirective writes a directive and returns the number of lines.
func foldDirective(out *[]byte, content string, form source.Form) int {
	const width = 72 - len("!$mdmp ")
	content = strings.TrimRight(content, " ")
	if form == source.Free {
		content = strings.TrimPrefix(content, " ")
	}
	mark := byte(' ')
	n := 0
	for {
		part := content
		if form == source.Fixed && len(part) > width {
			part = part[:width]
		}
		content = content[len(part):]
		*out = append(append(append(*out, "!$mdmp"...), mark), part...)
		*out = append(*out, '\n')
		mark = '&'
		n++
		if content == "" {
			return n
		}
	}
}
