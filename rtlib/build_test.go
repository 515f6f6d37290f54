package rtlib

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"mdmp/compiler"
)

// toolchain returns the compilers of one of the MPIs of this machine.
func toolchain(t *testing.T, suffix string) Toolchain {
	t.Helper()
	fc, err := exec.LookPath("mpifort" + suffix)
	if err != nil {
		t.Skipf("mpifort%s is not installed", suffix)
	}
	find := compiler.Finder{Path: os.Getenv("PATH")}
	cc, err := find.C("", fc)
	if err != nil {
		t.Fatal(err)
	}
	f, err := compiler.Ask(fc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := compiler.Ask(cc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Toolchain{f, c}
}

func TestBuild(t *testing.T) {
	for _, suffix := range []string{".mpich", ".openmpi"} {
		t.Run(suffix, func(t *testing.T) {
			tc := toolchain(t, suffix)
			b := Builder{Cache: t.TempDir()}
			l, err := b.Ensure(context.Background(), tc)
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.Record()
			if err != nil || r.SelfTest != "passed" {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}
