package offmode

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// address adds a call that puts the address of what into where.
func (e *exchange) address(what, where string) {
	e.call("MPI_Get_address", what, where)
}

// elementBytes returns the size of an element as a count.
func (e *exchange) elementBytes(of string) string {
	return e.Intrinsic("storage_size") + "(" + of + ", " + e.name("i") + ")/8_" + e.name("i")
}

// whole makes part k of a message from a contiguous piece.
func (e *exchange) whole(p *plan.Piece, k int, size string) {
	e.Say("%s = %s", size, e.bytes(p))
	e.address(buffer(p), e.elem("at", k))
	e.Say("if (%s == 0) %s = 1_%s", size, e.elem("at", k), e.name("a")) // see nothing
	e.call("MPI_Type_contiguous", e.toInt(size), e.constant("MPI_BYTE"), e.elem("part", k))
}

// strided makes part k of a message from a section of any shape: for each
// dimension a vector whose stride is the distance of its first two elements.
func (e *exchange) strided(p *plan.Piece, k int, size string) {
	s, at, next := e.name("s"), e.elem("at", k), e.name("next")
	e.Declare("integer(%s) :: %s", e.name("a"), next)
	e.Open("associate (%s => %s)", s, p.Section)
	e.Say("%s = %s(%s, kind=%s)", size, e.Intrinsic("size"), s, e.name("a"))
	e.Open("if (%s > 0) then", size)
	index := make([]string, p.Rank)
	for d := range index {
		index[d] = "1"
	}
	element := func() string { return s + "(" + strings.Join(index, ",") + ")" }
	e.address(element(), at)
	if strings.Contains(p.Measure, "lbound(") {
		e.Intrinsic("lbound")
	}
	inner, block := e.constant("MPI_BYTE"), e.elementBytes(p.Measure) // of the name gfortran 12 does not always know it
	for d := 0; d < p.Rank; d++ {
		dim := strconv.Itoa(d + 1)
		index[d] = e.Intrinsic("min") + "(2," + e.Intrinsic("size") + "(" + s + "," + dim + "))"
		e.address(element(), next)
		index[d] = "1"
		outer := e.elem("part", k)
		if d < p.Rank-1 {
			outer = e.elem("dim", d+1)
		}
		e.call("MPI_Type_create_hvector", e.Intrinsic("size")+"("+s+", "+dim+", "+e.name("i")+")", block,
			next+" - "+at, inner, outer)
		if d > 0 {
			e.call("MPI_Type_free", e.elem("dim", d))
		}
		inner, block = outer, e.int(1)
	}
	e.Else("else")
	e.nothing(k)
	e.Shut("end if")
	e.Shut("end associate")
}

// nothing makes part k of a message empty. Its address is not 0: MPICH takes a datatype
// that begins there for a null pointer.
func (e *exchange) nothing(k int) {
	e.Say("%s = 1_%s", e.elem("at", k), e.name("a"))
	e.call("MPI_Type_contiguous", e.int(0), e.constant("MPI_BYTE"), e.elem("part", k))
}

// counted makes part k of a message from a number of elements of an array that
// need not be contiguous: then element by element.
func (e *exchange) counted(p *plan.Piece, k int, size string) {
	a, at := e.name("a"), e.elem("at", k)
	n, off, list := e.name("n"), e.name("off"), e.name("list")
	e.Declare("integer(%s) :: %s", a, n)
	e.Declare("integer(%s) :: %s", a, off)
	e.Declare("integer(%s), allocatable :: %s(:)", a, list)
	e.Say("%s = %s", size, e.Int(p.Count))
	e.Open("if (%s > 0 .and. %s(%s)) then", size, e.Intrinsic("is_contiguous"), p.Text)
	first := p.First
	if len(p.Index) == 0 {
		first = e.element(p.Keep)
	}
	e.address(first, at)
	e.call("MPI_Type_create_hvector", e.toInt(size), e.elementBytes(p.Measure),
		e.Intrinsic("storage_size")+"("+p.Measure+", "+a+")/8", e.constant("MPI_BYTE"), e.elem("part", k))
	e.Else("else")
	e.Say("%s = %s", off, e.Offset(p))
	e.Say("allocate (%s(%s))", list, size)
	e.Open("do %s = 1, %s", n, size)
	e.address(e.elementAt(p, off), list+"("+n+")")
	e.Say("%s = %s + 1", off, off)
	e.Shut("end do")
	e.call("MPI_Type_create_hindexed_block", e.toInt(size), e.elementBytes(p.Measure), list, e.constant("MPI_BYTE"),
		e.elem("part", k))
	e.Say("deallocate (%s)", list)
	e.listed(at, size)
	e.Shut("end if")
}

// listed says where a part begins whose elements have addresses of their own; see nothing.
func (e *exchange) listed(at, size string) {
	a := e.name("a")
	e.Say("%s = %s(0_%s, 1_%s, %s > 0)", at, e.Intrinsic("merge"), a, a, size)
}

// single makes part k of a message from the elements of a section, one by one.
func (e *exchange) single(p *plan.Piece, k int, size string) {
	a := e.name("a")
	n, list := e.name("n"), e.name("list")
	e.Declare("integer(%s) :: %s", a, n)
	e.Declare("integer(%s), allocatable :: %s(:)", a, list)
	e.Say("%s = %s(%s, kind=%s)", size, e.Intrinsic("size"), p.Section, a)
	e.Say("allocate (%s(%s))", list, size)
	e.Say("%s = 0", n)
	e.Elements(p, func() {
		e.Say("%s = %s + 1", n, n)
		e.address(p.Element, list+"("+n+")")
	})
	e.call("MPI_Type_create_hindexed_block", e.toInt(size), e.elementBytes(p.Measure), list, e.constant("MPI_BYTE"),
		e.elem("part", k))
	e.Say("deallocate (%s)", list)
	e.listed(e.elem("at", k), size)
}

// elementAt returns the element at a place in array element order.
func (e *exchange) elementAt(p *plan.Piece, off string) string {
	var index []string
	rest := off
	for d := 0; d < p.Rank; d++ {
		here := rest
		if d < p.Rank-1 {
			here = e.Intrinsic("modulo") + "(" + rest + ", " + e.Extent(p, d) + ")"
		}
		index = append(index, e.Intrinsic("lbound")+"("+p.Text+","+strconv.Itoa(d+1)+") + "+here)
		rest += "/" + e.Extent(p, d)
	}
	return p.Text + "(" + strings.Join(index, ", ") + ")"
}

// join makes one datatype of n parts at absolute addresses.
func (e *exchange) join(n int, datatype string) {
	ones := strings.Repeat(", "+e.int(1), n)[2:]
	at, part := e.name("at"), e.name("part")
	if n < e.parts {
		at += "(1:" + strconv.Itoa(n) + ")"
		part += "(1:" + strconv.Itoa(n) + ")"
	}
	e.call("MPI_Type_create_struct", e.int(n), "["+ones+"]", at, part, datatype)
	e.call("MPI_Type_commit", datatype)
	for k := 1; k <= n; k++ {
		e.call("MPI_Type_free", e.elem("part", k))
	}
}
