package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/diag"
)

// build is what the reports of a build say of each file, in the order in which
// files first appear.
type build struct {
	files []*reported
}

// reported is what is said of a file.
type reported struct {
	name    string
	remarks []codegen.Remark
}

// read takes in a report; name is for errors.
func (b *build) read(name string, data []byte) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var r codegen.Remark
		if err := json.Unmarshal(line, &r); err != nil || r.File == "" || r.Directive == "" {
			return fmt.Errorf("%s:%d: this is no line of a report in JSON; write it with -mdmp-report=FILE -mdmp-report-format=json", name, n)
		}
		if r.Status == "" {
			return fmt.Errorf("%s:%d: the status is missing: an older mdmpf90 wrote this; build again", name, n)
		}
		b.add(r)
	}
	return nil
}

// add notes a remark. One that does not come behind the last one of its file is the
// first of a new compilation.
func (b *build) add(r codegen.Remark) {
	i := slices.IndexFunc(b.files, func(f *reported) bool { return f.name == r.File })
	if i < 0 {
		i = len(b.files)
		b.files = append(b.files, &reported{name: r.File})
	}
	f := b.files[i]
	if n := len(f.remarks); n > 0 {
		last := f.remarks[n-1]
		if cmp.Or(cmp.Compare(r.Line, last.Line), cmp.Compare(r.Col, last.Col)) <= 0 {
			f.remarks = nil
		}
	}
	f.remarks = append(f.remarks, r)
}

// summary is what mdmp report says.
type summary struct {
	counts
	Regions int       `json:"regions"`
	Files   []fileSum `json:"files"`
	Reasons []*reason `json:"reasons"`
}

// counts counts sends and receives.
type counts struct {
	Directives int `json:"directives"`
	Overlap    int `json:"overlap"` // status "optimized"
	Open       int `json:"open"`    // the run decides
	Missed     int `json:"missed"`
	Unasked    int `json:"unasked"` // modes plain and off
}

type fileSum struct {
	File string `json:"file"`
	counts
}

// reason is what stands against the overlap of some directives.
type reason struct {
	Code   string   `json:"code"`
	Title  string   `json:"title"`
	Places []place  `json:"places"`
	Hints  []string `json:"hints,omitempty"`
}

type place struct {
	File   string         `json:"file"`
	Line   int            `json:"line"`
	Col    int            `json:"col"`
	Text   string         `json:"text"`
	Status codegen.Status `json:"status"`
	open   bool
}

// sum counts, and gathers reasons, the one with most directives first.
func (b *build) sum() *summary {
	s := &summary{Files: []fileSum{}, Reasons: []*reason{}}
	for _, f := range b.files {
		mine := fileSum{File: f.name}
		for _, r := range f.remarks {
			switch {
			case r.Message():
				mine.count(r)
				s.count(r)
				s.because(r)
			case r.Directive == "commregion":
				s.Regions++
			}
		}
		if mine.Directives > 0 {
			s.Files = append(s.Files, mine)
		}
	}
	slices.SortStableFunc(s.Reasons, func(a, b *reason) int { return len(b.Places) - len(a.Places) })
	return s
}

func (c *counts) count(r codegen.Remark) {
	c.Directives++
	switch {
	case r.Status == codegen.Optimized:
		c.Overlap++
	case r.Status == codegen.Missed:
		c.Missed++
	case r.Open():
		c.Open++
	default:
		c.Unasked++
	}
}

// because notes what stands against the overlap of a directive.
func (s *summary) because(r codegen.Remark) {
	if r.Status == codegen.Optimized {
		return
	}
	i := slices.IndexFunc(s.Reasons, func(w *reason) bool { return w.Code == r.Code })
	if i < 0 {
		i = len(s.Reasons)
		title, _, _ := diag.Reason(r.Code)
		s.Reasons = append(s.Reasons, &reason{Code: r.Code, Title: title})
	}
	w := s.Reasons[i]
	w.Places = append(w.Places, place{r.File, r.Line, r.Col, r.Text, r.Status, r.Open()})
	if r.Hint != "" && !slices.Contains(w.Hints, r.Hint) {
		w.Hints = append(w.Hints, r.Hint)
	}
}

// print writes the summary for people.
func (s *summary) print(w io.Writer) error {
	var b strings.Builder
	if s.Directives == 0 {
		b.WriteString("no send or recv directive is in the report\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString(s.counts.String() + "\n")
	if s.Regions == 0 {
		b.WriteString("No region stands in these files: without one around the loop over the steps nothing overlaps.\n")
	}
	if len(s.Files) > 1 {
		b.WriteString("\n")
		for _, f := range s.Files {
			fmt.Fprintf(&b, "  %s: %s\n", f.File, f.counts)
		}
	}
	for i, r := range s.Reasons {
		if i == 0 {
			b.WriteString("\nWhat stands against the rest:\n")
		}
		r.print(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String says "12 of 20 directives overlap; the run decides on 5; 3 do not".
func (c counts) String() string {
	text := fmt.Sprintf("%d of %d directives ", c.Overlap, c.Directives) + verb(c.Overlap, "overlaps", "overlap")
	if c.Open > 0 {
		text += fmt.Sprintf("; the run decides on %d", c.Open)
	}
	if c.Missed > 0 {
		text += fmt.Sprintf("; %d %s not", c.Missed, verb(c.Missed, "does", "do"))
	}
	if c.Unasked > 0 {
		text += fmt.Sprintf("; %d %s in modes plain or off", c.Unasked, verb(c.Unasked, "is", "are"))
	}
	return text
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func directives(n int) string {
	return fmt.Sprintf("%d %s", n, verb(n, "directive", "directives"))
}

// print writes a reason with the places where it stands.
func (r *reason) print(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s: %s [%s]\n", directives(len(r.Places)), r.Title, r.Code)
	for _, p := range r.Places {
		fmt.Fprintf(b, "    %s:%d: %s", p.File, p.Line, p.Text)
		if p.open {
			b.WriteString(" (the run decides)")
		}
		b.WriteString("\n")
	}
	for _, h := range r.Hints {
		fmt.Fprintf(b, "  hint: %s\n", h)
	}
	fmt.Fprintf(b, "  mdmp explain %s\n", r.Code)
}
