package torture

import (
	"os"
	"slices"
	"strings"
)

// class is something that a program may hold: a kind of statement, of storage or
// of order that the translator has to know. draw returns nil if the kernel at
// hand cannot hold it.
type class struct {
	name string
	draw func(g *gen) *node
}

// classes lists what is drawn beside exchanges, nests and calls.
func classes() []class {
	return []class{
		{"operator", (*gen).definedOperator},
		{"operator of a type", (*gen).boundOperator},
		{"defined assignment", (*gen).definedAssignment},
		{"assignment of a component", (*gen).componentAssignment},
		{"finalizer", (*gen).finalizer},
		{"user-defined output", (*gen).derivedOutput},
		{"specification expression", (*gen).specification},
		{"procedure pointer", (*gen).procedurePointer},
		{"selector that is a function", (*gen).selector},
		{"intent(out)", (*gen).intentOut},
		{"intent(out), default initialisation", (*gen).intentOutDefault},
		{"intent(out), allocatable", (*gen).freedByCallee},
		{"intent(out), components", (*gen).intentOutComponents},
		{"target dummy", (*gen).targetDummy},
		{"associate", (*gen).associate},
		{"associate, name of another", (*gen).associateReused},
		{"block, name of another", (*gen).blockReused},
		{"block in a nest", (*gen).blockInNest},
		{"odd names", (*gen).oddScalar},
		{"statement function", (*gen).statementFunction},
		{"typed function", (*gen).typedFunction},
		{"part of a complex", (*gen).complexPart},
		{"maximum by if", (*gen).maximumByIf},
		{"trip count zero", (*gen).zeroTrip},
		{"equivalence", (*gen).equivalence},
		{"common", (*gen).common},
		{"threadprivate", (*gen).threadprivate},
		{"openmp loop", (*gen).openmpLoop},
		{"openmp atomic", (*gen).openmpAtomic},
		{"components", (*gen).components},
		{"length parameter", (*gen).lengthParameter},
		{"characters of deferred length", (*gen).deferredLength},
		{"internal file", (*gen).internalFile},
		{"namelist", (*gen).namelist},
		{"scratch file", (*gen).scratchFile},
		{"token orders files", (*gen).token},
		{"file, then message", (*gen).fileThenMessage},
		{"new tags", (*gen).newTags},
		{"communicators", (*gen).communicators},
		{"late rank", (*gen).late},
		{"indexed section", (*gen).indexed},
		{"meshes", (*gen).meshes},
		{"halo patterns", (*gen).patterns},
		{"fortran 77", (*gen).fortran77},
		{"empty in turns", (*gen).emptiesInTurns},
		{"three dimensions", (*gen).threeDimensions},
		{"arguments by keyword", (*gen).keywords},
		{"results of an entry", (*gen).entryResult},
		{"wait", (*gen).waits},
		{"harmless", (*gen).harmless},
		{"variables of a host", (*gen).hostVariables},
		{"copied for assumed shape", (*gen).copiedComponents},
		{"half of a complex", (*gen).halves},
		{"functions with effects", (*gen).effects},
		{"read that fails", (*gen).failedRead},
		{"input left out", (*gen).itemsLeftOut},
		{"clauses that reach procedures", (*gen).told},
		{"region in a called procedure", (*gen).innerRegion},
		{"substrings", (*gen).substrings},
		{"entry", (*gen).entries},
		{"separate procedure", (*gen).separate},
		{"do concurrent", (*gen).concurrentBodies},
		{"relay", (*gen).relay},
	}
}

// aimed are the classes that MDMP_TORTURE_CLASSES names, with commas between them; all if it names none.
func aimed() []class {
	names := os.Getenv("MDMP_TORTURE_CLASSES")
	if names == "" {
		return classes()
	}
	return slices.DeleteFunc(classes(), func(c class) bool { return !slices.Contains(strings.Split(names, ","), c.name) })
}

// class draws one of the classes; nil if the kernel can hold none of a few that
// were tried.
func (g *gen) class() *node {
	list := aimed()
	if len(list) == 0 {
		return nil
	}
	for range 4 {
		c := list[g.r.Intn(len(list))]
		if n := c.draw(g); n != nil {
			g.k.drawn = append(g.k.drawn, c.name)
			return n
		}
	}
	return nil
}

// own is a variable that a class needs in the kernel.
type own struct {
	decl   string
	init   string // statement; "": none
	report string // expression of which the bits are printed at the end; "": none
}

// id is a number for names of this kernel.
func (g *gen) id() int {
	g.k.ids++
	return g.k.ids
}

func (g *gen) declare(decl, init, report string) {
	g.k.owns = append(g.k.owns, own{decl, init, report})
}

// procedure adds a procedure to a list of them.
func procedure(list *[]*node, head, tail string, body ...string) {
	*list = append(*list, &node{head: []string{head}, tail: []string{tail}, kids: []*node{lines(body...)}})
}

// group is several nodes in their order.
func group(kids ...*node) *node { return &node{kids: kids} }

// ownExchange sends one thing and receives another one.
func (g *gen) ownExchange(send, recv, base, tag string) *node {
	dest, source := "east", "west"
	if g.chance(50) {
		dest, source = source, dest
	}
	clause, more := "", ""
	if tag != "" {
		clause, more = " tag("+tag+")", ", "+tag
	}
	l := &leg{send: "send(" + send + ", " + dest + ")" + clause, recv: "recv(" + recv + ", " + source + ")" + clause,
		refSend: []string{"call ref_send(" + send + ", " + dest + more + ")"},
		refRecv: []string{"call ref_recv(" + recv + ", " + source + more + ")"}}
	return &node{legs: []*leg{l}, tail: []string{base}}
}

// shared is an array that procedures of the module can touch; nil if there is none.
func (g *gen) shared() *array {
	var list []*array
	for _, a := range g.k.arrays {
		if a.where == inModule {
			list = append(list, a)
		}
	}
	if list == nil {
		return nil
	}
	return list[g.r.Intn(len(list))]
}

// far is an element as the module's procedures name it.
func (g *gen) far(a *array) string {
	last := "ubound(" + a.name + ", 2)"
	if a.pad > 0 {
		last += "-" + string(rune('0'+a.pad))
	}
	return a.at(g.pick("1", "2", "3"), g.pick("0", "1", last, last), g.pick("1", "2"))
}

// num is a number from 1 to 97 made of a value of the kernel's type.
func (g *gen) num(x string) string { return g.bounded(x, "97") }

// hash adds a number to what is printed at the end.
func hash(x string) string { return "total = ieor(total, " + x + ")" }
