package plan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// describe puts a piece into words.
func describe(p *plan.Piece) string {
	var b strings.Builder
	if p.Count != "" {
		fmt.Fprintf(&b, "%s from %s in ", p.Count, p.First)
	}
	b.WriteString(p.Text)
	if p.Rank == plan.Unknown {
		b.WriteString(" rank ?")
	} else {
		fmt.Fprintf(&b, " rank %d", p.Rank)
	}
	if p.Contiguous {
		b.WriteString(" contiguous")
	}
	if p.Section != p.Text && p.Section != "" {
		fmt.Fprintf(&b, "; section %s", p.Section)
	}
	if p.Measure != p.Text {
		fmt.Fprintf(&b, "; measured by %s", p.Measure)
	}
	if len(p.Index) > 0 {
		fmt.Fprintf(&b, "; index %v", p.Index)
	}
	for _, h := range p.Hoists {
		fmt.Fprintf(&b, "; %s = %s", h.Name, h.Text)
	}
	if p.Pack != "" {
		fmt.Fprintf(&b, "; copied to %s", p.Pack)
		if p.PackDecl != "" {
			fmt.Fprintf(&b, " of %s", p.PackDecl)
		}
	}
	for _, l := range p.Each {
		fmt.Fprintf(&b, "; %s from %s to %s by %s", l.Var, l.Lo, l.Hi, l.Step)
	}
	if p.Element != "" {
		fmt.Fprintf(&b, "; each %s", p.Element)
	}
	return b.String()
}

// What is known of a section: its rank, whether it is contiguous for certain,
// how to write it with subscripts, what has the type of an element.
func TestSections(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		// whole variables
		{"s", "s rank 0 contiguous"},
		{"a", "a rank 2 contiguous; section a(:,:)"},
		{"p", "p rank 2; section p(:,:)"},
		{"as", "as rank 2 contiguous; section as(:,:)"},
		{"unseen", "unseen rank ?"},
		// contiguous are sections whose dimensions but the last are whole
		{"a(:,1)", "a(:,1) rank 1 contiguous; measured by a"},
		{"a(2:3,1)", "a(2:3,1) rank 1 contiguous; measured by a"},
		{"a(:,2:)", "a(:,2:) rank 2 contiguous; measured by a"},
		{"a(2:,:)", "a(2:,:) rank 2; measured by a"},
		{"a(:2,:)", "a(:2,:) rank 2; measured by a"},
		{"a(1,:)", "a(1,:) rank 1; measured by a"},
		{"a(i,j)", "a(i,j) rank 0 contiguous; measured by a"},
		{"a(::1,1)", "a(::1,1) rank 1; measured by a"}, // a stride is not worked out
		{"p(:,1)", "p(:,1) rank 1; measured by p"},
		{"p(i,j)", "p(i,j) rank 0 contiguous; measured by p"},
		{"unseen(:,1)", "unseen(:,1) rank 1; measured by unseen"},
		{"unseen(1)", "unseen(1) rank 0 contiguous; measured by unseen"},
		// subscripts that may be arrays go through a scalar variable
		{"a(list(2),:)", "a(list(2),:) rank 1; measured by a"},
		{"a(k,:)", "a(mdmp_k1,:) rank 1; measured by a; mdmp_k1 = k"},
		{"a(f(1),k)", "a(mdmp_k1,mdmp_k2) rank 0 contiguous; measured by a; mdmp_k1 = f(1); mdmp_k2 = k"},
		{"unseen(k,1:i)", "unseen(mdmp_k1,1:i) rank 1; measured by unseen; mdmp_k1 = k"},
		// vector subscripts are copied
		{"a(list,1)", "a(list,1) rank 1 contiguous; measured by mdmp_v1; copied to mdmp_v1"},
		{"a(list+1,:)", "a(list+1,:) rank 2 contiguous; measured by mdmp_v1; copied to mdmp_v1"},
		// characters
		{"c", "c rank 0 contiguous"},
		{"c(2:3)", "c(2:3) rank 0 contiguous"},
		{"cc(2)(1:2)", "cc(2)(1:2) rank 0 contiguous"},
		{"cc(:)(1:2)", "cc(:)(1:2) rank 1; measured by cc(lbound(cc, 1))(1:2)"},
		{"cc(2:3)", "cc(2:3) rank 1 contiguous; measured by cc"},
		// parts of complex numbers
		{"zz%re", "zz%re rank 0 contiguous"},
		{"z%im", "z(:)%im rank 1"},
		{"z(2:3)%re", "z(2:3)%re rank 1"},
		// components
		{"d%v", "d%v rank 1 contiguous; section d%v(:)"},
		{"d%re", "d%re rank 0 contiguous"}, // a component of that name
		{"e%x", "e(:)%x rank 1; measured by e%x"},
		{"e(2)%v(1:2)", "e(2)%v(1:2) rank 1 contiguous; measured by e(2)%v"},
		{"e(:)%v(2)", "e(:)%v(2) rank 1"},
		{"d%q(1:2)", "d%q(1:2) rank 1; measured by d%q"},
		{"d%nothing", "d%nothing rank ?"},
		{"unseen%x", "unseen%x rank ?"},
		// what is written several times and calls a function is evaluated once
		{"e(f(2))%q(i)", "e(mdmp_k1)%q(i) rank 0 contiguous; measured by e(mdmp_k1)%q; mdmp_k1 = f(2)"},
		// characters of deferred length are stated one by one, sections of them
		{"dc", "dc rank 1 contiguous; section dc(:)"},
		{"dc(1)", "dc(1) rank 0 contiguous; measured by dc"},
		{"dc(2:n)", "dc(2:n) rank 1 contiguous; measured by dc; mdmp_j1 from 2 to n by 1; each dc(mdmp_j1)"},
		{"dc(2:)", "dc(2:) rank 1 contiguous; measured by dc; mdmp_j1 from 2 to ubound(dc, 1) by 1; each dc(mdmp_j1)"},
		{"dc(::n)", "dc(::n) rank 1; measured by dc; mdmp_j1 from lbound(dc, 1) to ubound(dc, 1) by n; each dc(mdmp_j1)"},
		{"dc(9:1:-2)", "dc(9:1:-2) rank 1; measured by dc; mdmp_j1 from 9 to 1 by -2; each dc(mdmp_j1)"},
		{"dc(:)(1:2)", "dc(:)(1:2) rank 1; measured by dc(lbound(dc, 1))(1:2); mdmp_j1 from lbound(dc, 1) to ubound(dc, 1) by 1; each dc(mdmp_j1)(1:2)"},
		// first element and count
		{"a(2,3), 4", "4 from a(2,3) in a rank 2 contiguous; index [2 3]"},
		{"a, n", "n from a in a rank 2 contiguous"},
		{"p(i,j), 4", "4 from p(i,j) in p rank 2; index [i j]"},
		{"s, 1", "1 from s in s rank 0 contiguous"},
		{"unseen(k), 4", "4 from unseen(k) in unseen rank 1; index [k]"},
		{"unseen, 4", "4 from unseen in unseen rank ?"},
		{"d%q(k), n", "n from d%q(k) in d%q rank 1; index [k]"},
		{"e(k)%v(3), 4", "4 from e(mdmp_k1)%v(3) in e(mdmp_k1)%v rank 1 contiguous; index [3]; mdmp_k1 = k"},
	} {
		x, _, diags := planned.Exchange(t, "!$mdmp send("+c.section+", 1)", plan.Options{})
		if len(diags) > 0 {
			t.Errorf("%s: %v", c.section, diags)
		}
		if got := describe(x.Messages[0].Pieces[0]); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.section, got, c.want)
		}
	}
}

