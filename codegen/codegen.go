// Package codegen turns a file with directives into Fortran without them.
package codegen

import (
	"mdmp/diag"
	"mdmp/fortran/source"
)

// Mode is what the directives become.
type Mode string

// The modes.
const (
	Off   Mode = "off"   // pure MPI Fortran, no run time
	Plain Mode = "plain" // the same exchange through the run time
)

// Options of a translation.
type Options struct {
	Mode   Mode
	Source source.Options
	Marker bool // off mode, set by the wrapper: leave a link-time mark so that mixed modes are diagnosed
}

// Remark is a line of the report: what became of one directive.
type Remark struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Col       int    `json:"col"`
	Directive string `json:"directive"` // "send", "recv", …
	Text      string `json:"text"`
	Rung      string `json:"rung"`
	Reason    string `json:"reason"`
	Code      string `json:"code"`
}

// Result of a translation. Text is nil if there were errors.
type Result struct {
	Text    []byte
	Diags   []diag.Diagnostic
	Remarks []Remark
	File    *source.File
}
