package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

// writeAPI writes the pages of the functions of the API of delta send-recv,
// from the header that programs include.
func writeAPI(dir string) error {
	list := rtlib.Functions()
	for _, f := range list {
		if err := os.WriteFile(filepath.Join(dir, f.Name+".3"), []byte(apiPage(f, list)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// apiPage writes one page in troff.
func apiPage(f rtlib.Function, all []rtlib.Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 3 \"\" \"MDMP %s\" \"Library Functions\"\n", strings.ToUpper(f.Name), rtlib.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- delta send\\-recv over MPI\n", roff(f.Name))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B #include <mdmp.h>\n.PP\n.B %s\n.PP\n.B use mdmp\n.br\n.B %s\n", roff(f.C), roff(f.Fortran))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(f.Text))
	b.WriteString(".PP\nIn Fortran offsets and sizes in bytes are of kind c_int64_t; status and ierror may be left out.\n")
	b.WriteString(".SH COMPILING\n.nf\nmpicc \\-c $(mdmpf90 \\-mdmp\\-cflags) x.c && mpicc x.o \\-o x $(mdmpf90 \\-mdmp\\-libs)\n" +
		"mpifort \\-c $(mdmpf90 \\-mdmp\\-fflags) y.f90 && mdmpf90 y.o \\-o y\n.fi\n")
	b.WriteString(".SH RETURN VALUE\nAn error code of MPI; errors go to the error handler of the communicator first.\n")
	b.WriteString(".SH SEE ALSO\n")
	for _, o := range all {
		if o.Name != f.Name {
			fmt.Fprintf(&b, ".BR %s (3),\n", roff(o.Name))
		}
	}
	b.WriteString(".BR mdmpf90 (1)\n")
	return b.String()
}
