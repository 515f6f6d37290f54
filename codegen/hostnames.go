package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// hostNames collects what a Block must mention before it, see emit.Block.Host: names
// without a declaration.
type hostNames struct {
	t     *translator
	s     *scope.Scope
	unit  *ast.Unit
	at    source.Pos      // of the insertion
	inner map[string]bool // names of constructs inside: they mean something else before
	texts []string
	has   map[string]bool
	// callee is what stands before the last parentheses met.
	callee ast.Expr
	lost   string // a function of which no reference can be written before
	data   bool   // a DATA statement is inside: a BLOCK around it must not be
}

// hostNames begins a list for code that is put where a statement begins.
func (t *translator) hostNames(at source.Pos) *hostNames {
	s := t.scopes.At(at)
	return &hostNames{t: t, s: s, unit: s.Unit, at: at, inner: map[string]bool{}, has: map[string]bool{}}
}

// stmts takes the statements that the code goes round.
func (h *hostNames) stmts(list []*ast.Stmt) {
	for _, st := range list {
		h.declares(st)
		h.data = h.data || st.Kind == ast.KData
	}
	for _, st := range list {
		ast.InspectStmt(st, func(x ast.Expr) bool {
			h.look(st.Line, x)
			return true
		})
	}
	h.check(list)
}

// declares notes the names that a statement declares for its construct.
func (h *hostNames) declares(st *ast.Stmt) {
	forall := func(b *ast.Forall) {
		for _, ix := range b.Index {
			h.inner[ix.Var.Name] = true
		}
	}
	switch b := st.Body.(type) {
	case *ast.Associate:
		for _, p := range b.Pairs {
			h.inner[p.Name.Name] = true
		}
	case *ast.Select:
		h.inner[b.Name] = true
	case *ast.Forall:
		forall(b)
	case *ast.Do:
		if b.Conc != nil {
			forall(b.Conc)
		}
	case *ast.Decl:
		for _, e := range b.Entities {
			h.inner[e.Name.Name] = true
		}
	default: // declares nothing inside
	}
	ast.InspectStmt(st, func(x ast.Expr) bool {
		if do, ok := x.(*ast.ImpliedDo); ok && do.Var != nil {
			for id := range ast.Idents(do.Var) {
				h.inner[id.Name] = true
			}
		}
		return true
	})
}

// exprs takes expressions that stand on a line and are copied into the code.
func (h *hostNames) exprs(l *source.Line, list ...ast.Expr) {
	for _, x := range list {
		if x == nil {
			continue
		}
		ast.Inspect(x, func(x ast.Expr) bool {
			h.look(l, x)
			return true
		})
	}
}

// message takes the expressions of a send or receive.
func (h *hostNames) message(x *regions.Exchange, c *regions.Message) {
	for _, e := range c.Expressions() {
		h.exprs(plan.LineOf(x, c, e), e)
	}
}

// designators takes what the code passes to the run time.
func (h *hostNames) designators(list []rungs.Guarded) {
	calls.NamesIn(list, h.name)
}

// name takes a name that the code mentions.
func (h *hostNames) name(name string) {
	if !h.has[name] && h.implicit(name) && !h.known(name) {
		h.has[name] = true
		h.texts = append(h.texts, name)
	}
}

// look takes one part of an expression.
func (h *hostNames) look(l *source.Line, x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		// A name of a construct inside may be a variable of the host, too. If it
		// is not, mentioning it makes one that nobody uses.
		if ast.Expr(x) != h.callee {
			h.name(x.Name)
		}
	case *ast.Apply:
		h.callee = x.X
		id, ok := x.X.(*ast.Ident)
		if !ok || h.has[id.Name] || !h.function(x, id.Name) || h.known(id.Name) {
			return
		}
		if h.writable(x) {
			h.has[id.Name] = true
			h.texts = append(h.texts, emit.Verbatim(l, x.Span()))
		}
	default: // its parts tell
	}
}

