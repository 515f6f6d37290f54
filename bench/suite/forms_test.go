package suite

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestExpand(t *testing.T) {
	forms := []Form{{Name: "auto"}, {Name: "delta"}}
	in := "use a_FORM ! each FORM\nFORM stays\ncase ('FORM') ! each FORM\n  call FORM ! each FORM\nend\n"
	want := "use a_auto\nuse a_delta\nFORM stays\ncase ('auto')\n  call auto\ncase ('delta')\n  call delta\nend\n"
	if got := expand(in, forms); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := expand(in, nil); got != "FORM stays\nend\n" {
		t.Errorf("without forms\n%s", got)
	}
}

// A form has a copy of the template, or files of its own; each is compiled by what it is for.
func TestUnits(t *testing.T) {
	b := Builder{Root: "..", MDMPF90: "mdmpf90"}
	list, err := b.units(Bench{Forms: formsOf("auto", "paged", "api")}, "papers/chain_directive.f90", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range list {
		by := "mpifort"
		if u.directives {
			by = "mdmpf90"
		}
		if filepath.Ext(u.path) == ".c" {
			by = "mpicc"
		}
		got = append(got, filepath.Base(u.path)+" by "+by)
	}
	want := []string{"chain_directive_auto.f90 by mdmpf90", "chain_paged.f90 by mdmpf90", "chain_api.c by mpicc", "chain_api.f90 by mpifort"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
