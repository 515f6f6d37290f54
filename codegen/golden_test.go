package codegen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// variant is one way to translate a file.
type variant struct {
	name string
	opt  Options
}

// variants are the translations of which goldens are kept. The text that the
// wrapper compiles, with line markers, is kept for plain mode alone.
var variants = []variant{
	{"plain", Options{Mode: Plain, LineMarkers: true}},
	{"off", Options{Mode: Off}},
	{"mpif", Options{Mode: Off, OnlyHeader: true}},
}

// files of an archive that are inputs; all others are goldens.
func inputs(a *txtar.Archive) []txtar.File {
	var list []txtar.File
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".golden") {
			list = append(list, f)
		}
	}
	return list
}

// archives returns the golden files.
func archives(t testing.TB) []string {
	names, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	return names
}

func readArchive(t testing.TB, name string) *txtar.Archive {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// translate translates one input of an archive in one way.
func translate(t testing.TB, f txtar.File, opt Options) *Result {
	opt.Source.OpenMP = true
	res, err := Translate(f.Name, f.Data, opt)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return res
}

func TestGolden(t *testing.T) {
	for _, name := range archives(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a := readArchive(t, name)
			got := &txtar.Archive{Comment: a.Comment, Files: inputs(a)}
			in := got.Files[len(got.Files)-1] // others are there for the compiler
			for _, v := range variants {
				res := translate(t, in, v.opt)
				add := func(what string, data []byte) {
					if len(data) > 0 {
						got.Files = append(got.Files, txtar.File{Name: v.name + "." + what + ".golden", Data: data})
					}
				}
				add("text", res.Text)
				add("messages", messages(res))
				if v.name == "plain" {
					add("report", report(t, res))
				}
				checkResidue(t, in, res)
			}
			compareArchive(t, name, a, got)
		})
	}
}

// messages renders the diagnostics of a result.
func messages(res *Result) []byte {
	var b bytes.Buffer
	for _, d := range res.Diags {
		e, _ := diag.Lookup(d.Code)
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", res.File.Position(d.At.Start), e.Severity, d.Message, d.Code)
	}
	return b.Bytes()
}

func report(t *testing.T, res *Result) []byte {
	var b bytes.Buffer
	for _, r := range res.Remarks {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

// compareArchive compares with what is on disk, or writes it there.
func compareArchive(t *testing.T, name string, want, got *txtar.Archive) {
	t.Helper()
	if os.Getenv("MDMP_UPDATE") != "" {
		if err := os.WriteFile(name, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(want.Files) != len(got.Files) {
		t.Errorf("%d files, want %d", len(got.Files), len(want.Files))
	}
	for _, g := range got.Files {
		i := slices.IndexFunc(want.Files, func(w txtar.File) bool { return w.Name == g.Name })
		if i < 0 {
			t.Errorf("%s is new:\n%s", g.Name, g.Data)
		} else if !bytes.Equal(want.Files[i].Data, g.Data) {
			t.Errorf("%s differs:\n%s\nwant\n%s", g.Name, g.Data, want.Files[i].Data)
		}
	}
}

// checkResidue checks without the help of the translator that the source is
// still there: its lines, in order, are found among those of the text. Lines
// with a statement that leaves a region may have been cut.
func checkResidue(t *testing.T, in txtar.File, res *Result) {
	t.Helper()
	if res.Text == nil {
		return
	}
	out := strings.Split(string(res.Text), "\n")
	at := 0
	for n, line := range strings.Split(strings.TrimSuffix(string(in.Data), "\n"), "\n") {
		k := slices.Index(out[at:], line)
		if k < 0 {
			if !changed(res.File, n+1) {
				t.Errorf("line %d is lost: %q", n+1, line)
			}
			continue
		}
		at += k + 1
	}
}

// changed reports whether a line holds a jump, which the end of a region may
// have been put around, or several statements.
func changed(f *source.File, line int) bool {
	s := f.LineSpan(line)
	text := strings.ToLower(string(f.Src[s.Start:s.End]))
	for _, w := range []string{";", "return", "stop", "exit", "cycle", "go to", "goto", "end=", ", *"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return arithmeticIf.MatchString(text)
}

var arithmeticIf = regexp.MustCompile(`\) *[0-9]+ *,`)
