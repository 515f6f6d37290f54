package rtlib

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mdmp-fortran/mdmp/safefile"
)

// What has happened to a cache with one library, and what comes of it: it is
// used, built again or refused.
func TestTrust(t *testing.T) {
	const used, again = "used", "again"
	lib := func(l *Library, name string) string { return filepath.Join(l.Dir, name) }
	for _, test := range []struct {
		name string
		do   func(l *Library) error
		want string // used, again, or a part of the refusal
	}{
		{"nothing", func(*Library) error { return nil }, used},
		{"archive gone", func(l *Library) error { return os.Remove(l.Archive()) }, again},
		{"archive cut", func(l *Library) error { return os.Truncate(l.Archive(), 100) }, again},
		{"archive empty", func(l *Library) error { return os.Truncate(l.Archive(), 0) }, again},
		{"module gone", func(l *Library) error { return os.Remove(lib(l, "mod/mdmp_rt.mod")) }, again},
		{"module folder gone", func(l *Library) error { return os.RemoveAll(l.Modules()) }, again},
		{"notes gone", func(l *Library) error { return os.Remove(lib(l, recordName)) }, again},
		{"notes cut", func(l *Library) error { return os.Truncate(lib(l, recordName), 20) }, again},
		{"notes empty", func(l *Library) error { return os.WriteFile(lib(l, recordName), []byte("{}"), 0o644) }, again},
		{"lock gone", func(l *Library) error { return os.Remove(l.Dir + lockSuffix) }, used},
		{"cache for all", func(l *Library) error { return os.Chmod(filepath.Dir(l.Dir), 0o777) }, "its mode is 0777"},
		{"cache for all, sticky", func(l *Library) error {
			return os.Chmod(filepath.Dir(l.Dir), 0o777|fs.ModeSticky)
		}, "its mode is 0777"},
		{"folder for all", func(l *Library) error { return os.Chmod(l.Dir, 0o777) }, "its mode is 0777"},
		{"folder of the archive for all", func(l *Library) error { return os.Chmod(lib(l, "lib"), 0o777) }, "its mode is 0777"},
		{"archive for all", func(l *Library) error { return os.Chmod(l.Archive(), 0o666) }, "its mode is 0666"},
		{"module for the group", func(l *Library) error { return os.Chmod(lib(l, "mod/mdmp_rt.mod"), 0o664) }, "its mode is 0664"},
		{"archive is a link", func(l *Library) error {
			return errors.Join(os.Rename(l.Archive(), l.Archive()+"x"), os.Symlink("libmdmp.ax", l.Archive()))
		}, "neither a file nor a folder"},
		{"library is a link", func(l *Library) error {
			return errors.Join(os.Rename(l.Dir, l.Dir+"x"), os.Symlink(l.Dir+"x", l.Dir))
		}, "neither a file nor a folder"},
		{"notes are a link", func(l *Library) error {
			return errors.Join(os.Rename(lib(l, recordName), lib(l, "x")), os.Symlink("x", lib(l, recordName)))
		}, "it is a link"},
		{"lock is a link", func(l *Library) error {
			return errors.Join(os.Remove(l.Archive()), os.Remove(l.Dir+lockSuffix), os.Symlink("/tmp/none", l.Dir+lockSuffix))
		}, "it is a link"},
		{"lock for all", func(l *Library) error {
			return errors.Join(os.Remove(l.Archive()), os.Chmod(l.Dir+lockSuffix, 0o666))
		}, "its mode is 0666"},
		{"foreign cache", func(l *Library) error { return os.Chown(filepath.Dir(l.Dir), 12345, 12345) }, "the user 12345"},
		{"foreign folder", func(l *Library) error { return os.Chown(l.Dir, 12345, 12345) }, "the user 12345"},
		{"foreign archive", func(l *Library) error { return os.Chown(l.Archive(), 12345, 12345) }, "the user 12345"},
		{"foreign lock", func(l *Library) error {
			return errors.Join(os.Remove(l.Archive()), os.Chown(l.Dir+lockSuffix, 12345, 12345))
		}, "the user 12345"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			tc := fakes(t, dir)
			b := Builder{Cache: filepath.Join(dir, "cache")}
			l, err := b.Ensure(context.Background(), tc)
			if err != nil {
				t.Fatal(err)
			}
			if err := test.do(l); errors.Is(err, fs.ErrPermission) {
				t.Skip(err) // only root gives files away
			} else if err != nil {
				t.Fatal(err)
			}
			built := false
			b.Fault = func(string) error { built = true; return nil }
			_, err = b.Ensure(context.Background(), tc)
			switch test.want {
			case used, again:
				if err != nil || built != (test.want == again) || l.State() != "" {
					t.Errorf("%v, built %v, %s", err, built, l.State())
				}
			default:
				if !errors.Is(err, safefile.ErrForeign) || !strings.Contains(err.Error(), test.want) || built {
					t.Errorf("%v, built %v", err, built)
				}
			}
			nothingLeft(t, b.Cache)
			// All of it can be cleared.
			if _, _, err := Clear(b.Cache); err != nil {
				t.Error(err)
			}
		})
	}
}

// Whatever the umask, nobody else can write what was built.
func TestUmask(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(dir, "new", "cache")
	tc := fakes(t, dir)
	for range 2 {
		if _, err := (Builder{Cache: cache}).Ensure(context.Background(), tc); err != nil {
			t.Fatal(err)
		}
	}
	err := filepath.WalkDir(filepath.Dir(cache), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o022 != 0 {
			t.Errorf("%s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// What is being built is left alone; who waits for a lock that is cleared
// takes the new one.
func TestClearWhileBuilding(t *testing.T) {
	dir := t.TempDir()
	cache := filepath.Join(dir, "cache")
	cleared := 0
	b := Builder{Cache: cache, Fault: func(string) error {
		removed, left, err := Clear(cache)
		if removed != 0 || left != 1 {
			t.Errorf("removed %d, left %d", removed, left)
		}
		cleared++
		return err
	}}
	l, err := b.Ensure(context.Background(), fakes(t, dir))
	if err != nil || l.State() != "" || cleared == 0 {
		t.Fatalf("%v, %s, cleared %d times", err, l.State(), cleared)
	}
	unlock, _, err := lock(t.Context(), l.Dir+lockSuffix)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(l.Dir + lockSuffix); err != nil {
		t.Fatal(err)
	}
	other, held, err := tryLock(l.Dir + lockSuffix)
	if err != nil || !held {
		t.Fatalf("a new lock: %v", err)
	}
	other()
	unlock()
}

// Who waits for another one's build can be interrupted.
func TestWaitEndsWithContext(t *testing.T) {
	dir := t.TempDir()
	b := Builder{Cache: filepath.Join(dir, "cache")}
	tc := fakes(t, dir)
	if err := os.MkdirAll(b.Cache, 0o755); err != nil {
		t.Fatal(err)
	}
	unlock, held, err := tryLock(b.Where(tc).Dir + lockSuffix)
	if err != nil || !held {
		t.Fatalf("no lock: %v", err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 3*lookAgain)
	defer cancel()
	if _, err := b.Ensure(ctx, tc); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
