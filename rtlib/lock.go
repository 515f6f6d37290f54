package rtlib

import (
	"fmt"
	"os"
	"syscall"
)

// lock takes the file lock of a name; it waits as long as another process has
// it. Where the file system has no locks it returns without one (held is
// false): the rename at the end of a build still decides.
func lock(path string) (unlock func(), held bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			break
		}
	}
	// Closing gives the lock back. The file stays: removing it would let two
	// processes lock two files of one name.
	return func() { f.Close() }, err == nil, nil
}

func ownedByUs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
