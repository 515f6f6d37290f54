package suggest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// sources lists the programs in testdata: files, and the first files of programs in folders.
func sources(t testing.TB) []string {
	var out []string
	for _, pattern := range []string{"testdata/*.f90", "testdata/*.f", "testdata/*/a_*.f90"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, names...)
	}
	if len(out) == 0 {
		t.Fatal("no programs")
	}
	return out
}

func find(t testing.TB, name string) *suggest.Result {
	names := []string{name}
	if strings.HasPrefix(filepath.Base(name), "a_") {
		names, _ = filepath.Glob(filepath.Join(filepath.Dir(name), "*.f90"))
	}
	var in []program.Input
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, program.Input{Name: filepath.Base(name), Src: src})
	}
	return suggest.Find(in, suggest.Options{Source: source.Options{}, Region: true})
}

// TestGolden compares what is said of each program, and its patch.
func TestGolden(t *testing.T) {
	for _, name := range sources(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			var b bytes.Buffer
			r := find(t, name)
			if err := r.WriteText(&b); err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Files {
				b.WriteString(f.Patch)
			}
			golden := strings.TrimSuffix(name, filepath.Ext(name)) + ".golden"
			if os.Getenv("MDMP_UPDATE") != "" {
				if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, b.Bytes()) {
				t.Errorf("got:\n%s\nwant:\n%s", b.Bytes(), want)
			}
		})
	}
}

// TestExample: the example is what is made of the program beside it.
func TestExample(t *testing.T) {
	const dir = "../examples/suggest/"
	r := find(t, dir+"suggest_mpi.f90")
	want, err := os.ReadFile(dir + "suggest.f90")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(r.Files[0].Text, want) {
		t.Errorf("mdmp suggest --patch suggest_mpi.f90 makes another suggest.f90:\n%s", r.Files[0].Patch)
	}
	if len(r.Refused) > 0 {
		t.Errorf("refused: %v", r.Refused)
	}
}

// refusals are programs of which nothing must be converted, whatever the golden files say.
var refusals = "wildvariable label threads lateround gotos macro otherarray ownsend neverwaited readbetween writtenbetween reused peerchanges barrier replacerefused anysource longer statusused wrongtype testing oneside waitany noncontiguous loopvariable persistentpeer persistenttest passedon othernames splitrefused directionsother componenttypes somerequests packedreused postedrefused"

func TestRefusals(t *testing.T) {
	for name := range strings.FieldsSeq(refusals) {
		r := find(t, "testdata/"+name+".f90")
		if len(r.Exchanges) > 0 {
			t.Errorf("%s: %v", name, r.Exchanges[0].Directives)
		}
		for _, x := range r.Refused {
			if x.Reason == "" || x.Line == 0 {
				t.Errorf("%s: no reason or place: %v", name, x)
			}
		}
		if len(r.Refused) != r.Calls {
			t.Errorf("%s: %d of %d calls are refused", name, len(r.Refused), r.Calls)
		}
	}
}
