package regions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestGolden reads testdata/*.f90 and *.f. Each file holds small programs
// parted by lines "!---". The diagnostics expected stand behind the logical
// line that they concern:
//
//	!~ 9: message [code]       (column; "-2:9" is two lines further up)
//	!~   note -3:5: message
//	!~   hint: message
//
// and what was found stands at the end of each program, in lines "!=". Missing
// and unexpected ones both fail. MDMP_UPDATE=1 writes them anew.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.f*")
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, name := range files {
		if st, err := os.Stat(name); err != nil || st.IsDir() {
			continue
		}
		tested++
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, chunk := range strings.Split(string(data), "!---\n") {
				out = append(out, annotate(filepath.Base(name), chunk))
			}
			got := strings.Join(out, "!---\n")
			if os.Getenv("MDMP_UPDATE") == "1" {
				if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(data), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	if tested == 0 {
		t.Fatal("no test data")
	}
}

// bare removes the expectations from a program.
func bare(chunk string) string {
	var b strings.Builder
	for line := range strings.Lines(chunk) {
		if !strings.HasPrefix(line, "!~") && !strings.HasPrefix(line, "!=") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// annotate returns the program with what is said about it.
func annotate(name, chunk string) string {
	src := bare(chunk)
	f := source.New(name, []byte(src), source.Options{})
	set, list := regions.Find(f, parse.File(f), nil)
	after := map[int][]string{} // physical line: what is said behind it
	for _, d := range list {
		end := endOfLogical(f, d)
		at := func(span source.Span) string {
			line, col := f.Physical(span.Start)
			if line == end {
				return fmt.Sprint(col)
			}
			return fmt.Sprintf("%+d:%d", line-end, col)
		}
		after[end] = append(after[end], fmt.Sprintf("!~ %s: %s [%s]", at(d.At), d.Message, d.Code))
		for _, n := range d.Notes {
			after[end] = append(after[end], fmt.Sprintf("!~   note %s: %s", at(n.At), n.Message))
		}
		if d.Hint != "" {
			after[end] = append(after[end], "!~   hint: "+d.Hint)
		}
	}
	var b strings.Builder
	n := 0
	for line := range strings.Lines(src) {
		n++
		b.WriteString(line)
		for _, s := range after[n] {
			b.WriteString(s + "\n")
		}
	}
	if !diag.List(list).HasErrors() {
		b.WriteString(describe(f, set))
	}
	return b.String()
}

// endOfLogical returns the last physical line of the logical line on which a
// diagnostic stands.
func endOfLogical(f *source.File, d diag.Diagnostic) int {
	line, _ := f.Physical(d.At.Start)
	for i := range f.Lines {
		if l := &f.Lines[i]; int(l.First) <= line && line <= int(l.Last) {
			return int(l.Last)
		}
	}
	return line
}

// describe prints a set.
func describe(f *source.File, set *regions.Set) string {
	var b strings.Builder
	line := func(at source.Span) int {
		n, _ := f.Physical(at.Start)
		return n
	}
	where := func(p *regions.Run) string {
		in := p.Unit.Name
		for _, c := range p.Outer {
			in += fmt.Sprintf("/%d", line(c.Begin.Span()))
		}
		if p.Parent() != nil {
			in += fmt.Sprintf(".%d", p.Part)
		}
		return fmt.Sprintf("%s[%d:%d]", in, p.From, p.To)
	}
	for _, r := range set.Regions {
		fmt.Fprintf(&b, "!= region %q %d-%d in %s, %d items, %d exchanges\n", r.Name, line(r.Begin.Span()), line(r.End.Span()),
			where(&r.Run), r.To-r.From-2, len(r.Exchanges))
		for _, e := range r.Exits {
			fmt.Fprintf(&b, "!=   exit %d at %d in %s, maybe %v\n", e.Kind, line(e.Stmt.Span()), where(&e.Run), e.Maybe)
		}
	}
	for _, x := range set.Exchanges {
		fmt.Fprintf(&b, "!= exchange %d-%d in %s, %d sends, %d receives, region %v\n", x.First, x.Last, where(&x.Run),
			len(x.Sends), len(x.Recvs), x.Region != nil)
		for _, c := range x.All {
			text := string(f.Src[c.Span.Start:c.Span.End])
			if c.Dir.Tag == nil && c.Tag != nil || c.Dir.Comm == nil && c.Comm != nil {
				fmt.Fprintf(&b, "!=   %q with the region's clauses\n", text)
			}
		}
	}
	for _, m := range set.Manages {
		what := "the file"
		if m.Unit != nil {
			what = m.Unit.Name
		}
		fmt.Fprintf(&b, "!= manage %d for %s\n", line(m.Line.Span), what)
	}
	for _, h := range set.Halos {
		fmt.Fprintf(&b, "!= halo %s %d in %s\n", h.Dir.Text, line(h.Line.Span), h.Unit.Name)
	}
	for _, x := range set.HaloExchanges {
		fmt.Fprintf(&b, "!= patterns %d in %s:", line(x.Stmt.Span()), where(&x.Run))
		for i, h := range x.Of {
			fmt.Fprintf(&b, " %s of line %d", x.Dir.Uses[i].Text, line(h.Line.Span))
		}
		b.WriteString("\n")
	}
	for _, h := range set.Harmless {
		fmt.Fprintf(&b, "!= harmless %d in %s\n", line(h.Line.Span), h.Unit.Name)
	}
	for _, w := range set.Waits {
		fmt.Fprintf(&b, "!= wait %d for %d in %s\n", line(w.Stmt.Span()), len(w.List), where(&w.Run))
	}
	for _, in := range set.Inits {
		fmt.Fprintf(&b, "!= init %d in %s\n", line(in.Stmt.Span()), where(&in.Run))
	}
	return b.String()
}
