package diag_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// mark finds the n-th occurrence of what in src.
func mark(t *testing.T, src, what string) source.Span {
	t.Helper()
	i := strings.Index(src, what)
	if i < 0 {
		t.Fatalf("no %q in the source", what)
	}
	return source.Span{Start: source.Pos(i), End: source.Pos(i + len(what))}
}

func TestRender(t *testing.T) {
	long := "x = 1 + " + strings.Repeat("alpha*", 60) + "beta" + strings.Repeat("*gamma", 60) + "\n"
	tests := []struct {
		name, file, src string
		d               func(src string) diag.Diagnostic
		color           bool
	}{
		{
			name: "plain", file: "heat.f90",
			src: "subroutine s\n  !$mdmp commregion\n  !$mdmp sned(u(:,1), west)\nend\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.UnknownDirective, At: mark(t, src, "sned"), Message: "unknown directive 'sned'",
					Notes: []diag.Related{{At: mark(t, src, "!$mdmp commregion"), Message: "the region begins here"}},
					Hint:  "did you mean 'send'?"}
			},
		},
		{
			name: "color", file: "heat.f90", color: true,
			src: "  !$mdpm send(u, west)\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Severity: diag.Warning, Code: diag.NearSentinel, At: mark(t, src, "!$mdpm"),
					Message: "this is a comment", Hint: "write !$mdmp",
					Notes: []diag.Related{{At: mark(t, src, "send"), Message: "it looks like a directive"}}}
			},
		},
		{
			name: "tabs", file: "tab.f",
			src: "!$mdmp\tsend(\tu(1),\tn, wets)\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.BadExpression, At: mark(t, src, "n, wets"), Message: "after tabs"}
			},
		},
		{
			name: "unicode", file: "größe.f90",
			src: "  x = 'größe 漢字 e\u0301' ; !$mdmp send(漢字, west)\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.UnexpectedText, At: mark(t, src, "漢字, west"), Message: "unexpected '漢'"}
			},
		},
		{
			name: "latin1", file: "bytes.f90",
			src: "x = 'gr\xf6\xdfe'\x1b[31m ! oops\r\nnext\r\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.UnexpectedText, At: mark(t, src, "oops"), Message: "bytes '\xf6\x1b' of no encoding"}
			},
		},
		{
			name: "several lines", file: "c.f90",
			src: "!$mdmp send(u(:,1), &\n!$mdmp& west)\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.Unbalanced, At: mark(t, src, "send(u(:,1), &\n!$mdmp& west)"), Message: "only the first line is marked"}
			},
		},
		{
			name: "end of file", file: "e.f90", src: "end",
			d: func(string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.MissingEnd, At: source.Span{Start: 3, End: 3}, Message: "at the very end"}
			},
		},
		{
			name: "long line", file: "l.f90", src: long,
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.UnexpectedText, At: mark(t, src, "beta"), Message: "in the middle of a long line"}
			},
		},
		{
			name: "line marker", file: "m.f90", src: "x = 1\n# 71 \"heat.F90\"\n!$mdmp sned(u)\n",
			d: func(src string) diag.Diagnostic {
				return diag.Diagnostic{Code: diag.UnknownDirective, At: mark(t, src, "sned"), Message: "unknown directive 'sned'"}
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := source.New(tt.file, []byte(tt.src), source.Options{})
			list := []diag.Diagnostic{tt.d(tt.src)}
			var text bytes.Buffer
			if err := diag.WriteText(&text, f, list, tt.color); err != nil {
				t.Fatal(err)
			}
			golden(t, strings.ReplaceAll(tt.name, " ", "-"), text.String())
		})
	}
}

// golden compares got with testdata/name.golden; MDMP_UPDATE=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("MDMP_UPDATE") == "1" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestListSort(t *testing.T) {
	at := func(a, b int) source.Span { return source.Span{Start: source.Pos(a), End: source.Pos(b)} }
	var l diag.List
	l.Add(diag.Diagnostic{Code: diag.Wildcard, At: at(9, 10), Message: "b"})
	l.Add(diag.Diagnostic{Code: diag.NearSentinel, At: at(4, 5), Message: "w"})
	l.Add(diag.Diagnostic{Code: diag.Wildcard, At: at(4, 5), Message: "a"})
	l.Add(diag.Diagnostic{Code: diag.Wildcard, At: at(9, 10), Message: "b"})
	if !l.HasErrors() {
		t.Error("no errors")
	}
	l.Sort()
	var got []string
	for _, d := range l {
		got = append(got, d.Severity.String()+" "+d.Message)
	}
	if d := cmp.Diff([]string{"error a", "warning w", "error b"}, got); d != "" {
		t.Error(d)
	}
}

func TestColor(t *testing.T) {
	if diag.Color(&bytes.Buffer{}) {
		t.Error("a buffer is no terminal")
	}
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diag.Color(f) {
		t.Error("a file is no terminal")
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add([]byte("!$mdmp send(u, west)\n"), int32(7), int32(11))
	f.Add([]byte("a\tb\r\n\xff\xfe漢"), int32(5), int32(500))
	f.Add([]byte{}, int32(-3), int32(3))
	f.Fuzz(func(t *testing.T, src []byte, from, to int32) {
		file := source.New("f.f90", src, source.Options{Form: source.Free})
		n := int32(len(src))
		at := source.Span{Start: min(max(from, 0), n), End: min(max(to, 0), n)}
		var b bytes.Buffer
		list := []diag.Diagnostic{{Code: diag.Wildcard, At: at, Message: string(src)}}
		if err := diag.WriteText(&b, file, list, false); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.Bytes() {
			if c < ' ' && c != '\n' && c != '\t' {
				t.Fatalf("control character %#x in %q", c, b.String())
			}
		}
		if lines := strings.Count(b.String(), "\n"); lines != 3 {
			t.Fatalf("%d lines in %q", lines, b.String())
		}
	})
}
