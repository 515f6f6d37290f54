package summary

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func sample() *Procedure {
	return &Procedure{Name: "step", Dummies: []Dummy{{Name: "u", Read: true, Write: true}, {Name: "n", Read: true, Scalar: true}},
		Outer: []Variable{{Module: "mesh", Name: "chunk", Path: []string{"tile"}, Read: true}}, Reach: Outer, Why: "a pointer",
		Calls: []Name{{Module: "io", Name: "dump"}}, IO: true}
}

func TestRoundTrip(t *testing.T) {
	p := sample()
	text, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	q, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p, q) {
		t.Errorf("%+v became %+v", p, q)
	}
}

// TestDigest: what a caller may rely on changes the digest, what only explains
// does not.
func TestDigest(t *testing.T) {
	digest := func(change func(*Procedure)) string {
		p := sample()
		change(p)
		if err := p.Seal(); err != nil {
			t.Fatal(err)
		}
		return p.Digest
	}
	base := digest(func(*Procedure) {})
	if digest(func(p *Procedure) { p.Why, p.Name = "something else", "other" }) != base {
		t.Error("an explanation changes the digest")
	}
	for name, change := range map[string]func(*Procedure){
		"write":  func(p *Procedure) { p.Dummies[1].Write = true },
		"outer":  func(p *Procedure) { p.Outer = nil },
		"reach":  func(p *Procedure) { p.Reach = All },
		"blocks": func(p *Procedure) { p.Blocks = true },
	} {
		if digest(change) == base {
			t.Errorf("%s: the digest stays", name)
		}
	}
}

func TestForeign(t *testing.T) {
	text, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{"", "[]", `{"name":"a"}`, strings.Replace(string(text), `"io":true`, `"io":false`, 1)} {
		if p, err := Decode(json.RawMessage(in)); err == nil {
			t.Errorf("%s is read as %+v", in, p)
		}
	}
}
