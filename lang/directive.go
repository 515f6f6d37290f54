package lang

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Directive is a parsed directive: *Begin, *End, *Message, *Init, *Manage, *Halo,
// *HaloExchange, *Wait, *Harmless or *Overlap.
type Directive interface {
	// Word returns the word that names the directive, e.g. "end commregion".
	Word() string
}

type (
	// Begin is commregion [name] [clauses].
	Begin struct {
		Name
		Clauses
	}
	// End is end commregion [name], also spelt commregionfinished.
	End struct {
		Name
	}
	// Message is send(...) or recv(...).
	Message struct {
		Send     bool // recv if not set
		Sections []Section
		Peer     ast.Expr // destination or source
		Clauses
		At source.Span // in a halo pattern: its bytes
	}
	// Init is init [comm(handle)].
	Init struct {
		Clauses
	}
	// Manage is manage.
	Manage struct{}
	// Halo is halo name(formals) messages, phases parted by then.
	Halo struct {
		Name
		Formals []Formal
		Phases  [][]*Message
	}
	// HaloExchange is exchange with the patterns that it uses.
	HaloExchange struct {
		Uses []Use
	}
	// Wait is wait or wait(u, v).
	Wait struct {
		List []ast.Expr // variables and sections; none: everything
	}
	// Overlap is overlap, before an MPI call.
	Overlap struct{}
	// Harmless is harmless(f, g).
	Harmless struct {
		Names []*ast.Ident
	}
)

// Name is the name of a region, a pattern or an argument of one; Text is "" if it has none.
type Name struct {
	Text   string // lower case
	NameAt source.Span
}

// Formal is an argument of a halo pattern. Bounds are nil if none are written.
type Formal struct {
	Name
	Bounds []ast.Arg
}

// Use is a halo pattern with actual arguments, under a condition if If is not nil.
type Use struct {
	Name
	At   source.Span
	Args []ast.Expr
	If   ast.Expr
}

// Section is one piece of a message: a variable, an array section, or, if
// Count is set, Count elements in array element order from X on (X is an
// element, or a whole array for its first element). With If it is only there where
// that holds.
type Section struct {
	X     ast.Expr
	Count ast.Expr // nil without a count; several sections of one directive share it
	If    ast.Expr
}

// Clauses holds the clauses of a directive; what was not written is nil or "".
type Clauses struct {
	Tag   ast.Expr
	Comm  ast.Expr
	If    ast.Expr
	Mode  Mode
	Delta ast.Expr // bytes of a piece
	// DeltaElement tells that delta(element) was written; Delta is nil then.
	DeltaElement bool
	// Written has the bytes of each clause that was written, by its word.
	Written []Written
}

// Written is where a clause stands, from its word to its closing parenthesis.
type Written struct {
	Word string
	At   source.Span
}

// Mode is the value of the mode clause.
type Mode string

// The modes of a region; the empty string stands for none written.
const (
	ModeAuto    Mode = "auto"
	ModeCounted Mode = "counted"
	ModePaged   Mode = "paged"
	ModePlain   Mode = "plain"
)

// Word returns "commregion".
func (d *Begin) Word() string { return "commregion" }

// Word returns "end commregion".
func (d *End) Word() string { return "end commregion" }

// Word returns "send" or "recv".
func (d *Message) Word() string {
	if d.Send {
		return "send"
	}
	return "recv"
}

// Word returns "init".
func (d *Init) Word() string { return "init" }

// Word returns "manage".
func (d *Manage) Word() string { return "manage" }

// Word returns "halo".
func (d *Halo) Word() string { return "halo" }

// Word returns "exchange".
func (d *HaloExchange) Word() string { return "exchange" }

// Messages goes through all messages of a pattern.
func (d *Halo) Messages() iter.Seq[*Message] {
	return func(yield func(*Message) bool) {
		for _, phase := range d.Phases {
			for _, m := range phase {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Exprs returns all expressions of a message, those that several sections share once.
func (d *Message) Exprs() []ast.Expr {
	var list []ast.Expr
	for _, s := range d.Sections {
		list = append(list, s.X, s.If)
	}
	if len(d.Sections) > 0 {
		list = append(list, d.Sections[0].Count)
	}
	list = append(list, d.Peer, d.Tag, d.Comm, d.If)
	return slices.DeleteFunc(list, func(x ast.Expr) bool { return x == nil })
}

// Word returns "wait".
func (d *Wait) Word() string { return "wait" }

// Word returns "harmless".
func (d *Harmless) Word() string { return "harmless" }

// Word returns "overlap".
func (d *Overlap) Word() string { return "overlap" }
