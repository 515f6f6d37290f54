// Package suggest finds the exchanges in an MPI program and writes directives for them.
//
// The idea: a suggestion is a proof. calls says what each MPI call says, sections which
// section of an array it moves, match which calls are one exchange and why directives mean the
// same; buffers takes packing buffers out; place finds where communicators are named and where the region goes. Here all that
// becomes changes of whole lines, and the changed file is given to the translator: what it
// refuses is refused here. Whatever is not proved stays as it is, with its place, the reason
// and what could be done. Since messages of directives meet none of MPI calls, either all
// calls that may be partners are replaced, or none.
package suggest

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/buffers"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/patch"
	"github.com/mdmp-fortran/mdmp/suggest/place"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Result is what is suggested for a program.
type Result struct {
	Files     []FileResult `json:"files"`
	Exchanges []Exchange   `json:"exchanges"`
	Regions   []Place      `json:"regions"`
	Refused   []Refused    `json:"refused"`
	Notes     []string     `json:"notes,omitempty"`
	// Calls is how many calls move messages from point to point, or wait for them.
	Calls int `json:"calls"`
}

// FileResult is what becomes of a file.
type FileResult struct {
	Name    string `json:"file"`
	Removed int    `json:"removed"`
	Added   int    `json:"added"`
	Patch   string `json:"patch,omitempty"`
	Text    []byte `json:"-"`
}

// Place is a line of a file.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// Exchange is a block of directives.
type Exchange struct {
	Place
	Directives []string `json:"directives"`
	Calls      []int    `json:"calls"` // the lines of the calls that go
	Why        string   `json:"why"`
	Checks     []string `json:"checks,omitempty"`
	// Copies are the statements that set aside what is sent, since what is received takes its place.
	Copies []string `json:"copies,omitempty"`
	// Buffers are those that nothing uses any more: the directives name what was copied.
	Buffers []string `json:"buffers,omitempty"`
}

// Refused is a call that stays.
type Refused struct {
	Place
	Call   string `json:"call"`
	Reason string `json:"reason"`
	Hint   string `json:"hint,omitempty"`
}

// Options of a search.
type Options struct {
	Source source.Options
	// Region: put a region around the time loop.
	Region bool
	// Verify says what is wrong with a changed file, "" if nothing is; nil: nobody does.
	Verify func(name string, src []byte) string
}

// Find looks through a program.
func Find(in []program.Input, opt Options) *Result {
	p := program.Read(in, opt.Source)
	index := calls.NewIndex(p)
	comms := &place.Comms{Index: index}
	found := match.Find(p, index)
	annotated(p, found)
	refused, keep := map[string]*program.Refusal{}, map[string]bool{}
	for {
		found.Variables(index)
		named := communicators(found, comms)
		found.Sizes(comms)
		found.Lanes(comms)
		buffers.Remove(found, p, index, keep)
		r := write(p, index, found, named, opt)
		bad := r.broken(opt)
		if bad == nil {
			r.report(index, found)
			return r
		}
		for name, why := range bad {
			if unpacked(found, name) {
				keep[name] = true // perhaps it is right with its buffers
				continue
			}
			refused[name] = why
		}
		found.Exchanges = slices.DeleteFunc(found.Exchanges, func(x *match.Exchange) bool {
			why := refused[x.File.Name]
			for _, c := range x.Elsewhere() {
				why = cmp.Or(why, refused[c.File.Name])
			}
			if why != nil {
				found.Drop(x, why)
			}
			return why != nil
		})
	}
}

// unpacked reports whether buffers went from a file.
func unpacked(found *match.Found, name string) bool {
	return slices.ContainsFunc(found.Exchanges, func(x *match.Exchange) bool { return x.File.Name == name && len(x.Unpacked) > 0 })
}

// annotated refuses exchanges next to directives that are there already: what stands
// there is somebody's plan.
func annotated(p *program.Program, found *match.Found) {
	for _, f := range p.Files {
		for i := range f.Tree.Stmts {
			s := &f.Tree.Stmts[i]
			if s.Kind != ast.KDirective || s.Line.Sentinel() != "mdmp" {
				continue
			}
			why := program.Refuse("suggest is for files without directives", "the file holds directives already, at line %d", s.Line.First)
			found.Exchanges = slices.DeleteFunc(found.Exchanges, func(x *match.Exchange) bool {
				its := x.File == f || slices.ContainsFunc(x.Elsewhere(), func(c *calls.Call) bool { return c.File == f })
				if its {
					found.Drop(x, why)
				}
				return its
			})
			break
		}
	}
}

// communicators finds where communicators are to be named; what is not found is refused.
func communicators(found *match.Found, comms *place.Comms) []place.Made {
	var named []place.Made
	found.Exchanges = slices.DeleteFunc(found.Exchanges, func(x *match.Exchange) bool {
		for _, m := range x.Messages {
			if m.World {
				continue
			}
			o := comms.Of(m.Call, m.Comm)
			why := unnamed(o, m.Comm)
			if why != nil {
				found.Drop(x, why)
				return true
			}
			named = append(named, o.Made...)
		}
		return false
	})
	return named
}

func unnamed(o place.Origin, x ast.Expr) *program.Refusal {
	if o.Joins {
		return program.Refuse("directives have partners in one group", "the communicator %s may be one that joins two groups", ast.String(x))
	}
	if o.Unknown && o.How != "" {
		return program.Refuse("pass the variable that the call which makes it gets: it has to be named (init) there", "where the communicator %s is made is not seen: %s", ast.String(x), o.How)
	}
	if o.Unknown {
		return program.Refuse("give all files; a communicator has to be named (init) where it is made", "where the communicator %s is made is not seen", ast.String(x))
	}
	for _, m := range o.Made {
		s := m.Call.Stmt
		if s.IsInner || s.Line.Shared || s.Line.Cond {
			return program.Refuse("write that call on a line of its own", "the communicator %s is made in a statement behind which nothing can be put", ast.String(x))
		}
	}
	return nil
}

// broken asks whether the changed files are right.
func (r *Result) broken(opt Options) map[string]*program.Refusal {
	if opt.Verify == nil {
		return nil
	}
	var bad map[string]*program.Refusal
	for _, f := range r.Files {
		if f.Patch == "" {
			continue
		}
		if why := opt.Verify(f.Name, f.Text); why != "" {
			if bad == nil {
				bad = map[string]*program.Refusal{}
			}
			bad[f.Name] = program.Refuse("", "the directives would not be right: %s", why)
		}
	}
	return bad
}

// report fills in what stays.
func (r *Result) report(index *calls.Index, found *match.Found) {
	r.Notes = append(r.Notes, index.Unread...)
	for _, c := range index.Calls {
		if c.Kind != calls.Other {
			r.Calls++
		}
	}
	for c, why := range found.Refused {
		at := c.File.At(c.Stmt)
		r.Refused = append(r.Refused, Refused{Place{at.Name, at.Line}, c.Spoken(), why.Reason, why.Hint})
	}
	slices.SortFunc(r.Refused, func(a, b Refused) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Call, b.Call))
	})
}

// newEdits returns changes for each file.
func newEdits(p *program.Program) map[*program.File]*patch.Edits {
	out := map[*program.File]*patch.Edits{}
	for _, f := range p.Files {
		out[f] = patch.New()
	}
	return out
}
