// Package patch turns changes of whole lines into text and into a unified diff.
//
// The idea: suggestions delete lines and insert lines, nothing else, so the
// difference of the two texts is known by construction and need not be found. Bytes
// of lines that stay are not touched, line ends included.
package patch

import (
	"fmt"
	"slices"
	"strings"
)

// Edits are changes of one file. Lines count from 1.
type Edits struct {
	gone   map[int]bool
	before map[int][]string
}

// New returns no changes.
func New() *Edits { return &Edits{gone: map[int]bool{}, before: map[int][]string{}} }

// Delete takes lines away, both ends included.
func (e *Edits) Delete(first, last int) {
	for n := first; n <= last; n++ {
		e.gone[n] = true
	}
}

// Insert puts lines, without line ends, before a line: behind what was inserted there
// before.
func (e *Edits) Insert(line int, text ...string) {
	e.before[line] = append(e.before[line], text...)
}

// Prepend is Insert before what was inserted there before.
func (e *Edits) Prepend(line int, text ...string) {
	e.before[line] = append(slices.Clone(text), e.before[line]...)
}

// Counts returns how many lines go and how many come.
func (e *Edits) Counts() (removed, added int) {
	for _, t := range e.before {
		added += len(t)
	}
	return len(e.gone), added
}

// op is a line of the difference: ' ' stays, '-' goes, '+' comes.
type op struct {
	sign byte
	text string // with its line end
}

func (e *Edits) ops(src []byte) []op {
	lines := strings.SplitAfter(string(src), "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	eol := "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0], "\r\n") {
		eol = "\r\n"
	}
	var out []op
	add := func(text string) {
		if n := len(out); n > 0 && !strings.HasSuffix(out[n-1].text, "\n") {
			out[n-1].text += eol // the last line of the file had no end
		}
		out = append(out, op{'+', text + eol})
	}
	for i := 0; i <= len(lines); {
		// A run of lines that go stands before what comes in its place, as in other diffs.
		var come []string
		for ; ; i++ {
			come = append(come, e.before[i+1]...)
			if i >= len(lines) || !e.gone[i+1] {
				break
			}
			out = append(out, op{'-', lines[i]})
		}
		for _, t := range come {
			add(t)
		}
		if i < len(lines) {
			out = append(out, op{' ', lines[i]})
		}
		i++
	}
	return out
}

// Apply returns the text with the changes made.
func (e *Edits) Apply(src []byte) []byte {
	var b strings.Builder
	for _, o := range e.ops(src) {
		if o.sign != '-' {
			b.WriteString(o.text)
		}
	}
	return []byte(b.String())
}

// context is how many lines stand around a change.
const context = 3

// Diff returns a unified diff, "" if nothing changes.
func (e *Edits) Diff(name string, src []byte) string {
	if len(e.gone) == 0 && len(e.before) == 0 {
		return ""
	}
	ops := e.ops(src)
	var b strings.Builder
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	old, made := 1, 1 // the line at which ops[i] stands
	for i := 0; i < len(ops); {
		if ops[i].sign == ' ' {
			next := i
			for next < len(ops) && ops[next].sign == ' ' {
				next++
			}
			if next == len(ops) {
				break
			}
			skip := max(next-context-i, 0)
			old, made, i = old+skip, made+skip, i+skip
		}
		end := hunkEnd(ops, i)
		o, m := count(ops[i:end])
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", at(old, o), at(made, m))
		for _, p := range ops[i:end] {
			b.WriteByte(p.sign)
			b.WriteString(p.text)
			if !strings.HasSuffix(p.text, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		old, made, i = old+o, made+m, end
	}
	return b.String()
}

// at is a range of lines; one of none is named by the line before.
func at(line, n int) string {
	if n == 0 {
		line--
	}
	return fmt.Sprintf("%d,%d", line, n)
}

// hunkEnd returns where the hunk that begins at i ends.
func hunkEnd(ops []op, i int) int {
	same, changed := 0, false
	for j := i; j < len(ops); j++ {
		if ops[j].sign != ' ' {
			same, changed = 0, true
			continue
		}
		if same++; changed && same > 2*context {
			return j - same + 1 + context
		}
	}
	return len(ops) - max(same-context, 0)
}

func count(ops []op) (old, made int) {
	for _, o := range ops {
		if o.sign != '+' {
			old++
		}
		if o.sign != '-' {
			made++
		}
	}
	return old, made
}
