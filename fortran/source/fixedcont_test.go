package source

import (
	"strings"
	"testing"
)

// What continues nothing and says nothing is nothing, and a conditional line that
// neither begins nor continues a statement is a comment: as gfortran reads them.
func TestFixedContinuations(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // the texts of the lines, broken ones with '?'
	}{
		{"      a => b ;\n     & ! text\n      c = 1\n", "a => b|c = 1"},
		{"      a => b ;\n     &\n      c = 1\n", "a => b|c = 1"},
		{"      a => b ;\n     &;\n", "a => b"},
		{"      a => b ;\n     &c = 1\n", "a => b|c = 1?"},
		{"c$ 10&baz = 2\n      c = 1\n", "c = 1"},
		{"      c = 1\nc$ 10&+ 2\n", "c = 1"},
		{"      c = 1\nc$   &+ 2\n", "c = 1+ 2"},
		{"c$   &+ 2\n", ""},
		{"c$ 10 baz = 2\n", "baz = 2"},
		{"c$ 100baz = 2\n", "baz = 2"},
		{"      c = 1\n    \t! in no column\n     &+ 2\n", "c = 1+ 2"},
		{"      c = 1\n     !+ 2\n", "c = 1+ 2"},
	} {
		f := New("a.f", []byte(tt.text), Options{Form: Fixed, OpenMP: true})
		var list []string
		for i := range f.Lines {
			text := strings.Join(strings.Fields(string(f.Lines[i].Text)), " ")
			if f.Lines[i].Broken {
				text += "?"
			}
			list = append(list, text)
		}
		if got := strings.Join(list, "|"); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}
