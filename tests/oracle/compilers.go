package oracle

import (
	"bytes"
	"fmt"
	"os/exec"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// options are ours for the text.
func (t Text) options() source.Options {
	return source.Options{Form: t.Form, LineLength: t.LineLength}
}

// AcceptedByFlang tells whether flang can parse the text.
func AcceptedByFlang(t Text) bool {
	_, ok, err := t.flang("-fdebug-unparse-no-sema")
	return ok && err == nil
}

// gfortranFlags are gfortran's for the text.
func (t Text) gfortranFlags() []string {
	args := []string{"-fsyntax-only", "-w", "-std=legacy", "-ffree-line-length-none", "-x", "f95"}
	if t.Form == source.Fixed {
		args[len(args)-1] = "f77"
		if t.LineLength > 0 {
			args = append([]string{fmt.Sprintf("-ffixed-line-length-%d", t.LineLength)}, args...)
		}
	}
	return args
}

// AcceptedByGfortran tells whether gfortran finds no error in the text, with
// module files and includes of folder dir.
func AcceptedByGfortran(t Text, dir string) bool {
	cmd := exec.Command("gfortran", append(t.gfortranFlags(), "-")...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(t.Src)
	return cmd.Run() == nil
}

// HasGfortran tells whether gfortran is installed.
func HasGfortran() bool {
	_, err := exec.LookPath("gfortran")
	return err == nil
}

// TryCompilers asks both compilers for the text before and after insertions and
// enters the answers in r. known: flang accepts the text before.
func (r *RoundTrip) TryCompilers(before, after Text, known bool, dir string) {
	try := func(name string, accepts func(Text) bool, known bool) {
		if !known && !accepts(before) {
			return
		}
		r.Tried++
		if accepts(after) {
			r.Accepted++
		} else {
			r.Complaints = append(r.Complaints, name+" does not accept the file any more")
		}
	}
	if HasFlang() {
		try(Flang, AcceptedByFlang, known)
	}
	if HasGfortran() {
		try("gfortran", func(t Text) bool { return AcceptedByGfortran(t, dir) }, false)
	}
}
