package offmode

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Messages that say no communicator, or no tag, inherit them from the region that they are
// called from. Files are compiled one by one, and there is no library, so the
// attributes of regions stand in a common block, which all files share. Nobody
// else sees it: a file whose directives need it has small external procedures for
// it at its end, under names that no other file has. (In a procedure of the program
// itself a common block would be a declaration among the user's own, and
// DEFAULT(NONE) or DEFAULT(PRIVATE) of OpenMP would be about it.)
//
// It is a stack, since regions are entered in procedures that are called from
// regions, and a procedure may call itself. Common blocks that nobody sets are zero,
// so flags say whether there is a communicator or a tag: handles may be zero, too.
// A thread of a team that enters a region changes nothing, as in the run time
// (rtlib/src/inherited.c).

// most is how many regions that say something can be open at the same time.
const most = 1000

// Attributes are what a region says for messages that inherit it, as text; "": nothing.
type Attributes struct {
	Comm   string
	CommIs plan.CommType
	Tag    string
}

// InheritBegin says that messages inherit from a region now; mentions are the names in the texts.
func InheritBegin(used *emit.Names, at source.Position, procedure string, of Attributes, mentions map[string]bool) *emit.Block {
	c := newCall(used, at, procedure, mentions)
	c.Interface("subroutine "+procedure+"(attributes) bind(C)", "use, intrinsic :: iso_c_binding, only: c_int", "integer(c_int), intent(in) :: attributes(4)")
	number := func(text string) string { return c.Intrinsic("int") + "(" + text + ", " + c.kind + ")" }
	comm, tag := of.Comm, of.Tag
	c.Intrinsic("int")
	if len(c.Clash()) > 0 {
		comm, tag = c.outside("comm", comm), c.outside("tag", tag)
		c.Mentions = nil
	} else if comm != "" && of.CommIs == plan.CommDerived {
		comm = c.outside("comm", comm) // it may be a function reference
	}
	if of.CommIs == plan.CommDerived {
		comm += "%MPI_VAL"
	}
	pair := func(text, value string) string {
		if text == "" {
			return "0_" + c.kind + ", 0_" + c.kind
		}
		return "1_" + c.kind + ", " + number(value)
	}
	c.Say("call %s([%s, %s])", procedure, pair(of.Comm, comm), pair(of.Tag, tag))
	return c.Block
}

// InheritEnd says that messages do not inherit from the region any more.
func InheritEnd(used *emit.Names, at source.Position, procedure string) *emit.Block {
	b := emit.NewBlock(used, at, "")
	b.Interface("subroutine " + procedure + "() bind(C)")
	b.Say("call %s()", procedure)
	return b
}

// call is a BLOCK that calls a procedure of the stack.
type call struct {
	*emit.Block
	kind string // of its integers
}

func newCall(used *emit.Names, at source.Position, procedure string, mentions map[string]bool) *call {
	b := emit.NewBlock(used, at, "")
	b.Mentions = mentions
	c := &call{b, used.Name("mdmp_i")}
	b.Declare("integer, parameter :: %s = %s(9)", c.kind, b.Intrinsic("selected_int_kind"))
	return c
}

// outside evaluates an expression outside of the BLOCK, and returns a name for its value.
func (c *call) outside(word, text string) string {
	if text == "" {
		return ""
	}
	name := c.Used.Name("mdmp_" + word)
	c.Alias(name, text)
	return name
}

// inherit gets what messages inherit that say no communicator, or no tag.
func (e *exchange) inherit() {
	if e.inherited == "" {
		return
	}
	e.Declare("integer(%s(9)) :: %s(2)", e.Intrinsic("selected_int_kind"), e.name("inherited"))
	e.Interface("subroutine "+e.inherited+"(attributes) bind(C)", "use, intrinsic :: iso_c_binding, only: c_int", "integer(c_int), intent(inout) :: attributes(2)")
	world := e.constant("MPI_COMM_WORLD")
	if e.api != Header {
		world += "%MPI_VAL"
	}
	e.Say("%s = %s", e.elem("inherited", 1), world)
	e.Say("%s = 0", e.elem("inherited", 2))
	e.Say("call %s(%s)", e.inherited, e.name("inherited"))
}

// Stack returns procedures of the stack by their verbs: inherit_begin, inherit_end or inherited. Newer standards call
// common blocks obsolescent, and compilers warn of them under these: then it is a variable of a module, which is the same to a
// linker. Nobody uses the module, so its file is of no use.
func Stack(verbs []string, name func(verb string) string, module string, at source.Position) []emit.Stmt {
	var out []emit.Stmt
	add := func(depth int, text string) {
		for line := range strings.Lines(strings.NewReplacer("MOST", strconv.Itoa(most), "MODULE", module).Replace(text)) {
			line = strings.TrimRight(line, "\n")
			text := strings.TrimLeft(line, " ")
			out = append(out, emit.Stmt{Text: text, Depth: depth + (len(line)-len(text))/2, Pragma: text[0] == '!', Line: at})
		}
	}
	depth, block, end := 0, common, ""
	if module != "" {
		add(0, heading)
		depth, block, end = 1, "  associate (depth => entered%depth, stack => entered%stack)\n", "  end associate\n"
	}
	for _, verb := range verbs {
		add(depth, strings.NewReplacer("NAME", name(verb), "COMMON\n", block, "END\n", end).Replace(procedures[verb]))
	}
	if module != "" {
		add(0, "end module")
	}
	return out
}

const common = `  integer(c_int) :: depth, stack(4, 0:MOST)
  common /mdmp_inherited/ depth, stack
  bind(C, name='mdmp_inherited') :: /mdmp_inherited/
`

const heading = `module MODULE
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  type, bind(C) :: regions
    integer(c_int) :: depth, stack(4, 0:MOST)
  end type
  type(regions), bind(C, name='mdmp_inherited') :: entered
contains
`

var procedures = map[string]string{
	"inherit_begin": `subroutine NAME(attributes) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
!$    use omp_lib, only: omp_get_level
  implicit none
  integer(c_int), intent(in) :: attributes(4)
COMMON
!$    if (omp_get_level() > 0) return
  if (depth == MOST) error stop 'mdmp: too many regions in regions'
  stack(:, depth+1) = stack(:, depth)
  depth = depth + 1
  if (attributes(1) /= 0) stack(1:2, depth) = attributes(1:2)
  if (attributes(3) /= 0) stack(3:4, depth) = attributes(3:4)
END
end subroutine
`,
	"inherit_end": `subroutine NAME() bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
!$    use omp_lib, only: omp_get_level
  implicit none
COMMON
!$    if (omp_get_level() > 0) return
  depth = depth - 1
END
end subroutine
`,
	"inherited": `subroutine NAME(attributes) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int), intent(inout) :: attributes(2)
COMMON
  if (stack(1, depth) /= 0) attributes(1) = stack(2, depth)
  if (stack(3, depth) /= 0) attributes(2) = stack(4, depth)
END
end subroutine
`}
