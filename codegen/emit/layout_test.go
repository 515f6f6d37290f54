package emit

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func TestWrite(t *testing.T) {
	long := "call mdmp_send(mdmp_x, 43_mdmp_int, chunk%tile(last)%u(0, 1:n), int(west, mdmp_int), int(0, mdmp_int), mdmp_world)"
	at := source.Position{Name: `a "b".f90`, Line: 43}
	for _, c := range []struct {
		name  string
		style Style
		stmts []Stmt
		want  string
	}{
		{"free", Style{Form: source.Free, EOL: "\n"},
			[]Stmt{{Text: "block"}, {Text: long, Depth: 1}, {Text: "end block"}},
			"    block\n      call mdmp_send(mdmp_x, 43_mdmp_int, chunk%tile(last)%u(0, 1:n), int(west, mdmp_int), &\n" +
				"          int(0, mdmp_int), mdmp_world)\n    end block\n"},
		{"fixed", Style{Form: source.Fixed, EOL: "\r\n"},
			[]Stmt{{Text: long, Depth: 1}},
			"        call mdmp_send(mdmp_x, 43_mdmp_int, chunk%tile(last)%u(0, 1:n),\r\n" +
				"     &    int(west, mdmp_int), int(0, mdmp_int), mdmp_world)\r\n"},
		{"markers", Style{Form: source.Free, EOL: "\n", Markers: true},
			[]Stmt{{Text: "why", Comment: true, Line: at}, {Text: "x = 1", Line: at}},
			"    ! why\n# 43 \"a \\\"b\\\".f90\"\n    x = 1\n# 44 \"a \\\"b\\\".f90\"\n"},
		{"label free", Style{Form: source.Free, EOL: "\n"},
			[]Stmt{{Text: "continue", Label: "10"}}, "10  continue\n"},
		{"label fixed", Style{Form: source.Fixed, EOL: "\n"},
			[]Stmt{{Text: "continue", Label: "10"}, {Text: "x = 1", Label: "99999", Depth: 1}},
			"   10 continue\n99999   x = 1\n"},
		{"comment", Style{Form: source.Fixed, EOL: "\n"},
			[]Stmt{{Text: strings.Repeat("word ", 16) + "end", Comment: true}},
			"!      " + strings.TrimSpace(strings.Repeat("word ", 13)) + "\n!      word word word end\n"},
		{"pragma free", Style{Form: source.Free, EOL: "\n"},
			[]Stmt{{Text: "!dir$ ignore_tkr buf", Pragma: true, Depth: 1}}, "      !dir$ ignore_tkr buf\n"},
		{"pragma fixed", Style{Form: source.Fixed, EOL: "\n"},
			[]Stmt{{Text: "!dir$ ignore_tkr buf", Pragma: true, Depth: 1}}, "!dir$ ignore_tkr buf\n"},
		{"narrow", Style{Form: source.Free, EOL: "\n", Limit: 40},
			[]Stmt{{Text: "call somebody('a long constant that does not fit', x)"}},
			"    call &\n        somebody('a long constant that &\n        &does not fit', x)\n"},
	} {
		var after *source.Position
		if c.style.Markers {
			after = &source.Position{Name: at.Name, Line: at.Line + 1}
		}
		if got := c.style.Write(c.stmts, 4, after); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Whatever is written reads back as the same statement, within the columns.
func TestReadsBack(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "(b,", "c )", ", ", " + ", "1.0e-3_wp", "'it''s'", `"x"" 'y & z ! "`,
		"'" + strings.Repeat("long & ", 30) + "'", strings.Repeat("name", 12), "%", " => "})
	rapid.Check(t, func(t *rapid.T) {
		text := "x = 1" + strings.Join(rapid.SliceOfN(word, 0, 30).Draw(t, "words"), "") + "z"
		style := Style{Form: rapid.SampledFrom([]source.Form{source.Free, source.Fixed}).Draw(t, "form"), EOL: "\n"}
		opt := source.Options{Form: style.Form}
		if rapid.Bool().Draw(t, "limited") {
			low := 40
			if style.Form == source.Fixed {
				low = 50
			}
			style.Limit = rapid.IntRange(low, 200).Draw(t, "limit")
			opt.LineLength = style.Limit
		}
		out := style.Write([]Stmt{{Text: text, Depth: rapid.IntRange(0, 9).Draw(t, "depth")}}, 2, nil)
		limit := style.Columns()
		for _, line := range strings.Split(out, "\n") {
			if len(line) > limit {
				t.Fatalf("line of %d columns, limit %d:\n%s", len(line), limit, out)
			}
		}
		f := source.New("x", []byte(out), opt)
		if len(f.Problems) > 0 || len(f.Lines) != 1 {
			t.Fatalf("%d lines, problems %v:\n%s", len(f.Lines), f.Problems, out)
		}
		if got, want := squeeze(string(f.Lines[0].Text)), squeeze(text); got != want {
			t.Fatalf("got\n%s\nwant\n%s\nfrom\n%s", got, want, out)
		}
	})
}

// squeeze takes out blanks outside of character constants.
func squeeze(s string) string {
	var b strings.Builder
	var quote byte
	for i := 0; i < len(s); i++ {
		quote = quoteAt(s[i:i+1], quote)
		if s[i] != ' ' || quote != 0 {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
