package oracle

import (
	"slices"
	"strings"
)

// Record is one statement: its kind in the words of ast.Kind.String and the
// names in it. Where Ordered is set (executable statements), Tokens holds the
// operators too, in the order of the tree; else only which names occur counts.
type Record struct {
	Kind   string
	Tokens []string `json:",omitempty"`
	// Inner: the action of a logical IF, a one-line WHERE or FORALL.
	Inner bool `json:",omitempty"`
	// Ends is the label that a labelled DO ends at.
	Ends string `json:",omitempty"`

	Ordered bool `json:"-"`
}

// String writes a record on one line.
func (r Record) String() string { return r.Kind + ": " + strings.Join(r.Tokens, " ") }

// Loop is a DO loop: the records of its DO statement and of its last statement.
type Loop struct{ Begin, End int }

// Tree is what is compared of a file.
type Tree struct {
	Stmts []Record
	Loops []Loop // in the order of their DO statements
	// Flat: where labelled loops end is not known.
	Flat bool `json:",omitempty"`
}

// agree tells whether two records say the same.
func agree(theirs, ours Record) bool {
	if theirs.Kind != ours.Kind {
		// Without its semantic analysis flang takes every f(x) = … in a
		// specification part for a statement function.
		if theirs.Kind != "statement function" || ours.Kind != "assignment" {
			return false
		}
	}
	if ours.Ordered {
		return slices.Equal(theirs.Tokens, ours.Tokens)
	}
	return slices.Equal(namesOnly(theirs.Tokens), namesOnly(ours.Tokens))
}

// namesOnly returns the different names among tokens, sorted.
func namesOnly(tokens []string) []string {
	var out []string
	for _, t := range tokens {
		if c := t[0]; 'a' <= c && c <= 'z' && t != "u-" && t != "u+" || c == '_' || c == '$' {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
