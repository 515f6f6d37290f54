package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// workdir is the private folder of one compilation. A lock on the folder says
// that its owner lives: what a killed wrapper left (SIGKILL, power) is removed
// by the next one.
type workdir struct {
	path string
	lock *os.File
	next int // number of the next source
}

// workPrefix begins the names of our folders among the temporary files.
func workPrefix() string { return "mdmpf90-" + strconv.Itoa(os.Getuid()) + "-" }

// newWorkdir creates a folder that nobody else can enter.
func newWorkdir() (*workdir, error) {
	sweepWorkdirs()
	path, err := os.MkdirTemp("", workPrefix()) // mode 0700
	if err != nil {
		return nil, fmt.Errorf("temporary folder: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil { // TMPDIR may be relative
		return nil, fmt.Errorf("temporary folder: %w", err)
	}
	w := &workdir{path: path}
	if f, err := os.Open(path); err == nil {
		// Without a lock the folder is as good; it is only swept less surely.
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		w.lock = f
	}
	return w, nil
}

// remove deletes the folder.
func (w *workdir) remove() {
	if w == nil {
		return
	}
	os.RemoveAll(w.path)
	if w.lock != nil {
		w.lock.Close()
	}
}

// sub creates the folder of the next source.
func (w *workdir) sub() (string, error) {
	dir := filepath.Join(w.path, strconv.Itoa(w.next))
	w.next++
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("temporary folder: %w", err)
	}
	return dir, nil
}

// sweepWorkdirs removes folders of this user whose owner is gone.
func sweepWorkdirs() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), workPrefix()+"*")) // the pattern is well-formed
	for _, dir := range left {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < time.Minute {
			continue // the owner may be about to lock it
		}
		if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != os.Getuid() {
			continue
		}
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(dir)
		}
		f.Close()
	}
}
