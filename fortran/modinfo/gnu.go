package modinfo

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// gnuVersion is the version of gfortran's module files that is understood (GCC
// 8 to 14). Of others only the names are taken.
const gnuVersion = "15"

// maxText bounds what is unpacked of a module file.
const maxText = 256 << 20

// isGNU tells whether a module file is one of gfortran: compressed text.
func isGNU(file []byte) bool { return bytes.HasPrefix(file, []byte{0x1f, 0x8b}) }

// readGNU reads a module file of gfortran. It is a list of lists: operators,
// generic names, COMMON blocks, EQUIVALENCE, symbols by number, and last the
// names under which symbols are public. Private symbols are there as far as
// public ones need them. All expressions that can be are evaluated.
func (l *Loader) readGNU(name string, file []byte) (*scope.Module, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", name, err)
	}
	text, err := io.ReadAll(io.LimitReader(z, maxText))
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", name, err)
	}
	head, body, ok := bytes.Cut(text, []byte("\n"))
	if !ok || !bytes.HasPrefix(head, []byte("GFORTRAN module version '")) {
		return nil, fmt.Errorf("module %s: not a module file of gfortran", name)
	}
	m := &scope.Module{Name: name}
	if bytes.HasPrefix(head, []byte("GFORTRAN module version '"+gnuVersion+"'")) {
		g := &gnu{loader: l, byNumber: map[string]*gnuEntry{}, made: map[string]*scope.Symbol{}, types: map[string]*scope.DerivedType{}}
		if err := g.read(body); err == nil {
			m.Symbols, m.Names = g.public(name)
			return m, nil
		}
	}
	m.Names = quotedNames(body)
	for _, op := range gnuOperators {
		m.Names["operator("+op+")"] = true
	}
	m.Names["assignment(=)"] = true
	return m, nil
}

