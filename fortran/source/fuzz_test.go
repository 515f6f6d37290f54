package source

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzLines reads any bytes in any form with any options: lines in order, every
// byte of their texts where the map says, no byte lost that is code, and a
// result that does not depend on the kind of line end.
func FuzzLines(f *testing.F) {
	for i, tt := range joinTests {
		f.Add([]byte(tt.in), byte(tt.opt.Form)|byte(i)<<4)
	}
	f.Fuzz(func(t *testing.T, src []byte, flags byte) {
		opt := Options{Form: Form(flags % 3), OpenMP: flags&4 != 0, DLines: flags&8 != 0}
		opt.LineLength = []int{0, -1, 132, 20}[flags>>4&3]
		file := New("a.f", src, opt)
		checkLines(t, file)
		for _, p := range file.Problems {
			if p.At.Start < 0 || p.At.Start > p.At.End || int(p.At.End) > len(src) {
				t.Fatalf("problem at %v", p.At)
			}
			if p.Directive && !(Options{}).HasSentinel(src) {
				t.Fatalf("the quick scan misses %q", src[p.At.Start:p.At.End])
			}
			file.Position(p.At.Start)
		}
		for i := range file.Lines {
			if l := &file.Lines[i]; l.Sentinel() == "mdmp" && !(Options{}).HasSentinel(src) {
				t.Fatalf("the quick scan misses %q", src)
			}
		}
		if bytes.IndexByte(src, '\r') < 0 && opt.Form != Auto {
			crlf := New("a.f", bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")), opt)
			if a, b := texts(file), texts(crlf); a != b {
				t.Fatalf("with CRLF %q, else %q", b, a)
			}
		}
	})
}

// FuzzLineLength reads any bytes with any last column: no byte behind it is
// part of a line in fixed form, and none matters; in free form it has no effect.
func FuzzLineLength(f *testing.F) {
	for i, tt := range joinTests {
		for _, n := range []int{72, 7, 0, -1, 3, 132, 1 << 40} {
			f.Add([]byte(tt.in), byte(tt.opt.Form)|byte(i)<<2, n)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, flags byte, length int) {
		opt := Options{Form: Form(flags % 3), OpenMP: flags&4 != 0, DLines: flags&8 != 0, LineLength: length}
		file := New("a.f", src, opt)
		checkLines(t, file)
		opt.Form = file.Form
		opt.LineLength = -1
		whole := New("a.f", src, opt)
		if file.Form == Free {
			if a, b := texts(file), texts(whole); a != b {
				t.Fatalf("free form with %d columns %q, else %q", length, a, b)
			}
			return
		}
		if length < 0 || bytes.ContainsAny(src, "\t\r\\") {
			return
		}
		last := lastColumn(length)
		for i := range file.Lines {
			if l := &file.Lines[i]; l.Kind == Statement || l.Kind == Directive {
				checkColumns(t, file, l, last)
			}
		}
		opt.LineLength = length
		if a, b := texts(file), texts(New("a.f", marked(file, last), opt)); a != b {
			t.Fatalf("what stands behind column %d matters: %q, else %q", last, a, b)
		}
	})
}

// checkColumns tests that no byte of a line stands behind the last column.
func checkColumns(t *testing.T, f *File, l *Line, last int) {
	t.Helper()
	for k, c := range l.Text {
		if c == ' ' {
			continue // may stand for columns that the file does not have
		}
		p := int(l.Pos(k))
		if start := bytes.LastIndexByte(f.Src[:p], '\n') + 1; p-start >= last {
			t.Fatalf("byte %d of %q stands in column %d", k, l.Text, p-start+1)
		}
	}
}

// marked returns the text of a file in fixed form with something behind the last
// column of all lines that reach it, preprocessor lines excepted.
func marked(f *File, last int) []byte {
	var out []byte
	for line := range bytes.Lines(f.Src) {
		body := bytes.TrimSuffix(line, []byte("\n"))
		out = append(out, body...)
		if len(body) >= last && body[0] != '#' {
			out = append(out, 'Z')
		}
		out = append(out, line[len(body):]...)
	}
	return out
}

// texts lists the texts of the lines of a file.
func texts(f *File) string {
	var b strings.Builder
	for i := range f.Lines {
		b.Write(bytes.ReplaceAll(f.Lines[i].Text, []byte("\r\n"), []byte("\n")))
		b.WriteByte(0)
	}
	return b.String()
}

func BenchmarkHasSentinel(b *testing.B) {
	plain := bytes.Repeat([]byte("      a(i, j) = b(i, j) + c * d ! a comment of some length here\n"), 1<<14)
	openmp := bytes.Repeat([]byte("!$omp parallel do private(i)\n      a(i, j) = b(i, j) + c * d ! a comment of some length here\n      x = y\n"), 1<<13)
	for _, bb := range []struct {
		name string
		src  []byte
	}{{"plain", plain}, {"openmp", openmp}} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.src)))
			for b.Loop() {
				if (Options{}).HasSentinel(bb.src) {
					b.Fatal("there is none")
				}
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	src := bytes.Repeat([]byte("  ! a comment\n  do i = 1, n\n    a(i, j) = b(i, j) + c * d &\n      + e ! more\n  end do\n\n"), 1<<14)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		New("a.f90", src, Options{Form: Free})
	}
}