// check finds functions of which no reference could be taken.
func (h *hostNames) check(list []*ast.Stmt) {
	for _, st := range list {
		ast.InspectStmt(st, func(x ast.Expr) bool {
			if a, ok := x.(*ast.Apply); ok {
				id, ok := a.X.(*ast.Ident)
				if ok && !h.inner[id.Name] && !h.has[id.Name] && h.function(a, id.Name) && !h.known(id.Name) {
					h.lost = id.Name
				}
			}
			return true
		})
	}
}

// bars says why no BLOCK can go round the statements, "" if one can.
func (h *hostNames) bars() string {
	switch {
	case h.data:
		return "a DATA statement stands inside"
	case h.lost != "":
		return "that '" + h.lost + "' is a function is said nowhere but inside"
	}
	return ""
}

// implicit reports whether a name may be that of a variable without a declaration.
func (h *hostNames) implicit(name string) bool {
	y := h.s.Lookup(name)
	if y != nil && y.Unsure != "" {
		y = y.Maybe
	}
	return y != nil && y.Class == scope.Variable && y.Has(scope.Implicit) && y.Storage != scope.Dummy
}

// function reports whether x refers to a function of which nothing but the type
// is declared.
func (h *hostNames) function(x *ast.Apply, name string) bool {
	y := h.s.Lookup(name)
	if y == nil || y.Unsure != "" || !y.Has(scope.Typed) || y.Attrs&(scope.External|scope.IntrinsicAttr|scope.Pointer) != 0 ||
		y.Unit != nil || y.Module != "" || y.Of != nil || y.Iface != "" {
		return false
	}
	switch y.Class {
	case scope.Procedure, scope.Intrinsic, scope.Variable:
		return h.s.Resolve(x) == scope.RefCall
	}
	return false
}

// writable reports whether a reference means the same before the code.
func (h *hostNames) writable(x *ast.Apply) bool {
	ok := true
	ast.Inspect(x, func(x ast.Expr) bool {
		if id, is := x.(*ast.Ident); is && h.inner[id.Name] {
			ok = false
		}
		return ok
	})
	return ok
}

// known reports whether a statement of the procedure before the code mentions a
// name.
func (h *hostNames) known(name string) bool {
	at, ok := h.t.firstMentions(h.unit)[name]
	return ok && at < h.at
}

// with returns the statements of a block that mentions the names before it.
func (h *hostNames) with(b *emit.Block) []emit.Stmt {
	b.Host = h.texts
	return b.Stmts()
}

// declaring are the kinds of declarations by which a name is known to be a variable,
// transparent the constructs that have no names of their own.
func declaring(k ast.Kind) bool {
	switch k {
	case ast.KAttr, ast.KCommon, ast.KEquivalence, ast.KData, ast.KNamelist, ast.KParameter, ast.KCrayPointer:
		return true
	default:
		return false
	}
}

func transparent(k ast.Kind) bool {
	switch k {
	case ast.KDo, ast.KIfThen, ast.KSelectCase, ast.KWhereCons:
		return true
	default:
		return false
	}
}

func isConcurrent(st *ast.Stmt) bool {
	do, ok := st.Body.(*ast.Do)
	return ok && do.Form == ast.DoConcurrent
}

// firstMentions returns where the statements of a unit first mention names, as
// far as they stand in no construct with names of its own.
func (t *translator) firstMentions(u *ast.Unit) map[string]source.Pos {
	if m := t.mentioned[u]; m != nil {
		return m
	}
	m := map[string]source.Pos{}
	note := func(st *ast.Stmt) {
		for id := range ast.StmtIdents(st) {
			if _, has := m[id.Name]; !has {
				m[id.Name] = st.Span().Start
			}
		}
	}
	for _, item := range u.Spec {
		if st, ok := item.(*ast.Stmt); ok && declaring(st.Kind) {
			note(st)
		}
	}
	var list func(items []ast.Item)
	list = func(items []ast.Item) {
		for _, item := range items {
			c, ok := item.(*ast.Construct)
			if !ok {
				note(item.First())
				continue
			}
			if !transparent(c.Kind) || c.Begin.Body != nil && isConcurrent(c.Begin) {
				continue
			}
			for _, p := range c.Parts {
				note(p.Head)
				list(p.Body)
			}
		}
	}
	list(u.Exec)
	t.mentioned[u] = m
	return m
}
