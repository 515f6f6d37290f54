package plan

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
)

// Words writes what is said of an exchange in the same words whether it becomes
// calls of the run time or of MPI.
type Words struct {
	*emit.Block
	Kind func() string // the name of the integer kind of sizes
}

// Int converts an expression to the kind of sizes.
func (w Words) Int(text string) string {
	return w.Intrinsic("int") + "(" + text + ", " + w.Kind() + ")"
}

// Exchange says an exchange, with variables for the copies of its sections with
// vector subscripts: the names of an ASSOCIATE, or arrays that are freed behind it.
func (w Words) Exchange(x *Exchange, say func()) {
	var names, arrays []string
	for _, m := range x.Messages {
		for _, p := range m.Pieces {
			switch {
			case p.Pack == "":
			case p.PackDecl == "":
				names = append(names, p.Pack+" => ("+p.Text+")")
			default:
				w.Intrinsic("kind")
				w.Declare("%s, allocatable :: %s(:%s)", p.PackDecl, p.Pack, strings.Repeat(",:", p.Rank-1))
				arrays = append(arrays, p.Pack)
			}
			for _, h := range p.Hoists {
				if h.Vector {
					arrays = append(arrays, h.Name)
				}
			}
		}
	}
	if len(names) > 0 {
		w.Open("associate (%s)", strings.Join(names, ", "))
	}
	say()
	for _, a := range arrays {
		w.Say("if (%s(%s)) deallocate (%s)", w.Intrinsic("allocated"), a, a)
	}
	if len(names) > 0 {
		w.Shut("end associate")
	}
}

// Prepare evaluates what a section needs before it can be stated, and copies it if
// its copy is an array.
func (w Words) Prepare(p *Piece) {
	for _, h := range p.Hoists {
		if h.Vector {
			w.Declare("integer(%s), allocatable :: %s(:)", w.Kind(), h.Name)
			w.Say("allocate (%s, source=%s)", h.Name, w.Int(h.Text))
			continue
		}
		w.Declare("integer(%s) :: %s", w.Kind(), h.Name)
		w.Say("%s = %s", h.Name, w.Int(h.Text))
	}
	switch {
	case p.PackDecl == "":
	case p.Type.Basic() == "character": // ALLOCATE with SOURCE= and a substring crashes gfortran 12
		w.Say("%s = %s", p.Pack, p.Text)
	case p.Sized:
		var sizes []string
		for i := range p.Rank {
			sizes = append(sizes, w.Intrinsic("size")+"("+p.Shape+", "+strconv.Itoa(i+1)+")")
		}
		w.Say("allocate (%s(%s))", p.Pack, strings.Join(sizes, ","))
		w.Say("%s = %s", p.Pack, p.Text)
	default:
		w.Say("allocate (%s, source=%s)", p.Pack, p.Text)
	}
}

// Back fills the sections that were received into copies. cond returns the condition
// under which a copy is there, "" if it always is.
func (w Words) Back(x *Exchange, cond func(*Keep) string) {
	for _, m := range x.Messages {
		for _, p := range m.Pieces {
			if !p.Back {
				continue
			}
			text := p.Text + " = " + p.Pack
			if c := cond(p.Keep); c != "" {
				text = "if (" + c + ") " + text
			}
			w.Say("%s", text)
		}
	}
}

// Conditions evaluates the conditions of sections, each once, into variables. names has
// the variable for each of them.
func (w Words) Conditions(x *Exchange, name func(*Cond) string) {
	for _, c := range x.Conds {
		w.Say("%s = %s", name(c), c.Text)
	}
}

// Either is the condition that at least one of some holds.
func Either(list []*Cond, name func(*Cond) string) string {
	var names []string
	for _, c := range list {
		names = append(names, name(c))
	}
	return strings.Join(names, " .or. ")
}

// Conditions are those under which a message is there; all must hold. name says what has the value of a condition of sections.
func (m *Message) Conditions(name func(*Cond) string) []string {
	var list []string
	if m.If != "" {
		list = append(list, m.If)
	}
	if len(m.Any) > 0 {
		list = append(list, Either(m.Any, name))
	}
	return list
}

// Where says what is said of a section, if it is there.
func (w Words) Where(p *Piece, name func(*Cond) string, say func()) {
	if p.Cond == nil {
		say()
		return
	}
	w.Open("if (%s) then", name(p.Cond))
	say()
	w.Shut("end if")
}

// Elements says something for each element of a section; its loops, if it has any,
// go over all of them.
func (w Words) Elements(p *Piece, say func()) {
	for i := len(p.Each) - 1; i >= 0; i-- {
		l := p.Each[i]
		for _, name := range []string{"lbound", "ubound"} {
			w.Intrinsic(name)
		}
		w.Declare("integer(%s) :: %s", w.Kind(), l.Var)
		w.Open("do %s = %s, %s, %s", l.Var, w.Int(l.Lo), w.Int(l.Hi), w.Int(l.Step))
	}
	say()
	for range p.Each {
		w.Shut("end do")
	}
}

// Offset is the place, from 0, of the first element of the count form in array
// element order.
func (w Words) Offset(p *Piece) string {
	if len(p.Index) == 0 {
		return "0_" + w.Kind()
	}
	return w.offset(p, 0)
}

// offset is (i - lbound) of dimension d, plus its extent times the offset in the
// dimensions behind it.
func (w Words) offset(p *Piece, d int) string {
	here := w.Int(p.Index[d]) + " - " + w.Intrinsic("lbound") + "(" + p.Text + ", " + strconv.Itoa(d+1) + ", " + w.Kind() + ")"
	if d == len(p.Index)-1 {
		return here
	}
	return here + " + " + w.Extent(p, d) + "*(" + w.offset(p, d+1) + ")"
}

// Extent is the size of dimension d (from 0) of the array of the count form.
func (w Words) Extent(p *Piece, d int) string {
	return w.Intrinsic("size") + "(" + p.Text + ", " + strconv.Itoa(d+1) + ", " + w.Kind() + ")"
}
