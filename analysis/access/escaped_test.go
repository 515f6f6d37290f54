package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// TestCompletes: which statements change a variable that they do not name, by what became of it before.
func TestCompletes(t *testing.T) {
	const local, wait, unseen, write = "i = 1", "call MPI_Wait(req, status, ierr)", "call other()", "print *, i"
	for name, by := range map[string]map[string]bool{
		"free":    {},
		"begun":   {wait: true, unseen: true, write: true},
		"given":   {wait: true, unseen: true},
		"aimed":   {wait: true, unseen: true},
		"dummy":   {wait: true, unseen: true}, // the caller may have begun a request, and what is not seen may wait for it
		"input":   {},
		"byvalue": {},
		"moved":   {wait: true, unseen: true, write: true},
	} {
		f := snippet.Parse(t, `subroutine s(dummy, input, byvalue, req)
  use mpi
  implicit none
  interface
    subroutine keeps(x)
      integer, target, intent(in) :: x
    end subroutine
  end interface
  integer :: dummy, req
  integer, intent(in) :: input
  integer, value :: byvalue
  integer :: free, begun, given, aimed, i, ierr, status(MPI_STATUS_SIZE)
  integer, allocatable :: before, moved
  call MPI_Irecv(begun, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, req, ierr)
  call MPI_Irecv(before, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, req, ierr)
  call move_alloc(before, moved)
  call ext(given)
  call keeps(aimed)
  `+local+"\n  "+wait+"\n  "+unseen+"\n  "+write+`
  i = `+name+`
end subroutine
`)
		tree := f.Tree(t, "s")
		nodes := tree.Nodes[len(tree.Nodes)-5:]
		var read access.Ref
		for _, r := range nodes[4].E.Refs {
			if !r.Write {
				read = r
			}
		}
		for i, statement := range []string{local, wait, unseen, write} {
			if _, changed := tree.Unit.Alters(&nodes[i].E, read); changed != by[statement] {
				t.Errorf("%s: %s changes it: %v", statement, name, changed)
			}
		}
	}
}
