package oracle

import (
	"bufio"
	"bytes"
	"os/exec"
	"strconv"
	"strings"
)

// Namespace is a program unit as gfortran sees it.
type Namespace struct {
	Path    string // names of its hosts and its own, joined by '/'
	Symbols []GSymbol
}

// GSymbol is a data object of gfortran's symbol table.
type GSymbol struct {
	Name  string
	Type  string   // "INTEGER 4", "DERIVED t", …
	Attrs []string // VARIABLE, PARAMETER, DIMENSION, DUMMY(IN), …
	Rank  int
	Shape string // AS_EXPLICIT, …, "" for scalars
	// Bounds are the lower and upper bounds in turn: constants or "".
	Bounds []string
}

// Has tells whether an attribute is set; DUMMY(IN) is DUMMY too.
func (g GSymbol) Has(attr string) bool {
	for _, a := range g.Attrs {
		if a == attr || strings.HasPrefix(a, attr+"(") {
			return true
		}
	}
	return false
}

// Namespaces returns the symbols that gfortran finds in a text; ok is false if
// it does not accept the text. Module files are read and left in folder dir;
// they are also read in others.
func Namespaces(t Text, dir string, others ...string) (spaces []Namespace, ok bool, err error) {
	flags := append(t.gfortranFlags(), "-fdump-fortran-original")
	for _, other := range others {
		flags = append(flags, "-I"+other)
	}
	cmd := exec.Command("gfortran", append(flags, "-")...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(t.Src)
	out, err := cmd.Output()
	if _, refused := err.(*exec.ExitError); refused {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return readNamespaces(out), true, nil
}

// readNamespaces reads the output of gfortran -fdump-fortran-original.
func readNamespaces(dump []byte) []Namespace {
	var out []Namespace
	var open []int // indentation of the namespaces around
	var path []string
	inCode := false
	sc := bufio.NewScanner(bytes.NewReader(dump))
	sc.Buffer(make([]byte, 1<<20), 1<<28)
	for sc.Scan() {
		text := sc.Text()
		line := strings.TrimSpace(text)
		indent := len(text) - len(strings.TrimLeft(text, " "))
		switch {
		case strings.HasPrefix(line, "procedure name = "):
			for len(open) > 0 && open[len(open)-1] >= indent {
				open, path = open[:len(open)-1], path[:len(path)-1]
			}
			open, path = append(open, indent), append(path, strings.TrimPrefix(line, "procedure name = "))
			out = append(out, Namespace{Path: strings.Join(path, "/")})
			inCode = false
		case line == "code:":
			inCode = true
		case inCode || len(out) == 0:
		case strings.HasPrefix(line, "symtree: '"):
			name, rest, _ := strings.Cut(line[len("symtree: '"):], "'")
			ns := &out[len(out)-1]
			ns.Symbols = append(ns.Symbols, GSymbol{Name: name})
			if strings.Contains(rest, "from namespace") {
				ns.Symbols = ns.Symbols[:len(ns.Symbols)-1]
			}
		default:
			if ns := &out[len(out)-1]; len(ns.Symbols) > 0 {
				ns.Symbols[len(ns.Symbols)-1].line(line)
			}
		}
	}
	return out
}

// line reads a line of a symbol's description.
func (g *GSymbol) line(line string) {
	key, rest, _ := strings.Cut(line, ":")
	rest = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(rest), "("), ")")
	switch strings.TrimSpace(key) {
	case "type spec":
		g.Type = rest
	case "attributes":
		g.Attrs = strings.Fields(rest)
	case "Array spec":
		g.arraySpec(rest)
	}
}

// arraySpec reads "2 [0] AS_EXPLICIT 1 3 1 q:n": bounds that are expressions
// hold blanks themselves and are not taken apart.
func (g *GSymbol) arraySpec(text string) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return
	}
	g.Rank, _ = strconv.Atoi(words[0])
	g.Shape = words[2]
	if len(words) != 3+2*g.Rank {
		return
	}
	for _, w := range words[3:] {
		w, _, _ = strings.Cut(w, "_")
		if _, err := strconv.ParseInt(w, 10, 64); err != nil {
			w = ""
		}
		g.Bounds = append(g.Bounds, w)
	}
}
