package scope

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Lookup returns what a name stands for in s. The result is nil if nothing can
// declare it (IMPLICIT NONE and not an intrinsic); a symbol may be Unsure.
func (s *Scope) Lookup(name string) *Symbol {
	if y := s.Own(name); y != nil {
		return y
	}
	if s.Construct != nil {
		return s.around(name)
	}
	if y := s.fromHost(name); y != nil {
		return y
	}
	return s.undeclared(name)
}

// around is what a name means around a construct. It is kept once all declarations are known: constructs in constructs would be gone
// through for each name.
func (s *Scope) around(name string) *Symbol {
	if y := s.outer[name]; y != nil {
		return y
	}
	y := s.Host.Lookup(name)
	if y != nil && s.isSettled() {
		if s.outer == nil {
			s.outer = map[string]*Symbol{}
		}
		s.outer[name] = y
	}
	return y
}

// isSettled reports whether all declarations of a scope are known, and of those around it in its unit.
func (s *Scope) isSettled() bool {
	s.settled = s.settled || s.complete && (s.Construct == nil || s.Host.isSettled())
	return s.settled
}

// Own returns what a name stands for that s declares, brings in or may bring in; nil if
// it means what it means around s, or is declared by its use.
func (s *Scope) Own(name string) *Symbol {
	s.build()
	if y := s.known(name); y != nil {
		return y
	}
	return s.fromImports(name)
}

// Declared returns the symbol that s itself declares or brings in by USE, nil
// if there is none.
func (s *Scope) Declared(name string) *Symbol {
	s.build()
	return s.known(name)
}

// fromImports returns an unsure symbol if a module, an include file or a
// statement that was not seen or understood may declare the name.
func (s *Scope) fromImports(name string) *Symbol {
	for i := range s.imports {
		im := &s.imports[i]
		if !im.mayBring(name) {
			continue
		}
		y := &Symbol{Name: name, Unsure: "it may come from " + im.what, MPI: s.bringsMPI(name), There: im.before(name)}
		y.Others = s.sources(name) > 1
		switch {
		case s.Construct != nil:
			y.Maybe = s.Host.Lookup(name)
		default:
			if y.Maybe = s.fromHost(name); y.Maybe == nil {
				y.Maybe = s.make(name)
			}
		}
		s.symbols[name] = y
		return y
	}
	return nil
}

// bringsMPI reports whether MPI itself may bring a name. (That another module
// has the name, too, would make it ambiguous.)
func (s *Scope) bringsMPI(name string) bool {
	for i := range s.imports {
		if im := &s.imports[i]; im.mpi && im.mayBring(name) {
			return true
		}
	}
	return false
}

// sources counts the places from which a name may come, MPI's modules and include
// files together as one.
func (s *Scope) sources(name string) int {
	n, mpi := 0, 0
	for i := range s.imports {
		switch im := &s.imports[i]; {
		case !im.mayBring(name):
		case im.mpi:
			mpi = 1
		default:
			n++
		}
	}
	return n + mpi
}

// fromHost returns what the host makes of a name, nil if nothing.
func (s *Scope) fromHost(name string) *Symbol {
	if !s.seesHost(name) {
		return nil
	}
	h := s.Host.unitScope()
	h.build()
	if y := s.Host.Declared(name); y != nil {
		return y
	}
	if y := h.known(name); y != nil {
		return y
	}
	if y := h.fromImports(name); y != nil {
		return y
	}
	if y := h.fromHost(name); y != nil {
		return y
	}
	if u := h.usage(); u.plain[name] || u.applied[name] {
		if h.Unit.Kind != ast.KModule && h.Unit.Kind != ast.KSubmodule {
			return h.undeclared(name)
		}
	}
	return nil
}

// undeclared makes the symbol of a name without a declaration from how the
// unit uses it; nil if it must have one.
func (s *Scope) undeclared(name string) *Symbol {
	y := s.make(name)
	if y != nil && !s.making[name] {
		s.symbols[name] = y
		s.order = append(s.order, y)
	}
	return y
}

// make is undeclared without keeping the symbol. Its type may lead back to the
// name: "implicit real(dp) (a-h)" where nothing declares dp gives dp the type
// real(dp). Whoever asks for the name on the way learns nothing.
func (s *Scope) make(name string) *Symbol {
	if s.making[name] {
		return &Symbol{Name: name, Scope: s, Unsure: "its type depends on itself"}
	}
	if s.making == nil {
		s.making = map[string]bool{}
	}
	s.making[name] = true
	defer delete(s.making, name)
	u := s.usage()
	y := &Symbol{Name: name, Scope: s, Attrs: Implicit}
	switch {
	case u.called[name]:
		y.Class, y.Attrs = Procedure, y.Attrs|Subroutine
		if BuiltinOf(name).Call {
			y.Class = Intrinsic
		}
		return y
	case !u.plain[name] && IsIntrinsic(name):
		y.Class = Intrinsic
		return y
	}
	if y.Type = s.implicitType(name); y.Type == nil {
		return nil
	}
	if u.applied[name] && !u.plain[name] {
		y.Class, y.Attrs = Procedure, y.Attrs|Function
		return y
	}
	y.Class, y.Storage = Variable, Local
	if s.Unit.Kind == ast.KProgram {
		y.Attrs |= Save
	}
	return y
}

