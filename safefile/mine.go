package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrForeign is found in the errors about files and folders that somebody else
// could have changed.
var ErrForeign = errors.New("somebody else can change it")

// Mine returns an error if somebody other than this user and root owns a file
// or folder or can write it, or if it is neither.
func Mine(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() && !info.IsDir() {
		return foreign(path, "it is neither a file nor a folder")
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return foreign(path, "its owner is not known")
	case st.Uid != 0 && int(st.Uid) != os.Geteuid():
		return foreign(path, fmt.Sprintf("it belongs to the user %d", st.Uid))
	case info.Mode().Perm()&0o022 != 0:
		return foreign(path, fmt.Sprintf("its mode is %04o (chmod go-w %s, if nobody has)", info.Mode().Perm(), path))
	}
	return nil
}

func foreign(path, why string) error { return fmt.Errorf("%s: %w: %s", path, ErrForeign, why) }

// Folder returns an error if a folder is not there (fs.ErrNotExist), or if
// somebody else can change what is in it: because of its owner or mode, or by
// putting another one in its place.
func Folder(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	if err := Mine(path, info); err != nil {
		return err
	}
	if real, err = filepath.Abs(real); err != nil {
		return err
	}
	for dir := filepath.Dir(real); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0 {
			return foreign(path, "everybody can write "+dir+" (chmod o-w "+dir+", if nobody has)")
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// Read reads a file that nobody else can have changed. A link is not followed.
func Read(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, foreign(path, "it is a link")
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := Mine(path, info); err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}
