package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen"
)

// profile is what the run time wrote with MDMP_PROFILE=FILE.json.
type profile struct {
	Ranks      int   `json:"ranks"`
	Directives []ran `json:"directives"`
}

// ran is what became of a directive while the program ran.
type ran struct {
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Kind     string  `json:"kind"` // "send" or "recv"
	Part     int     `json:"part"` // as in the remark
	Name     string  `json:"name"` // of the variable, if it is known
	Messages uint64  `json:"messages"`
	Bytes    uint64  `json:"bytes"`
	Early    uint64  `json:"early"`
	Waited   float64 `json:"waited"` // seconds, of all ranks
	Hidden   float64 `json:"hidden"`
	Reasons  []why   `json:"reasons"`
	// Against is what the report of the build says of it, Text the directive as it is written there.
	Against []string `json:"against,omitempty"`
	Text    string   `json:"text,omitempty"`
}

// why is a reason for which messages stayed at their exchange.
type why struct {
	Code     string `json:"code"`
	Text     string `json:"text"`
	Messages uint64 `json:"messages"`
}

// readProfile reads a profile; false if the text is none.
func readProfile(data []byte) (*profile, bool) {
	p := &profile{}
	if err := json.Unmarshal(data, p); err != nil || p.Ranks == 0 {
		return nil, false
	}
	// What somebody waited for longest comes first.
	slices.SortStableFunc(p.Directives, func(a, b ran) int { return cmp.Compare(b.Waited, a.Waited) })
	for i := range p.Directives {
		slices.SortStableFunc(p.Directives[i].Reasons, func(a, b why) int { return cmp.Compare(b.Messages, a.Messages) })
	}
	return p, true
}

// overlapped reports whether most messages of the directive went early, or were pending.
func (r ran) overlapped() bool {
	var stayed uint64
	for _, w := range r.Reasons {
		stayed += w.Messages
	}
	return len(r.Reasons) == 0 || 2*stayed < r.Messages
}

// decide puts into a remark what the run made of a directive on which it decides.
func (r *ran) decide(m *codegen.Remark) {
	m.Rung, m.Status = decidedRung, codegen.Optimized
	if !r.overlapped() {
		m.Status, m.Against = codegen.Missed, []string{r.Reasons[0].Code}
		if _, loop, named := strings.Cut(r.Reasons[0].Text, "; "); named {
			m.Hint = loop
		}
	}
}

// decidedRung is that of a directive on which a run has decided.
const decidedRung = "decided"

// print says what a run showed.
func (p *profile) print(b *strings.Builder) {
	n := 0
	for _, r := range p.Directives {
		if r.overlapped() {
			n++
		}
	}
	fmt.Fprintf(b, "\nIn the run on %d %s %d of %d %s that were executed overlapped. What was waited for longest first:\n",
		p.Ranks, verb(p.Ranks, "rank", "ranks"), n, len(p.Directives), verb(len(p.Directives), "directive", "directives"))
	shared := p.shared()
	for _, r := range p.Directives {
		fmt.Fprintf(b, "    %s:%d: %s: ", r.File, r.Line, p.what(r))
		if r.Kind == "send" {
			fmt.Fprintf(b, "%.0f %% early", 100*float64(r.Early)/float64(max(r.Bytes, 1)))
		} else {
			fmt.Fprintf(b, "hidden %.3f s", r.Hidden)
		}
		fmt.Fprintf(b, ", waited %.3f s", r.Waited)
		if !r.overlapped() {
			w := r.Reasons[0]
			fmt.Fprintf(b, "; %d of %d messages: ", w.Messages, r.Messages)
			if text := w.said(r); shared[text] > 1 {
				fmt.Fprintf(b, "[%s]", w.Code)
			} else {
				b.WriteString(text)
			}
		}
		b.WriteString("\n")
	}
	p.printShared(b, shared)
}

// shared counts the directives of which each reason is said that keeps most of their messages at their exchange.
func (p *profile) shared() map[string]int {
	n := map[string]int{}
	for _, r := range p.Directives {
		if !r.overlapped() {
			n[r.Reasons[0].said(r)]++
		}
	}
	return n
}

// printShared says once what is said of several directives.
func (p *profile) printShared(b *strings.Builder, shared map[string]int) {
	for _, r := range p.Directives {
		if r.overlapped() {
			continue
		}
		if text := r.Reasons[0].said(r); shared[text] > 1 {
			fmt.Fprintf(b, "  %d directives: %s\n", shared[text], text)
			shared[text] = 0
		}
	}
}

// said is a reason with its code, and with those that the compilation gives of the directive.
func (w why) said(r ran) string {
	text := w.Text + " [" + w.Code + "]"
	if w.Code == "run-compiled" || w.Code == "run-prompt" {
		for _, code := range r.Against {
			text += " [" + code + "]"
		}
	}
	return text
}

// what is the kind of a directive; if others stand on its line, the directive, or as much as is known of it.
func (p *profile) what(r ran) string {
	shares := func(o ran) bool { return o.File == r.File && o.Line == r.Line && o.Part != r.Part }
	switch shared := slices.ContainsFunc(p.Directives, shares); {
	case shared && r.Text != "":
		return r.Text
	case shared && r.Name != "":
		return r.Kind + " of " + r.Name
	}
	return r.Kind
}

// of is what became of the directive of a remark, nil if nothing is known. What the report of the
// build says of it is noted.
func (p *profile) of(r codegen.Remark) *ran {
	if p == nil {
		return nil
	}
	for i := range p.Directives {
		d := &p.Directives[i]
		if d.Line != r.Line || d.Kind != r.Directive || d.Part != r.Part || !d.in(r.File) {
			continue
		}
		if d.Text == "" {
			d.Text = r.Text
		}
		for _, code := range r.Against { // an include file stands in several sources
			if !slices.Contains(d.Against, code) {
				d.Against = append(d.Against, code)
			}
		}
		return d
	}
	return nil
}

// in reports whether the directive stands in a file. The run time keeps the end of a long name.
func (r ran) in(file string) bool {
	return r.File == file || len(r.File) == longestName && strings.HasSuffix(file, r.File)
}

const longestName = 159
