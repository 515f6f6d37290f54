// Package summary says what a procedure does to the world of its caller, in
// words that outlive the file it stands in: they travel in the .mdmpmod file of
// its module (fortran/modinfo carries them unread, under the procedure's name).
//
// The idea: two kinds of knowledge about a procedure of another file must be
// kept apart.
//
//   - Its interface (dummies, intents, PURE, the result) is in the .mod file,
//     too. If it changes, the .mod file changes and build systems compile all
//     users again. So it may be believed when a user is translated; package
//     scope has it.
//   - What its body does is nowhere in the .mod file. A body may change, and no
//     build system compiles the users again. So a Procedure must not be
//     believed at translation alone: code that relies on one must check, when
//     the program runs, that the object linked is the one the Procedure was
//     made from. Digest is there for this: a managed procedure announces it on
//     entry, and a call site that expects another one does what it would do for
//     a procedure it knows nothing of.
//
// Everything is an upper bound: what is not listed does not happen, what is
// listed may happen. The zero Procedure does nothing.
package summary

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
)

// Reach says how far what a procedure does goes beyond its lists.
type Reach string

// The reaches. Outer: anything in modules, COMMON, hosts or behind pointers and
// targets. All: anything at all, and it may not return.
const (
	Listed Reach = ""
	Outer  Reach = "outer"
	All    Reach = "all"
)

// Procedure is what one procedure does, with all that it calls as far as that
// is known.
type Procedure struct {
	Name string `json:"name"`
	// Digest stands for this summary: equal digests, equal effects. Seal sets
	// it.
	Digest string `json:"digest,omitempty"`
	// Dummies in the order of the heading.
	Dummies []Dummy `json:"dummies,omitempty"`
	// Outer are the variables touched that are neither dummies nor locals.
	Outer []Variable `json:"outer,omitempty"`
	Reach Reach      `json:"reach,omitempty"`
	// Why says what made Reach more than Listed, or Blocks true, for reports.
	Why string `json:"why,omitempty"`
	// Calls are procedures whose effects are not included because they were not
	// known (Reach is then All); they may be known to the reader by now.
	Calls []Name `json:"calls,omitempty"`

	Blocks bool `json:"blocks,omitempty"` // it may wait for another rank
	MPI    bool `json:"mpi,omitempty"`    // it may call MPI other than local queries
	IO     bool `json:"io,omitempty"`     // it does input or output
	Stops  bool `json:"stops,omitempty"`  // it may end the program
	Impure bool `json:"impure,omitempty"` // two calls may not change places
	// Directives: it holds directives of ours, so it sends or receives.
	Directives bool `json:"directives,omitempty"`
	// Managed: its nests are boxed and it announces itself when entered.
	Managed bool `json:"managed,omitempty"`
}

// Dummy is what a procedure does with an argument.
type Dummy struct {
	Name  string `json:"name"`
	Read  bool   `json:"read,omitempty"`
	Write bool   `json:"write,omitempty"`
	// Status: it may be allocated, freed, or made to point elsewhere.
	Status bool `json:"status,omitempty"`
	// Scalar: the dummy is a scalar, so of an array element no more than that
	// element is touched.
	Scalar bool `json:"scalar,omitempty"`
	// Copies: a caller may have to copy the actual in and out.
	Copies bool `json:"copies,omitempty"`
	// Kept: what the dummy names may be remembered beyond the call: a pointer is
	// made to point at it, or it is handed to nonblocking MPI.
	Kept bool `json:"kept,omitempty"`
}

// Name is a procedure of a module, or an external one.
type Name struct {
	Module string `json:"module,omitempty"`
	Name   string `json:"name"`
}

// Variable is a variable of a module or COMMON block, or a component of one;
// everything below it is meant, whatever the subscripts.
type Variable struct {
	Module string   `json:"module,omitempty"`
	Common string   `json:"common,omitempty"` // "/" for blank common
	Name   string   `json:"name"`
	Path   []string `json:"path,omitempty"`
	Read   bool     `json:"read,omitempty"`
	Write  bool     `json:"write,omitempty"`
	Status bool     `json:"status,omitempty"`
}

// Seal sets the digest, which depends on everything but the name and Why.
func (p *Procedure) Seal() error {
	c := *p
	c.Name, c.Why, c.Digest = "", "", ""
	text, err := json.Marshal(&c)
	if err != nil {
		return fmt.Errorf("summary of %s: %w", p.Name, err)
	}
	h := fnv.New64a()
	h.Write(text)
	p.Digest = fmt.Sprintf("%016x", h.Sum64())
	return nil
}

// Encode returns p as it travels, sealed.
func (p *Procedure) Encode() (json.RawMessage, error) {
	if err := p.Seal(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("summary of %s: %w", p.Name, err)
	}
	return text, nil
}

// Decode reads what Encode wrote. A summary that does not fit its digest is an
// error: it was made by another version.
func Decode(text json.RawMessage) (*Procedure, error) {
	p := &Procedure{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("reading a summary: %w", err)
	}
	sealed := p.Digest
	if err := p.Seal(); err != nil {
		return nil, err
	}
	if p.Digest != sealed {
		return nil, fmt.Errorf("reading a summary: that of %s is of another version", p.Name)
	}
	return p, nil
}
