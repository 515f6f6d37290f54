package safefile

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
)

// A writer that takes so many bytes and then says that the disk is full.
type disk int

func (d *disk) Write(text []byte) (int, error) {
	n := min(len(text), int(*d))
	*d -= disk(n)
	if n < len(text) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func TestOutput(t *testing.T) {
	for _, test := range []struct {
		room  disk
		texts []string
		wrong bool
	}{
		{100, nil, false},
		{100, []string{"one", "two"}, false},
		{6, []string{"one", "two"}, false},
		{4, []string{"one", "two"}, true},
		{0, []string{"one"}, true},
		{3, []string{"four", ""}, true}, // what goes well afterwards changes nothing
	} {
		out := Output{W: &test.room}
		for _, text := range test.texts {
			if n, err := io.WriteString(&out, text); err == nil && n != len(text) {
				t.Errorf("%q: %d bytes written, and no error", text, n)
			}
		}
		err := out.Err()
		if (err != nil) != test.wrong || test.wrong && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%q in a room of %d: %v", test.texts, test.room, err)
		}
		if err != nil && !strings.Contains(err.Error(), "standard output") {
			t.Errorf("%v does not say what could not be written", err)
		}
	}
}

// The first error is the one to tell.
func TestOutputFirst(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	out := Output{W: &failing{first, second}}
	for range 2 {
		if _, err := io.WriteString(&out, "x"); err == nil {
			t.Error("the error was kept from whoever writes")
		}
	}
	if err := out.Err(); !errors.Is(err, first) || errors.Is(err, second) {
		t.Error(err)
	}
}

// A writer with one error after the other.
type failing []error

func (f *failing) Write([]byte) (int, error) {
	err := (*f)[0]
	*f = (*f)[1:]
	return 0, err
}
