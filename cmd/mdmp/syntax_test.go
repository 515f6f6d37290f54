package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// syntaxOut runs mdmp syntax.
func syntaxOut(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	root := newRoot()
	root.SetOut(&out)
	root.SetArgs(append([]string{"syntax"}, args...))
	if err := root.Execute(); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

func TestSyntax(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.f90")
	text := "program p\n  real :: a(3)\n  foo bar\n  do i = 1, 3\n    a(i) = i\n  end do\nend program\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var st fileStats
	if err := json.Unmarshal([]byte(syntaxOut(t, "--stats", "--json", name)), &st); err != nil {
		t.Fatal(err)
	}
	if st.Form != "free" || st.Statements != 7 || st.Unknown != 1 || st.Kinds["assignment"] != 1 || st.Errors != 0 {
		t.Errorf("%+v", st)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--stats"}, "7 statements, 1 not understood"},
		{[]string{}, "    do i = 1, 3, \n      assignment a(i) = i\n"},
		{[]string{"--show", "statements"}, ":5:5: assignment a(i) = i\n"},
		{[]string{"--show", "statements", "--json"}, `"line":5,"col":5,"last":5,"kind":"assignment","depth":2,"text":"a(i) = i"`},
		{[]string{"--json"}, `"tree":{"node":"Assign","x":{"args":[{"node":"Arg","x":{"at":[55,56],"name":"i","node":"Ident"}}],"at":[53,57],`},
		{[]string{"--json"}, `"hi":{"at":[47,48],"kind":"integer","node":"Literal","text":"3"}`},
		{[]string{"--show", "symbols"}, "p: a: variable local real explicit[3] [save typed]\n"},
		{[]string{"--show", "symbols", "--json"}, `"name":"i","class":"variable","storage":"local","access":"own","type":"integer"`},
	} {
		if got := syntaxOut(t, append(tt.args, name)...); !strings.Contains(got, tt.want) {
			t.Errorf("%v: no %q in\n%s", tt.args, tt.want, got)
		}
	}
	root := newRoot()
	root.SetArgs([]string{"syntax", "--show", "nothing", name})
	if err := root.Execute(); err == nil {
		t.Error("--show nothing is accepted")
	}
}

// TestSyntaxModules: symbols of modules and include files of other folders.
func TestSyntaxModules(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mods/mesh.mod": "!mod$ v1 sum:0\nmodule mesh\nreal(8)::u(1_8:64_8,1_8:32_8)\nintrinsic::kind\ninteger(4),parameter::n=64_4\ncontains\n" +
			"pure function flux(a)\nreal(4),intent(in)::a\nreal(4)::flux\nend\nend\n",
		"inc/size.inc": "      integer m\n      parameter (m = 7)\n",
		"app/a.f90":    "subroutine s\n  use mesh\n  implicit none\n  include 'size.inc'\n  real :: w(n, m)\nend subroutine\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "app/a.f90")
	got := syntaxOut(t, "--show", "symbols", "-I", filepath.Join(dir, "mods"), "-I", filepath.Join(dir, "inc"), file)
	for _, want := range []string{"s: u: variable module use real", "s: n: constant use integer(4)", "s: flux: procedure use", "s: m: constant", "s: w: variable local real explicit[n m]"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := syntaxOut(t, "--show", "symbols", file); strings.Contains(got, "s: u:") || strings.Contains(got, "s: m:") {
		t.Errorf("what cannot be known:\n%s", got)
	}
}
