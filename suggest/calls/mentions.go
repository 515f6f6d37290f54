package calls

import (
	"fmt"
	"math"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Mention is a place where a statement names a variable.
type Mention struct {
	File *program.File
	Unit *ast.Unit
	Stmt *ast.Stmt
	// Call and Arg: it is (or is the array of) this argument of this MPI call.
	// Inner: it stands in that argument, as a subscript or operand.
	Call  *Call
	Arg   string
	Use   mpi.Use // what becomes of that
	Inner bool
	// Set is what an assignment gives it, if it is all of the left side.
	Set ast.Expr
	// Passed: it is an argument of some other procedure.
	Passed bool
	// Via is the procedure that gets it, with all arguments, if Passed.
	Via     string
	ViaArgs []ast.Arg
	// Defined: it is a loop variable, read, allocated, or an element of it is assigned.
	Defined bool
}

// Index finds all mentions of a variable in the program, and all calls of MPI.
type Index struct {
	Calls []*Call
	// Unread says which files that are included are not read.
	Unread   []string
	mentions map[string][]Mention
	members  map[string][]Use
	// Procedures are the units of the program that can be called, by name.
	Procedures map[string][]*Procedure
	again      map[*ast.Stmt]int32  // up to which line something may make it be executed again; 0: only once
	loose      map[string]bool      // procedures of that name may be called by something else, see Callers
	stands     map[string][]string  // what other names for procedures stand for
	entered    map[*ast.Unit]bool   // it has an ENTRY
	extended   bool                 // a type of the program extends another one
	groups     map[string][]grouped // variables of NAMELIST, by the names of their groups
	mixed      map[string]bool      // COMMON blocks, see there
	files      map[*ast.Unit]*program.File
}

// Procedure is a unit with the calls in it.
type Procedure struct {
	File  *program.File
	Unit  *ast.Unit
	Calls []*Call
	// Names are the procedures that it may call, and the statements that do.
	Names map[string][]*ast.Stmt
}

// Key tells a variable from all others of the program: two names with one key are one
// variable.
func Key(s *scope.Scope, name string) string {
	y := s.Lookup(name)
	if y == nil {
		return "? " + name
	}
	r := y.Root()
	switch {
	case r.Storage == scope.CommonStorage:
		return "common " + r.Common + " " + r.Name
	case r.Storage == scope.ModuleStorage && r.Scope != nil:
		return "module " + r.Scope.Unit.Name + " " + r.Name
	case r.Origin() != "":
		return "module " + r.Origin() + " " + r.Name
	}
	return fmt.Sprintf("%p", r)
}

// NewIndex looks through a program.
func NewIndex(p *program.Program) *Index {
	x := &Index{mentions: map[string][]Mention{}, members: map[string][]Use{}, Procedures: map[string][]*Procedure{}, again: map[*ast.Stmt]int32{},
		loose: map[string]bool{}, stands: map[string][]string{}, entered: map[*ast.Unit]bool{}, groups: groups(p), mixed: mixed(p), files: map[*ast.Unit]*program.File{}}
	for _, f := range p.Files {
		x.named(f)
		for _, u := range f.Units {
			x.files[u] = f
			pr := &Procedure{File: f, Unit: u, Names: map[string][]*ast.Stmt{}}
			x.loops(u.Exec, 0)
			ast.Items(u.Exec, func(s *ast.Stmt) bool {
				for ; s != nil; s = s.Inner {
					x.statement(f, u, s, pr)
				}
				return true
			})
			x.Procedures[u.Name] = append(x.Procedures[u.Name], pr)
		}
	}
	for _, f := range p.Files {
		x.handed(f)
		x.included(f)
	}
	return x
}

// loops notes what may be executed more than once: it stands in a loop, or behind a label to
// which something may jump back.
func (x *Index) loops(items []ast.Item, until int32) {
	for _, it := range items {
		if s := it.First(); s != nil && s.Label() != "" && s.Kind != ast.KFormat {
			until = math.MaxInt32
		}
		switch it := it.(type) {
		case *ast.Stmt:
			for s := it; s != nil && until > 0; s = s.Inner {
				x.again[s] = until
			}
		case *ast.Construct:
			in := until
			if it.Kind == ast.KDo {
				in = math.MaxInt32
				if it.End != nil {
					in = max(until, it.End.Line.Last)
				}
			}
			x.again[it.Begin] = in
			for _, p := range it.Parts {
				x.loops(p.Body, in)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// Of returns the mentions of the variable that a name stands for.
func (x *Index) Of(s *scope.Scope, name string) []Mention { return x.mentions[Key(s, name)] }

func (x *Index) statement(f *program.File, u *ast.Unit, s *ast.Stmt, pr *Procedure) {
	sc := f.Scope(s)
	if sc == nil {
		return
	}
	roles := map[*ast.Ident]Mention{}
	base := Mention{File: f, Unit: u, Stmt: s}
	switch b := s.Body.(type) {
	case *ast.Call:
		c := Of(f, u, s)
		if c != nil {
			x.Calls = append(x.Calls, c)
			pr.Calls = append(pr.Calls, c)
		}
		if id := ast.Root(b.X); id != nil {
			pr.Names[id.Name] = append(pr.Names[id.Name], s)
		}
		if m, ok := b.X.(*ast.Member); ok {
			pr.Names[m.Name] = append(pr.Names[m.Name], s)
		}
		x.arguments(b, c, base, roles)
	case *ast.Assign:
		if id, ok := b.X.(*ast.Ident); ok && s.Kind == ast.KAssign {
			m := base
			m.Set = b.Y
			roles[id] = m
		} else if id := ast.Root(b.X); id != nil {
			roles[id] = base.defined()
		}
	default:
		for _, e := range definedBy(s) {
			if id := ast.Root(e); id != nil {
				roles[id] = base.defined()
			}
		}
	}
	one := *s
	one.Inner = nil
	references(sc, &one, base, roles)
	x.components(f, s, &one)
	for id := range ast.StmtIdents(&one) {
		m, ok := roles[id]
		if !ok {
			m = base
		}
		x.mention(sc, id.Name, m)
	}
	x.namelist(sc, s, base)
	x.functions(s, pr)
}

// mention notes a mention of what a name stands for; by a name of ASSOCIATE or SELECT TYPE it is one of the variable behind it, too.
func (x *Index) mention(sc *scope.Scope, name string, m Mention) {
	for range followed {
		k := Key(sc, name)
		x.mentions[k] = append(x.mentions[k], m)
		y := sc.Lookup(name)
		if y == nil || y.Class != scope.Associate || y.Outer == nil || ast.Root(y.Target) == nil {
			return
		}
		if _, whole := y.Target.(*ast.Ident); !whole && m.Set != nil {
			m.Set, m.Defined = nil, true
		}
		sc, name = y.Outer, ast.Root(y.Target).Name
	}
}

// Use is a place where a statement names a component of a derived type.
type Use struct {
	File *program.File
	Stmt *ast.Stmt
	Type string // the name of the type, "" if that is not known
}

// MayBe reports whether variables of two types that have a component of one name may be one: types extend each other.
func (x *Index) MayBe(typ, other string) bool {
	return typ == "" || other == "" || x.extended || strings.EqualFold(typ, other)
}

// Component returns the uses of a component in variables that may be of a type.
func (x *Index) Component(typ, name string) []Use {
	var out []Use
	for _, u := range x.members[name] {
		if x.MayBe(typ, u.Type) {
			out = append(out, u)
		}
	}
	return out
}

func (x *Index) components(f *program.File, s, one *ast.Stmt) {
	ast.InspectStmt(one, func(e ast.Expr) bool {
		if m, ok := e.(*ast.Member); ok {
			x.members[m.Name] = append(x.members[m.Name], Use{f, s, TypeOf(f.Scope(s), m.X)})
		}
		return true
	})
}

// TypeOf is the name of the derived type of an expression, "" if that is not known.
func TypeOf(s *scope.Scope, x ast.Expr) string {
	if s == nil {
		return ""
	}
	if in := s.Designator(x); in.Type != nil {
		return in.Type.Derived
	}
	return ""
}

func (m *Mention) pass(to ast.Expr, args []ast.Arg) {
	m.Passed, m.ViaArgs = true, args
	if id, ok := to.(*ast.Ident); ok {
		m.Via = id.Name
	}
}

// references finds what functions of the program get.
func references(sc *scope.Scope, s *ast.Stmt, base Mention, roles map[*ast.Ident]Mention) {
	ast.InspectStmt(s, func(e ast.Expr) bool {
		a, ok := e.(*ast.Apply)
		if !ok {
			return true
		}
		switch sc.Resolve(a) {
		case scope.RefCall, scope.RefUnknown:
		default:
			return true
		}
		if f, ok := a.X.(*ast.Ident); ok {
			if y := sc.Lookup(f.Name); y == nil || y.Class == scope.Intrinsic {
				return true
			}
		}
		for _, arg := range a.Args {
			if id := ast.Root(arg.X); id != nil {
				m := base
				m.pass(a.X, a.Args)
				roles[id] = m
			}
		}
		return true
	})
}

func (m Mention) defined() Mention {
	m.Defined = true
	return m
}

// definedBy lists what a statement defines that is neither an assignment nor a call.
func definedBy(s *ast.Stmt) []ast.Expr {
	var out []ast.Expr
	switch b := s.Body.(type) {
	case *ast.Do:
		if b.Var != nil {
			out = append(out, b.Var)
		}
	case *ast.Allocate:
		out = append(out, b.Objects...)
		for _, a := range b.Opts {
			out = append(out, a.X)
		}
	case *ast.IO:
		reads := s.Kind != ast.KWrite && s.Kind != ast.KPrint
		for _, x := range b.Items {
			ast.Inspect(x, func(x ast.Expr) bool {
				do, is := x.(*ast.ImpliedDo)
				if is {
					out = append(out, do.Var)
				}
				if !is && reads {
					out = append(out, x)
				}
				return is
			})
		}
		for _, a := range b.Control {
			out = append(out, a.X)
		}
	case *ast.Unknown:
		for _, id := range b.Mentions {
			out = append(out, id)
		}
	case *ast.Exprs:
		if s.Kind != ast.KReturn && s.Kind != ast.KStop && s.Kind != ast.KErrorStop && s.Kind != ast.KPause {
			out = append(out, b.List...) // also a status
		}
	default: // an assignment, a call: see mention; else nothing
	}
	return out
}

// arguments says what the names in the arguments of a call do there.
func (x *Index) arguments(b *ast.Call, c *Call, base Mention, roles map[*ast.Ident]Mention) {
	passed := map[ast.Expr]string{}
	uses := make([]mpi.Use, len(b.Args))
	if c != nil {
		for name, arg := range c.Parts() {
			passed[arg] = name
		}
		uses = c.Uses()
	}
	for i, a := range b.Args {
		root := ast.Root(a.X)
		for id := range ast.Idents(a.X) {
			m := base
			m.Call, m.Arg, m.Use, m.Inner = c, passed[a.X], uses[i], id != root
			if c == nil && id == root {
				m.pass(b.X, b.Args)
			}
			roles[id] = m
		}
	}
}

// functions notes names that may be references to functions.
func (x *Index) functions(s *ast.Stmt, pr *Procedure) {
	one := *s
	one.Inner = nil
	ast.InspectStmt(&one, func(e ast.Expr) bool {
		if a, ok := e.(*ast.Apply); ok {
			if id, ok := a.X.(*ast.Ident); ok {
				pr.Names[id.Name] = append(pr.Names[id.Name], s)
			}
		}
		return true
	})
}
