package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/mdmp-fortran/mdmp/diag/sarif"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Format is how diagnostics are written.
type Format string

// The formats: for people, one JSON object a line, a SARIF log for each file.
const (
	Text  Format = "text"
	JSON  Format = "json"
	SARIF Format = "sarif"
)

// Formats returns the names of all.
func Formats() []string { return []string{string(Text), string(JSON), string(SARIF)} }

// Write prints the diagnostics of a file, in colours where it is a terminal and for people.
func Write(w io.Writer, format Format, f *source.File, list []Diagnostic) error {
	switch format {
	case JSON:
		return writeJSON(w, f, list)
	case SARIF:
		if len(list) == 0 {
			return nil
		}
		return writeSARIF(w, f, list)
	}
	return WriteText(w, f, list, Color(w))
}

// spot is a place in JSON; the end is behind the last column.
type spot struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"end_line"`
	EndCol  int    `json:"end_col"`
}

func spotOf(f *source.File, at source.Span) spot {
	from, to := f.Position(at.Start), f.Position(max(at.Start, at.End))
	if to.Name != from.Name || to.Line < from.Line {
		to = from
	}
	return spot{from.Name, from.Line, from.Col, to.Line, to.Col}
}

type note struct {
	spot
	Message string `json:"message"`
}

// finding is a diagnostic in JSON. Fields stay as they are; others may be added.
type finding struct {
	spot
	Severity string `json:"severity"`
	Code     Code   `json:"code"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
	Notes    []note `json:"notes,omitempty"`
}

func writeJSON(w io.Writer, f *source.File, list []Diagnostic) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, d := range list {
		x := finding{spot: spotOf(f, d.At), Severity: d.Severity.String(), Code: d.Code, Message: d.Message, Hint: d.Hint}
		for _, n := range d.Notes {
			x.Notes = append(x.Notes, note{spotOf(f, n.At), n.Message})
		}
		if err := enc.Encode(x); err != nil {
			return fmt.Errorf("writing diagnostics: %w", err)
		}
	}
	return nil
}

func writeSARIF(w io.Writer, f *source.File, list []Diagnostic) error {
	var codes []string
	var results []sarif.Result
	for _, d := range list {
		r := sarif.Result{Rule: string(d.Code), Level: sarif.Level(d.Severity.String()), Message: d.Message, At: placeOf(f, d.At)}
		if d.Hint != "" {
			r.Message += "; hint: " + d.Hint
		}
		for _, n := range d.Notes {
			p := placeOf(f, n.At)
			p.Message = n.Message
			r.Related = append(r.Related, p)
		}
		codes, results = append(codes, string(d.Code)), append(results, r)
	}
	return sarif.Write(w, "", Rules(codes), results)
}

func placeOf(f *source.File, at source.Span) sarif.Place {
	s := spotOf(f, at)
	return sarif.Place{File: s.File, Line: s.Line, Col: s.Col, EndLine: s.EndLine, EndCol: s.EndCol}
}

// Rules returns what is known of codes, of diagnostics and of the report, each once, in their order.
func Rules(codes []string) []sarif.Rule {
	codes = slices.Clone(codes)
	slices.Sort(codes)
	var rules []sarif.Rule
	for _, c := range slices.Compact(codes) {
		if e, ok := Lookup(Code(c)); ok {
			rules = append(rules, sarif.Rule{ID: c, Title: e.Title, Text: e.Text})
		} else if title, text, ok := Reason(c); ok {
			rules = append(rules, sarif.Rule{ID: c, Title: title, Text: text})
		}
	}
	return rules
}
