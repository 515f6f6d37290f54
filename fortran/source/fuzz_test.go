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
			if p.Directive && !HasSentinel(src) {
				t.Fatalf("the quick scan misses %q", src[p.At.Start:p.At.End])
			}
			file.Position(p.At.Start)
		}
		for i := range file.Lines {
			if l := &file.Lines[i]; l.Sentinel == "mdmp" && !HasSentinel(src) {
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
				if HasSentinel(bb.src) {
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
