package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	if m := median([]time.Duration{5, 1, 3}); m != 3 {
		t.Errorf("of three: %v", m)
	}
	if m := median([]time.Duration{8, 1, 4, 2}); m != 3 {
		t.Errorf("of four: %v", m)
	}
}

// stub is a compiler that takes a while.
func stub(t *testing.T, dir, name, seconds string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\nsleep "+seconds+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	fast, slow := stub(t, dir, "fast", "0"), stub(t, dir, "slow", "0.2")
	var text strings.Builder
	if met, err := compare(&text, fast, slow, "x.f90", 2); err != nil || met {
		t.Errorf("a slow wrapper: %v, %v", met, err)
	}
	if met, err := compare(&text, slow, fast, "x.f90", 2); err != nil || !met {
		t.Errorf("a fast wrapper: %v, %v", met, err)
	}
	if _, err := compare(&text, filepath.Join(dir, "absent"), fast, "x.f90", 2); err == nil {
		t.Error("no compiler: no error")
	}
}
