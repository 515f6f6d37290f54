package codegen

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// FuzzTranslate feeds whole files: no crash, no text where there are errors, no
// change where there are no directives, and the source found again in the text.
func FuzzTranslate(f *testing.F) {
	for _, name := range archives(f) {
		for _, in := range inputs(readArchive(f, name)) {
			f.Add(in.Data, filepath.Ext(in.Name) == ".f", false, uint8(0))
			f.Add(in.Data, filepath.Ext(in.Name) == ".f", true, uint8(3))
			f.Add(in.Data, filepath.Ext(in.Name) == ".f", false, uint8(32))
		}
	}
	for _, pattern := range []string{"../tests/run/programs/*.f*", "../examples/*/*.f*"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for i, name := range names {
			if data, err := os.ReadFile(name); err == nil {
				f.Add(data, filepath.Ext(name) == ".f", i%2 == 0, uint8(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, fixed, off bool, bits uint8) {
		if len(src) > 1<<16 {
			t.Skip()
		}
		opt := Options{Mode: Plain, LineMarkers: bits&1 != 0, Marker: bits&2 != 0, OnlyHeader: bits&4 != 0}
		opt.Source = source.Options{Form: source.Free, OpenMP: bits&8 != 0, DLines: bits&16 != 0}
		if fixed {
			opt.Source.Form = source.Fixed
		}
		switch {
		case off:
			opt.Mode = Off
		case bits&32 != 0:
			opt.Mode = Auto
		}
		res, err := Translate("f.f90", src, opt)
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, src, res)
	})
}

// checkResult checks what holds of every translation.
func checkResult(t *testing.T, src []byte, res *Result) {
	t.Helper()
	if failed := diag.List(res.Diags).HasErrors(); failed != (res.Text == nil) {
		t.Fatalf("errors: %v, text: %q", res.Diags, res.Text)
	}
	if res.Text == nil {
		return
	}
	lower := bytes.ToLower(src)
	if !bytes.Contains(lower, []byte("mdmp")) && !bytes.Equal(res.Text, src) {
		t.Fatalf("a file without directives was changed:\n%s", res.Text)
	}
	if len(res.Remarks) == 0 && !bytes.Equal(res.Text, src) {
		t.Fatalf("nothing was translated, but the file was changed:\n%s", res.Text)
	}
	if bytes.Contains(lower, []byte("commregion")) || bytes.Contains(lower, []byte(";")) {
		return // statements that leave it may have been cut, lines of several statements taken apart
	}
	if bytes.Contains(res.Text, []byte("mdmp_visit")) || bytes.Contains(res.Text, []byte("mdmp_enter")) {
		return // nests of managed procedures are cut
	}
	rest := res.Text
	lines := bytes.Split(bytes.TrimSuffix(src, []byte("\n")), []byte("\n"))
	for n, line := range lines {
		i := indexLine(rest, line)
		if i < 0 && n == len(lines)-1 && !bytes.HasSuffix(src, []byte("\n")) {
			i = indexLine(rest, append(slices.Clip(line), '\r')) // it had no end, and has got one since something follows
		}
		if i < 0 {
			t.Fatalf("line %d is lost: %q\n%s", n+1, line, res.Text)
		}
		rest = rest[i:]
	}
}

// indexLine returns where text goes on after the first line that is line, -1 if
// there is none.
func indexLine(text, line []byte) int {
	for at := 0; at <= len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		if bytes.Equal(text[at:end], line) {
			return min(end+1, len(text))
		}
		at = end + 1
	}
	return -1
}

// Files of all kinds without directives come out as they went in.
func TestNoDirectives(t *testing.T) {
	for _, src := range []string{"", "\n", "\r\n", "x", "      end\n", "program p\nend program", "\xff\x00 not Fortran \n",
		"! $mdmp send(x, 1)\n", "print *, '!$mdmp send(x, 1)'\nend\n"} {
		for _, mode := range []Mode{Plain, Off} {
			res, err := Translate("a.f90", []byte(src), Options{Mode: mode, Marker: true, LineMarkers: true})
			if err != nil {
				t.Fatal(err)
			}
			if string(res.Text) != src || res.Text == nil {
				t.Errorf("%q became %q", src, res.Text)
			}
		}
	}
}

func TestUnknownMode(t *testing.T) {
	if _, err := Translate("a.f90", nil, Options{Mode: "counted"}); err == nil {
		t.Error("mode counted exists already?")
	}
}