// The run time is handed the whole variable again when data have come, so that the
// compiler holds none of it in a register: as it stands if it is contiguous, else
// by an element, which must exist.
func TestKeeps(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		{"s", "s contiguous"},
		{"a(1,:)", "a contiguous"},
		{"a(i,j)", "a contiguous"},
		{"p(:,1)", "p at p(lbound(p,1),lbound(p,2)) if p"},
		{"p", "p at p(lbound(p,1),lbound(p,2)) if p"},
		{"as(:,1)", "as contiguous"},
		{"ae(:2)%x", "ae%x at ae(lbound(ae,1))%x"}, // its size is not known
		{"unseen", "unseen"},
		{"unseen(1,:)", "unseen at unseen(lbound(unseen,1),lbound(unseen,2)) if unseen"},
		{"ro(:,1)", "ro contiguous read-only"},
		{"z%re", "z at z(lbound(z,1))%re if z"},
		{"zz%im", "zz%im contiguous"},
		{"e%x", "e(:)%x at e(lbound(e,1))%x if e"},
		{"e(2)%v", "e(2)%v contiguous"},
		{"e(:)%v(2)", "e(:)%v(2) at e(lbound(e,1))%v(2) if e"},
		{"d%q(1:2)", "d%q at d%q(lbound(d%q,1)) if d%q"},
		{"cc(2)(1:2)", "cc contiguous"},
		{"c(1:2)", "c contiguous"},
		{"a(2,3), 4", "a contiguous"},
	} {
		x, _, _ := planned.Exchange(t, "!$mdmp send("+c.section+", 1)", plan.Options{})
		if len(x.Keeps) != 1 || x.Messages[0].Pieces[0].Keep != x.Keeps[0] {
			t.Fatalf("%s: %d keeps", c.section, len(x.Keeps))
		}
		k := x.Keeps[0]
		got := k.Text
		if k.Contiguous {
			got += " contiguous"
		}
		if k.Elem != "" {
			got += " at " + k.Elem
		}
		if len(k.Guard) > 0 {
			got += " if " + strings.Join(k.Guard, " and ")
		}
		if k.ReadOnly {
			got += " read-only"
		}
		if !k.Always {
			got += " sometimes"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.section, got, c.want)
		}
	}
	x, _, _ := planned.Exchange(t, "!$mdmp send(a(list,1), 1)", plan.Options{})
	if len(x.Keeps) != 0 {
		t.Errorf("a section that is copied is read by a statement that the compiler sees: %v", x.Keeps)
	}
}

