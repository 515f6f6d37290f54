package plan_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// said is an exchange of which all pieces are prepared, then a function of each.
func said(x *plan.Exchange, used *emit.Names, say func(w plan.Words, p *plan.Piece)) string {
	w := plan.Words{Block: emit.NewBlock(used, x.At, "m"), Kind: func() string { return "long" }}
	w.Exchange(x, func() {
		for _, m := range x.Messages {
			for _, p := range m.Pieces {
				w.Prepare(p)
				say(w, p)
			}
		}
	})
	var list []string
	for _, l := range planned.Lines(w.Stmts()) {
		if l = strings.TrimSpace(l); l != "block" && l != "end block" && !strings.HasPrefix(l, "intrinsic ") {
			list = append(list, l)
		}
	}
	return strings.Join(list, "; ")
}

// Sections with vector subscripts are copied: by an ASSOCIATE, or under a
// condition into an allocatable array, whose type must be known.
func TestCopies(t *testing.T) {
	const free = "; if (allocated(mdmp_v1)) deallocate (mdmp_v1)"
	for _, c := range []struct{ directives, want, diags string }{
		{"!$mdmp send(a(list,1), 1)", "associate (mdmp_v1 => (a(list,1))); end associate", ""},
		{"!$mdmp send(a(list,1), 1)\n!$mdmp send(a(1,list), 2)", "associate (mdmp_v1 => (a(list,1)), mdmp_v2 => (a(1,list))); end associate", ""},
		{"!$mdmp send(a(list,1), 1) if(on)", "real(kind(a)), allocatable :: mdmp_v1(:); allocate (mdmp_v1, source=a(list,1))" + free, ""},
		{"!$mdmp send(a(list,list), 1) if(on)", "real(kind(a)), allocatable :: mdmp_v1(:,:); allocate (mdmp_v1, source=a(list,list))" + free, ""},
		{"!$mdmp send(cc(list), 1) if(on)", "character(len=:, kind=kind(cc)), allocatable :: mdmp_v1(:); mdmp_v1 = cc(list)" + free, ""},
		{"!$mdmp send(z(list), 1) if(on)", "complex(kind(z)), allocatable :: mdmp_v1(:); allocate (mdmp_v1, source=z(list))" + free, ""},
		{"!$mdmp send(e(list), 1) if(on)", "type(cell), allocatable :: mdmp_v1(:); allocate (mdmp_v1, source=e(list))" + free, ""},
		{"!$mdmp send(secret(list), 1) if(on)", "", "NotVisible"}, // another type has its name here
		{"!$mdmp send(unseen(list), 1) if(on)", "", "NotVisible"},
		{"!$mdmp send(unseen(list), 1)", "associate (mdmp_v1 => (unseen(list))); end associate", ""},
		{"!$mdmp send(a(list,k), 1) if(on)", "real(kind(a)), allocatable :: mdmp_v1(:); integer(long) :: mdmp_k1; mdmp_k1 = int(k, long); " +
			"allocate (mdmp_v1, source=a(list,mdmp_k1))" + free, ""},
	} {
		x, used, diags := planned.Exchange(t, c.directives, plan.Options{})
		if (len(diags) > 0) != (c.diags != "") {
			t.Errorf("%s: %v, want %q", c.directives, diags, c.diags)
		}
		if len(diags) > 0 {
			continue
		}
		if got := said(x, used, func(plan.Words, *plan.Piece) {}); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.directives, got, c.want)
		}
	}
}

// The count form counts from its first element in array element order; sections of
// characters of deferred length are stated element by element.
func TestElements(t *testing.T) {
	for _, c := range []struct{ directive, want string }{
		{"!$mdmp send(a, 3, 1)", "0_long of a"},
		{"!$mdmp send(a(2,3), 3, 1)", "int(2, long) - lbound(a, 1, long) + size(a, 1, long)*(int(3, long) - lbound(a, 2, long)) of a(2,3)"},
		{"!$mdmp send(dc(2:), 1)", "integer(long) :: mdmp_j1; do mdmp_j1 = int(2, long), int(ubound(dc, 1), long), int(1, long); dc(mdmp_j1); end do"},
	} {
		x, used, diags := planned.Exchange(t, c.directive, plan.Options{})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		got := said(x, used, func(w plan.Words, p *plan.Piece) {
			w.Elements(p, func() {
				if p.Count != "" {
					w.Say("%s of %s", w.Offset(p), p.First)
				} else {
					w.Say("%s", p.Element)
				}
			})
		})
		if got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.directive, got, c.want)
		}
	}
}
