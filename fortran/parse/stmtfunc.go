package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// answer of a question that the file may leave open.
type answer uint8

const (
	no answer = iota
	yes
	perhaps
)

// known is what the specification part of a unit says about names, as far as
// statement functions are concerned.
type known struct {
	scanned int // items looked at
	array   map[string]bool
	scalar  map[string]bool
	open    bool            // names may come from elsewhere: USE without ONLY, INCLUDE, what was not understood
	unseen  bool            // declarations may: INCLUDE, what was not understood
	only    map[string]bool // names that USE … ONLY brings
}

// statementFunction tells whether an assignment in the specification part of t
// defines a statement function: f(x) = … where f is no array. If arrays may
// come from elsewhere, what follows must decide.
func (b *builder) statementFunction(t *frame, st *ast.Stmt) answer {
	name := functionLike(st)
	if name == "" || st.Line.LabelValue() >= 0 || !hasExec(t.unit.Kind) {
		return no
	}
	k := b.know(t)
	switch {
	case k.array[name]:
		return no
	case k.scalar[name] && !k.unseen: // what is declared here comes from no module
		return yes
	case k.open || k.only[name]:
		return perhaps
	}
	for i := len(b.stack) - 2; i >= 0; i-- {
		f := &b.stack[i]
		if f.unit == nil {
			continue
		}
		h := b.knowUnit(f)
		switch {
		case h.array[name]:
			return no
		case h.scalar[name] && !h.unseen:
			return yes
		case h.open || h.only[name]:
			return perhaps
		}
		if f.unit.Kind == ast.KSubmodule {
			return perhaps
		}
	}
	return yes
}

// functionLike returns f for f(a, b) = … with distinct names as arguments.
func functionLike(st *ast.Stmt) string {
	as := st.Body.(*ast.Assign)
	a, ok := as.X.(*ast.Apply)
	if !ok {
		return ""
	}
	f, ok := a.X.(*ast.Ident)
	if !ok {
		return ""
	}
	seen := make(map[string]bool, len(a.Args))
	for _, arg := range a.Args {
		id, ok := arg.X.(*ast.Ident)
		if !ok || arg.Keyword != nil || seen[id.Name] {
			return ""
		}
		seen[id.Name] = true
	}
	return f.Name
}

// know returns what the items of the open specification part say.
func (b *builder) know(t *frame) *known {
	if t.known == nil {
		t.known = newKnown()
	}
	t.known.scan(b.items[t.base:])
	return t.known
}

// knowUnit is know for a host, whose specification part is complete.
func (b *builder) knowUnit(t *frame) *known {
	if t.known == nil || t.state != inSpec && t.known.scanned < len(t.unit.Spec) {
		t.known = newKnown()
		t.known.scan(t.unit.Spec)
	}
	return t.known
}

func newKnown() *known {
	return &known{array: map[string]bool{}, scalar: map[string]bool{}, only: map[string]bool{}}
}

// scan looks at the items that were not yet looked at.
func (k *known) scan(items []ast.Item) {
	for ; k.scanned < len(items); k.scanned++ {
		st, ok := items[k.scanned].(*ast.Stmt)
		if !ok {
			continue
		}
		switch body := st.Body.(type) {
		case *ast.Decl:
			k.decl(body)
		case *ast.Attr:
			for _, e := range body.Entities {
				k.entity(e, false)
			}
		case *ast.Common:
			for _, g := range body.Groups {
				for _, e := range g.Entities {
					k.entity(e, false)
				}
			}
		case *ast.Use:
			k.use(body)
		case *ast.Include, *ast.Unknown:
			k.open, k.unseen = true, true
		case *ast.Names:
			k.open = k.open || st.Kind == ast.KImport
		default: // makes no name an array
		}
	}
}

func (k *known) decl(d *ast.Decl) {
	array := false
	for _, a := range d.Attrs {
		array = array || a.Name == "dimension"
	}
	for _, e := range d.Entities {
		k.entity(e, array)
		if !k.array[e.Name.Name] {
			k.scalar[e.Name.Name] = true
		}
	}
}

func (k *known) entity(e ast.Entity, array bool) {
	if array || len(e.Bounds) > 0 {
		k.array[e.Name.Name] = true
	}
}

func (k *known) use(u *ast.Use) {
	if !u.Only {
		k.open = true
		return
	}
	for _, r := range u.Renames {
		k.only[r.Local] = true
	}
}
