package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/diag"
)

// build is what the reports of a build say of each source, in the order in which
// sources first appear.
type build struct {
	sources []*compiled
	run     *profile // nil: there is none
}

// compiled is what the last compilation of a source says of it, and of what it includes.
type compiled struct {
	path    string // of the source
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
		if r.Number == 0 || r.Source == "" {
			return fmt.Errorf("%s:%d: it is missing which compilation wrote this: an older mdmpf90 did; build again", name, n)
		}
		b.add(r)
	}
	return nil
}

// add notes a remark. The first one of a compilation replaces what was said of its source.
func (b *build) add(r codegen.Remark) {
	path := pathOf(r.Folder, r.Source)
	i := slices.IndexFunc(b.sources, func(c *compiled) bool { return c.path == path })
	if i < 0 {
		i = len(b.sources)
		b.sources = append(b.sources, &compiled{path: path})
	}
	c := b.sources[i]
	if r.Number == 1 {
		c.remarks = nil
	}
	c.remarks = append(c.remarks, r)
}

// pathOf is the path of a file that was named in a folder.
func pathOf(folder, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(folder, name)
}

// names gives each path the name of its file: that by which it was first spoken of, or the path where
// other files have that name, too.
func (b *build) names() map[string]string {
	names, owner := map[string]string{}, map[string]string{}
	for _, c := range b.sources {
		for _, r := range c.remarks {
			path := pathOf(r.Folder, r.File)
			if names[path] != "" {
				continue
			}
			names[path] = r.File
			if first := owner[r.File]; first == "" {
				owner[r.File] = path
			} else {
				names[path], names[first] = path, first
			}
		}
	}
	return names
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
	// Waited is for how long all ranks of a run together stood still for these directives.
	Waited  float64       `json:"waited,omitempty"`
	counted map[*ran]bool // what is in it
}

type place struct {
	File   string         `json:"file"`
	Line   int            `json:"line"`
	Col    int            `json:"col"`
	Text   string         `json:"text"`
	Status codegen.Status `json:"status"`
}

// sum counts, and gathers reasons: the one first for which a run waited longest, then the one with
// most directives.
func (b *build) sum() *summary {
	s := &summary{Files: []fileSum{}, Reasons: []*reason{}, Unmanaged: []*reason{}, Run: b.run}
	names := b.names()
	for _, c := range b.sources {
		for _, r := range c.remarks {
			ran := b.run.of(r)
			r.File = names[pathOf(r.Folder, r.File)]
			s.take(r, ran)
		}
	}
	most := func(a, b *reason) int {
		return cmp.Or(cmp.Compare(b.Waited, a.Waited), len(b.Places)-len(a.Places), order(a)-order(b))
	}
	slices.SortStableFunc(s.Reasons, most)
	slices.SortStableFunc(s.Unmanaged, most)
	return s
}

// take counts a remark; ran is what a run says of it, nil: nothing. On what the compilation left open the run has decided.
func (s *summary) take(r codegen.Remark, ran *ran) {
	if r.Open() && ran != nil {
		ran.decide(&r)
	}
	switch {
	case r.Message(), r.Call():
		i := slices.IndexFunc(s.Files, func(f fileSum) bool { return f.File == r.File })
		if i < 0 {
			i = len(s.Files)
			s.Files = append(s.Files, fileSum{File: r.File})
		}
		s.Files[i].Count(r)
		s.Count(r)
		s.because(r, ran)
	case r.Directive == "commregion":
		s.Regions++
	case r.Directive == "procedure" && r.Code == "managed":
		s.Managed++
	case r.Directive == "procedure":
		s.Unmanaged, _ = under(s.Unmanaged, []string{r.Code}, false, r)
	}
}

// order puts what certainly does not overlap before what the run decides on.
func order(r *reason) int {
	if r.Open {
		return 1
	}
	return 0
}

// because notes what stands against the overlap of a directive.
func (s *summary) because(r codegen.Remark, ran *ran) {
	if r.Status == codegen.Optimized {
		return
	}
	codes := r.Against
	if len(codes) == 0 { // an older mdmpf90 wrote this
		codes = []string{r.Code}
	}
	var why *reason
	s.Reasons, why = under(s.Reasons, codes, r.Open(), r)
	if ran != nil && !why.counted[ran] {
		why.counted[ran] = true
		why.Waited += ran.Waited
	}
}

// under puts a remark under its reason, which it returns, too.
func under(list []*reason, codes []string, open bool, r codegen.Remark) ([]*reason, *reason) {
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
	return list, w
}

func newReason(codes []string, open bool) *reason {
	title, _, _ := diag.Reason(codes[0])
	w := &reason{Code: codes[0], Codes: codes, Title: title, If: []string{}, Open: open, counted: map[*ran]bool{}}
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
	if s.Directives == 0 && s.Calls == 0 {
		b.WriteString("no send or recv directive is in the report, and no MPI call\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString(s.Tally.String() + "\n")
	if s.Regions == 0 && s.Directives > 0 {
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
	if r.Waited > 0 {
		head += fmt.Sprintf(" (%.3f s waited)", r.Waited)
	}
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
