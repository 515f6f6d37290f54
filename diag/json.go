package diag

import (
	"encoding/json"
	"fmt"
	"io"

	"mdmp/fortran/source"
)

type jsonPlace struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"endLine"`
	EndCol  int    `json:"endCol"`
}

type jsonNote struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonDiagnostic struct {
	jsonPlace
	Severity string     `json:"severity"`
	Code     Code       `json:"code"`
	Message  string     `json:"message"`
	Notes    []jsonNote `json:"notes,omitempty"`
	Hint     string     `json:"hint,omitempty"`
}

// WriteJSON prints diagnostics as JSON, one object a line. Columns count bytes
// from 1; the end is just after the last byte.
func WriteJSON(w io.Writer, f *source.File, list []Diagnostic) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range list {
		d := &list[i]
		out := jsonDiagnostic{
			jsonPlace: place(f, d.At),
			Severity:  d.Severity.String(),
			Code:      d.Code,
			Message:   d.Message,
			Hint:      d.Hint,
		}
		for _, n := range d.Notes {
			out.Notes = append(out.Notes, jsonNote{place(f, n.At), n.Message})
		}
		if err := enc.Encode(out); err != nil {
			return fmt.Errorf("writing diagnostics: %w", err)
		}
	}
	return nil
}

func place(f *source.File, at source.Span) jsonPlace {
	from, to := f.Position(at.Start), f.Position(at.End)
	return jsonPlace{File: from.Name, Line: from.Line, Col: from.Col, EndLine: to.Line, EndCol: to.Col}
}
