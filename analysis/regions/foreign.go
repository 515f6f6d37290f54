package regions

import (
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Patterns of modules of other files, as their module files have them (see Published).
//
// The names in them mean what they mean in the module. What a name is at the exchange is known or not: only if it is
// certainly the same it is written as it is. Else the unit of the exchange gets a USE statement that brings the name from
// the module under a name that nothing else has; so nothing that is declared there can be taken for it. What a module
// does not give away (PRIVATE) cannot be brought, nor an intrinsic procedure whose name is something else there.

// broughtTo returns the patterns of a name that the modules bring which a unit uses, or of which it is a submodule.
func (s *finder) broughtTo(u *ast.Unit, name string) []*Halo {
	var found []*Halo
	if sub := ancestor(u); sub != "" {
		found = append(found, s.halosOf(sub, name, nil)...)
	}
	for use := range uses(u.Spec) {
		if use.Nature != "intrinsic" {
			found = append(found, s.halosOf(use.Module, name, nil)...)
		}
	}
	return found
}

// ancestor is the module of a submodule, "" for other units.
func ancestor(u *ast.Unit) string {
	if u.Kind != ast.KSubmodule || u.Begin == nil {
		return ""
	}
	if b, ok := u.Begin.Body.(*ast.Submodule); ok {
		return b.Ancestor
	}
	return ""
}

// halosOf returns the patterns of a name that a module has, or hands on: it uses another one without ONLY, and has
// no bare PRIVATE.
func (s *finder) halosOf(module, name string, seen []string) []*Halo {
	if slices.Contains(seen, module) {
		return nil
	}
	seen = append(seen, module)
	in := s.scopes.ModuleScope(module)
	if in == nil {
		return s.halosOfOther(module, name)
	}
	if h := s.haloOf(in.Unit, name); h != nil {
		return []*Halo{h}
	}
	var found []*Halo
	for use := range uses(in.Unit.Spec) {
		if !use.Only && use.Nature != "intrinsic" && in.ExportsAll() {
			found = append(found, s.halosOf(use.Module, name, seen)...)
		}
	}
	return found
}

// halosOfOther is halosOf for a module of another file.
func (s *finder) halosOfOther(module, name string) []*Halo {
	if scope.IsMPIModule(module) {
		return nil // it is large
	}
	m := s.scopes.OfOtherFile(module)
	if m == nil {
		return nil
	}
	var found []*Halo
	for _, y := range m.Symbols {
		if !strings.HasPrefix(y.Name, PatternPrefix) || s.scopes.ModuleScope(y.Origin()) != nil {
			continue
		}
		if h := s.readHalo(y); h != nil && h.Dir.Text == name {
			found = append(found, h)
		}
	}
	return found
}

// readHalo reads the record of a pattern; nil if it is none.
func (s *finder) readHalo(y *scope.Symbol) *Halo {
	if h, ok := s.read[y.Name]; ok {
		return h
	}
	if s.read == nil {
		s.read = map[string]*Halo{}
	}
	text, ok := y.Text()
	if ok {
		s.read[y.Name] = fromRecord(y.Origin(), text)
	}
	return s.read[y.Name]
}

func fromRecord(module, record string) *Halo {
	parts := strings.Split(record, ";")
	if len(parts) != 3 || parts[0] != recordVersion {
		return nil
	}
	text, ok := unescaped(parts[1])
	if !ok {
		return nil
	}
	h := &Halo{Of: module, formals: map[string]*formal{}, names: map[string]string{}}
	f := source.New("", []byte("!$mdmp halo "+text+"\n"), source.Options{Form: source.Free, LineLength: -1})
	if len(f.Lines) != 1 {
		return nil
	}
	d, diags := lang.Parse(f, &f.Lines[0])
	dir, ok := d.(*lang.Halo)
	if !ok || diag.List(diags).HasErrors() {
		return nil
	}
	h.Dir, h.Line = dir, &f.Lines[0]
	h.Symbol = symbolOf(module, dir.Text, hashOf(module+";"+record))
	for i := range dir.Formals {
		h.formals[dir.Formals[i].Text] = &formal{dir: &dir.Formals[i]}
	}
	(&finder{}).uses(h)
	if why, not := strings.CutPrefix(parts[2], "!"); not {
		h.names["!"], _ = unescaped(why)
		return h
	}
	for pair := range strings.SplitSeq(parts[2], ",") {
		if name, is, ok := strings.Cut(pair, "="); ok {
			h.names[name] = is
		}
	}
	return h
}

// sameHalo reports whether a pattern of another file is that of this one. What other files cannot use may be: it is included.
func (s *finder) sameHalo(other, own *Halo) bool {
	if directiveText(other.Dir) != directiveText(own.Dir) {
		return false
	}
	if _, not := other.names["!"]; not {
		return true
	}
	r := s.recorder(own)
	r.record()
	return r.not == "" && maps.EqualFunc(r.names, other.names, func(a, b string) bool { return entityOf(a) == entityOf(b) })
}

// entityOf is what a name of a record is, without its value.
func entityOf(is string) string {
	entity, _, _ := strings.Cut(is, ":")
	return entity
}

// missing says what may be the reason that a pattern is not known in a unit.
func (s *finder) missing(u *ast.Unit) string {
	for ; u != nil; u = u.Parent {
		for use := range uses(u.Spec) {
			if s.scopes.ModuleScope(use.Module) == nil && s.scopes.Unseen(use) {
				return "the module file of " + use.Module + " is not found: patterns are known where a module is used that was compiled by mdmpf90"
			}
		}
	}
	return "patterns are known where a module is used that was compiled by mdmpf90 and declares them, or hands them on: by USE without ONLY"
}

// unusable reports a pattern that other files cannot use.
func (l *looker) unusable(h *Halo, u *lang.Use) bool {
	why, not := h.names["!"]
	if not {
		l.report(diag.Diagnostic{Code: diag.HaloName, At: u.NameAt,
			Message: "the halo pattern '" + u.Text + "' of module " + h.Of + " cannot be used in other files: " + why,
			Hint:    "make it an argument of the pattern, or let both files include the file that declares it"})
	}
	return not
}

// foreignNames says how the names of a pattern of another file are reached here.
func (l *looker) foreignNames(h *Halo, u *lang.Use) map[string]Import {
	imports := map[string]Import{}
	for id := range h.Names() {
		if l.meansTheSame(h, id.Name) {
			continue
		}
		if why, hint := l.unreachable(h, id.Name); why != "" {
			l.report(diag.Diagnostic{Code: diag.HaloName, At: u.At,
				Message: "'" + id.Name + "' in the halo pattern '" + u.Text + "' of module " + h.Of + " " + why, Hint: hint})
			continue
		}
		imports[id.Name] = Import{h.Of, id.Name}
	}
	return imports
}

// meansTheSame reports whether a name certainly is here what it is in the module of a pattern.
func (l *looker) meansTheSame(h *Halo, name string) bool {
	is := h.names[name]
	if l.below(h) {
		return l.fromAncestor(name)
	}
	z := l.sc.Lookup(name)
	switch {
	case z == nil:
		return false
	case is == "?":
		return l.scopes.MPIName(z, name) == name
	case z.Unsure != "":
		return false
	case is == "*":
		return z.Class == scope.Intrinsic
	}
	if z.Origin()+"/"+z.Root().Name != entityOf(is) {
		return false
	}
	switch z.Class {
	case scope.Variable, scope.Constant, scope.Procedure:
		return true
	case scope.Generic: // nobody has added to it
		return len(z.Specifics) == len(z.Root().Specifics)
	}
	return false
}

// SeenByName reports whether a USE statement of a unit that lists nothing brings a name, and brings it under that name:
// one that is renamed in any other USE statement of that module would not come by it any more (F2018, 14.2.2).
func SeenByName(u *ast.Unit, im Import) bool {
	whole := false
	for use := range uses(u.Spec) {
		if use.Module != im.Module {
			continue
		}
		whole = whole || !use.Only
		if slices.ContainsFunc(use.Renames, func(r ast.Rename) bool { return r.Remote == im.Name && r.Local != r.Remote }) {
			return false
		}
	}
	return whole
}

// below reports whether a place is in a submodule of the module of a pattern.
func (l *looker) below(h *Halo) bool {
	for u := l.place.Unit; u != nil; u = u.Parent {
		if ancestor(u) == h.Of {
			return true
		}
	}
	return false
}

// fromAncestor reports whether a name in a submodule is certainly that of its module, of another file.
func (l *looker) fromAncestor(name string) bool {
	for sc := l.sc; sc != nil; sc = sc.Host {
		if sc.Construct == nil && sc.Unit.Kind == ast.KSubmodule {
			y := sc.Own(name)
			if b, ok := sc.Unit.Begin.Body.(*ast.Submodule); !ok || b.Parent != "" {
				return false // another submodule may declare it
			}
			from := y != nil && y.Unsure != "" && y.Scope == nil && y.Of == nil && y.Module == ""
			return from && !y.Others && y.There == name && sc.Host == nil
		}
		if sc.Own(name) != nil {
			return false
		}
	}
	return false
}

// unreachable says why a name cannot be brought from the module of a pattern, "" if it can.
func (l *looker) unreachable(h *Halo, name string) (why, hint string) {
	const argument = "make it an argument of the pattern"
	m := l.scopes.OfOtherFile(h.Of)
	if m == nil {
		return "cannot be reached: the module file of " + h.Of + " is not found", "name its folder with -I"
	}
	if h.names[name] == "*" {
		return "is an intrinsic procedure, and may be something else here", argument
	}
	if l.below(h) {
		return "may be something else in this submodule", argument
	}
	if y, may := m.Exports(name); y == nil && !may {
		return "cannot be reached: it is private there", "make it public there, or an argument of the pattern"
	}
	if y, _ := m.Exports(name); y != nil && y.Class == scope.Generic && SeenByName(l.place.Unit, Import{h.Of, name}) {
		return "is a generic name, which may have more procedures here", "leave it out of what the USE statement brings, by ONLY" // gfortran does not give it two names
	}
	switch begin := l.place.Unit.Begin; {
	case begin == nil:
		return "needs a USE statement here, for which there is no place", "give the program a PROGRAM statement"
	case !l.aloneOnLines(begin):
		return "needs a USE statement here, for which there is no place", "begin a new line behind " + begin.Kind.String()
	}
	return "", ""
}

// aloneOnLines reports whether no other statement stands on the lines of one.
func (s *finder) aloneOnLines(st *ast.Stmt) bool {
	for i := range s.file.Stmts {
		if o := &s.file.Stmts[i]; o.Line != st.Line && o.Line.First <= st.Line.Last && o.Line.Last >= st.Line.First {
			return false
		}
	}
	return true
}
