package halo

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// passingMark ends the line markers that are there for the translator alone.
const passingMark = "mdmp"

// Drop takes the passing line markers out of a text that was made of an unfolded one.
func Drop(text *emit.Text) {
	for i := range text.File.Lines {
		if l := &text.File.Lines[i]; l.IsMarker() && bytes.HasSuffix(bytes.TrimSpace(l.Text), []byte(`" `+passingMark)) {
			start := text.File.LineSpan(int(l.First)).Start
			text.Replace(source.Span{Start: start, End: text.File.NextLine(int(l.Last))}, "")
		}
	}
}

// Explain says of diagnostics in directives that were written for a pattern where they come
// from.
func (t *Text) Explain(file *source.File, list []diag.Diagnostic) {
	if t == nil {
		return
	}
	var lines []*source.Line
	for i := range file.Lines {
		if l := &file.Lines[i]; l.Sentinel() == sentinel {
			lines = append(lines, l)
		}
	}
	for i := range list {
		d := &list[i]
		for n, l := range lines {
			if n >= len(t.origin) || t.origin[n] == "" || d.At.Start < l.Span.Start || d.At.Start > l.Span.End {
				continue
			}
			if d.Hint != "" {
				d.Hint += "; "
			}
			d.Hint += t.origin[n]
		}
	}
}
