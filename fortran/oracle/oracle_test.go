package oracle

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdmp/fortran/source"
)

// TestFlang compares our trees with flang's on the files of testdata, and on
// those below $MDMP_CORPUS (a list of folders), of which $MDMP_CORPUS_STEP
// takes every n-th.
func TestFlang(t *testing.T) {
	if !HasFlang() {
		t.Skipf("SKIPPED: %s is not installed, so trees were compared with nothing", Flang)
	}
	var sum struct{ files, accepted, agree, statements, unknown int }
	each := func(name string) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		form := source.Detect(name, src)
		text, err := Prepare(name, src, form, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := CompareText(Text{Src: text, Form: form})
		if err != nil {
			t.Fatal(err)
		}
		sum.files++
		if !r.Accepted {
			return
		}
		sum.accepted++
		sum.statements += r.Statements
		sum.unknown += r.Unknown
		if len(r.Diffs) == 0 && r.WrongLoops == 0 {
			sum.agree++
		} else if !knownDifference(name) {
			t.Errorf("%s: %v, %d wrong loops", name, r.Diffs, r.WrongLoops)
		}
	}
	for _, dir := range append([]string{"testdata", "../../examples"}, filepath.SplitList(os.Getenv("MDMP_CORPUS"))...) {
		step := 1
		if s := os.Getenv("MDMP_CORPUS_STEP"); s != "" && dir != "testdata" {
			for step = 0; s != "" && s[0] >= '0' && s[0] <= '9'; s = s[1:] {
				step = 10*step + int(s[0]-'0')
			}
		}
		for i, name := range fortranFiles(t, dir) {
			if i%max(step, 1) == 0 {
				each(name)
			}
		}
	}
	t.Logf("%d files, %d accepted by flang, %d agree; %d statements, %d not understood",
		sum.files, sum.accepted, sum.agree, sum.statements, sum.unknown)
	if sum.accepted == 0 {
		t.Error("flang accepted no file")
	}
}

// fortranFiles lists the Fortran files below dir.
func fortranFiles(t *testing.T, dir string) []string {
	var out []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && source.FormOfExtension(p) != source.Auto {
			out = append(out, p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return out
}

// knownDifference tells whether a difference in a file is explained in
// testdata/differences.txt: lines of a file name's end and a reason.
func knownDifference(name string) bool {
	list, err := os.ReadFile("testdata/differences.txt")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(list)) {
		if end, _, ok := strings.Cut(line, "  "); ok && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
