package rtlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/mdmp-fortran/mdmp/safefile"
)

// errBusy says that another process has the lock.
var errBusy = errors.New("another process has the lock")

// lookAgain is how long a wait for a lock looks away. A system call that waits would not end when the context does.
const lookAgain = 50 * time.Millisecond

// lock takes the file lock of a name; it waits as long as another process has it and the context stands. Where the file system has no
// locks it returns without one (held is false): the rename at the end of a build still decides.
func lock(ctx context.Context, path string) (unlock func(), held bool, err error) {
	for {
		unlock, held, err = tryLock(path)
		if !errors.Is(err, errBusy) {
			return unlock, held, err
		}
		select {
		case <-ctx.Done():
			return nil, false, fmt.Errorf("cache: waiting for the lock %s: %w", path, context.Cause(ctx))
		case <-time.After(lookAgain):
		}
	}
}

// tryLock is lock without waiting: errBusy if another process has the lock.
func tryLock(path string) (unlock func(), held bool, err error) {
	for {
		f, err := openLock(path)
		if err != nil {
			return nil, false, fmt.Errorf("cache: %w", err)
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // which never waits, so no signal ends it
		if err == syscall.EWOULDBLOCK {
			f.Close()
			return nil, false, errBusy
		}
		// Whoever clears the cache removes the file while we open it; then
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
