package plan_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// Once (mode off): what is written again after the receives have been posted, and
// may call a function or read what is received, is evaluated before.
func TestOnce(t *testing.T) {
	for _, c := range []struct{ section, once, written string }{
		{"a(n,:)", "a(n,:)", "a(n,:)"},
		{"a(list(2),:)", "a(list(2),:)", "a(list(2),:)"},
		{"a(i,:)", "a(mdmp_k1,:)", "a(i,:)"}, // i is received
		{"a(i+1,n:j)", "a(mdmp_k1,n:j)", "a(i+1,n:j)"},
		{"a(:,n:i)", "a(:,n:mdmp_k1)", "a(:,n:i)"},
		{"a(:,i:n:i)", "a(:,mdmp_k1:n:mdmp_k2)", "a(:,i:n:i)"},
		{"a(:,f(n):n)", "a(:,mdmp_k1:n)", "a(:,f(n):n)"},
		{"c(i:n)", "c(mdmp_k1:n)", "c(i:n)"},
		{"cc(n)(f(1):i)", "cc(n)(mdmp_k1:mdmp_k2)", "cc(n)(f(1):i)"},
		{"e(i)%x", "e(mdmp_k1)%x", "e(mdmp_k1)%x"}, // e(i) is named behind the exchange, too
	} {
		for _, opt := range []plan.Options{{Once: true}, {}} {
			x, _, _ := planned.Exchange(t, "!$mdmp recv(i, 1)\n!$mdmp send("+c.section+", 1)", opt)
			want := c.written
			if opt.Once {
				want = c.once
			}
			if got := x.Messages[1].Pieces[0].Text; got != want {
				t.Errorf("%s, once %v: %s, want %s", c.section, opt.Once, got, want)
			}
		}
	}
}

// A variable that is called like an intrinsic procedure may get another name, that of an ASSOCIATE; not if a condition asks whether it is there.
func TestAsked(t *testing.T) {
	for cond, want := range map[string]string{
		"size > 0":         emit.Marked("size") + " > 0",
		"allocated(size)":  "allocated(size)",
		"present(size)":    "present(size)",
		"associated(size)": "associated(size)",
	} {
		x, _, _ := planned.Exchange(t, "!$mdmp send(s, 1) if("+cond+")", plan.Options{})
		if got := x.Messages[0].If; got != want {
			t.Errorf("%s: %q, want %q", cond, got, want)
		}
	}
}

// In all modes that is so for what is written several times: what is received into a copy, or stated element by element.
func TestSeveralTimes(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"recv(a(i,list), 1)", "a(mdmp_k2,mdmp_k1): list i"},
		{"recv(a(list,f(1):i), 1)", "a(mdmp_k1,mdmp_k2:mdmp_k3): list f(1) i"},
		{"recv(a(n,list), 1)", "a(n,mdmp_k1): list"},
		{"send(dc(f(1):n), 1)", "dc(mdmp_k1:n): f(1)"},
		{"send(cc(f(1):n)(f(2):3), 1)", "cc(f(1):n)(f(2):3):"},
		{"send(dc(n)(f(2):3), 1)", "dc(n)(f(2):3):"},
		{"send(dc(2:3)(f(2):3), 1)", "dc(2:3)(mdmp_k1:3): f(2)"},
	} {
		x, _, diags := planned.Exchange(t, "!$mdmp recv(i, 1)\n!$mdmp "+c.message, plan.Options{})
		if len(diags) > 0 {
			t.Errorf("%s: %v", c.message, diags)
			continue
		}
		p := x.Messages[1].Pieces[0]
		got := p.Text + ":"
		for _, h := range p.Hoists {
			got += " " + h.Text
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.message, got, c.want)
		}
	}
}

// What cannot be said is refused, with the section's place.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		section string
		opt     plan.Options
		want    string
	}{
		{"a(:,1)", plan.Options{}, ""},
		{"actor", plan.Options{}, "type(agent) has type-bound or final procedures or parameters: Fortran does not let it pass as mere bytes"},
		{"actor%x", plan.Options{}, ""},
		{"unseen", plan.Options{Rank: true}, "the file does not show how 'unseen' is declared, which mode off needs to know here"},
		{"unseen(:,:)", plan.Options{Rank: true}, ""},
		{"unseen, 3", plan.Options{Rank: true}, "the file does not show how 'unseen' is declared, which mode off needs to know here"},
		{"unseen(1), 3", plan.Options{Rank: true}, ""},
		{"d%nothing", plan.Options{Rank: true}, "the file does not show how 'd%nothing' is declared, which mode off needs to know here"},
	} {
		_, _, diags := planned.Exchange(t, "!$mdmp send("+c.section+", 1)", c.opt)
		got := ""
		for _, d := range diags {
			got += d.Message
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.section, got, c.want)
		}
	}
}

// A variable that is called like an intrinsic procedure is marked, everywhere.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ directive, text string }{ // peer, section
		{"!$mdmp send(a(:,1), n)", "n a(:,1)"},
		{"!$mdmp send(a(:,1), size-1)", "<size>-1 a(:,1)"},
		{"!$mdmp send(a(:,size), SIZE)", "<size> a(:,<size>)"},
		{"!$mdmp send(a(:,1), int(s))", "int(s) a(:,1)"},             // the intrinsic itself
		{"!$mdmp send(a(:,1), int(s)+int)", "<int>(s)+<int> a(:,1)"}, // an array then
		{"!$mdmp send(a(:,lbound(1)), n)", "n a(:,<lbound>(1))"},     // known to be a variable
		{"!$mdmp send(a(k+size,1), n)", "n a(mdmp_k1,1) k+<size>"},
	} {
		x, _, _ := planned.Exchange(t, c.directive, plan.Options{})
		p := x.Messages[0].Pieces[0]
		got := x.Messages[0].Peer + " " + p.Text
		for _, h := range p.Hoists {
			got += " " + h.Text
		}
		for _, name := range []string{"size", "int", "lbound"} {
			got = strings.ReplaceAll(got, emit.Marked(name), "<"+name+">")
		}
		if got != c.text {
			t.Errorf("%s: %s, want %s", c.directive, got, c.text)
		}
	}
}

// Names that the file uses already are left alone.
func TestNames(t *testing.T) {
	x, _, _ := planned.Exchange(t, "!$mdmp send(a(k,1), mdmp_k1)", plan.Options{})
	if got := x.Messages[0].Pieces[0].Text; got != "a(mdmp_k1_2,1)" {
		t.Error(got)
	}
}
