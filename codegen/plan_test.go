package codegen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// planOf plans the only exchange of a file.
func planOf(t *testing.T, src string, opt plan.Options) (*plan.Exchange, []string) {
	t.Helper()
	file := source.New("a.f90", []byte(src), source.Options{})
	tree := parse.File(file)
	set, diags := regions.Find(file, tree, nil)
	if len(set.Exchanges) != 1 {
		t.Fatalf("%d exchanges: %v\n%s", len(set.Exchanges), diags, src)
	}
	tr := &translator{file: file, tree: tree, set: set, used: emit.NamesOf(file), scopes: scope.New(tree, scope.Options{})}
	x, found := plan.Build(file, set.Exchanges[0], tr.namesAt(set.Exchanges[0]), tr.used, opt)
	var codes []string
	for _, d := range found {
		codes = append(codes, string(d.Code))
	}
	return x, codes
}

// What is worked out about sections, by declarations and designator.
func TestPlanOfSections(t *testing.T) {
	const decls = `
    integer :: i, j, n, list(3)
    integer, external :: f
    real :: a(10,10), s
    real, allocatable :: al(:,:)
    real, pointer :: p(:,:), pc(:)
    contiguous :: pc
    character(9) :: c, cc(4)
    complex :: z(5), zz
    type t
      real :: x, v(4)
      real, pointer :: q(:)
    end type t
    type(t) :: d, e(3)
`
	for _, c := range []struct{ section, want string }{
		{"s", "s rank 0 contiguous; keeps s whole"},
		{"a", "a rank 2 contiguous; keeps a whole"},
		{"a(:,1)", "a(:,1) rank 1 contiguous; keeps a whole"},
		{"a(2:3,1)", "a(2:3,1) rank 1 contiguous; keeps a whole"},
		{"a(:,1:2)", "a(:,1:2) rank 2 contiguous; keeps a whole"},
		{"a(1:2,1:2)", "a(1:2,1:2) rank 2; keeps a whole"},
		{"a(1,:)", "a(1,:) rank 1; keeps a whole"},
		{"a(::1,1)", "a(::1,1) rank 1; keeps a whole"},
		{"a(i,j)", "a(i,j) rank 0 contiguous; keeps a whole"},
		{"a(list(2),:)", "a(list(2),:) rank 1; keeps a whole"},
		{"a(f(i),:)", "a(f(i),:) rank 1; keeps a whole"},
		{"a(list,1)", "a(list,1) rank 1 contiguous; copied to mdmp_v1"},
		{"a([1,2],list(1))", "a([1,2],list(1)) rank 1 contiguous; copied to mdmp_v1"},
		{"al(:,n)", "al(:,n) rank 1 contiguous; keeps al whole"},
		{"al(n,:)", "al(n,:) rank 1; keeps al whole"},
		{"p(:,1)", "p(:,1) rank 1; keeps p at p(lbound(p,1),lbound(p,2))"},
		{"p", "p rank 2; keeps p at p(lbound(p,1),lbound(p,2))"},
		{"pc(2:)", "pc(2:) rank 1 contiguous; keeps pc whole"},
		{"c", "c rank 0 contiguous; keeps c whole"},
		{"c(2:3)", "c(2:3) rank 0 contiguous; keeps c whole"},
		{"cc(2:3)", "cc(2:3) rank 1 contiguous; keeps cc whole"},
		{"cc(2)(1:2)", "cc(2)(1:2) rank 0 contiguous; keeps cc whole"},
		{"cc(:)(1:2)", "cc(:)(1:2) rank 1; keeps cc whole"},
		{"z%re", "z(:)%re rank 1; keeps z at z(lbound(z,1))%re"},
		{"zz%im", "zz%im rank 0 contiguous; keeps zz%im whole"},
		{"d%v", "d%v rank 1 contiguous; keeps d%v whole"},
		{"e%x", "e(:)%x rank 1; keeps e(:)%x at e(lbound(e,1))%x"},
		{"e(2)%v", "e(2)%v rank 1 contiguous; keeps e(2)%v whole"},
		{"e(:)%v(2)", "e(:)%v(2) rank 1; keeps e(:)%v(2) at e(lbound(e,1))%v(2)"},
		{"d%q(1:2)", "d%q(1:2) rank 1; keeps d%q at d%q(lbound(d%q,1))"},
		{"e(f(2))%q(i)", "e(mdmp_k1)%q(i) rank 0 contiguous; mdmp_k1 = f(2); keeps e(mdmp_k1)%q at e(mdmp_k1)%q(lbound(e(mdmp_k1)%q,1))"},
		{"unseen", "unseen rank unknown; keeps unseen"},
		{"unseen(:,i)", "unseen(:,i) rank 1; keeps unseen at unseen(lbound(unseen,1),lbound(unseen,2))"},
		{"unseen(:,k)", "unseen(:,mdmp_k1) rank 1; mdmp_k1 = k; keeps unseen at unseen(lbound(unseen,1),lbound(unseen,2))"},
		{"a(2,3), 4", "4 elements from a(2,3) in a [2 3] rank 2 contiguous; keeps a whole"},
		{"al, n", "n elements from al in al [] rank 2 contiguous; keeps al whole"},
		{"p(i,j), 4", "4 elements from p(i,j) in p [i j] rank 2; keeps p at p(lbound(p,1),lbound(p,2))"},
	} {
		src := "subroutine sub\n use m\n" + decls + "!$mdmp send(" + c.section + ", 1)\nend subroutine\n"
		x, codes := planOf(t, src, plan.Options{})
		if len(codes) > 0 {
			t.Errorf("%s: %v", c.section, codes)
		}
		if got := describe(x.Messages[0].Pieces[0]); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.section, got, c.want)
		}
	}
}

