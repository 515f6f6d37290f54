package ast

import "testing"

func TestTakeApart(t *testing.T) {
	i := []Arg{{X: Named("i")}}
	b := &Apply{X: &Member{X: Named("a"), Name: "b"}, Args: i}
	sub := &Apply{X: b, Args: i}
	d := TakeApart(&Member{X: sub, Name: "c"})
	if d == nil || d.Root.Name != "a" || len(d.Parts) != 3 || len(d.Substrings) != 1 || d.Substrings[0] != sub {
		t.Fatalf("%+v", d)
	}
	if p := d.Parts[1]; p.Name != "b" || p.X != b.X || p.Subs != b || len(p.Args()) != 1 {
		t.Errorf("%+v", p)
	}
	if p := d.Parts[2]; p.Name != "c" || p.Subs != nil || p.Args() != nil {
		t.Errorf("%+v", p)
	}
	if Root(sub).Name != "a" || Root(&Coindex{X: Named("a")}).Name != "a" {
		t.Error("no root")
	}
	for _, x := range []Expr{&Paren{X: Named("a")}, &Apply{X: Int(1)}, &Member{X: &Paren{X: Named("a")}, Name: "b"}} {
		if TakeApart(x) != nil || Root(x) != nil {
			t.Errorf("%T is a designator", x)
		}
	}
}
