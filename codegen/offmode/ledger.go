package offmode

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The ledger is what regions tell procedures that are called from them: which
// communicator and tag messages have that say none. Files are compiled one by one,
// and there is no library, so it is a common block, which all files share. Nobody
// else sees it: a file whose directives need it has small external procedures for
// it at its end, under names that no other file has. (In a procedure of the program
// itself a common block would be a declaration among the user's own, and
// DEFAULT(NONE) or DEFAULT(PRIVATE) of OpenMP would be about it.)
//
// It is a stack, since regions are entered in procedures that are called from
// regions, and a procedure may call itself. Common blocks that nobody sets are zero,
// so flags say whether there is a communicator or a tag: handles may be zero, too.
// A thread of a team that enters a region tells nothing, as in the run time
// (rtlib/src/told.c).

// most is how many regions can tell something at the same time.
const most = 1000

// Told is what a region tells, as text; "": nothing.
type Told struct {
	Comm   string
	CommIs plan.CommType
	Tag    string
}

// Tell tells it, by a procedure of the ledger; mentions are the names in the texts.
func Tell(used *emit.Names, at source.Position, procedure string, told Told, mentions map[string]bool) *emit.Block {
	l := newLedger(used, at, procedure, mentions)
	l.Interface("subroutine "+procedure+"(told) bind(C)", "use, intrinsic :: iso_c_binding, only: c_int", "integer(c_int), intent(in) :: told(4)")
	number := func(text string) string { return l.Intrinsic("int") + "(" + text + ", " + l.kind + ")" }
	comm, tag := told.Comm, told.Tag
	l.Intrinsic("int")
	if len(l.Clash()) > 0 {
		comm, tag = l.outside("comm", comm), l.outside("tag", tag)
		l.Mentions = nil
	} else if comm != "" && told.CommIs == plan.CommDerived {
		comm = l.outside("comm", comm) // it may be a function reference
	}
	if told.CommIs == plan.CommDerived {
		comm += "%MPI_VAL"
	}
	pair := func(text, value string) string {
		if text == "" {
			return "0_" + l.kind + ", 0_" + l.kind
		}
		return "1_" + l.kind + ", " + number(value)
	}
	l.Say("call %s([%s, %s])", procedure, pair(told.Comm, comm), pair(told.Tag, tag))
	return l.Block
}

// Forget says that the region told something last is over.
func Forget(used *emit.Names, at source.Position, procedure string) *emit.Block {
	b := emit.NewBlock(used, at, "")
	b.Interface("subroutine " + procedure + "() bind(C)")
	b.Say("call %s()", procedure)
	return b
}

// ledger is a BLOCK that calls a procedure of the ledger.
type ledger struct {
	*emit.Block
	kind string // of its integers
}

func newLedger(used *emit.Names, at source.Position, procedure string, mentions map[string]bool) *ledger {
	b := emit.NewBlock(used, at, "")
	b.Mentions = mentions
	l := &ledger{b, used.Name("mdmp_i")}
	b.Declare("integer, parameter :: %s = %s(9)", l.kind, b.Intrinsic("selected_int_kind"))
	return l
}

// outside evaluates an expression outside of the BLOCK, and returns a name for its value.
func (l *ledger) outside(word, text string) string {
	if text == "" {
		return ""
	}
	name := l.Used.Name("mdmp_" + word)
	l.Alias(name, text)
	return name
}

// ask asks the ledger about messages that say no communicator, or no tag.
func (e *exchange) ask() {
	if e.asked == "" {
		return
	}
	e.Declare("integer(%s(9)) :: %s(2)", e.Intrinsic("selected_int_kind"), e.name("told"))
	e.Interface("subroutine "+e.asked+"(told) bind(C)", "use, intrinsic :: iso_c_binding, only: c_int", "integer(c_int), intent(inout) :: told(2)")
	world := e.constant("MPI_COMM_WORLD")
	if e.api != Header {
		world += "%MPI_VAL"
	}
	e.Say("%s = %s", e.elem("told", 1), world)
	e.Say("%s = 0", e.elem("told", 2))
	e.Say("call %s(%s)", e.asked, e.name("told"))
}

// Ledger returns procedures of the ledger by their verbs: tell, forget or ask. Newer standards call
// common blocks obsolescent, and compilers warn of them under these: then it is a variable of a module, which is the same to a
// linker. Nobody uses the module, so its file is of no use.
func Ledger(verbs []string, name func(verb string) string, module string, at source.Position) []emit.Stmt {
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
		depth, block, end = 1, "  associate (depth => so_far%depth, stack => so_far%stack)\n", "  end associate\n"
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
  common /mdmp_told/ depth, stack
  bind(C, name='mdmp_told') :: /mdmp_told/
`

const heading = `module MODULE
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  type, bind(C) :: ledger
    integer(c_int) :: depth, stack(4, 0:MOST)
  end type
  type(ledger), bind(C, name='mdmp_told') :: so_far
contains
`

var procedures = map[string]string{
	"tell": `subroutine NAME(told) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
!$    use omp_lib, only: omp_get_level
  implicit none
  integer(c_int), intent(in) :: told(4)
COMMON
!$    if (omp_get_level() > 0) return
  if (depth == MOST) error stop 'mdmp: too many regions in regions'
  stack(:, depth+1) = stack(:, depth)
  depth = depth + 1
  if (told(1) /= 0) stack(1:2, depth) = told(1:2)
  if (told(3) /= 0) stack(3:4, depth) = told(3:4)
END
end subroutine
`,
	"forget": `subroutine NAME() bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
!$    use omp_lib, only: omp_get_level
  implicit none
COMMON
!$    if (omp_get_level() > 0) return
  depth = depth - 1
END
end subroutine
`,
	"ask": `subroutine NAME(told) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int), intent(inout) :: told(2)
COMMON
  if (stack(1, depth) /= 0) told(1) = stack(2, depth)
  if (stack(3, depth) /= 0) told(2) = stack(4, depth)
END
end subroutine
`}
