package regions

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Patterns of a module are known in other files, too.
//
// The idea: what a compiler leaves for the users of a module is the module file, and all build systems compile the
// users again when that has changed. So the pattern is put into it: the module gets a public constant whose value is
// the pattern in one spelling, with what its names are, and whose name holds the hash of that. Users read it where
// they read everything else about the module (package modinfo). As they would not be compiled again by a build system
// that knows nothing of dependencies, the file of the module also defines a procedure with the hash in its name, and
// that of a user refers to it: what does not fit is not linked.
//
// A record has three parts, parted by semicolons: its version, the directive, and its names with their meanings:
// module/name and the value if it is constant, '*' for an intrinsic procedure, '?' for a name of MPI. Or, if other files
// cannot use the pattern, '!' and the reason.

// PatternPrefix begins the names of the constants and procedures.
const PatternPrefix = "mdmp_pattern_"

const recordVersion = "1"

// Published is a pattern of a module as other files find it.
type Published struct {
	Module string
	Name   string // of the constant
	Symbol string // of the procedure
	Text   string // the value of the constant
}

// published lists what is to be said to other files.
func (s *finder) published() {
	for _, h := range s.set.Halos {
		if h.Unit.Kind == ast.KModule && s.scopes.ModuleScope(h.Unit.Name).Unit == h.Unit && !s.diags.HasErrors() {
			s.set.Published = append(s.set.Published, s.publish(h))
		}
	}
}

// publish makes what is to be said to other files of a pattern of a module.
func (s *finder) publish(h *Halo) Published {
	text := s.recorder(h).record()
	hash := hashOf(h.Unit.Name + ";" + text)
	return Published{Module: h.Unit.Name, Name: PatternPrefix + hash, Symbol: symbolOf(h.Unit.Name, h.Dir.Text, hash), Text: text}
}

func hashOf(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text)) // never fails
	return fmt.Sprintf("%016x", h.Sum64())
}

// symbolOf names the procedure of a pattern: a linker that misses it says the name. It has at most 63 characters, and all
// but the hash is the same for all patterns of that name and module.
func symbolOf(module, name, hash string) string {
	who := name + "_of_" + module
	if room := 63 - len(PatternPrefix) - 1 - len(hash); len(who) > room {
		who = who[:room-9] + "_" + hashOf(who)[:8]
	}
	return PatternPrefix + who + "_" + hash
}

// recorder writes a pattern in one spelling.
type recorder struct {
	*finder
	halo  *Halo
	sc    *scope.Scope // of the module
	names map[string]string
	not   string // why other files cannot use it
}

func (s *finder) recorder(h *Halo) *recorder {
	return &recorder{finder: s, halo: h, sc: s.scopes.Unit(h.Unit), names: map[string]string{}}
}

func (r *recorder) record() string {
	text := directive(r.halo.Dir, r.bounds)
	for m := range r.halo.Dir.Messages() {
		for _, x := range m.Exprs() {
			ast.Inspect(x, r.part)
		}
	}
	if r.not != "" {
		return recordVersion + ";" + escaped(text) + ";!" + escaped(r.not)
	}
	var names []string
	for name, is := range r.names {
		names = append(names, name+"="+is)
	}
	slices.Sort(names)
	return recordVersion + ";" + escaped(text) + ";" + strings.Join(names, ",")
}

// part looks at a part of an expression.
func (r *recorder) part(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ImpliedDo:
		r.refuse("there is an implied DO in it")
	case *ast.ArrayCons:
		if x.Type != nil {
			r.refuse("there is a type in it")
		}
	case *ast.Unary, *ast.Binary:
		if !r.sc.Value(x, patternLeaves{r}).Intrinsic() {
			r.refuse("an operator in it may be a procedure")
		}
	case *ast.Ident:
		if r.halo.formals[x.Name] == nil && r.names[x.Name] == "" {
			r.names[x.Name] = r.meaning(x.Name)
		}
	default: // its parts tell
	}
	return true
}

