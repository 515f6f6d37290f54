package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// objectsOf compiles C and Fortran files and returns the names of the objects.
func objectsOf(t *testing.T, dir string, flags []string, files map[string]string) map[string]string {
	t.Helper()
	objects := map[string]string{}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		tool := "gcc"
		if filepath.Ext(name) == ".f90" {
			tool = "gfortran"
		}
		objects[name] = path + ".o"
		cmd := exec.Command(tool, append(flags, "-fPIC", "-c", path, "-o", path+".o")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%s: %v\n%s", tool, err, out)
		}
	}
	return objects
}

func TestMarks(t *testing.T) {
	files := map[string]string{
		"none.c":  "int none(void) { return 1; }\n",
		"plain.c": "void mdmp_begin(long *, const char *, int); void plain(void) { mdmp_begin(0, 0, 0); }\n",
		// A variable with the name of an entry is in the debug information only.
		"local.c": "int local(int n) { int mdmp_begin = n; return mdmp_begin * n; }\n",
		"text.c":  "const char *text(void) { return \"mdmp_begin\"; }\n",
		"off.f90": "subroutine mdmp_off_mark_x\n integer m\n common /mdmp_off_mode/ m\nend\n",
		// They name their MPI.
		"begin.c":     "void mdmp_begin_mpich_link_with_mdmpf90(long *); void begin(void) { mdmp_begin_mpich_link_with_mdmpf90(0); }\n",
		"init.c":      "void mdmp_init_openmpi_link_with_mdmpf90(void); void init(void) { mdmp_init_openmpi_link_with_mdmpf90(); }\n",
		"comm.c":      "void mdmp_init_comm_mpich_link_with_mdmpf90(void); void comm(void) { mdmp_init_comm_mpich_link_with_mdmpf90(); }\n",
		"offmpi.f90":  "subroutine mdmp_off_mark_y\n common /mdmp_off_mode/ m\n common /mdmp_off_openmpi/ k\nend\n",
		"api.c":       "int MDMP_Delta_send_end_at(void *, const char *, int); void end(void *r) { MDMP_Delta_send_end_at(r, 0, 0); }\n",
		"apif.c":      "void mdmp_f_delta_wait(void *); void wait(void *r) { mdmp_f_delta_wait(r); }\n",
		"trusted.c":   "void mdmp_trusted(void *); void trusted(void *h) { mdmp_trusted(h); }\n",
		"over.c":      "void mdmp_trusted_over(void *); void over(void *h) { mdmp_trusted_over(h); }\n",
		"unknown.f90": "subroutine mdmp_off_mark_z\n common /mdmp_off_mode/ m\n common /mdmp_off_othermpi/ k\nend\n",
	}
	want := map[string]marks{"plain.c": {plain: true}, "off.f90": {off: true}, "unknown.f90": {off: true},
		"begin.c": {plain: true, flavour: compiler.MPICH}, "init.c": {plain: true, flavour: compiler.OpenMPI},
		"api.c": {plain: true, api: true}, "apif.c": {plain: true, api: true}, "trusted.c": {plain: true, spares: true}, "over.c": {plain: true},
		"comm.c": {plain: true, flavour: compiler.MPICH}, "offmpi.f90": {off: true, flavour: compiler.OpenMPI}}
	m := newMarker()
	for _, flags := range [][]string{{"-O0"}, {"-O2", "-g"}, {"-O2", "-flto"}, {"-O2", "-g", "-flto"}} {
		dir := t.TempDir()
		objects := objectsOf(t, dir, flags, files)
		for name, object := range objects {
			if got := m.marks(object); got != want[name] {
				t.Errorf("%v %s: %+v, want %+v", flags, name, got, want[name])
			}
		}
		archive := filepath.Join(dir, "lib.a")
		for _, tt := range []struct {
			names []string
			want  marks
		}{
			{[]string{"none.c", "local.c", "text.c"}, marks{}},
			{[]string{"none.c", "plain.c", "local.c"}, marks{plain: true}},
			{[]string{"none.c", "off.f90"}, marks{off: true}},
			{[]string{"trusted.c", "api.c"}, marks{plain: true, api: true, spares: true}},
			{[]string{"plain.c", "none.c", "off.f90"}, marks{plain: true, off: true}},
			{[]string{"plain.c", "begin.c", "comm.c"}, marks{plain: true, flavour: compiler.MPICH}},
			{[]string{"begin.c", "none.c", "init.c"}, marks{plain: true, flavour: compiler.MPICH, mixed: true}},
		} {
			os.Remove(archive)
			args := []string{"rcs", archive}
			for _, n := range tt.names {
				args = append(args, objects[n])
			}
			if out, err := exec.Command("ar", args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if got := m.marks(archive); got != tt.want {
				t.Errorf("%v %v: %+v, want %+v", flags, tt.names, got, tt.want)
			}
		}
	}
	dir := t.TempDir()
	objects := objectsOf(t, dir, nil, files)
	lib := filepath.Join(dir, "lib.so")
	if out, err := exec.Command("gcc", "-shared", "-o", lib, objects["plain.c"]).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := m.marks(lib); !got.plain || got.off {
		t.Errorf("shared library: %+v", got)
	}
	if got := m.marks(filepath.Join(dir, "missing.o")); got != (marks{}) {
		t.Errorf("missing file: %+v", got)
	}
}

// The names in bitcode touch each other.
func TestMarksInBitcode(t *testing.T) {
	for names, want := range map[string]marks{
		"local":             {},
		"mdmp_sendmdmp_end": {plain: true},
		"mdmp_begin_openmpi_link_with_mdmpf90mdmp_end": {plain: true, flavour: compiler.OpenMPI},
		"mdmp_init_comm_mpich_link_with_mdmpf90x":      {plain: true, flavour: compiler.MPICH},
		"mdmp_trustedmdmp_end":                         {plain: true, spares: true},
		"mdmp_off_mark_1_mdmp_off_mode_s":              {off: true},
		"mdmp_off_mode_mdmp_off_mpich_next":            {off: true, flavour: compiler.MPICH},
	} {
		if got := newMarker().in([]byte("BC\xc0\xde" + names)); got != want {
			t.Errorf("%s: %+v, want %+v", names, got, want)
		}
	}
}

func FuzzMarks(f *testing.F) {
	f.Add([]byte("!<arch>\nmdmp_begin\x00"))
	f.Add([]byte("\x7fELF\x02\x01\x01mdmp_begin\x00"))
	f.Add([]byte("BC\xc0\xdemdmp_begin"))
	f.Add(append([]byte("!<arch>\n"+"x.o/            0           0     0     644     11        `\n"), "mdmp_begin\x00"...))
	m := newMarker()
	f.Fuzz(func(t *testing.T, text []byte) {
		got := m.in(text)
		if !bytes.Contains(text, []byte("mdmp_")) && got != (marks{}) {
			t.Errorf("marks without a name")
		}
	})
}
