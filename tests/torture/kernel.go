package torture

import "fmt"

// node is a piece of a kernel's text: lines, or a head and a tail round other
// nodes, or an exchange.
type node struct {
	head, tail []string
	kids       []*node
	legs       []*leg
	fixed      bool // the shrinker must not drop it
	whole      bool // the shrinker drops all or nothing
}

// leg is a send and the receive that meets it.
type leg struct {
	send, recv       string   // text of the directives
	refSend, refRecv []string // statements by hand
}

func lines(text ...string) *node { return &node{head: text} }

func block(head, tail string, kids ...*node) *node {
	return &node{head: []string{head}, tail: []string{tail}, kids: kids}
}

// array is one of a kernel's arrays.
type array struct {
	name   string
	elem   *elem
	where  storage
	pad    int // further elements round the halo
	level  bool
	target bool // of the module: with the TARGET attribute
}

type storage int

const (
	local storage = iota
	allocated
	pointed
	inModule
	assumed
	explicit
	component
	storages
)

// base is how the kernel calls the array.
func (a *array) base() string {
	if a.where == component {
		return "g%" + a.name
	}
	return a.name
}

// at is an element or, with ranges, a section; level is "o" or "q".
func (a *array) at(i, j, level string) string {
	if a.level {
		j += ", " + level
	}
	return fmt.Sprintf("%s(%s, %s)", a.base(), i, j)
}

func (a *array) shape() string {
	s := fmt.Sprintf("%d:n+%d, %d:m+%d", -a.pad, 1+a.pad, -a.pad, 1+a.pad)
	if a.level {
		s += ", 2"
	}
	return s
}

func (a *array) deferred() string {
	if a.level {
		return ":,:,:"
	}
	return ":,:"
}

// kernel is one subroutine with its region.
type kernel struct {
	id          int
	elem        *elem
	arrays      []*array
	n, m, steps int
	sizes       string // "parameter", "dummy" or "local"
	periodic    bool
	body        []*node // in the time loop
	before      []*node // in the region, before the time loop
	after       []*node // in the region, behind the time loop
	contained   []*node // internal procedures
	outside     bool    // the region stands in the time loop
	clauses     string  // its clauses, "" if it has none
	label       int     // next free label
	subroutines int

	code   *code // it stands in several files
	whole  bool  // no INCLUDE lines
	unseen bool  // it calls what no translator sees

	seed  int64
	drawn []string // classes
	// What the classes need.
	ids        int
	owns       []own
	taken      map[string]bool
	spec       []*node // declarations of the module
	early      []*node // procedures of the module that compilers must have seen
	procs      []*node // procedures of the module
	functions  []*node // statement functions
	external   []*node // external procedures
	fixedUnits []*node // external procedures in fixed form
	fixedForm  bool
	far        []*node // modules and procedures of another file
	submodules []*node
	behind     []*node  // submodules of another file
	finish     []string // behind the region
}
