package doctor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// install is what people need most often.
const install = "on Debian and Ubuntu: apt-get install gfortran libmpich-dev mpich (or libopenmpi-dev openmpi-bin)"

// findWrapper finds mdmpf90, and compares its version with ours.
func (e *exam) findWrapper(ctx context.Context) {
	const name = "mdmpf90"
	path := e.Wrapper
	if path == "" {
		path = besideUs(name)
	}
	if path == "" {
		e.add(name, Missing, "not beside mdmp, and not in PATH", "make install, and put its folder bin into PATH")
		return
	}
	cmd := exec.CommandContext(ctx, path, "-mdmp-version")
	cmd.Env = append(slices.Clone(e.Env), "MDMP_DISABLE=")
	out, _ := cmd.Output() // without a compiler it says its version, and fails
	said, _, _ := strings.Cut(string(out), "\n")
	if want := name + " " + rtlib.Described(); said != want {
		e.add(name, Lacking, path+": another version than mdmp: "+said, "install both together")
	} else {
		e.add(name, OK, tidy(path)+", the same version", "")
	}
	e.wrapper = path
}

// besideUs finds a program in the folder of this one, else in PATH.
func besideUs(name string) string {
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
			return path
		}
	}
	path, _ := exec.LookPath(name)
	return path
}

func (e *exam) memo() compiler.Memo {
	m := compiler.Memo{Env: e.Env}
	if e.cache != "" {
		m.Dir = rtlib.ToolsDir(e.cache)
	}
	return m
}

// compilers looks at the Fortran compiler that is wrapped, the C compiler of the same MPI, and ar.
func (e *exam) compilers() {
	if _, err := exec.LookPath("ar"); err != nil {
		e.add("ar", Missing, "not in PATH: the run time cannot be built", "on Debian and Ubuntu: apt-get install binutils")
	}
	asked := e.FC
	if asked == "" {
		asked = e.Getenv("MDMP_FC")
	}
	finder := compiler.NewFinder(e.Getenv("PATH"), nil)
	path, err := finder.Fortran(asked, "")
	if err != nil {
		e.add("Fortran", Missing, err.Error(), install)
		return
	}
	fc, err := e.memo().Tool(path, nil)
	if err != nil {
		e.add("Fortran", Missing, err.Error(), install)
		return
	}
	switch {
	case compiler.ParseFamily(fc.Family) == compiler.Unknown:
		e.add("Fortran", Missing, fc.String()+": not a compiler that is known", "gfortran and flang are tested, ifx and nvfortran are known")
	case fc.MPI == "":
		e.add("Fortran", Missing, fc.String()+": shows no MPI", "name an MPI compiler: MDMP_FC=mpifort")
	default:
		e.add("Fortran", OK, fc.String(), "")
		e.add("MPI", OK, fc.MPI, "")
		e.fc = fc
	}
	path, err = finder.C(e.Getenv("MDMP_CC"), path)
	if err != nil {
		e.add("C", Missing, err.Error(), install)
		return
	}
	cc, err := e.memo().Tool(path, nil)
	if err == nil {
		err = compiler.SameMPI(fc, cc)
	}
	if err != nil {
		e.add("C", Missing, err.Error(), "MDMP_CC names the C compiler of the same MPI")
		return
	}
	e.add("C", OK, cc.String(), "")
}

// others lists the other MPI compilers in PATH.
func (e *exam) others() {
	finder := compiler.NewFinder(e.Getenv("PATH"), nil)
	var list, seen []string
	if e.fc != nil {
		seen = append(seen, real(e.fc.Path))
	}
	for _, name := range []string{"mpifort", "mpif90", "mpifort.mpich", "mpifort.openmpi", "ftn", "mpiifx", "mpiifort"} {
		path, err := finder.Lookup(name)
		if err != nil || slices.Contains(seen, real(path)) {
			continue
		}
		seen = append(seen, real(path))
		if tool, err := e.memo().Tool(path, nil); err == nil && tool.MPI != "" {
			list = append(list, name+": "+tool.MPI)
		}
	}
	if len(list) > 0 {
		e.add("also here", OK, strings.Join(list, "\n"), "")
	}
}

func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}
