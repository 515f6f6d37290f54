package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// asWrapper makes the test program the wrapper, where tests start it.
const asWrapper = "MDMPF90_TEST_IS_WRAPPER"

// realTranslator makes the wrapper of the tests the real one.
const realTranslator = "MDMPF90_TEST_REAL"

func TestMain(m *testing.M) {
	wrapper := func() {
		translate := fakeTranslate
		if os.Getenv(realTranslator) != "" {
			translate = codegen.Translate
		}
		os.Exit(run(os.Args, os.Environ(), translate))
	}
	if os.Getenv(asWrapper) != "" {
		wrapper()
	}
	testscript.Main(m, map[string]func(){"mdmpf90": wrapper})
}

// fakeTranslate stands in for the translator, so that these tests are about
// the wrapper alone. It knows
//
//	!$mdmp say WORDS    prints the words
//	!$mdmp keep NAME    calls the run time (plain mode), prints the mode
//	!$mdmp wrong        is an error
//	!manage STATEMENT   is added where nobody asks for it (mode auto)
//	!overlap STATEMENT  is added with -mdmp-overlap, and needs no run time
//	!refuse             is a mistake to nobody but mode auto
func fakeTranslate(name string, text []byte, opt codegen.Options) (*codegen.Result, error) {
	f := source.New(name, text, opt.Source)
	res := &codegen.Result{File: f}
	var out []byte
	done := 0
	bad := false
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind != source.Directive || l.Sentinel() != "mdmp" {
			continue
		}
		at := f.Position(l.Span.Start)
		words := strings.Fields(string(l.Text))
		out = append(out, text[done:f.LineSpan(int(l.First)).Start]...)
		done = int(f.NextLine(int(l.Last)))
		switch word := strings.ToLower(words[0]); {
		case word == "say":
			out = fmt.Appendf(out, "      print '(a)', '%s'\n", strings.Join(words[1:], " "))
		case word == "keep" && opt.Mode == codegen.Off:
			out = append(out, "      print '(a)', 'off'\n"...)
		case word == "keep":
			out = append(out, "      block\n      use mdmp_rt\n"...)
			out = fmt.Appendf(out, "      call mdmp_keep(%s)\n      print '(a)', 'plain'\n      end block\n", words[1])
		default:
			bad = true
			res.Diags = append(res.Diags, diag.Diagnostic{Code: "MDMP001", At: l.Span, Message: "unknown directive"})
		}
		out = include.AppendMarker(out, at.Line+1, at.Name)
		res.Remarks = append(res.Remarks, codegen.Remark{File: at.Name, Line: at.Line, Col: at.Col, Directive: words[0],
			Text: strings.Join(words, " "), Rung: string(opt.Mode), Status: codegen.Note})
	}
	if bad {
		return res, nil
	}
	head := include.AppendMarker(nil, 1, name)
	res.Text = append(append(head, out...), text[done:]...)
	res.Changed = len(res.Remarks) > 0
	if added := bytes.ReplaceAll(res.Text, []byte("!manage "), []byte("      ")); opt.Mode == codegen.Auto &&
		opt.Manage != codegen.ManageOff && !bytes.Equal(added, res.Text) {
		res.Text, res.Changed = added, true
	}
	res.Runtime = res.Changed
	if added := bytes.ReplaceAll(res.Text, []byte("!overlap "), []byte("      ")); opt.Overlap && !bytes.Equal(added, res.Text) {
		res.Text, res.Changed = added, true
	}
	if opt.Mode == codegen.Auto && opt.Manage != codegen.ManageOff && bytes.Contains(res.Text, []byte("!refuse")) {
		return nil, errors.New("refused")
	}
	return res, nil
}

// mpis are the MPIs that the tests run with; what is not installed is skipped
// and seen to be skipped.
var mpis = [...]string{"mpich", "openmpi"}

// long are the scripts that -short leaves out: build systems, all flags, another compiler.
var long = []string{"autotools", "cmake", "flags", "flang", "openmp", "othermpi", "patterns"}

// TestScripts are about the wrapper alone.
func TestScripts(t *testing.T) { scripts(t, "testdata/script", "") }

// TestReal are scripts with the real translator, programs that run, and the
// build systems in use.
func TestReal(t *testing.T) { scripts(t, "testdata/real", "1") }

func scripts(t *testing.T, dir, real string) {
	cache, err := mpirun.Kept(t.TempDir(), "cache")
	if err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	mpis := mpis[:]
	if testing.Short() {
		mpis = mpis[:1]
		all = slices.DeleteFunc(all, func(file string) bool {
			return slices.Contains(long, strings.TrimSuffix(filepath.Base(file), ".txtar"))
		})
	}
	for _, mpi := range mpis {
		t.Run(mpi, func(t *testing.T) {
			if _, err := exec.LookPath("mpifort." + mpi); err != nil {
				t.Skipf("mpifort.%s is not installed", mpi)
			}
			files := slices.DeleteFunc(slices.Clone(all), func(file string) bool { return !share.Takes(t, t.Name()+"/"+filepath.Base(file)) })
			if len(files) == 0 {
				t.Skip("in another part")
			}
			testscript.Run(t, testscript.Params{
				Files: files,
				Cmds:  commands(),
				Condition: func(cond string) (bool, error) {
					if slices.Contains(mpis, cond) {
						return cond == mpi, nil
					}
					return false, fmt.Errorf("unknown condition %q", cond)
				},
				Setup: func(env *testscript.Env) error {
					env.Setenv("MPI", mpi)
					env.Setenv("FC", "mpifort."+mpi)
					env.Setenv("MDMP_FC", "mpifort."+mpi)
					env.Setenv("MDMP_CACHE", cache)
					env.Setenv("TMPDIR", env.WorkDir+"/tmp")
					env.Setenv("OMPI_ALLOW_RUN_AS_ROOT", "1")
					env.Setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
					env.Setenv(realTranslator, real)
					return os.Mkdir(env.WorkDir+"/tmp", 0o755)
				},
			})
		})
	}
}
