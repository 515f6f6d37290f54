package safefile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What stands under the name before, and what must hold afterwards.
func TestWrite(t *testing.T) {
	const text = "new\n"
	put := func(t *testing.T, path string, mode fs.FileMode) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte("old and longer\n"), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	mode := func(t *testing.T, path string, want fs.FileMode) {
		t.Helper()
		info, err := os.Lstat(path)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", filepath.Base(path), info.Mode(), err, want)
		}
	}
	for _, test := range []struct {
		name   string
		before func(t *testing.T, path string)
		after  func(t *testing.T, path string)
	}{
		{"nothing", func(*testing.T, string) {}, func(t *testing.T, path string) { mode(t, path, 0o640) }},
		{"mode 0600", func(t *testing.T, path string) { put(t, path, 0o600) },
			func(t *testing.T, path string) { mode(t, path, 0o600) }},
		{"mode 0755", func(t *testing.T, path string) { put(t, path, 0o755) },
			func(t *testing.T, path string) { mode(t, path, 0o755) }},
		{"link", func(t *testing.T, path string) {
			put(t, path+".target", 0o604)
			if err := os.Symlink(filepath.Base(path)+".target", path); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, path string) {
			mode(t, path, fs.ModeSymlink|0o777)
			mode(t, path+".target", 0o604)
		}},
		{"link to nothing", func(t *testing.T, path string) {
			if err := os.Symlink(filepath.Base(path)+".target", path); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, path string) { mode(t, path, fs.ModeSymlink|0o777) }},
		{"second name", func(t *testing.T, path string) {
			put(t, path, 0o644)
			if err := os.Link(path, path+".other"); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, path string) {
			if got, err := os.ReadFile(path + ".other"); string(got) != text {
				t.Errorf("the other name has %q, %v", got, err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			old := syscall.Umask(0o027)
			defer syscall.Umask(old)
			path := filepath.Join(t.TempDir(), "file")
			test.before(t, path)
			if err := Write(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); string(got) != text {
				t.Errorf("%q, %v", got, err)
			}
			test.after(t, path)
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestWritePipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan []byte)
	go func() {
		text, _ := os.ReadFile(path) // what could not be read is missed below
		got <- text
	}()
	if err := Write(path, []byte("through"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text := <-got; !bytes.Equal(text, []byte("through")) {
		t.Errorf("%q came through", text)
	}
}

func TestWriteDevice(t *testing.T) {
	if err := Write("/dev/full", []byte("x"), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("/dev/full: %v", err)
	}
	if err := Write("/dev/null", []byte("x"), 0o666); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Errorf("/dev/null is %v, %v", info.Mode(), err)
	}
}

func TestWriteError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "file")
	err := Write(path, []byte("x"), 0o666)
	if want := "write " + path + ": no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
