package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder or file with a mode or an owner, and whether it is believed.
func TestMine(t *testing.T) {
	for _, test := range []struct {
		name  string
		make  func(dir string) (string, error) // returns the folder to look at
		wrong string                           // "" if all is well
	}{
		{"own", func(dir string) (string, error) { return dir, nil }, ""},
		{"group", func(dir string) (string, error) { return dir, os.Chmod(dir, 0o770) }, "mode is 0770"},
		{"everybody", func(dir string) (string, error) { return dir, os.Chmod(dir, 0o777) }, "mode is 0777"},
		{"sticky", func(dir string) (string, error) { return dir, os.Chmod(dir, 0o777|fs.ModeSticky) }, "mode is 0777"},
		{"above", func(dir string) (string, error) {
			sub := filepath.Join(dir, "sub")
			return sub, errors.Join(os.Mkdir(sub, 0o755), os.Chmod(dir, 0o777))
		}, "everybody can write"},
		{"above, sticky", func(dir string) (string, error) {
			sub := filepath.Join(dir, "sub")
			return sub, errors.Join(os.Mkdir(sub, 0o755), os.Chmod(dir, 0o777|fs.ModeSticky))
		}, ""},
		{"linked", func(dir string) (string, error) {
			sub := filepath.Join(dir, "sub")
			return dir + "/link", errors.Join(os.Mkdir(sub, 0o755), os.Chmod(sub, 0o777), os.Symlink("sub", dir+"/link"))
		}, "mode is 0777"},
		{"a file", func(dir string) (string, error) {
			return dir + "/file", os.WriteFile(dir+"/file", nil, 0o644)
		}, "not a directory"},
		{"foreign", func(dir string) (string, error) { return dir, os.Chown(dir, 12345, 12345) }, "belongs to the user 12345"},
	} {
		t.Run(test.name, func(t *testing.T) {
			top := t.TempDir()
			dir := filepath.Join(top, "dir")
			if err := errors.Join(os.Mkdir(dir, 0o755), os.Chmod(dir, 0o755)); err != nil {
				t.Fatal(err)
			}
			path, err := test.make(dir)
			if errors.Is(err, fs.ErrPermission) {
				t.Skip(err) // only root gives files away
			}
			if err != nil {
				t.Fatal(err)
			}
			err = Folder(path)
			switch {
			case test.wrong == "" && err != nil:
				t.Error(err)
			case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
				t.Errorf("%v, want %q", err, test.wrong)
			}
		})
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(path); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := errors.Join(os.Chmod(path, 0o666), os.Symlink("file", dir+"/link")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, dir + "/link"} {
		if _, err := Read(path); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := Read(dir + "/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := Folder(dir + "/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Read("/dev/null"); !errors.Is(err, ErrForeign) {
		t.Errorf("a device: %v", err)
	}
}
