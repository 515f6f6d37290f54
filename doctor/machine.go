package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// system says what machine this is.
func (e *exam) system() {
	name := "an unknown system"
	if text, err := os.ReadFile("/etc/os-release"); err == nil {
		for line := range strings.Lines(string(text)) {
			if v, ok := strings.CutPrefix(strings.TrimSpace(line), "PRETTY_NAME="); ok {
				name = strings.Trim(v, `"`)
			}
		}
	}
	kernel := runtime.GOOS
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		kernel = unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:]) + " " + unix.ByteSliceToString(u.Machine[:])
	}
	user := ""
	if os.Getuid() == 0 {
		user = ", as root"
	}
	e.add("system", OK, fmt.Sprintf("%s, %s, %d processors%s", name, kernel, runtime.NumCPU(), user), "")
}

// folder looks at the cache.
func (e *exam) folder() {
	const name, hint = "cache", "set MDMP_CACHE to a folder of your own that all machines of a job see"
	dir, err := rtlib.CacheDir(e.Getenv)
	if err != nil {
		e.add(name, Missing, err.Error(), hint)
		return
	}
	e.cache = dir
	err = os.MkdirAll(dir, 0o700)
	if err == nil {
		err = safefile.Folder(dir)
	}
	if err != nil {
		e.add(name, Missing, err.Error(), hint)
		return
	}
	list, err := rtlib.Cached(dir)
	if err != nil {
		e.add(name, Missing, err.Error(), hint)
		return
	}
	var bytes int64
	for _, l := range list {
		bytes += l.Size()
	}
	holds := fmt.Sprintf("run times built: %d (%d KB)", len(list), (bytes+1023)/1024)
	if err := writable(dir); err != nil {
		e.add(name, Lacking, fmt.Sprintf("not writable (%v): what is there can be used; %s", err, holds), hint)
		return
	}
	e.add(name, OK, dir+": writable; "+holds, "")
}

func writable(dir string) error {
	f, err := os.CreateTemp(dir, "doctor-*.tmp")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// kernel looks for what page protection (mode paged, the API's messages by pages) and prefetching need.
func (e *exam) kernel() {
	const dispatch = 59 // PR_SET_SYSCALL_USER_DISPATCH; 0 switches off what is off
	switch err := unix.Prctl(dispatch, 0, 0, 0, 0); {
	case runtime.GOARCH != "amd64":
		e.add("page protection", Lacking, "known on x86-64 alone: mode(paged) exchanges plainly here", "")
	case err != nil:
		e.add("page protection", Lacking, "the kernel does not lead system calls back to programs (PR_SET_SYSCALL_USER_DISPATCH: "+err.Error()+
			"): mode(paged) exchanges plainly here", "Linux 5.11 or later has it; some containers forbid it")
	default:
		e.add("page protection", OK, "system calls can be led back to the program", "")
	}
	var from, to [1]byte
	local := []unix.Iovec{{Base: &to[0], Len: 1}}
	remote := []unix.RemoteIovec{{Base: uintptr(unsafe.Pointer(&from[0])), Len: 1}}
	if _, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0); err != nil {
		e.add("prefetching", Lacking, "process_vm_readv: "+err.Error()+": \"mdmp run --prefetch\" fetches nothing here", "some containers forbid it (--cap-add=SYS_PTRACE)")
		return
	}
	e.add("prefetching", OK, "memory can be read without faults (process_vm_readv)", "")
}

// tidy makes a path short for people.
func tidy(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		return path + " (" + real + ")"
	}
	return path
}
