package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// canned is a result like one of two machines, of figures that were made up.
func canned(t *testing.T) *Result {
	t.Helper()
	text, err := os.ReadFile("testdata/canned.lines")
	if err != nil {
		t.Fatal(err)
	}
	r, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	r.When = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r.Launcher = []string{"mpiexec", "-n", "4"}
	far := *r.Peer(Far)
	far.Eager = 131072
	r.Knobs = []Knob{{Setting: "A=1", What: "letters <A>", Peers: []Peer{far}}, {Setting: "B=1", What: "other letters", Error: "exit status 1"}}
	return r
}

func TestParse(t *testing.T) {
	r := canned(t)
	if r.Ranks != 4 || r.Hosts != 2 || r.MPI != "MPICH 4.0.2" || len(r.Peers) != 2 {
		t.Errorf("%+v", r)
	}
	near := r.Peer(Near)
	if near.Eager != 8192 || near.Crowded != 1.02 || len(near.Transfer) != 4 || len(near.Overlap) != 3 || len(near.Delay) != 3 || len(near.Held) != 3 {
		t.Errorf("%+v", near)
	}
	if want := (Overlap{65536, 2e-05, 1e-05, 3e-05, 2.9e-05, 2.8e-05, 3.3e-05}); near.Overlap[1] != want {
		t.Errorf("%+v", near.Overlap[1])
	}
	if want := (Held{65536, 0.01, 0, 1, 0.05}); near.Held[1] != want {
		t.Errorf("%+v", near.Held[1])
	}
}

func TestParseRefuses(t *testing.T) {
	for text, whole := range map[string]bool{
		"":                                   false,
		"mdmp-probe: all ranks 2 1\n":        false,
		"mdmp-probe: near eager x\n":         true,
		"mdmp-probe: near eager 1 2\n":       true,
		"mdmp-probe: nearby eager 1\n":       true,
		"mdmp-probe: near colour 1\n":        true,
		"mdmp-probe: all of it\n":            true,
		"mdmp-probe: near\n":                 true,
		"mdmp-probe: near overlap 1 2 3 4\n": true,
	} {
		if _, err := parse(text); err == nil || errors.Is(err, errNotWhole) == whole {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What is written is read again, and the page of it is the same.
func TestJSON(t *testing.T) {
	r := canned(t)
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := Read(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, again); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "{}", `{"mdmp_probe": 2, "peers": [{}]}`, `{"mdmp_probe": 1}`, "[]"} {
		if _, err := Read([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// Every name in the file is explained, and no other.
func TestNamesAreExplained(t *testing.T) {
	page, err := os.ReadFile("../docs/probe.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "## The JSON file")
	if !ok {
		t.Fatal("docs/probe.md says nothing of the file")
	}
	names := map[string]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || typ == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if names[name] = true; name == "" || !strings.Contains(table, "`"+name+"`") {
				t.Errorf("docs/probe.md does not explain %q", name)
			}
			walk(typ.Field(i).Type)
		}
	}
	walk(reflect.TypeFor[Result]())
	for line := range strings.Lines(table) {
		if name, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ = strings.Cut(name, "`")
			if !names[name] {
				t.Errorf("docs/probe.md explains %q, which is not in the file", name)
			}
		}
	}
}

// golden compares with a file, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("MDMP_UPDATE") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (MDMP_UPDATE=1 refreshes it):\n%s", name, diff)
	}
}

func TestGolden(t *testing.T) {
	r := canned(t)
	var page, web, file bytes.Buffer
	if err := errors.Join(r.Page(&page), r.HTML(&web), r.Write(&file)); err != nil {
		t.Fatal(err)
	}
	golden(t, "canned.txt", page.Bytes())
	golden(t, "canned.html", web.Bytes())
	golden(t, "canned.json", file.Bytes())
	if strings.Contains(web.String(), "src=") || strings.Contains(web.String(), "<script") || strings.Contains(web.String(), "<A>") {
		t.Error("the page loads something, or does not escape text")
	}
	var back any
	if err := json.Unmarshal(file.Bytes(), &back); err != nil {
		t.Error(err)
	}
}
