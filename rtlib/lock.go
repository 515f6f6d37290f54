package rtlib

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/mdmp-fortran/mdmp/safefile"
)

// errBusy says that another process has the lock.
var errBusy = errors.New("another process has the lock")

// lock takes the file lock of a name; it waits as long as another process has
// it, or returns errBusy. Where the file system has no locks it returns
// without one (held is false): the rename at the end of a build still decides.
func lock(path string, wait bool) (unlock func(), held bool, err error) {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		f, err := openLock(path)
		if err != nil {
			return nil, false, fmt.Errorf("cache: %w", err)
		}
		err = syscall.Flock(int(f.Fd()), how)
		for err == syscall.EINTR {
			err = syscall.Flock(int(f.Fd()), how)
		}
		if err == syscall.EWOULDBLOCK {
			f.Close()
			return nil, false, errBusy
		}
		// Whoever clears the cache removes the file while we wait for it; then
		// others lock a new one of this name.
		if stillThere(f, path) {
			return func() { f.Close() }, err == nil, nil // closing gives the lock back
		}
		f.Close()
	}
}

// openLock opens or makes the file of a lock. It is for this user alone: who
// can open it can lock it.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if errors.Is(err, syscall.ELOOP) {
		return nil, fmt.Errorf("%s: %w: it is a link", path, safefile.ErrForeign)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = safefile.Mine(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func stillThere(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}

func ownedByUs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