func (r *recorder) refuse(why string) {
	if r.not == "" {
		r.not = why
	}
}

// meaning says what a name is in the module.
func (r *recorder) meaning(name string) string {
	y := r.sc.Lookup(name)
	switch {
	case y != nil && y.Unsure == "" && y.Class == scope.Intrinsic:
		return "*"
	case r.scopes.MPIName(y, name) == name:
		return "?"
	case y == nil, y.Unsure != "", y.Has(scope.Implicit), y.Origin() == "":
		r.refuse("what '" + name + "' is in the module is not known")
		return "!"
	}
	is := y.Origin() + "/" + y.Root().Name
	if v, ok := r.sc.Int(ast.Named(name)); ok {
		is += fmt.Sprintf(":%d", v)
	}
	return is
}

// patternLeaves are what operations in a pattern are made of. What an argument stands for is the business of
// those who give it.
type patternLeaves struct{ *recorder }

// Leaf is what is known of the value of a designator or a function reference.
func (l patternLeaves) Leaf(x ast.Expr) scope.Operand {
	if l.halo.mentionsFormal(x) {
		return scope.Operand{Type: "intrinsic", Rank: -1, Kind: -1}
	}
	return operands{finder: l.finder, sc: l.sc}.Leaf(x)
}

// directiveText is a pattern in one spelling, without bounds.
func directiveText(d *lang.Halo) string { return directive(d, func([]ast.Arg) string { return "" }) }

func directive(d *lang.Halo, bounds func([]ast.Arg) string) string {
	var b strings.Builder
	b.WriteString(d.Text + "(")
	for i := range d.Formals {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(d.Formals[i].Text + bounds(d.Formals[i].Bounds))
	}
	b.WriteByte(')')
	for i, phase := range d.Phases {
		if i > 0 {
			b.WriteString(" then")
		}
		for _, m := range phase {
			b.WriteString(" " + messageText(m))
		}
	}
	return b.String()
}

// bounds keeps those that are constant: they are compared with those of arrays.
func (r *recorder) bounds(list []ast.Arg) string {
	if list == nil {
		return ""
	}
	var texts []string
	for _, a := range list {
		lo, hi := limits(a.X)
		texts = append(texts, r.constant(lo)+":"+r.constant(hi))
	}
	return "(" + strings.Join(texts, ",") + ")"
}

func (r *recorder) constant(x ast.Expr) string {
	if x == nil || r.halo.mentionsFormal(x) {
		return ""
	}
	if v, ok := r.sc.Int(x); ok {
		return fmt.Sprint(v)
	}
	return ""
}

func messageText(m *lang.Message) string {
	list := make([]string, len(m.Sections))
	for i, c := range m.Sections {
		list[i] = ast.String(c.X) + clauseText("if", c.If)
	}
	text := strings.Join(list, ", ")
	if len(list) > 1 || m.Sections[0].If != nil {
		text = "[" + text + "]"
	}
	if count := m.Sections[0].Count; count != nil {
		text += ", " + ast.String(count)
	}
	return m.Word() + "(" + text + ", " + ast.String(m.Peer) + ")" + clauseText("tag", m.Tag) + clauseText("comm", m.Comm) + clauseText("if", m.If)
}

func clauseText(word string, x ast.Expr) string {
	if x == nil {
		return ""
	}
	return " " + word + "(" + ast.String(x) + ")"
}

// escaped writes what might mean something in a record, a character constant or a module file otherwise.
func escaped(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '}' || strings.IndexByte(`;'"\&!`, c) >= 0 {
			fmt.Fprintf(&b, "~%02x", c)
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// unescaped reads it; false if that is not possible.
func unescaped(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '~' {
			b.WriteByte(text[i])
			continue
		}
		var c byte
		if i+3 > len(text) {
			return "", false
		}
		if _, err := fmt.Sscanf(text[i+1:i+3], "%02x", &c); err != nil {
			return "", false
		}
		b.WriteByte(c)
		i += 2
	}
	return b.String(), true
}
