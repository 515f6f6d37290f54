package source

import "testing"

func TestPragma(t *testing.T) {
	for text, want := range map[string]string{
		"!GCC$ unroll 4":    "!gcc$",
		"  !dir$ ivdep":     "!dir$",
		"cDIR$ IVDEP":       "cdir$",
		"!IBM* UNROLL(4)":   "!ibm*",
		"!IDIR$ ivdep":      "!idir$",
		"!NEC$ ivdep":       "",
		"!$nvtx start":      "",
		"!pocl a":           "",
		"cmic$ doall":       "",
		"!$nvtxs start":     "!$nvtxs",
		"!OCL NORECURRENCE": "!ocl",
		"!$ser savepoint":   "!$ser",
		"!$acc loop":        "!$acc",
		"! GCC$ unroll 4":   "",
		"!u*v is large":     "",
		"!a$b":              "",
		"!text":             "",
		"!$ x = 1":          "",
		"c*****":            "",
		"!":                 "",
		"":                  "",
	} {
		if got := Pragma([]byte(text), []string{"nec$", "$nvtx", "pocl", "mic$"}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWithPragmas(t *testing.T) {
	const free = `program p
  x = 1 ! trailing
  ! text
  !DIR$ ivdep

  !GCC$ unroll 4
# 12 "a.f90"
  ! text
  do i = 1, 2
  end do
!$omp barrier
  !text
  y = 1
  ! only text

  y = 2; z = 3
end
`
	f := New("a.f90", []byte(free), Options{})
	for line, want := range map[int]int{9: 4, 13: 12, 16: 16, 2: 2} {
		if got := f.WithPragmas(line); got != want {
			t.Errorf("line %d: %d, want %d", line, got, want)
		}
	}
	f = New("a.f90", []byte(free), Options{Unread: []string{"$omp"}})
	if got := f.WithPragmas(13); got != 11 {
		t.Errorf("above a comment of OpenMP: %d", got)
	}
	f = New("a.f", []byte("      x = 1\nc text\ncdir$ ivdep\n      do 10 i = 1, 2\n   10 continue\n      end\n"), Options{})
	if got := f.WithPragmas(4); got != 3 {
		t.Errorf("fixed form: %d", got)
	}
}
