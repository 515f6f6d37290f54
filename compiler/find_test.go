package compiler

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program writes an executable script.
func program(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindFortran(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	self := program(t, a+"/mdmpf90", "")
	if err := os.Link(self, a+"/mpifort"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, a+"/mpif90"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mpifort", "mpif90.mpich", "mpifort.openmpi", "ftn"} {
		program(t, b+"/"+name, "")
	}
	if err := os.WriteFile(a+"/ftn", nil, 0o644); err != nil { // not executable
		t.Fatal(err)
	}
	f := NewFinder(a+":"+b, []string{self})
	tests := []struct{ asked, own, want string }{
		{"", "mdmpf90", b + "/mpifort"},
		{"", a + "/mpifort", b + "/mpifort"},
		{"", "mpif90.mpich", b + "/mpif90.mpich"},
		{"", "mdmpf90.openmpi", b + "/mpifort.openmpi"},
		{"", "mdmpf90.mpich", b + "/mpif90.mpich"},
		{"ftn", "mdmpf90", b + "/ftn"},
		{b + "/ftn", "mdmpf90", b + "/ftn"},
		{a + "/mpifort", "mdmpf90", "is mdmpf90 itself"},
		{"nagfor", "mdmpf90", "nagfor: executable file not found in $PATH"},
		{"", "mdmpf90.other", b + "/mpifort"},
	}
	for _, tt := range tests {
		got, err := f.Fortran(tt.asked, tt.own)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("asked %q as %q: %s, want %s", tt.asked, tt.own, got, tt.want)
		}
	}
	if _, err := NewFinder(a, []string{self}).Fortran("", "mdmpf90"); err != ErrNotFound {
		t.Errorf("only ourselves in PATH: %v", err)
	}
}

func TestFindC(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, name := range []string{"mpifort.mpich", "mpicc.mpich", "mpicc", "mpiifx", "mpiicx", "mpif90"} {
		program(t, a+"/"+name, "")
	}
	program(t, b+"/mpicc", "")
	program(t, b+"/cc", "")
	if err := os.Symlink(a+"/mpifort.mpich", b+"/mpifort"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(a+"/mpifort.mpich", b+"/ftn"); err != nil {
		t.Fatal(err)
	}
	f := NewFinder(b, nil)
	tests := []struct{ asked, fc, want string }{
		{"", a + "/mpifort.mpich", a + "/mpicc.mpich"},
		{"", a + "/mpif90", a + "/mpicc"},
		{"", b + "/mpifort", b + "/mpicc"},
		{"", b + "/ftn", b + "/cc"},
		{"", a + "/mpiifx", a + "/mpiicx"},
		{"", dir + "/mpifort", b + "/mpicc"}, // by PATH
		{"", dir + "/mpifort.other", "no C compiler of the same MPI found next to"},
		{"", dir + "/nagfor", "MDMP_CC"},
		{"cc", a + "/mpif90", b + "/cc"},
		{"nocc", a + "/mpif90", "the C compiler nocc"},
	}
	for _, tt := range tests {
		got, err := f.C(tt.asked, tt.fc)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("asked %q for %s: %s, want %s", tt.asked, tt.fc, got, tt.want)
		}
	}
}
