package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// Write writes a file: whole or not at all where it is a plain file or not yet
// there, else through what is there (a link, a device, a pipe). A file that is
// there keeps its mode and its owner; a new one gets what the umask allows of perm.
func Write(path string, text []byte, perm fs.FileMode) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replace(path, text, perm)
	case err != nil:
		return err
	case !replaceable(info):
		return through(path, text, perm)
	}
	// A file that may not be written is not to be replaced either.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	if err := replace(path, text, perm); !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return through(path, text, perm) // no new file may be made in the folder
}

// replaceable tells whether a file renamed over this one could not be told from
// this one written again.
func replaceable(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && info.Mode()&^fs.ModePerm == 0 &&
		st.Nlink == 1 && int(st.Uid) == os.Geteuid() && int(st.Gid) == os.Getegid()
}

// replace writes the file under another name and renames it.
func replace(path string, text []byte, perm fs.FileMode) error {
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithPermissions(perm),
		renameio.WithExistingPermissions())
	if err != nil {
		return about(path, err)
	}
	if _, err = f.Write(text); err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		err = about(path, err)
		if e := f.Cleanup(); e != nil {
			err = fmt.Errorf("%w (and %w)", err, e)
		}
	}
	return err
}

// through writes what stands under a name.
func through(path string, text []byte, perm fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// about makes an error about a temporary name one about the file.
func about(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: "write", Path: path, Err: p.Err}
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return &fs.PathError{Op: "write", Path: path, Err: l.Err}
	}
	return fmt.Errorf("write %s: %w", path, err)
}