// describe puts a piece into words.
func describe(p *plan.Piece) string {
	var b strings.Builder
	if p.Count != "" {
		fmt.Fprintf(&b, "%s elements from %s in ", p.Count, p.First)
	}
	b.WriteString(p.Text)
	if p.Count != "" {
		fmt.Fprintf(&b, " %v", p.Index)
	}
	if p.Rank == plan.Unknown {
		b.WriteString(" rank unknown")
	} else {
		fmt.Fprintf(&b, " rank %d", p.Rank)
	}
	if p.Contiguous {
		b.WriteString(" contiguous")
	}
	for _, h := range p.Hoists {
		fmt.Fprintf(&b, "; %s = %s", h.Name, h.Text)
	}
	if p.Pack != "" {
		fmt.Fprintf(&b, "; copied to %s", p.Pack)
	}
	if k := p.Keep; k != nil {
		fmt.Fprintf(&b, "; keeps %s", k.Text)
		if k.Contiguous {
			b.WriteString(" whole")
		} else if k.Elem != "" {
			fmt.Fprintf(&b, " at %s", k.Elem)
		}
	}
	return b.String()
}

// Communicators: what they are decides how off mode writes them.
func TestPlanOfCommunicators(t *testing.T) {
	for _, c := range []struct {
		use, decl, comm string
		want            plan.CommType
	}{
		{"use mpi", "integer :: c", "c", plan.CommInteger},
		{"use mpi_f08", "type(MPI_Comm) :: c", "c", plan.CommDerived},
		{"use mpi_f08", "integer :: c", "c", plan.CommInteger},
		{"use mpi_f08", "", "MPI_COMM_WORLD", plan.CommDerived},
		{"use mpi", "", "MPI_COMM_WORLD", plan.CommInteger},
		{"use grid", "", "cart", plan.CommInteger},
		{"use grid; use mpi_f08", "", "cart", plan.CommDerived},
		{"use grid; use mpi_f08; use mpi", "", "cart", plan.CommInteger},
	} {
		src := "subroutine s\n" + strings.ReplaceAll(c.use, "; ", "\n") + "\nreal :: u\n" + c.decl +
			"\n!$mdmp send(u, 1) comm(" + c.comm + ")\nend subroutine\n"
		x, _ := planOf(t, src, plan.Options{})
		if got := x.Messages[0].CommIs; got != c.want {
			t.Errorf("%s, %s, comm(%s): type %d, want %d", c.use, c.decl, c.comm, got, c.want)
		}
	}
}