// Access says how a scope reaches a symbol.
type Access uint8

// Ways of access.
const (
	Own  Access = iota // declared in the scope (or the unit that it belongs to)
	Host               // by host association
	Use                // by USE association, there or in a host
)

var accessNames = [...]string{"own", "host", "use"}

// String returns the way of access in words.
func (a Access) String() string { return accessNames[a] }

// Access tells how s reaches y, which its Lookup returned.
func (s *Scope) Access(y *Symbol) Access {
	switch {
	case y.Module != "" || y.Of != nil:
		return Use
	case y.Scope == nil || y.Scope.unitScope() == s.unitScope():
		return Own
	}
	return Host
}

// usage is how the statements of a unit, without its subprograms, use names.
type usage struct {
	plain   map[string]bool // as a variable: without arguments behind it, or with a triplet among them
	applied map[string]bool // with arguments behind it
	called  map[string]bool // in CALL
}

// usage returns how the unit of s uses names.
func (s *Scope) usage() *usage {
	s = s.unitScope()
	if s.used != nil {
		return s.used
	}
	u := &usage{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	s.used = u
	u.items(s.Unit.Spec, true)
	u.items(s.Unit.Exec, false)
	return u
}

// items notes the names in statements. Declarations count as neither use,
// since they mention every name; what they compute does.
func (u *usage) items(items []ast.Item, spec bool) {
	ast.Items(items, func(st *ast.Stmt) bool {
		for in := st; in != nil; in = in.Inner {
			u.stmt(in, spec)
		}
		return true
	})
}

func (u *usage) stmt(st *ast.Stmt, spec bool) {
	var skip ast.Expr
	switch b := st.Body.(type) {
	case *ast.Call:
		if id, ok := b.X.(*ast.Ident); ok {
			u.called[id.Name] = true
			skip = id
		}
	case *ast.Decl:
		u.entities(b.Entities)
		return
	case *ast.Attr:
		if b.Attr.Name == "dimension" || b.Attr.Name == "allocatable" || b.Attr.Name == "pointer" {
			u.entities(b.Entities)
		}
		return
	case *ast.ProcDecl, *ast.Names, *ast.Procedure:
		return
	case *ast.Assign:
		if a, ok := b.X.(*ast.Apply); ok && st.Kind == ast.KStmtFunction {
			skip = a.X
		}
	case *ast.Unknown:
		for _, id := range b.Mentions {
			u.plain[id.Name], u.applied[id.Name] = true, true
		}
		return
	default: // its expressions tell
	}
	u.exprs(func(f func(ast.Expr) bool) { ast.InspectStmt(&ast.Stmt{Body: st.Body}, f) }, skip)
}

// entities notes the names in bounds and initial values.
func (u *usage) entities(es []ast.Entity) {
	for _, e := range es {
		for _, x := range e.Bounds {
			u.exprs(func(f func(ast.Expr) bool) { ast.Inspect(x, f) }, nil)
		}
		u.exprs(func(f func(ast.Expr) bool) { ast.Inspect(e.Init, f) }, nil)
	}
}

// exprs notes the names in what inspect shows, skip excepted.
func (u *usage) exprs(inspect func(func(ast.Expr) bool), skip ast.Expr) {
	var callee ast.Expr
	inspect(func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Apply:
			if id, ok := x.X.(*ast.Ident); ok && x != skip && !ast.HasRange(x.Args) {
				u.applied[id.Name] = true
				callee = id
			}
		case *ast.Ident:
			if ast.Expr(x) != callee && ast.Expr(x) != skip {
				u.plain[x.Name] = true
			}
		default: // its parts tell
		}
		return true
	})
}

// UseAll looks up every name that the unit of s mentions, so that Symbols lists
// the undeclared ones too.
func (s *Scope) UseAll() {
	s.build()
	u := s.usage()
	for _, set := range []map[string]bool{u.plain, u.applied, u.called} {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			if y := s.Lookup(name); y != nil && y.Scope != s && s.known(name) == nil {
				s.order = append(s.order, y)
				s.symbols[name] = y
			}
		}
	}
}
