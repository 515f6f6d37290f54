package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Patterns are what a file says of halo patterns to others (regions.Published): those of its modules, and those
// of other files' modules that it was written for, by the names of their procedures.
type Patterns struct {
	Published []regions.Published
	Needed    []string
}

func patternsOf(set *regions.Set) Patterns {
	p := Patterns{Published: set.Published}
	for _, x := range set.HaloExchanges {
		for _, h := range x.Of {
			if h != nil && h.Of != "" && !slices.Contains(p.Needed, h.Symbol) {
				p.Needed = append(p.Needed, h.Symbol)
			}
		}
	}
	return p
}

func (p Patterns) any() bool { return len(p.Published) > 0 || len(p.Needed) > 0 }

// patterns writes the constants of the modules, and the procedures at the end of the file. That of a user is
// never called: it only makes the linker look for those of the patterns.
func (t *translator) patterns(p Patterns) {
	at := source.Position{Name: t.file.Name, Line: max(1, t.file.LineCount())}
	for _, u := range t.tree.Units {
		var list []emit.Stmt
		for _, one := range p.Published {
			if u.Kind == ast.KModule && one.Module == u.Name {
				list = append(list, emit.Stmt{Text: constant(one), Line: at})
			}
		}
		if last := lastOfSpec(u); last != nil && len(list) > 0 {
			for i := range list {
				list[i].Line, list[i].Depth = t.file.Position(last.Span().Start), 1
			}
			t.text.Before(last.Span().Start, list)
		}
	}
	var lines []emit.Stmt
	say := func(depth int, text string) { lines = append(lines, emit.Stmt{Text: text, Depth: depth, Line: at}) }
	for _, one := range p.Published {
		say(0, "subroutine "+one.Symbol)
		say(0, "end subroutine")
	}
	if len(p.Needed) > 0 {
		say(0, fmt.Sprintf("subroutine mdmp_needs_%016x", t.hash()))
		for _, name := range p.Needed {
			say(1, "interface")
			say(2, "subroutine "+name)
			say(2, "end subroutine")
			say(1, "end interface")
		}
		for _, name := range p.Needed {
			say(1, "call "+name)
		}
		say(0, "end subroutine")
	}
	t.text.End(lines)
}

// lastOfSpec is the statement that ends the declarations of a module.
func lastOfSpec(u *ast.Unit) *ast.Stmt {
	if u.Contains != nil {
		return u.Contains
	}
	return u.End
}

// constant declares the record of a pattern, in pieces that fit into the lines of any form.
func constant(p regions.Published) string {
	const piece = 40
	var list []string
	for text := p.Text; text != ""; {
		n := min(piece, len(text))
		list = append(list, "'"+text[:n]+"'")
		text = text[n:]
	}
	return "character(len=*), parameter, public :: " + p.Name + " = " + strings.Join(list, " // ")
}

// tell adds the patterns to what other files need to know of the modules of this one.
func (p Patterns) tell(list []*modinfo.File) {
	for _, f := range list {
		for _, one := range p.Published {
			if one.Module == f.Module {
				f.Add(one.Name, one.Text)
			}
		}
	}
}
