package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Region is what the clauses of a region say, as text; "": nothing.
type Region struct {
	If       string // whether it is entered; where it is not, its communicator need not exist
	Comm     string
	Delta    string // bytes of a piece
	Elements bool   // pieces are elements
	Paged    string // "1": its messages are watched by pages, "0": they are not, whatever holds around it
	Tag      string
	Reaches  bool // messages of procedures that are called inherit Comm and Tag
}

// RegionBegin enters a region; mentions are the names in its clauses.
func RegionBegin(used *emit.Names, at source.Position, c Region, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	r := w.handle("mdmp_r")
	place := strings.Join([]string{r, w.constant(at.Name), w.number(at.Line)}, ", ")
	if c.Delta != "" || c.Tag != "" {
		w.Intrinsic("int")
	}
	out := w.outside(c.If, c.Comm, c.Delta, c.Tag)
	c.If, c.Comm, c.Delta, c.Tag = out[0], out[1], out[2], out[3]
	if c.If != "" {
		w.Open("if (%s) then", c.If)
	}
	w.Say("call %s(%s)", w.rt("mdmp_region_begin"), place)
	w.ways(r, c)
	if c.If != "" {
		w.Else("else")
		w.Say("call %s(%s)", w.rt("mdmp_region_shut"), place)
		w.Shut("end if")
	}
	if c.Reaches {
		w.inherit(c)
	}
	w.Rename()
	return w.Block
}

// inherit says what messages of procedures that are called inherit.
func (w writer) inherit(c Region) {
	comm, tag := c.Comm, c.Tag
	if comm == "" {
		comm = w.rt("mdmp_world")
	}
	if tag == "" {
		tag = w.rt("mdmp_untagged")
	} else {
		tag = w.Intrinsic("int") + "(" + tag + ", " + w.rt("mdmp_int") + ")"
	}
	w.Say("call %s(%s, %s)", w.rt("mdmp_inherit_begin"), comm, tag)
}

// ways says how messages travel in a region that is entered.
func (w writer) ways(r string, c Region) {
	if c.Comm != "" && c.If == "" { // naming is collective, and under a condition only some processes may come
		w.Say("call %s(%s, %s)", w.rt("mdmp_region_comm"), r, c.Comm)
	}
	switch {
	case c.Elements:
		w.Say("call %s(%s)", w.rt("mdmp_region_elements"), r)
	case c.Delta != "":
		w.Say("call %s(%s, %s(%s, %s))", w.rt("mdmp_region_delta"), r, w.Intrinsic("int"), c.Delta, w.rt("mdmp_handle"))
	}
	if c.Paged != "" {
		w.Say("call %s(%s, %s_%s)", w.rt("mdmp_region_paged"), r, c.Paged, w.rt("mdmp_int"))
	}
}

// outside returns expressions. If their names are those of intrinsic procedures in
// the BLOCK, variables have other names there (Rename); else they are evaluated before.
func (w writer) outside(exprs ...string) []string {
	all := strings.Join(exprs, " ")
	if !slices.ContainsFunc(w.Clash(), func(name string) bool { return !strings.Contains(all, emit.Marked(name)) }) {
		return exprs
	}
	var out []string
	for i, x := range exprs {
		if x != "" {
			name := w.Used.Name("mdmp_n" + strconv.Itoa(i+1))
			w.Alias(name, x)
			x = name
		}
		out = append(out, x)
	}
	w.Mentions = nil
	return out
}

// RegionEnd leaves the region entered last; reaches: messages of procedures that are called inherit from it.
func RegionEnd(used *emit.Names, at source.Position, reaches bool) *emit.Block {
	w := newWriter(used, at, nil)
	w.Say("call %s(%s)", w.rt("mdmp_region_end"), w.handle("mdmp_r"))
	if reaches {
		w.Say("call %s()", w.rt("mdmp_inherit_end"))
	}
	return w.Block
}

// Init does what an init directive says; comm is the text of its clause, "" for
// MPI_COMM_WORLD.
func Init(used *emit.Names, at source.Position, comm string, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	place := w.constant(at.Name) + ", " + w.number(at.Line)
	if comm == "" {
		w.Say("call %s(%s)", w.rt("mdmp_init"), place)
	} else {
		w.Say("call %s(%s, %s)", w.rt("mdmp_init_comm"), place, w.outside(comm)[0])
	}
	w.Rename()
	return w.Block
}
