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
	run   *profile // nil: there is none
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
	codegen.Tally
	Regions int `json:"regions"`
	// Managed counts procedures behind whose loops messages can be hidden; Unmanaged are
	// others with loops, by the reason.
	Managed   int       `json:"managed"`
	Unmanaged []*reason `json:"unmanaged"`
	Files     []fileSum `json:"files"`
	Reasons   []*reason `json:"reasons"`
	Run       *profile  `json:"run,omitempty"` // nil: nobody gave one
}

type fileSum struct {
	File string `json:"file"`
	codegen.Tally
}

// reason is what stands against the overlap of some directives.
type reason struct {
	Code   string   `json:"code"`  // the first of
	Codes  []string `json:"codes"` // all that would have to be otherwise
	Title  string   `json:"title"`
	If     []string `json:"if"`   // what would have to be the case for overlap
	Open   bool     `json:"open"` // the run decides
	Places []place  `json:"places"`
	Hints  []string `json:"hints,omitempty"`
}

type place struct {
	File   string         `json:"file"`
	Line   int            `json:"line"`
	Col    int            `json:"col"`
	Text   string         `json:"text"`
	Status codegen.Status `json:"status"`
}

// sum counts, and gathers reasons, the one with most directives first.
func (b *build) sum() *summary {
	s := &summary{Files: []fileSum{}, Reasons: []*reason{}, Unmanaged: []*reason{}, Run: b.run}
	for _, f := range b.files {
		mine := fileSum{File: f.name}
		for _, r := range f.remarks {
			switch {
			case r.Message():
				mine.Count(r)
				s.Count(r)
				s.because(r)
				if s.Run != nil {
					s.Run.compiled(r)
				}
			case r.Directive == "commregion":
				s.Regions++
			case r.Directive == "procedure" && r.Code == "managed":
				s.Managed++
			case r.Directive == "procedure":
				s.Unmanaged = under(s.Unmanaged, []string{r.Code}, false, r)
			}
		}
		if mine.Directives > 0 {
			s.Files = append(s.Files, mine)
		}
	}
	most := func(a, b *reason) int { return cmp.Or(len(b.Places)-len(a.Places), order(a)-order(b)) }
	slices.SortStableFunc(s.Reasons, most)
	slices.SortStableFunc(s.Unmanaged, most)
	return s
}

// order puts what certainly does not overlap before what the run decides on.
func order(r *reason) int {
	if r.Open {
		return 1
	}
	return 0
}

// because notes what stands against the overlap of a directive.
func (s *summary) because(r codegen.Remark) {
	if r.Status == codegen.Optimized {
		return
	}
	codes := r.Against
	if len(codes) == 0 { // an older mdmpf90 wrote this
		codes = []string{r.Code}
	}
	s.Reasons = under(s.Reasons, codes, r.Open(), r)
}

// under puts a remark under its reason.
func under(list []*reason, codes []string, open bool, r codegen.Remark) []*reason {
	i := slices.IndexFunc(list, func(w *reason) bool { return slices.Equal(w.Codes, codes) && w.Open == open })
	if i < 0 {
		i = len(list)
		list = append(list, newReason(codes, open))
	}
	w := list[i]
	w.Places = append(w.Places, place{r.File, r.Line, r.Col, r.Text, r.Status})
	if r.Hint != "" && !slices.Contains(w.Hints, r.Hint) {
		w.Hints = append(w.Hints, r.Hint)
	}
	return list
}

func newReason(codes []string, open bool) *reason {
	title, _, _ := diag.Reason(codes[0])
	w := &reason{Code: codes[0], Codes: codes, Title: title, If: []string{}, Open: open}
	for _, code := range codes {
		if remedy := diag.Remedy(code); remedy != "" {
			w.If = append(w.If, remedy)
		}
	}
	return w
}

// print writes the summary for people.
func (s *summary) print(w io.Writer) error {
	var b strings.Builder
	if s.Directives == 0 {
		b.WriteString("no send or recv directive is in the report\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString(s.Tally.String() + "\n")
	if s.Regions == 0 {
		b.WriteString("No region stands in these files: without one around the loop over the steps nothing overlaps.\n")
	}
	if len(s.Files) > 1 {
		b.WriteString("\n")
		for _, f := range s.Files {
			fmt.Fprintf(&b, "  %s: %s\n", f.File, f.Tally)
		}
	}
	for _, r := range s.Reasons {
		r.print(&b, r.would())
	}
	if s.Managed > 0 {
		fmt.Fprintf(&b, "\nMessages can be hidden behind loops of %d %s.\n", s.Managed, verb(s.Managed, "procedure", "procedures"))
	}
	for _, r := range s.Unmanaged {
		r.print(&b, "with loops "+verb(len(r.Places), "is", "are")+" not managed ["+r.Code+"]: "+r.Title)
	}
	if s.Run != nil {
		s.Run.print(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// print writes a reason with the places where it stands.
func (r *reason) print(b *strings.Builder, head string) {
	fmt.Fprintf(b, "\n%d %s:\n", len(r.Places), head)
	for _, p := range r.Places {
		fmt.Fprintf(b, "    %s:%d: %s\n", p.File, p.Line, p.Text)
	}
	for _, h := range r.Hints {
		fmt.Fprintf(b, "  hint: %s\n", h)
	}
	for _, code := range r.Codes {
		fmt.Fprintf(b, "  mdmp explain %s\n", code)
	}
}

// would says what would have to be otherwise: "would overlap if the loop ...".
func (r *reason) would() string {
	var codes string
	for _, c := range r.Codes {
		codes += " [" + c + "]"
	}
	switch {
	case len(r.If) == 0:
		return verb(len(r.Places), "does", "do") + " not overlap: " + cmp.Or(r.Title, "for a reason that this version of mdmp does not know") + codes
	case r.Open:
		return "may overlap, as the run decides, if " + r.condition() + codes
	}
	return "would overlap if " + r.condition() + codes
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// condition joins what would have to be the case. Work between a receive and its first use
// does alone.
func (r *reason) condition() string {
	last := len(r.If) - 1
	if last > 0 && r.Codes[len(r.Codes)-1] == "nothing-between" {
		return strings.Join(r.If[:last], ", and if ") + ", or if " + r.If[last]
	}
	return strings.Join(r.If, ", and if ")
}
