package parse

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestLabelsAreNumbers checks that leading zeros make no other label.
func TestLabelsAreNumbers(t *testing.T) {
	const text = `      subroutine s(a)
      real a(3, 3)
      do 010 j = 1, 3
      do 10 i = 1, 3
00010 a(i, j) = 0
      do 020 i = 1, 3
      if (a(i, 1) .gt. 0) goto 0020
   20 continue
      goto (00030, 30), j
      if (j) 030, 30, 00030
      call t(*030)
 0030 return
      end
`
	f := File(source.New("a.f", []byte(text), source.Options{Form: source.Fixed}))
	if len(f.Errors) > 0 {
		t.Fatalf("errors: %v", f.Errors)
	}
	exec := f.Units[0].Exec
	outer, ok := exec[0].(*ast.Construct)
	if !ok || !outer.SharedEnd || outer.End.Label() != "10" || outer.End.Line.Label() != "00010" {
		t.Errorf("the nest does not end at its label: %v", exec[0])
	}
	second, ok := exec[1].(*ast.Construct)
	if !ok || second.End == nil || second.End.Label() != "20" {
		t.Fatalf("the second loop does not end at its label")
	}
	jump := second.Parts[0].Body[0].(*ast.Stmt)
	if jump.Label() != "" || jump.Inner.Label() != "" || jump.Inner.Body.(*ast.Goto).Labels[0] != "20" {
		t.Errorf("the jump is %s", ast.Describe(jump))
	}
	for _, it := range exec[2:4] {
		for _, l := range it.First().Body.(*ast.Goto).Labels {
			if l != "30" {
				t.Errorf("%s goes to %q", ast.Describe(it.First()), l)
			}
		}
	}
	if l := exec[4].First().Body.(*ast.Call).Args[0].X.(*ast.AltReturn).Label; l != "30" {
		t.Errorf("the call may return to %q", l)
	}
	if l := exec[5].First().Label(); l != "30" {
		t.Errorf("the label is %q", l)
	}
}

// TestConstructNames checks names wherever they may stand, with the blanks of
// fixed form in them; the label of a statement is not that of what is in it.
func TestConstructNames(t *testing.T) {
	const fixed = `      O U T er : do i = 1, 3
   10 if (i .eq. 2) cycle ou ter
      end do outer
`
	const free = `Outer : DO i = 1, 3
10 if (i == 2) cycle Ou&
 &ter
pick: select case (i)
case (1) pick
case default pick
end select pick
test: if (i > 1) then
else if (i > 0) then test
else test
end if test
end do outer
`
	for form, tt := range map[source.Form]struct {
		text string
		want []string
	}{
		source.Fixed: {fixed, []string{"outer", "", "outer"}},
		source.Free:  {free, []string{"outer", "", "pick", "pick", "pick", "pick", "test", "test", "test", "test", "outer"}},
	} {
		f := File(source.New("a", []byte("      subroutine s\n"+tt.text+"      end\n"), source.Options{Form: form}))
		if len(f.Errors) > 0 {
			t.Errorf("%v: %v", form, f.Errors)
		}
		for i, want := range tt.want {
			st := &f.Stmts[i+1]
			if st.Name() != want {
				t.Errorf("%v: %s has the name %q, want %q", form, ast.Describe(st), st.Name(), want)
			}
			if in := st.Inner; in != nil && (in.Name() != "outer" || in.Label() != "" || st.Label() != "10") {
				t.Errorf("%v: %s: name %q, labels %q and %q", form, ast.Describe(st), in.Name(), st.Label(), in.Label())
			}
		}
	}
}
