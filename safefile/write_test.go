package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// What cannot be written, and what the error says: the name asked for, never
// that of a temporary file.
func TestWriteError(t *testing.T) {
	for _, test := range []struct {
		name string // in a folder that has a file and a folder
		want error
	}{
		{"none/file", syscall.ENOENT},
		{"file/below", syscall.ENOTDIR},
		{"folder", syscall.EISDIR},
		{strings.Repeat("x", 255), syscall.ENAMETOOLONG}, // there is no room for a temporary name
	} {
		dir := t.TempDir()
		if err := errors.Join(os.WriteFile(dir+"/file", nil, 0o600), os.Mkdir(dir+"/folder", 0o700)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, test.name)
		err := Write(path, []byte("x"), 0o666)
		var about *fs.PathError
		if !errors.As(err, &about) || about.Path != path || !errors.Is(err, test.want) {
			t.Errorf("%v, want %v about %s", err, test.want, path)
		}
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 2 {
			t.Errorf("%s: left behind %v, %v", test.name, list, err)
		}
	}
	path := filepath.Join(t.TempDir(), "none", "file")
	err := Write(path, []byte("x"), 0o666)
	if want := "write " + path + ": no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// The library's errors name its temporary file, in one of three ways.
func TestAbout(t *testing.T) {
	for _, err := range []error{
		&fs.PathError{Op: "open", Path: "/d/.file123", Err: syscall.EIO},
		&os.LinkError{Op: "rename", Old: "/d/.file123", New: "/d/file", Err: syscall.EIO},
		fmt.Errorf("wrapped: %w", &fs.PathError{Op: "chmod", Path: "/d/.file123", Err: syscall.EIO}),
		syscall.EIO,
	} {
		got := about("/d/file", err)
		if want := "write /d/file: input/output error"; got.Error() != want || !errors.Is(got, syscall.EIO) {
			t.Errorf("%v: %v, want %s", err, got, want)
		}
	}
}

// A folder in which no file may be made: what is there is written through.
func TestWriteThrough(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(path, []byte("old and longer"), 0o600), os.Chmod(dir, 0o500)); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new"), 0o666); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
	if err := errors.Join(os.Chmod(path, 0o400), os.Chmod(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		t.Skip("root may write all files")
	}
	if err := Write(path, []byte("newer"), 0o666); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a file that may not be written: %v", err)
	}
}