// One array is kept once, under the conditions of all messages that name it.
func TestConditions(t *testing.T) {
	type keep struct {
		Text   string
		Always bool
		Ifs    []string
	}
	for _, c := range []struct {
		directives string
		want       []keep
	}{
		{"!$mdmp recv(a(:,1), 1)\n!$mdmp send(a(:,2), 1)", []keep{{"a", true, nil}}},
		{"!$mdmp recv(a(:,1), 1) if(on)\n!$mdmp send(A (:,2), 1) if(off)", []keep{{"a", false, []string{"message 0", "message 1"}}}},
		{"!$mdmp recv(a(:,1), 1) if(on)\n!$mdmp send(a(:,2), 1)", []keep{{"a", true, []string{"message 0"}}}},
		{"!$mdmp recv([a(:,1), a(:,2)], 1) if(on)", []keep{{"a", false, []string{"message 0"}}}},
		{"!$mdmp recv(a(:,1), 1) if(on)\n!$mdmp send(p(:,2), 1) if(off)", []keep{{"a", false, []string{"message 0"}}, {"p", false, []string{"message 1"}}}},
		{"!$mdmp recv([a(:,1) if(on), p(:,1) if(off)], 1)\n!$mdmp send([a(:,2) if(on), s, a(:,1) if( on )], 1)",
			[]keep{{"a", false, []string{"on"}}, {"p", false, []string{"off"}}, {"s", true, nil}}},
		{"!$mdmp recv([a(:,1) if(on), a(:,2) if(off)], 1) if(i > 0)", []keep{{"a", false, []string{"message 0 .and. on", "message 0 .and. off"}}}},
	} {
		x, _, _ := planned.Exchange(t, c.directives, plan.Options{})
		var got []keep
		for _, k := range x.Keeps {
			k2 := keep{Text: k.Text, Always: k.Always}
			for _, w := range k.Ifs {
				k2.Ifs = append(k2.Ifs, w.Text(func(i int) string { return "message " + strconv.Itoa(i) }, func(c *plan.Cond) string { return c.Text }))
			}
			got = append(got, k2)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.directives, d)
		}
	}
}

// The parts of a message, and the order in which messages are posted: receives
// first.
func TestMessages(t *testing.T) {
	x, _, diags := planned.Exchange(t, "!$mdmp send(a(:,1), n-1) tag(3) comm(icomm) if(on)\n!$mdmp recv([a(:,2), s], n)\n!$mdmp send(s, i)", plan.Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	type message struct {
		Send                bool
		Line                int
		Peer, Tag, Comm, If string
		Pieces              int
	}
	var got []message
	for _, m := range x.Messages {
		got = append(got, message{m.Send, m.At.Line, m.Peer, m.Tag, m.Comm, m.If, len(m.Pieces)})
	}
	want := []message{{false, 3, "n", "", "", "", 2}, {true, 2, "n-1", "3", "icomm", "on", 1}, {true, 4, "i", "", "", "", 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	mentions := map[string]bool{"a": true, "n": true, "icomm": true, "on": true, "s": true, "i": true}
	if d := cmp.Diff(mentions, x.Mentions); d != "" {
		t.Errorf("mentions (-want +got):\n%s", d)
	}
	if x.At.Line != 2 || x.At.Name != "a.f90" {
		t.Errorf("at %v", x.At)
	}
}

// Clauses of a region stand on another line, and hold for its messages.
func TestRegionClauses(t *testing.T) {
	x, _, _ := planned.Exchange(t, "!$mdmp commregion tag(n+1) comm(icomm)\n!$mdmp send(s, 1)\n!$mdmp recv(s, 2) tag(7)\n!$mdmp end commregion",
		plan.Options{})
	var got []string
	for _, m := range x.Messages {
		got = append(got, m.Tag+" "+m.Comm)
	}
	if d := cmp.Diff([]string{"7 icomm", "n+1 icomm"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Communicators: what the declaration says, else what the modules in use say.
func TestCommunicators(t *testing.T) {
	for _, c := range []struct {
		comm string
		f08  bool
		want plan.CommType
	}{
		{"icomm", false, plan.CommInteger},
		{"icomm", true, plan.CommInteger},
		{"tcomm", false, plan.CommDerived},
		{"(tcomm)", false, plan.CommDerived},
		{"list(2)", true, plan.CommInteger},
		{"unseen", false, plan.CommInteger},
		{"unseen", true, plan.CommDerived},
		{"f(1)+2", true, plan.CommDerived},
	} {
		module := ""
		if c.f08 {
			module = "mpi_f08"
		}
		x, _, _ := planned.ExchangeUsing(t, module, "!$mdmp send(s, 1) comm("+c.comm+")", plan.Options{})
		if got := x.Messages[0].CommIs; got != c.want {
			t.Errorf("comm(%s), f08 %v: %d, want %d", c.comm, c.f08, got, c.want)
		}
	}
}
