package torture

import (
	"fmt"
	"slices"
	"strings"
)

// file is one source of a program.
type file struct {
	name, text string
	options    []string // of mdmpf90
	level      []string // of the compiler, in all modes
	foreign    bool     // compiled without the wrapper
	include    bool     // not compiled by itself
}

// program writes a batch. What is in fixed form stands in a file of its own.
func program(kernels []*kernel) []file {
	var list []file
	for _, k := range kernels {
		if k.code != nil {
			for _, f := range k.code.sources() {
				f.text = k.text(&list, f.text)
				list = append(list, f)
			}
		}
	}
	add := func(name string, of func(k *kernel) []*node) {
		w := &writer{}
		for _, k := range kernels {
			own := &writer{}
			own.nodes(of(k))
			w.b.WriteString(k.text(&list, own.b.String()))
		}
		if text := w.b.String(); text != "" {
			list = append(list, file{name: name, text: text})
		}
	}
	add("far.f90", func(k *kernel) []*node { return k.far })
	main := freeForm(kernels, &list)
	list = append(list, file{name: "torture.f90", text: main})
	add("behind.f90", func(k *kernel) []*node { return k.behind })
	fixed := ""
	for _, k := range kernels {
		fixed += fixed77(k.fixedUnits)
	}
	if fixed != "" {
		list = append(list, file{name: "old.f", text: fixed})
	}
	if slices.ContainsFunc(kernels, func(k *kernel) bool { return k.unseen }) {
		list = append(list, file{name: "unseen.f90", text: unseenFile, foreign: true})
	}
	return list
}

// join is all text of a program, to be read.
func join(list []file) string {
	text := ""
	for _, f := range list {
		how := strings.Join(append(slices.Clone(f.options), f.level...), " ")
		if f.foreign {
			how = strings.TrimSpace("without mdmpf90 " + how)
		}
		text += strings.TrimSpace("! file "+f.name+" "+how) + "\n" + f.text
	}
	return text
}

// text is what a file has of the kernel, and may add files to a list.
func (k *kernel) text(list *[]file, text string) string {
	if !k.includes() {
		return text
	}
	return included(text, list)
}

func freeForm(kernels []*kernel, list *[]file) string {
	w := &writer{}
	w.b.WriteString(prelude)
	for _, k := range kernels {
		if k.code == nil {
			own := &writer{}
			own.nodes(k.external)
			k.module(own)
			w.b.WriteString(k.text(list, own.b.String()))
		}
	}
	w.line("program torture")
	w.line("  use mpi")
	for _, k := range kernels {
		w.line("  use kernel%d, only: start%d", k.id, k.id)
	}
	w.line("  implicit none")
	w.line("  integer :: ierr")
	w.line("  call MPI_Init(ierr)")
	for _, k := range kernels {
		w.line("  call start%d(%d, %d)", k.id, k.n, k.m)
	}
	w.line("  call MPI_Finalize(ierr)")
	w.line("end program torture")
	return w.b.String()
}

const prelude = `! A random program with directives. "!ref" lines are its exchanges by hand.
module elements
  implicit none
  type cell
    integer :: k
    character(len=4) :: s
    real(8) :: x ! no padding: its bits are nobody's
  end type cell
contains
  pure integer function noise(i, j, k)
    integer, intent(in) :: i, j, k
    noise = iand(ieor(i*7919 + j*104729 + k*1299709, ishft(i*31 + j*17 + k, -3)), 1023)
  end function noise
  pure character(len=4) function blend(a, b, c)
    character(len=*), intent(in) :: a, b, c
    integer :: i
    do i = 1, 4
      blend(i:i) = achar(65 + mod(iachar(a(i:i)) + 3*iachar(b(i:i)) + 5*iachar(c(i:i)), 26))
    end do
  end function blend
end module elements

`

