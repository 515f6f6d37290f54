package oracle

import "strings"

// ReadLabels completes t with the output of flang -fc1 -fdebug-unparse-no-sema,
// which has the labels of statements: a labelled DO ends at the next statement
// with its label. t is Flat if that fails.
func (t *Tree) ReadLabels(unparsed []byte) {
	labels := statementLabels(string(unparsed))
	at := 0
	var open []int // labelled loops
	for i, s := range t.Stmts {
		if s.Inner {
			continue
		}
		if at == len(labels) {
			t.Flat = true
			return
		}
		label := labels[at]
		at++
		for label != "" && len(open) > 0 && t.Stmts[t.Loops[open[len(open)-1]].Begin].Ends == label {
			t.Loops[open[len(open)-1]].End = i
			open = open[:len(open)-1]
		}
		switch {
		case s.Kind == "end":
			open = open[:0] // of a unit: what is still open has no end
		case s.Ends != "":
			open = append(open, t.loopAt(i))
		}
	}
	t.Flat = at != len(labels)
}

// loopAt returns the loop that begins at a record.
func (t *Tree) loopAt(record int) int {
	for i := len(t.Loops) - 1; i >= 0; i-- {
		if t.Loops[i].Begin == record {
			return i
		}
	}
	return -1
}

// statementLabels returns the label of every statement of flang's output, ""
// for those without. Lines that go on begin with '&', directives with '!'.
func statementLabels(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '&' || line[0] == '!' {
			continue
		}
		n := 0
		for n < len(line) && '0' <= line[n] && line[n] <= '9' {
			n++
		}
		out = append(out, line[:n])
	}
	return out
}

// labelled tells whether a tree has labelled loops.
func (t *Tree) labelled() bool {
	for _, l := range t.Loops {
		if t.Stmts[l.Begin].Ends != "" {
			return true
		}
	}
	return false
}
