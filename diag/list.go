package diag

import (
	"cmp"
	"slices"
)

// List is a number of diagnostics of one file.
type List []Diagnostic

// Add appends a diagnostic whose severity is that of its code's page.
func (l *List) Add(d Diagnostic) {
	if e, ok := Lookup(d.Code); ok {
		d.Severity = e.Severity
	}
	*l = append(*l, d)
}

// HasErrors reports whether one of them is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Has reports whether one of them has the code.
func (l List) Has(code Code) bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Code == code })
}

// Sort brings them into the order of the file, errors before warnings at one
// place, and drops what is said twice.
func (l *List) Sort() {
	slices.SortStableFunc(*l, compare)
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool {
		return compare(a, b) == 0 && a.Message == b.Message
	})
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.At.Start, b.At.Start),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.At.End, b.At.End),
		cmp.Compare(a.Code, b.Code),
	)
}
