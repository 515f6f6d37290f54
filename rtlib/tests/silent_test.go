package tests

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Sends of the API of which nobody says anything: guesses that hold, and that do not.
func TestSilent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("pages speak on amd64 alone")
	}
	always := func(s sums) bool { return s.early > 0 && s.inIncrements == 1 && s.again == 0 }
	void := func(s sums) bool { return s.early > 0 && s.inIncrements == 0 }
	never := func(s sums) bool { return s.early == 0 }
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, api("silent"))
		for _, c := range []struct {
			args  string
			pages int // MDMP_DELTA_PAGES
			ok    func(s sums) bool
		}{
			{"right", 0, never},
			{"right", 1, never}, // too fast
			{"right slowly", 1, func(s sums) bool { return s.early > 0 && s.inIncrements >= 2 && s.inIncrements <= 5 && s.again == 0 }}, // fewer: the machine was busy
			{"right slowly again", 1, func(s sums) bool { return s.again > 0 && s.inIncrements == 2 }},
			{"right again", 2, func(s sums) bool { return s.again > 0 && s.inIncrements == 8 }},
			{"passed plain", 2, void},
			{"passed persistent", 2, void},
			{"passed delta", 2, void},
			{"passed data", 2, void},
			{"spoken data", 2, void},
			{"spoken pages", 2, void},
			{"shorter", 2, func(s sums) bool { return s.early > 0 && s.inIncrements == 1 }},
			{"shorter none", 2, void},
			{"before plain", 2, never},
			{"before persistent", 2, never},
			{"before delta", 2, never},
			{"before spoken", 0, never},
			{"before elsewhere", 2, always},
			{"filled start", 2, always},
			{"filled receive", 2, always},
			{"filled delta", 2, always},
			{"filled kernel", 2, always},
			{"filled child", 2, always},
			{"thread", 2, always},
			{"used data", 2, func(s sums) bool { return s.again > 0 && s.inIncrements == 1 }},
			{"used pages", 2, func(s sums) bool { return s.again > 0 && s.inIncrements == 1 }},
			{"left", 2, void},
			{"left freed", 2, void},
		} {
			j := job{n: 2, exe: exe, args: strings.Fields(c.args), env: []string{"MDMP_DELTA_PAGES=" + strconv.Itoa(c.pages)}}
			if s := profiled(t, m, j); !c.ok(s) {
				t.Errorf("%s, MDMP_DELTA_PAGES=%d: %+v", c.args, c.pages, s)
			}
		}
		// Where messages go whole, because a library may receive into the buffer by calls that nobody sees, no page is watched.
		r, folder := api("silent"), stranger(t, m)
		r.name, r.link = "silent-linked", []string{"-L" + folder, "-Wl,--no-as-needed", "-lstranger", "-Wl,-rpath," + folder}
		j := job{n: 2, exe: build(t, m, plain, r), args: []string{"right"}, env: []string{"MDMP_DELTA_PAGES=2"}}
		if s := profiled(t, m, j); s.announced > 0 {
			t.Errorf("beside a stranger: %+v", s)
		}
		j.env = append(j.env, "MDMP_PROFILE=1")
		if out := run(t, m, j).output; strings.Contains(out, "by pages") {
			t.Errorf("beside a stranger:\n%s", clip(out))
		}
	})
}