// module writes the module of a kernel: its module arrays, a subroutine that
// makes the arrays, and the kernel itself.
func (k *kernel) module(w *writer) {
	w.line("module kernel%d", k.id)
	w.in = "  "
	// Only what is needed: else these modules might redefine intrinsic procedures.
	w.line("use mpi, only: MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM, MPI_PROC_NULL, MPI_Wtime")
	w.line("use support, only: report, bytes")
	w.line("use elements, only: cell, noise, blend")
	w.line("!ref use ref")
	w.line("implicit none")
	for _, a := range k.arrays {
		if a.where == inModule {
			target := ""
			if a.target {
				target = ", target"
			}
			w.line("%s, allocatable%s :: %s(%s)", a.elem.decl, target, a.name, a.deferred())
		}
	}
	w.nodes(k.spec)
	w.in = ""
	w.line("contains")
	w.in = "  "
	w.nodes(k.early)
	k.start(w)
	k.subroutine(w)
	w.nodes(k.procs)
	w.in = ""
	w.line("end module kernel%d", k.id)
	w.line("")
	w.nodes(k.submodules)
}

// start makes what is not the kernel's own and calls it.
func (k *kernel) start(w *writer) {
	w.line("subroutine start%d(n, m)", k.id)
	w.line("  integer, intent(in) :: n, m")
	w.in = "    "
	args := []string{"n", "m"}
	var alloc []string
	for _, a := range k.arrays {
		switch a.where {
		case assumed, explicit:
			w.line("%s, allocatable :: %s(%s)", a.elem.decl, a.name, a.deferred())
			args = append(args, a.name)
			alloc = append(alloc, a.name+"("+a.shape()+")")
		case inModule:
			alloc = append(alloc, a.name+"("+a.shape()+")")
		}
	}
	for _, s := range alloc {
		w.line("allocate (%s)", s)
	}
	w.line("call work%d(%s)", k.id, strings.Join(args, ", "))
	w.in = "  "
	w.line("end subroutine start%d", k.id)
	w.line("")
}

func (k *kernel) declare(w *writer) {
	if k.sizes == "dummy" {
		w.line("integer, intent(in) :: n, m")
	} else {
		w.line("integer, intent(in) :: n_, m_")
		w.line("integer, parameter :: n = %d, m = %d", k.n, k.m)
	}
	var comps []*array
	for _, a := range k.arrays {
		switch a.where {
		case local:
			w.line("%s :: %s(%s)", a.elem.decl, a.name, a.shape())
		case allocated:
			w.line("%s, allocatable :: %s(%s)", a.elem.decl, a.name, a.deferred())
		case pointed:
			w.line("%s, pointer :: %s(%s)", a.elem.decl, a.name, a.deferred())
		case explicit:
			w.line("%s, intent(inout) :: %s(%s)", a.elem.decl, a.name, a.shape())
		case assumed:
			s := fmt.Sprintf("%d:, %d:", -a.pad, -a.pad)
			if a.level {
				s += ", :"
			}
			w.line("%s, intent(inout) :: %s(%s)", a.elem.decl, a.name, s)
		case component:
			comps = append(comps, a)
		}
	}
	if comps != nil {
		w.line("type grid")
		for _, a := range comps {
			w.line("  %s, allocatable :: %s(%s)", a.elem.decl, a.name, a.deferred())
		}
		w.line("end type grid")
		w.line("type(grid) :: g")
	}
	w.line("%s :: acc, tmp", k.elem.decl)
	w.line("integer :: t, i, j, o, q, c1, up, rank, nranks, west, east, north, south, opp, ierr, total, mine, turn")
	w.line("logical :: go")
	for _, o := range k.owns {
		for _, d := range strings.Split(o.decl, "; ") {
			if d != "" {
				w.line("%s", d)
			}
		}
	}
	w.nodes(k.functions)
}

