package emit

import (
	"strconv"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func of(name, text string) *Names { return NamesOf(source.New(name, []byte(text), source.Options{})) }

func TestName(t *testing.T) {
	for _, c := range []struct{ file, text, want, got string }{
		{"a.f90", "x = 1\n", "mdmp_x", "mdmp_x"},
		{"a.f90", "mdmp_x = 1\n", "mdmp_x", "mdmp_x_2"},
		{"a.f90", "MDMP_X = mdmp_x_2\n", "mdmp_x", "mdmp_x_3"},
		{"a.f90", "mdmp_&\n&x = 1\n", "mdmp_x", "mdmp_x_2"},
		{"a.f90", "!$mdmp send(mdmp_x, 1)\n", "mdmp_x", "mdmp_x_2"},
		{"a.f90", "mdmp_xx = 1\n", "mdmp_y", "mdmp_y"},
		{"a.f", "      MDMP _ X = 1\n", "mdmp_x", "mdmp_x_2"},
		{"a.f", "      if (a .eq. mdmp_x) go to 10\n", "mdmp_x", "mdmp_x_2"},
	} {
		if got := of(c.file, c.text).Name(c.want); got != c.got {
			t.Errorf("%q: %s became %s, want %s", c.text, c.want, got, c.got)
		}
	}
}

func TestLabel(t *testing.T) {
	u := of("a.f90", "99999 continue\n00010 continue\n 99997 x = 1\n")
	if !u.labels["10"] {
		t.Error("leading zeros are kept")
	}
	for _, want := range []string{"99998", "99996", "99995"} {
		if got := u.Label(); got != want {
			t.Errorf("label %s, want %s", got, want)
		}
	}
	if got := u.LabelLike("10"); got != "11" {
		t.Errorf("label %s like 10", got)
	}
	if got := u.LabelLike("10"); got != "12" {
		t.Errorf("label %s like 10, the second time", got)
	}
	for n := 1; n < 10; n++ {
		u.labels[strconv.Itoa(n)] = true
	}
	if got := u.LabelLike("1"); got != "99994" {
		t.Errorf("label %s like 1 where none is left", got)
	}
	u.label = 1
	if got := u.Label(); got != "" {
		t.Errorf("label %s where none is left", got)
	}
}

func TestCalls(t *testing.T) {
	u := of("a.f", "      IF (A) CALL MPI_I RECV(X)\n      CALL B; CALL C\n")
	for name, want := range map[string]bool{"mpi_irecv": true, "b": true, "c": true, "a": false, "mpi_isend": false} {
		if u.Calls(name) != want {
			t.Errorf("%s: called: %v", name, !want)
		}
	}
}
