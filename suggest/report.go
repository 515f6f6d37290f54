package suggest

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes what is suggested, with reasons.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, x := range r.Exchanges {
		fmt.Fprintf(&b, "%s:%d: exchange in place of the calls at %s\n", x.File, x.Line, lines(x.Calls))
		for _, c := range x.Copies {
			fmt.Fprintf(&b, "    %s\n", c)
		}
		for _, d := range x.Directives {
			fmt.Fprintf(&b, "    !$mdmp %s\n", d)
		}
		fmt.Fprintf(&b, "  why: %s\n", x.Why)
		if len(x.Buffers) > 0 {
			fmt.Fprintf(&b, "  not needed any more: %s; the directives name what was copied\n", strings.Join(x.Buffers, ", "))
		}
		for _, c := range x.Checks {
			fmt.Fprintf(&b, "  check: %s\n", c)
		}
	}
	for _, p := range r.Regions {
		fmt.Fprintf(&b, "%s:%d: region around this loop\n", p.File, p.Line)
	}
	for _, x := range r.Refused {
		fmt.Fprintf(&b, "%s:%d: %s stays: %s\n", x.File, x.Line, x.Call, x.Reason)
		if x.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", x.Hint)
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	removed, added, directives := 0, 0, 0
	for _, f := range r.Files {
		removed, added = removed+f.Removed, added+f.Added
	}
	for _, x := range r.Exchanges {
		directives += len(x.Directives)
	}
	fmt.Fprintf(&b, "%d exchanges with %d directives in place of %d of %d calls; %d lines go, %d come\n",
		len(r.Exchanges), directives, r.Calls-len(r.Refused), r.Calls, removed, added)
	_, err := io.WriteString(w, b.String())
	return err
}

func lines(n []int) string {
	parts := make([]string, len(n))
	for i, k := range n {
		parts[i] = fmt.Sprint(k)
	}
	if len(parts) == 1 {
		return "line " + parts[0]
	}
	return "lines " + strings.Join(parts, ", ")
}
