package halo_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/halo"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// unfold writes the patterns of a program out.
func unfold(t *testing.T, name, src string, passing bool) *halo.Text {
	t.Helper()
	f := source.New(name, []byte(src), source.Options{})
	set, list := regions.Find(f, parse.File(f), nil)
	if diag.List(list).HasErrors() {
		t.Fatalf("%v", list)
	}
	return halo.Unfold(f, set, passing)
}

// program puts directives into a program.
func program(directives ...string) string {
	return "subroutine s(u, v, w, n, d, k, west, east, on)\ninteger :: n, d, k, west, east\nlogical :: on\n" +
		"real :: u(0:n,0:n), v(0:n,0:n), w(0:n,0:n,9)\n" + strings.Join(directives, "\n") + "\nend subroutine s\n"
}

// written returns what was written for patterns, without line markers, and statements around it.
func written(text *halo.Text) []string {
	var list []string
	for line := range strings.Lines(string(text.Src)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "!$mdmp "); ok {
			list = append(list, rest)
		} else if line == "continue" || line == "on = .true." {
			list = append(list, line)
		}
	}
	return list
}

func TestUnfold(t *testing.T) {
	const edge = "!$mdmp halo edge(a, d, p) recv(a(0:d-1,:), p) send(a(n-d:n,:), east)"
	for _, tt := range []struct {
		name       string
		directives []string
		want       []string
	}{
		{"one field", []string{edge, "!$mdmp exchange edge(u, 1, west)"},
			[]string{"recv(u(0:1-1,:), west)", "send(u(n-1:n,:), east)"}},
		{"fields together, whatever is in the sections", []string{edge, "!$mdmp exchange edge(u, 1, west), edge(v, 2, West), edge(w(:,:,k), d, west)"},
			[]string{"recv([u(0:1-1,:), v(0:2-1,:), w(0:d-1, :, k)], west)", "send([u(n-1:n,:), v(n-2:n,:), w(n-d:n, :, k)], east)"}},
		{"a peer differs, and the send is not joined either", []string{edge, "!$mdmp exchange edge(u, 1, west), edge(v, 1, k), edge(w(:,:,2), 1, west)"},
			[]string{"recv([u(0:1-1,:), w(0:1-1, :, 2)], west)", "send([u(n-1:n,:), w(n-1:n, :, 2)], east)",
				"recv(v(0:1-1,:), k)", "send(v(n-1:n,:), east)"}},
		{"a count on one side only", []string{"!$mdmp halo c(a, d) send(a(0,0), d, east) recv(a(0:d-1,0), west)",
			"!$mdmp exchange c(u, 1), c(v, 2)"},
			[]string{"send(u(0,0), 1, east)", "recv(u(0:1-1,0), west)", "send(v(0,0), 2, east)", "recv(v(0:2-1,0), west)"}},
		{"conditions", []string{"!$mdmp halo c(a) send(a, east) if(d > 1) recv(a(:,:), west)",
			"!$mdmp exchange c(u) if(on .or. n > 2) c(v), c(w(:,:,1)) if(on .or. n > 2)"},
			[]string{"send([u if(on .or. n > 2), v, w(:,:,1) if(on .or. n > 2)], east) if(d > 1)",
				"recv([u(:,:) if(on .or. n > 2), v(:,:), w(:, :, 1) if(on .or. n > 2)], west)"}},
		{"one condition", []string{"!$mdmp halo c(a) send(a, east) if(d > 1) recv(a(:,:), west)",
			"!$mdmp exchange c(u) if(on .or. n > 2), c(w(:,:,1)) if(ON.or.n>2)"},
			[]string{"send([u, w(:,:,1)], east) if((on .or. n > 2) .and. (d > 1))", "recv([u(:,:), w(:, :, 1)], west) if(on .or. n > 2)"}},
		{"conditions of sections", []string{"!$mdmp halo c(a, o) send([a(:,1) if(o > 1), a(:,2)], east)", "!$mdmp exchange c(u, k) if(on), c(v, 3+d)"},
			[]string{"send([u(:,1) if((on) .and. (k > 1)), u(:,2) if(on), v(:,1) if((3+d) > 1), v(:,2)], east)"}},
		{"conditions that differ, and a peer", []string{edge, "!$mdmp exchange edge(u, 1, west) if(on), edge(v, 1, k) if(.not. on), edge(w(:,:,2), 1, west)"},
			[]string{"recv([u(0:1-1,:) if(on), w(0:1-1, :, 2)], west)", "send([u(n-1:n,:) if(on), w(n-1:n, :, 2)], east)",
				"recv(v(0:1-1,:), k) if(.not. on)", "send(v(n-1:n,:), east) if(.not. on)"}},
		{"constants are as they are written", []string{"!$mdmp halo c(a, x) send(a, 1) if(x == 'A')", "!$mdmp exchange c(u, 'a b'), c(v, 'a  b'), c(w, 'A b')"},
			[]string{"send(u, 1) if('a b' == 'A')", "send(v, 1) if('a  b' == 'A')", "send(w, 1) if('A b' == 'A')"}},
		{"operators keep their operands", []string{"!$mdmp halo c(a, x) send(a(x*2, x), -x) tag(x)", "!$mdmp exchange c(u, d+1), c(u, -d), c(u, (d)), c(u, d)"},
			[]string{"send(u((d+1)*2, (d+1)), -(d+1)) tag((d+1))", "send(u((-d)*2, (-d)), -(-d)) tag((-d))",
				"send(u((d)*2, (d)), -(d)) tag((d))", "send(u(d*2, d), -d) tag(d)"}},
		{"names of arguments change places", []string{"!$mdmp halo c(u, d) send(u(d, k), d)", "!$mdmp exchange c(v, k), c(u, u(d, d))"},
			[]string{"send(v(k, k), k)", "send(u(u(d, d), k), u(d, d))"}},
		{"different patterns", []string{"!$mdmp halo a(x) send(x, 1)", "!$mdmp halo b(x) send(x, 1)", "!$mdmp exchange a(u), b(v)"},
			[]string{"send(u, 1)", "send(v, 1)"}},
		{"phases of all patterns", []string{"!$mdmp halo a(x) send(x, 1) then recv(x, 2)", "!$mdmp halo b(x) send(x, 3)",
			"!$mdmp exchange a(u), b(v), a(v)"},
			[]string{"send([u, v], 1)", "send(v, 3)", "continue", "recv([u, v], 2)"}},
		{"an exchange of its own", []string{"!$mdmp halo a(x) send(x, 1)", "!$mdmp send(u, 5)", "!$mdmp exchange a(u)", "! a comment", "!$mdmp halo b(x) send(x, 3)",
			"", "!$mdmp exchange b(u)", "!$mdmp recv(v, 6)", "on = .true.", "!$mdmp exchange a(v)", "on = .true."},
			[]string{"send(u, 5)", "continue", "send(u, 1)", "continue", "send(u, 3)", "continue", "recv(v, 6)", "on = .true.", "send(v, 1)", "on = .true."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, written(unfold(t, "a.f90", program(tt.directives...), false))); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// What is written has the line of the exchange directive, and what follows keeps its own.
func TestLines(t *testing.T) {
	src := program("!$mdmp halo a(x) send(x, 1) then send(x, 2)", "!$mdmp exchange &", "!$mdmp& a(u)", "on = .true.")
	text := unfold(t, "a.f90", src, false)
	f := source.New("a.f90", text.Src, source.Options{})
	for i := range f.Lines {
		l := &f.Lines[i]
		want := 0
		switch word, _, _ := strings.Cut(string(l.Text), "("); word {
		case "send", "continue":
			want = 6
		case "on = .true.":
			want = 8
		case "end subroutine s":
			want = 9
		}
		if got := f.Position(l.Span.Start).Line; want > 0 && got != want {
			t.Errorf("%q has line %d, not %d", l.Text, got, want)
		}
	}
}

// The program's own text can be had back.
func TestRestore(t *testing.T) {
	for _, src := range []string{
		program("!$mdmp halo a(x) send(x, 1)", "  !$MDMP exchange &", "! between", "  !$Mdmp& a(u)", "!  mdmp"),
		"      subroutine s(u)\r\n      real u(4)\r\n*$mdmp halo a(x)\r\nC$MDMP1 send(x(1), 1)\r\nc$mdmp exchange a(u)\r\n      end\r\n",
		"subroutine s(u)\nreal :: u(4)\n!$mdmp halo a(x) send(x(1), 1)\nend",
	} {
		name := "a.f90"
		if strings.HasPrefix(src, " ") {
			name = "a.f"
		}
		text := unfold(t, name, src, false)
		var own []byte
		for line := range bytes.Lines(text.Restore(bytes.Clone(text.Src))) {
			if !bytes.HasPrefix(line, []byte("# ")) && !bytes.HasPrefix(bytes.TrimSpace(line), []byte("!$mdmp send")) {
				own = append(own, line...)
			}
		}
		if string(own) != src {
			t.Errorf("%q, want %q", own, src)
		}
		if bytes.Contains(bytes.ToLower(text.Src), []byte("$mdmp halo")) || bytes.Contains(bytes.ToLower(text.Src), []byte("$mdmp exch")) {
			t.Errorf("a directive is left in %q", text.Src)
		}
	}
	odd := "subroutine s(u)\nreal :: u(4)\n!\x01mdmp\n!$mdmp halo a(x) send(x(1), 1)\nend\n"
	if text := unfold(t, "a.f90", odd, false); !bytes.Contains(text.Restore(text.Src), []byte("!\x01mdmp\n")) {
		t.Error("a comment was changed")
	}
}

func TestNothing(t *testing.T) {
	if text := unfold(t, "a.f90", program("!$mdmp send(u, 1)"), false); text != nil {
		t.Errorf("%q", text.Src)
	}
	var none *halo.Text
	if got := none.Restore([]byte("a")); string(got) != "a" {
		t.Errorf("%q", got)
	}
}
