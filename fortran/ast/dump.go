package ast

import (
	"fmt"
	"io"
	"strings"
)

// Dump writes the tree of a file as indented text: one line for each statement
// with its kind and, behind a colon, what it says.
func Dump(w io.Writer, f *File) error {
	d := &dumper{w: w}
	for _, u := range f.Units {
		d.unit(u)
	}
	for _, s := range f.Stray {
		d.line("stray " + Describe(s))
	}
	for _, e := range f.Errors {
		d.line(fmt.Sprintf("error at %d: %s", e.At.Start, e.Text))
	}
	return d.err
}

type dumper struct {
	w      io.Writer
	indent int
	err    error
}

func (d *dumper) line(s string) {
	if d.err == nil {
		_, d.err = fmt.Fprintf(d.w, "%s%s\n", strings.Repeat("  ", min(d.indent, 40)), s)
	}
}

func (d *dumper) unit(u *Unit) {
	d.line(fmt.Sprintf("unit %s %s", u.Kind, u.Name))
	d.indent++
	if u.Begin != nil {
		d.line("begin " + Describe(u.Begin))
	}
	d.part("spec", u.Spec)
	d.part("exec", u.Exec)
	if u.Contains != nil {
		d.line("contains")
		for _, s := range u.Subs {
			d.unit(s)
		}
		d.part("tail", u.Tail)
	}
	if u.End != nil {
		d.line("end " + Describe(u.End))
	}
	d.indent--
}

func (d *dumper) part(name string, items []Item) {
	if len(items) == 0 {
		return
	}
	d.line(name)
	d.items(items)
}

func (d *dumper) items(items []Item) {
	d.indent++
	for _, it := range items {
		switch it := it.(type) {
		case *Stmt:
			d.line(Describe(it))
		case *InterfaceBody:
			d.unit(it.Unit)
		case *Construct:
			d.construct(it)
		default:
			Unlisted(it)
		}
	}
	d.indent--
}

func (d *dumper) construct(c *Construct) {
	for _, p := range c.Parts {
		d.line(Describe(p.Head))
		d.items(p.Spec)
		d.items(p.Body)
	}
	switch {
	case c.End == nil:
		d.line("no end")
	case c.SharedEnd:
		d.line("ends at " + c.End.Label())
	default:
		d.line(Describe(c.End))
	}
}
