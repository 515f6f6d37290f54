package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mdmp/codegen/internal/planned"
	"mdmp/codegen/plan"
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
		{"e(i)%x", "e(mdmp_k1)%x", "e(i)%x"},
	} {
		for _, opt := range []plan.Options{{Once: true}, {}} {
			x, _, _ := planned.Exchange(t, "!$mdmp recv(i, 1)\n!$mdmp send("+c.section+", 1)", facts(), opt)
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

// Sections with vector subscripts are copied: by an ASSOCIATE, or under a
// condition into an allocatable array, whose type must be known.
func TestPacks(t *testing.T) {
	for _, c := range []struct{ directives, associations, copies, diags string }{
		{"!$mdmp send(a(list,1), 1)", "mdmp_v1 => (a(list,1))", "", ""},
		{"!$mdmp send(a(list,1), 1)\n!$mdmp send(a(1,list), 2)", "mdmp_v1 => (a(list,1)), mdmp_v2 => (a(1,list))", "", ""},
		{"!$mdmp send(a(list,1), 1) if(on)", "", "real(kind(a)), allocatable :: mdmp_v1(:): allocate (mdmp_v1, source=a(list,1))", ""},
		{"!$mdmp send(a(list,list), 1) if(on)", "", "real(kind(a)), allocatable :: mdmp_v1(:,:): allocate (mdmp_v1, source=a(list,list))", ""},
		{"!$mdmp send(cc(list), 1) if(on)", "", "character(len=:, kind=kind(cc)), allocatable :: mdmp_v1(:): mdmp_v1 = cc(list)", ""},
		{"!$mdmp send(z(list), 1) if(on)", "", "complex(kind(z)), allocatable :: mdmp_v1(:): allocate (mdmp_v1, source=z(list))", ""},
		{"!$mdmp send(e(list), 1) if(on)", "", "type(cell), allocatable :: mdmp_v1(:): allocate (mdmp_v1, source=e(list))", ""},
		{"!$mdmp send(secret(list), 1) if(on)", "", "", "NotVisible"}, // another type has its name here
		{"!$mdmp send(unseen(list), 1) if(on)", "", "", "NotVisible"},
		{"!$mdmp send(unseen(list), 1)", "mdmp_v1 => (unseen(list))", "", ""},
		{"!$mdmp send(a(list,k), 1) if(on)", "", "real(kind(a)), allocatable :: mdmp_v1(:): allocate (mdmp_v1, source=a(list,mdmp_k1))", ""},
	} {
		x, _, diags := planned.Exchange(t, c.directives, facts(), plan.Options{})
		associations, copies := x.Packs()
		if got := strings.Join(associations, ", "); got != c.associations && c.diags == "" {
			t.Errorf("%s: associations %s, want %s", c.directives, got, c.associations)
		}
		var list []string
		for _, p := range copies {
			list = append(list, p.PackVariable()+": "+plan.Copy(p))
		}
		if got := strings.Join(list, "; "); got != c.copies {
			t.Errorf("%s: copies\n%s, want\n%s", c.directives, got, c.copies)
		}
		if (len(diags) > 0) != (c.diags != "") {
			t.Errorf("%s: %v, want %q", c.directives, diags, c.diags)
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
		{"actor", plan.Options{}, "type(actor) has type-bound or final procedures or parameters: Fortran does not let it pass as mere bytes"},
		{"actor%x", plan.Options{}, ""},
		{"unseen", plan.Options{Rank: true}, "the file does not show how 'unseen' is declared, which mode off needs to know here"},
		{"unseen(:,:)", plan.Options{Rank: true}, ""},
		{"unseen, 3", plan.Options{Rank: true}, "the file does not show how 'unseen' is declared, which mode off needs to know here"},
		{"unseen(1), 3", plan.Options{Rank: true}, ""},
		{"d%nothing", plan.Options{Rank: true}, "the file does not show how 'd%nothing' is declared, which mode off needs to know here"},
	} {
		_, _, diags := planned.Exchange(t, "!$mdmp send("+c.section+", 1)", facts(), c.opt)
		got := ""
		for _, d := range diags {
			got += d.Message
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.section, got, c.want)
		}
	}
}

// A variable that is called like an intrinsic procedure which the code calls has
// another name inside, everywhere.
func TestAliases(t *testing.T) {
	hidden := plan.Options{Hidden: []string{"size", "int", "lbound"}}
	for _, c := range []struct {
		directive string
		aliases   []string
		text      string // peer, section
	}{
		{"!$mdmp send(a(:,1), n)", nil, "n a(:,1)"},
		{"!$mdmp send(a(:,1), size-1)", []string{"mdmp_n1 => size"}, "mdmp_n1-1 a(:,1)"},
		{"!$mdmp send(a(:,size), SIZE)", []string{"mdmp_n1 => size"}, "mdmp_n1 a(:,mdmp_n1)"},
		{"!$mdmp send(a(:,1), int(s))", nil, "int(s) a(:,1)"},                                        // the intrinsic itself
		{"!$mdmp send(a(:,1), int(s)+int)", []string{"mdmp_n1 => int"}, "mdmp_n1(s)+mdmp_n1 a(:,1)"}, // an array then
		{"!$mdmp send(a(:,size(1)), n)", []string{"mdmp_n1 => size"}, "n a(:,mdmp_n1(1))"},           // known to be a variable
		{"!$mdmp send(a(k+size,1), n)", []string{"mdmp_n1 => size"}, "n a(mdmp_k1,1)"},
	} {
		x, _, _ := planned.Exchange(t, c.directive, facts(), hidden)
		if d := cmp.Diff(c.aliases, x.Aliases); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.directive, d)
		}
		if got := x.Messages[0].Peer + " " + x.Messages[0].Pieces[0].Text; got != c.text {
			t.Errorf("%s: %s, want %s", c.directive, got, c.text)
		}
		for _, name := range hidden.Hidden {
			if len(c.aliases) == 1 && strings.HasSuffix(c.aliases[0], "=> "+name) && x.Mentions[name] {
				t.Errorf("%s: %s is mentioned still", c.directive, name)
			}
		}
	}
	x, _, _ := planned.Exchange(t, "!$mdmp send(a(k+size,1), n)", facts(), hidden)
	if h := x.Messages[0].Pieces[0].Hoists; len(h) != 1 || h[0].Text != "k+mdmp_n1" {
		t.Errorf("%v", h)
	}
}

// Names that the file uses already are left alone.
func TestNames(t *testing.T) {
	x, _, _ := planned.Exchange(t, "!$mdmp send(a(k,1), mdmp_k1)", facts(), plan.Options{})
	if got := x.Messages[0].Pieces[0].Text; got != "a(mdmp_k1_2,1)" {
		t.Error(got)
	}
}