// quotedNames collects everything in quotes that may be a name: at least all
// names that the module exports.
func quotedNames(text []byte) map[string]bool {
	names := map[string]bool{}
	for i, word := range bytes.Split(text, []byte("'")) {
		if i%2 == 1 && len(word) > 0 && len(word) < 64 && isLetter(word[0]) {
			names[strings.ToLower(string(word))] = true
		}
	}
	return names
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// gnu is a module file of gfortran on its way to symbols.
type gnu struct {
	loader   *Loader
	byNumber map[string]*gnuEntry
	tree     []node // the public names: name, ambiguous, number
	generics []node // generic names with the numbers of their procedures

	operators []node            // numbers of procedures, by operator (gnuOperators)
	named     []node            // operators with a name, like generics
	commons   map[string]string // number of a variable: its COMMON block
	equiv     map[string]bool   // numbers of variables in EQUIVALENCE
	made      map[string]*scope.Symbol
	types     map[string]*scope.DerivedType
}

// gnuEntry is a symbol as the file has it.
type gnuEntry struct {
	number, name, module string
	body                 node
}

// The parts of a symbol's list. Behind the formal arguments a PARAMETER has its
// value; components are followed by their access.
type gnuBody struct {
	attrs, components, typ, formal, value, shape, result, bound node
	next                                                        string // the next variable in the COMMON block
	access                                                      string // of components that do not say it
}

// read takes the file apart.
func (g *gnu) read(text []byte) error {
	top, err := nodes(text)
	if err != nil {
		return err
	}
	if len(top) != 8 {
		return errGNU
	}
	for _, n := range top {
		if !n.isList {
			return errGNU
		}
	}
	g.operators, g.named = top[0].list, top[1].list
	g.generics, g.tree = top[2].list, top[7].list
	if len(g.tree)%3 != 0 || len(top[6].list)%6 != 0 {
		return errGNU
	}
	for i := 0; i+5 < len(top[6].list); i += 6 {
		e := top[6].list[i : i+6]
		if e[0].isList || !e[1].quoted || !e[2].quoted || !e[5].isList || len(e[5].list) < 10 {
			return errGNU
		}
		g.byNumber[e[0].word] = &gnuEntry{number: e[0].word, name: strings.ToLower(e[1].word), module: e[2].word, body: e[5]}
	}
	g.equiv = map[string]bool{}
	g.equivalences(top[4], 0)
	g.commonBlocks(top[3].list)
	return nil
}

// split names the parts of a symbol's list.
func (e *gnuEntry) split() (b gnuBody, ok bool) {
	rest := e.body.list
	take := func() (n node) {
		if len(rest) > 0 {
			n, rest = rest[0], rest[1:]
		}
		return n
	}
	b.attrs, b.components = take(), take()
	if len(b.components.list) > 0 {
		b.access = take().word
	}
	b.typ = take()
	take() // the scope of the arguments
	b.next = take().word
	b.formal = take()
	if b.attrs.at(0).word == "PARAMETER" {
		b.value = take()
	}
	b.shape, b.result, b.bound = take(), take(), take()
	return b, b.attrs.isList && b.typ.isList && b.formal.isList && b.shape.isList && len(b.attrs.list) >= 7
}

// equivalences notes the variables that share storage: (VARIABLE type rank
// number …).
func (g *gnu) equivalences(n node, depth int) {
	if depth > 100 {
		return
	}
	if n.at(0).word == "VARIABLE" {
		g.equiv[n.at(3).word] = true
	}
	for _, e := range n.list {
		g.equivalences(e, depth+1)
	}
}

// commonBlocks follows the chains of variables in COMMON blocks.
func (g *gnu) commonBlocks(list []node) {
	g.commons = map[string]string{}
	for _, c := range list {
		block := c.at(0).word
		if block == "__BLNK__" {
			block = ""
		}
		for number := c.at(1).word; ; {
			e := g.byNumber[number]
			if _, seen := g.commons[number]; e == nil || seen {
				break
			}
			g.commons[number] = block
			b, _ := e.split()
			number = b.next
		}
	}
}

// public returns the symbols that the module exports, and the names of those
// that could not be read.
func (g *gnu) public(module string) ([]*scope.Symbol, map[string]bool) {
	var list []*scope.Symbol
	names := map[string]bool{}
	index := map[string]int{}
	add := func(y *scope.Symbol) {
		if i, ok := index[y.Name]; ok {
			list[i] = y
			return
		}
		index[y.Name] = len(list)
		list = append(list, y)
	}
	for i := 0; i+2 < len(g.tree); i += 3 {
		name := strings.ToLower(g.tree[i].word)
		e := g.byNumber[g.tree[i+2].word]
		if strings.HasPrefix(name, "__") || e != nil && e.flavor() == "MODULE" {
			continue
		}
		if e == nil || g.tree[i+1].word != "0" {
			names[name] = true
			continue
		}
		if e.isType() || index[name] == 0 && !g.isGeneric(e) {
			if y := g.symbol(e); y != nil {
				add(as(y, name))
				continue
			}
			names[name] = true
		}
	}
	for _, n := range g.generics {
		name := strings.ToLower(n.at(0).word)
		y := &scope.Symbol{Name: name, Class: scope.Generic, Module: n.at(1).word}
		for _, s := range n.list[min(2, len(n.list)):] {
			e := g.byNumber[s.word]
			switch {
			case e == nil:
			case e.isType():
				y.Derived = g.derived(e)
			default:
				y.Specifics = append(y.Specifics, e.name)
			}
		}
		if y.Derived != nil && len(y.Specifics) == 0 {
			continue // the constructor of a type
		}
		add(g.loader.intern(y.Module+"/generic/"+name+"/"+module, y))
	}
	for _, y := range g.defined(module) {
		add(y)
	}
	for _, y := range list {
		delete(names, y.Name)
	}
	return list, names
}

// gnuOperators are the operators in the order of the file. Relations are there in
// both spellings.
var gnuOperators = []string{"+", "-", "+", "-", "*", "/", "**", "//", ".and.", ".or.", ".eqv.", ".neqv.",
	"==", "/=", ">", ">=", "<", "<=", "==", "/=", ">", ">=", "<", "<=", ".not.", "="}

// defined returns the defined operators and the defined assignment. Operators
// that this reader does not know are there under a name of their own.
func (g *gnu) defined(module string) []*scope.Symbol {
	specifics := map[string][]string{}
	var order []string
	add := func(spec string, procedures []node) {
		if specifics[spec] == nil && len(procedures) > 0 {
			order = append(order, spec)
		}
		for _, n := range procedures {
			name := ""
			if e := g.byNumber[n.word]; e != nil {
				name = e.name
			}
			specifics[spec] = append(specifics[spec], name)
		}
	}
	for i, n := range g.operators {
		switch {
		case i >= len(gnuOperators):
			add("operator("+strconv.Itoa(i)+")", n.list)
		case gnuOperators[i] == "=":
			add("assignment(=)", n.list)
		default:
			add("operator("+gnuOperators[i]+")", n.list)
		}
	}
	for _, n := range g.named {
		add("operator(."+strings.ToLower(n.at(0).word)+".)", n.list[min(2, len(n.list)):])
	}
	var list []*scope.Symbol
	for _, spec := range order {
		y := &scope.Symbol{Name: spec, Class: scope.Generic, Module: module, Specifics: specifics[spec]}
		list = append(list, g.loader.intern(module+"/generic/"+spec, y))
	}
	return list
}

// as returns a symbol under a name.
func as(y *scope.Symbol, name string) *scope.Symbol {
	if y.Name == name {
		return y
	}
	c := *y
	c.Name, c.Of = name, y
	return &c
}

func (e *gnuEntry) flavor() string { return e.body.at(0).at(0).word }

func (e *gnuEntry) isType() bool {
	f := e.flavor()
	return f == "DERIVED" || f == "UNION" || f == "STRUCT"
}

func (g *gnu) isGeneric(e *gnuEntry) bool { return e.body.at(0).has("GENERIC") }

// integer returns the value of a constant.
func integer(n node) (int64, bool) {
	if n.at(0).word != "CONSTANT" || n.at(1).at(0).word != "INTEGER" || !n.at(3).quoted {
		return 0, false
	}
	v, err := strconv.ParseInt(n.at(3).word, 10, 64)
	return v, err == nil
}

// characters returns the value of a character constant: (CONSTANT (CHARACTER …) 0 length 'text').
func characters(n node) (string, bool) {
	if n.at(0).word != "CONSTANT" || n.at(1).at(0).word != "CHARACTER" || !n.at(4).quoted || n.at(3).word != strconv.Itoa(len(n.at(4).word)) {
		return "", false
	}
	return n.at(4).word, true
}
