package codegen

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
)

// Stage is a part of the translation in which a test can let it fail.
type Stage string

// The stages: before the evidence of mode auto is gathered, before exchanges are written.
const (
	AtEvidence  Stage = "evidence"
	AtExchanges Stage = "exchanges"
)

// Broken is a mistake of the translator itself.
type Broken struct {
	Mode Mode
	Err  error
	At   string // functions and lines, innermost first
}

// Error says what to do.
func (b *Broken) Error() string {
	return fmt.Sprintf("the translator failed in mode %s, which is a mistake in mdmpf90, not in the file; please report it, with the file: %v (%s)",
		b.Mode, b.Err, b.At)
}

// Unwrap returns what went wrong.
func (b *Broken) Unwrap() error { return b.Err }

// orNil returns b as an error.
func (b *Broken) orNil() error {
	if b == nil {
		return nil
	}
	return b
}

// guarded is translateOnce; whatever goes wrong in it, a panic included, is returned.
func guarded(name string, src []byte, opt Options) (res *Result, broken *Broken) {
	defer func() {
		if x := recover(); x != nil {
			err, ok := x.(error)
			if !ok {
				err = fmt.Errorf("%v", x)
			}
			res, broken = nil, &Broken{Mode: opt.Mode, Err: err, At: callers()}
		}
	}()
	res, err := translateOnce(name, src, opt)
	if err != nil && !errors.As(err, &broken) {
		broken = &Broken{Mode: opt.Mode, Err: err, At: "codegen"}
	}
	return res, broken
}

// callers names the innermost functions of this program in a panic.
func callers() string {
	pc := make([]uintptr, 40)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var list []string
	for more := true; more && len(list) < 4; {
		var f runtime.Frame
		f, more = frames.Next()
		if i := strings.Index(f.Function, "github.com/mdmp-fortran/mdmp/"); i >= 0 {
			list = append(list, fmt.Sprintf("%s:%d", f.Function[i+len("github.com/mdmp-fortran/mdmp/"):], f.Line))
		}
	}
	return strings.Join(list, " < ")
}

// fallBack notes that the result is that of mode plain because mode auto failed.
func (r *Result) fallBack(why *Broken) {
	r.Diags = append([]diag.Diagnostic{{Severity: diag.Warning,
		Message: "mode auto failed on this file, which is a mistake in mdmpf90: it is translated as in mode plain, and computes the same",
		Hint:    "please report it, with the file: " + why.Err.Error() + " (" + why.At + ")"}}, r.Diags...)
	for i := range r.Remarks {
		r.Remarks[i].Reason = "mode auto failed on this file (a mistake in mdmpf90, please report it), so it is translated as in mode plain"
		r.Remarks[i].Code = "failed"
		r.Remarks[i].judge()
	}
}
