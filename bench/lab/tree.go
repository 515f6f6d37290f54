package lab

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// termGrace is how long mpiexec has to end its ranks when it is told to;
// killGrace is how long the kernel may take to remove what was killed.
const (
	termGrace = time.Second
	killGrace = 5 * time.Second
)

// process is an identity that survives the reuse of process numbers.
type process struct {
	pid, parent int
	start       string // ticks since boot
}

// endTree ends a process and all its descendants: politely first, so that
// mpiexec can remove its own files, then by force. The processes are noted
// before the first signal, because afterwards orphans have lost their parent.
func endTree(root int) {
	tree := descendants(root)
	_ = syscall.Kill(root, syscall.SIGTERM)
	waitGone(tree, termGrace)
	tree = append(tree, descendants(root)...)
	for _, p := range tree {
		if p.alive() {
			_ = syscall.Kill(p.pid, syscall.SIGKILL) // it may end by itself meanwhile
		}
	}
	waitGone(tree, killGrace)
}

// waitGone waits until none of the processes is left, or the time is over.
func waitGone(tree []process, most time.Duration) {
	for deadline := time.Now().Add(most); time.Now().Before(deadline) && anyAlive(tree); {
		time.Sleep(20 * time.Millisecond)
	}
}

// descendants lists a process and everything below it.
func descendants(root int) []process {
	children := map[int][]process{}
	var tree []process
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := readProcess(pid); ok {
			children[p.parent] = append(children[p.parent], p)
			if pid == root {
				tree = append(tree, p)
			}
		}
	}
	for i := 0; i < len(tree); i++ {
		tree = append(tree, children[tree[i].pid]...)
	}
	return tree
}

// readProcess reads /proc/<pid>/stat; a zombie does not count.
func readProcess(pid int) (process, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return process{}, false
	}
	// The command name, in brackets, may hold anything: count from behind it.
	f := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	const state, parent, start = 0, 1, 19
	if len(f) <= start || string(f[state]) == "Z" {
		return process{}, false
	}
	ppid, err := strconv.Atoi(string(f[parent]))
	return process{pid: pid, parent: ppid, start: string(f[start])}, err == nil
}

func (p process) alive() bool {
	now, ok := readProcess(p.pid)
	return ok && now.start == p.start
}

func anyAlive(tree []process) bool {
	for _, p := range tree {
		if p.alive() {
			return true
		}
	}
	return false
}
