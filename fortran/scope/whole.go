package scope

// A module of thousands of names may be used by thousands of procedures, each of which
// needs a few of them. A USE statement of a large module without ONLY is only noted;
// the symbol of a name is taken when the name is first asked for, from all such
// statements in their order, as if each had brought all its names at once.

// many is the number of names from which on a module is large. (Of small ones all
// names are taken, so that many small modules are not searched for each name.)
const many = 64

// exports are the symbols that a module makes known. They are noted when the module is
// first used: it is complete then.
type exports struct {
	of    *Scope             // nil: a module of another file
	list  []*Symbol          // without those that of has by wholeUse
	names map[string]*Symbol // these by name
	size  int                // of all, perhaps with some counted twice
	whole bool               // of had such USE statements
	twice bool               // two of list have one name
}

// wholeUse is a USE statement of a large module.
type wholeUse struct {
	from    *exports
	module  string
	renamed map[string]bool // not known by these names
	at      int             // how many symbols there were before
}

func newExports(list []*Symbol) *exports {
	e := &exports{list: list, names: make(map[string]*Symbol, len(list)), size: len(list)}
	for _, y := range list {
		e.twice = e.twice || e.names[y.Name] != nil
		e.names[y.Name] = y
	}
	return e
}

// exports returns those of a module of another file, or of one of this file.
func (t *Table) exports(m *Module, s *Scope) *exports {
	if m != nil {
		e := t.given[m]
		if e == nil {
			e = newExports(m.Symbols)
			t.given[m] = e
		}
		return e
	}
	e := t.given[s]
	if e != nil {
		return e
	}
	if !s.complete { // modules that use each other; what there is by now
		return newExports(s.public())
	}
	var list []*Symbol
	for _, y := range s.order {
		if s.exported(y.Name) {
			list = append(list, y)
		}
	}
	e = newExports(list)
	e.of, e.whole = s, len(s.uses) > 0
	for _, w := range s.uses {
		e.size += w.from.size
	}
	t.given[s] = e
	return e
}

// exported reports whether a module makes a name of it known.
func (s *Scope) exported(name string) bool {
	access := s.access[name]
	return access == "public" || access == "" && !s.private
}

// find returns the symbol that a module makes known under a name, nil if there is none.
func (e *exports) find(name string) *Symbol {
	if y := e.names[name]; y != nil || !e.whole || !e.of.exported(name) {
		return y
	}
	if y := e.of.known(name); e.of.taken[name] {
		return y
	}
	return nil
}

// all lists all of them in the order in which the module has them.
func (e *exports) all() []*Symbol {
	if e.whole {
		return e.of.public()
	}
	return e.list
}

// useWhole notes a USE statement of a large module. What s has under a name already is
// joined at once.
func (s *Scope) useWhole(w wholeUse) {
	for name, old := range s.symbols {
		if y := w.find(name); y != nil {
			s.join(old, y)
		}
	}
	s.uses = append(s.uses, w)
}

func (w *wholeUse) find(name string) *Symbol {
	if w.renamed[name] {
		return nil
	}
	return w.from.find(name)
}

// known returns the symbol that s has under a name, nil if there is none.
func (s *Scope) known(name string) *Symbol {
	old := s.symbols[name]
	if old != nil {
		return old
	}
	for i := range s.uses {
		w := &s.uses[i]
		switch y := w.find(name); {
		case y == nil:
		case old == nil:
			old = s.take(name, y, w.module)
			if s.taken == nil {
				s.taken = map[string]bool{}
			}
			s.taken[name] = true
		default:
			s.join(old, y)
		}
	}
	return old
}

// all returns the symbols of s in their order, those of large modules, too, where
// their USE statements stand.
func (s *Scope) all() []*Symbol {
	if len(s.uses) == 0 {
		return s.order
	}
	listed := make(map[*Symbol]bool, len(s.order))
	for _, y := range s.order {
		listed[y] = true
	}
	var out []*Symbol
	from := 0
	for i := range s.uses {
		w := &s.uses[i]
		out = append(out, s.order[from:w.at]...)
		from = w.at
		for _, y := range w.from.all() {
			if w.renamed[y.Name] {
				continue
			}
			if c := s.known(y.Name); s.taken[y.Name] && !listed[c] {
				listed[c] = true
				out = append(out, c)
			}
		}
	}
	s.order, s.uses = append(out, s.order[from:]...), nil
	return s.order
}
