package measure

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Machine says where figures come from.
type Machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Kernel string `json:"kernel"`
}

// ThisMachine describes the machine as far as the kernel tells.
func ThisMachine() Machine {
	kernel, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	return Machine{CPU: cpuModel(), Cores: runtime.NumCPU(), Kernel: strings.TrimSpace(string(kernel))}
}

func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if k, v, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(k) == "model name" {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}

// Load is how many processors other programs keep busy, seen over a moment.
func Load(ctx context.Context, moment time.Duration) float64 {
	before := busyTicks()
	select {
	case <-ctx.Done():
	case <-time.After(moment):
	}
	const ticksPerSecond = 100 // of /proc/stat, on every Linux
	return (busyTicks() - before) / ticksPerSecond / moment.Seconds()
}

// busyTicks is the time all processors spent working since boot.
func busyTicks() float64 {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	sum := 0.0
	for i, f := range strings.Fields(line) {
		const idle, ioWait = 4, 5
		if i == 0 || i == idle || i == ioWait || i > 8 { // beyond 8: guests, counted before
			continue
		}
		v, _ := strconv.ParseFloat(f, 64)
		sum += v
	}
	return sum
}

// Version is the first line that a tool prints when asked for its version.
func Version(ctx context.Context, argv ...string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).Output()
	line, _, _ := strings.Cut(string(bytes.TrimSpace(out)), "\n")
	if err != nil || line == "" {
		return argv[0] + ": version unknown"
	}
	return line
}