func (k *kernel) subroutine(w *writer) {
	args := []string{"n", "m"}
	if k.sizes != "dummy" {
		args = []string{"n_", "m_"}
	}
	for _, a := range k.arrays {
		if a.where == assumed || a.where == explicit {
			args = append(args, a.name)
		}
	}
	w.line("subroutine work%d(%s)", k.id, strings.Join(args, ", "))
	w.in = "    "
	k.declare(w)
	k.setup(w)
	if !k.outside {
		w.line("!$mdmp commregion%s", k.clauses)
	}
	w.nodes(k.before)
	w.line("do t = 1, %d", k.steps)
	w.in += "  "
	w.line("o = 1 + mod(t, 2)")
	w.line("q = 3 - o")
	w.line("c1 = 1 + mod(t, m)")
	w.line("up = merge(1 + mod(t, 3)/2, -1, mod(t, 2) == 0)")
	w.line("go = mod(t, 4) /= 2")
	if k.outside {
		w.line("!$mdmp commregion%s", k.clauses)
	}
	w.nodes(k.body)
	if k.outside {
		w.line("!$mdmp end commregion")
	}
	w.in = w.in[2:]
	w.line("end do")
	w.nodes(k.after)
	if !k.outside {
		w.line("!$mdmp end commregion")
	}
	w.line("900 continue")
	for _, l := range k.finish {
		w.line("%s", l)
	}
	for _, a := range k.arrays {
		w.line("call report('%d %s', transfer(%s, bytes))", k.id, a.name, a.base())
	}
	w.line("call report('%d acc', transfer(acc, bytes))", k.id)
	w.line("call report('%d scalars', transfer([t, i, j, total], bytes))", k.id)
	for i, o := range k.owns {
		if o.report != "" {
			w.line("call report('%d own %d', transfer(%s, bytes))", k.id, i, o.report)
		}
	}
	w.line("flush (6)")
	for _, a := range k.arrays {
		if a.where == pointed {
			w.line("deallocate (%s)", a.name)
		}
	}
	w.in = "  "
	if len(k.contained) > 0 {
		w.line("contains")
		w.nodes(k.contained)
	}
	w.line("end subroutine work%d", k.id)
}

// setup finds the neighbours and fills the arrays.
func (k *kernel) setup(w *writer) {
	w.line("call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)")
	w.line("call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)")
	w.line("! two rows of ranks if there are four")
	w.line("q = merge(2, 1, nranks == 4)")
	w.line("o = nranks/q")
	if k.periodic {
		w.line("west = modulo(mod(rank, o) - 1, o) + rank/o*o")
		w.line("east = modulo(mod(rank, o) + 1, o) + rank/o*o")
		w.line("north = modulo(rank - o, nranks)")
		w.line("south = modulo(rank + o, nranks)")
	} else {
		w.line("west = merge(rank - 1, -1, mod(rank, o) > 0)")
		w.line("east = merge(rank + 1, MPI_PROC_NULL, mod(rank, o) < o - 1)")
		w.line("north = merge(rank - o, -1, rank >= o)")
		w.line("south = merge(rank + o, -1, rank + o < nranks)")
	}
	w.line("opp = nranks - 1 - rank")
	w.line("t = 0; i = 0; j = 0; total = 0; mine = 0; c1 = 1; up = 1; go = .true.")
	for _, a := range k.arrays {
		if a.where == allocated || a.where == pointed || a.where == component {
			w.line("allocate (%s(%s))", a.base(), a.shape())
		}
	}
	for x, a := range k.arrays {
		levels := []string{""}
		if a.level {
			levels = []string{"1", "2"}
		}
		for y, l := range levels {
			w.line("do j = %d, m + %d", -a.pad, 1+a.pad)
			w.line("  do i = %d, n + %d", -a.pad, 1+a.pad)
			for _, s := range a.elem.initial(a.at("i", "j", l), fmt.Sprintf("noise(i, j, %d + 13*rank)", 5*x+y)) {
				w.line("    %s", s)
			}
			w.line("  end do")
			w.line("end do")
		}
	}
	for _, s := range k.elem.initial("acc", "rank") {
		w.line("%s", s)
	}
	w.line("tmp = acc")
	for _, o := range k.owns {
		for _, s := range strings.Split(o.init, "\n") {
			if s != "" {
				w.line("%s", s)
			}
		}
	}
}
