package torture

import (
	"fmt"
	"strings"
)

// writer collects the lines of a program.
type writer struct {
	b     strings.Builder
	in    string
	after bool // an exchange is the last thing written
	flat  bool // no indentation
}

func (w *writer) line(format string, args ...any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		w.b.WriteString(text + "\n") // a label
		w.after = false
		return
	}
	if text != "" && text[0] != '!' {
		w.after = false
	}
	sentinel := ""
	for _, s := range []string{"!$mdmp ", "!ref "} {
		if strings.HasPrefix(text, s) {
			sentinel, text = s, text[len(s):]
		}
	}
	for len(text) > 100 {
		at := strings.LastIndexByte(text[:100], ' ')
		w.b.WriteString(w.in + sentinel + text[:at] + " &\n")
		text = "  " + text[at+1:]
	}
	w.b.WriteString(w.in + sentinel + text + "\n")
}

func (w *writer) nodes(list []*node) {
	for _, n := range list {
		if n.legs != nil {
			w.exchange(n)
			continue
		}
		for _, l := range n.head {
			w.line("%s", l)
		}
		in := w.in
		if !w.flat {
			w.in += "  "
		}
		w.nodes(n.kids)
		w.in = in
		for _, l := range n.tail {
			w.line("%s", l)
		}
	}
}

// exchange writes the directives, then the same by hand. Receives and sends keep
// their order among themselves. Two exchanges with nothing between would be one.
func (w *writer) exchange(n *node) {
	if w.after {
		w.line("continue")
	}
	for _, l := range n.legs {
		if l.recv != "" {
			w.line("!$mdmp %s", l.recv)
		}
	}
	for _, l := range n.legs {
		if l.send != "" {
			w.line("!$mdmp %s", l.send)
		}
	}
	for _, l := range n.legs {
		for _, s := range l.refRecv {
			w.line("!ref %s", s)
		}
	}
	for _, l := range n.legs {
		for _, s := range l.refSend {
			w.line("!ref %s", s)
		}
	}
	w.line("!ref call ref_wait(%s)", strings.Join(n.tail, ", "))
	w.after = true
}
