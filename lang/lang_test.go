package lang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestDirectives reads testdata/*.txt. Each case is a directive of one or more
// lines; behind it stand what it was understood as ("= ...") and what was said
// about it ("! col: message [code]", "+ note", "? hint"). Missing and
// unexpected lines both fail. MDMP_UPDATE=1 writes them anew.
func TestDirectives(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := annotate(t, string(data), formOf(name))
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
}

func formOf(name string) source.Form {
	if strings.HasPrefix(filepath.Base(name), "fixed") {
		return source.Fixed
	}
	return source.Free
}

// annotate returns data with the expectations replaced by what comes out.
func annotate(t *testing.T, data string, form source.Form) string {
	t.Helper()
	var out, input strings.Builder
	flush := func() {
		if input.Len() > 0 {
			out.WriteString(input.String())
			out.WriteString(outcome(t, input.String(), form))
			input.Reset()
		}
	}
	for line := range strings.Lines(data) {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
			flush()
			out.WriteString(line)
		case strings.ContainsAny(line[:1], "=?") || strings.HasPrefix(line, "! ") || strings.HasPrefix(line, "+ "):
			flush()
		default:
			if !continues(input.String(), line, form) {
				flush()
			}
			input.WriteString(line)
		}
	}
	flush()
	return out.String()
}

// continues tells whether line belongs to the directive that begins with before.
func continues(before, line string, form source.Form) bool {
	if form == source.Fixed {
		return len(line) > 6 && line[6] != ' ' && line[6] != '0'
	}
	last := strings.TrimSpace(before)
	last = last[strings.LastIndexByte(last, '\n')+1:]
	return strings.HasSuffix(last, "&") || strings.Contains(last, "& !")
}

// outcome parses every directive of src and prints what came of it.
func outcome(t *testing.T, src string, form source.Form) string {
	t.Helper()
	name := "t.f90"
	if form == source.Fixed {
		name = "t.f"
	}
	f := source.New(name, []byte(src), source.Options{Form: form})
	var b strings.Builder
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind != source.Directive || l.Sentinel() != "mdmp" {
			continue
		}
		d, list := Parse(f, l)
		fmt.Fprintf(&b, "= %s\n", show(f, d))
		for _, g := range list {
			p := f.Position(g.At.Start)
			fmt.Fprintf(&b, "! %d:%d-%d %s [%s]\n", p.Line, p.Col, int(g.At.End-g.At.Start)+p.Col, g.Message, g.Code)
			for _, n := range g.Notes {
				q := f.Position(n.At.Start)
				fmt.Fprintf(&b, "+ %d:%d %s\n", q.Line, q.Col, n.Message)
			}
			if g.Hint != "" {
				fmt.Fprintf(&b, "? %s\n", g.Hint)
			}
		}
	}
	return b.String()
}

// show prints a directive in one line, its expressions as they are written.
func show(f *source.File, d Directive) string {
	var b strings.Builder
	text := func(x ast.Expr) string {
		if x == nil {
			return "-"
		}
		source := strings.ReplaceAll(string(f.Src[x.Span().Start:x.Span().End]), "\n", `\n`)
		return fmt.Sprintf("%T<%s>", x, source)[len("*ast."):]
	}
	clauses := func(c *Clauses) {
		for _, p := range c.Written {
			fmt.Fprintf(&b, " %s:", p.Word)
			switch p.Word {
			case "tag":
				b.WriteString(text(c.Tag))
			case "comm":
				b.WriteString(text(c.Comm))
			case "if":
				b.WriteString(text(c.If))
			case "mode":
				b.WriteString(string(c.Mode))
			case "delta":
				if c.DeltaElement {
					b.WriteString("element")
				} else {
					b.WriteString(text(c.Delta))
				}
			}
		}
	}
	message := func(d *Message) {
		for _, s := range d.Sections {
			b.WriteString(" " + text(s.X))
			if s.Count != nil {
				b.WriteString(" x " + text(s.Count))
			}
			if s.If != nil {
				b.WriteString(" if:" + text(s.If))
			}
		}
		b.WriteString(" peer " + text(d.Peer))
		clauses(&d.Clauses)
	}
	if d == nil {
		return "nothing"
	}
	b.WriteString(d.Word())
	switch d := d.(type) {
	case *Begin:
		fmt.Fprintf(&b, " name %q", d.Text)
		clauses(&d.Clauses)
	case *End:
		fmt.Fprintf(&b, " name %q", d.Text)
	case *Message:
		message(d)
	case *Halo:
		fmt.Fprintf(&b, " name %q", d.Text)
		for _, a := range d.Formals {
			b.WriteString(" of " + a.Text)
			for _, x := range a.Bounds {
				b.WriteString(" " + text(x.X))
			}
		}
		for i, phase := range d.Phases {
			fmt.Fprintf(&b, "\n= %d.", i+1)
			for _, m := range phase {
				b.WriteString(" " + m.Word())
				message(m)
			}
		}
	case *HaloExchange:
		for _, u := range d.Uses {
			b.WriteString(" " + u.Text + ":")
			for _, x := range u.Args {
				b.WriteString(" " + text(x))
			}
			if u.If != nil {
				b.WriteString(" if " + text(u.If))
			}
		}
	case *Init:
		clauses(&d.Clauses)
	case *Wait:
		for _, x := range d.List {
			b.WriteString(" " + text(x))
		}
	case *Harmless:
		for _, x := range d.Names {
			b.WriteString(" " + text(x))
		}
	}
	return b.String()
}

// Every message of this package has a case in testdata.
func TestEveryCodeIsTested(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for _, c := range []diag.Code{
		diag.UnknownDirective, diag.EmptyDirective, diag.Unbalanced, diag.UnterminatedString, diag.WrongArguments,
		diag.BadExpression, diag.NotVariable, diag.UnknownClause, diag.RepeatedClause, diag.MisplacedClause,
		diag.BadClauseValue, diag.UnexpectedText, diag.Wildcard, diag.BadCount,
		diag.BadRegionName, diag.Coindexed, diag.WrongType, diag.BadHalo, diag.NotProcedure,
	} {
		if !strings.Contains(all.String(), "["+string(c)+"]") {
			t.Errorf("%s is not in the test data", c)
		}
	}
}

func TestSuggest(t *testing.T) {
	words := []string{"send", "recv", "init", "manage", "commregion", "tag"}
	tests := []struct{ word, want string }{
		{"sned", "send"}, {"sedn", "send"}, {"snd", "send"}, {"sendd", "send"}, {"rcv", "recv"}, {"revc", "recv"},
		{"comregion", "commregion"}, {"commregoin", "commregion"}, {"komregion", "commregion"}, {"tga", "tag"},
		{"x", ""}, {"print", ""}, {"wait", ""}, {"", ""}, {strings.Repeat("send", 100), ""},
	}
	for _, tt := range tests {
		if got := Suggest(tt.word, words); got != tt.want {
			t.Errorf("Suggest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

// The grammar works on text as well as on tokens that were read before, and
// directives know their word.
func TestGrammarAndWords(t *testing.T) {
	p, err := grammar()
	if err != nil {
		t.Fatal(err)
	}
	if g, err := p.Parse("", strings.NewReader("send(u, 1) tag(2)")); err != nil || g.Send == nil {
		t.Errorf("%v, %v", g, err)
	}
	for _, src := range []string{"commregion a", "end commregion", "send(u, 1)", "recv(u, 1)", "init", "manage",
		"halo h(a) send(a, 1)", "exchange h(a)", "wait", "wait(u)", "harmless(f)"} {
		f := source.New("t.f90", []byte("  !$mdmp "+src+"\n"), source.Options{Form: source.Free})
		d, list := Parse(f, &f.Lines[0])
		if len(list) > 0 || !strings.HasPrefix(src, d.Word()) {
			t.Errorf("%s: %v, %v", src, d, list)
		}
	}
}
