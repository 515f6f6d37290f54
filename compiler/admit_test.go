package compiler

import (
	"strings"
	"testing"
)

func TestAdmit(t *testing.T) {
	for _, c := range []struct {
		family     Family
		args, want string
		says       bool
	}{
		{GNU, "-O2 -c a.f90", "-O2 -c a.f90", false},
		{GNU, "-std=f95 -c a.f90", "-std=f2008 -fno-realloc-lhs -c a.f90", true},
		{GNU, "-std=f95 -frealloc-lhs -c a.f90", "-std=f2008 -frealloc-lhs -c a.f90", true},
		{GNU, "-std=f2003 -c a.f90", "-std=f2008 -c a.f90", true},
		{GNU, "-std=f95 -std=gnu -c a.f90", "-std=f95 -std=gnu -c a.f90", false},
		{GNU, "-Werror -Warray-temporaries a.f90", "-Werror -Warray-temporaries -Wno-error=array-temporaries a.f90", false},
		{GNU, "-Werror=array-temporaries a.f90", "-Warray-temporaries -Wno-error=array-temporaries a.f90", false},
		{Flang, "-std=f2018 a.f90", "-std=f2018 a.f90", false},
	} {
		cmd := parse(c.family, c.args)
		said := cmd.Admit()
		if got := strings.Join(cmd.Args(), " "); got != c.want || (said != "") != c.says {
			t.Errorf("%s: %s (%q), want %s", c.args, got, said, c.want)
		}
	}
}
