package suite

import "testing"

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
