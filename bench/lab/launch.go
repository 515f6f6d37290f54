package lab

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// MPI is an MPI library, named as Debian's alternatives name it.
type MPI string

// The libraries that the lab knows how to start.
const (
	MPICH   MPI = "mpich"
	OpenMPI MPI = "openmpi"
)

// ParseMPI accepts the names of the libraries.
func ParseMPI(s string) (MPI, error) {
	switch m := MPI(s); m {
	case MPICH, OpenMPI:
		return m, nil
	}
	return "", fmt.Errorf("unknown MPI %q: want mpich or openmpi", s)
}

// Compiler is the library's Fortran wrapper.
func (m MPI) Compiler() string { return "mpifort." + string(m) }

// CompilerOfC is the library's own wrapper of the C compiler.
func (m MPI) CompilerOfC() string { return "mpicc." + string(m) }

// launcher is the library's mpiexec.
func (m MPI) launcher() string { return "mpiexec." + string(m) }

// Job is a program to be started.
type Job struct {
	MPI   MPI
	Ranks int
	Lab   *Config  // nil: all ranks on this machine, over shared memory
	Env   []string // K=V, for all ranks
	Opts  []string // further options of mpiexec
	Argv  []string // program and arguments
}

// Command is the command line and the environment that start the job.
func (j Job) Command() (argv, env []string, err error) {
	if len(j.Argv) == 0 {
		return nil, nil, fmt.Errorf("no program to run")
	}
	if j.Ranks < 1 {
		return nil, nil, fmt.Errorf("%d ranks: want 1 or more", j.Ranks)
	}
	switch {
	case j.Lab == nil && j.MPI == MPICH:
		argv = j.localMPICH()
	case j.Lab == nil:
		argv = j.localOpenMPI()
	case j.MPI == MPICH:
		argv, env = j.labMPICH()
	default:
		argv = j.labOpenMPI()
	}
	argv = append(argv, j.Opts...)
	argv = append(argv, "-n", strconv.Itoa(j.Ranks))
	return append(argv, j.Argv...), append(env, j.Env...), nil
}

// crowded reports whether ranks have to share processors.
func (j Job) crowded() bool { return j.Ranks > runtime.NumCPU() }

// perHost is how many ranks each host gets.
func (j Job) perHost() int { return (j.Ranks + j.Lab.Hosts - 1) / j.Lab.Hosts }

// used is how many of the hosts have ranks.
func (j Job) used() int { return (j.Ranks + j.perHost() - 1) / j.perHost() }

func (j Job) localMPICH() []string {
	argv := []string{j.MPI.launcher()}
	if !j.crowded() {
		argv = append(argv, "-bind-to", "core")
	}
	return argv
}

func (j Job) localOpenMPI() []string {
	argv := append([]string{j.MPI.launcher()}, j.openMPICommon()...)
	if j.crowded() {
		return append(argv, "--bind-to", "none", "--oversubscribe")
	}
	return append(argv, "--bind-to", "core")
}

// openMPICommon is what Open MPI needs wherever it runs.
func (j Job) openMPICommon() []string {
	var argv []string
	if os.Geteuid() == 0 {
		argv = append(argv, "--allow-run-as-root")
	}
	if j.crowded() {
		argv = append(argv, "--mca", "mpi_yield_when_idle", "1")
	}
	for _, kv := range j.Env {
		name, _, _ := strings.Cut(kv, "=")
		argv = append(argv, "-x", name)
	}
	return argv
}

// labMPICH keeps UCX on TCP: left alone it finds the shared memory that the
// hosts really have in common and skips the wire.
func (j Job) labMPICH() (argv, env []string) {
	var hosts []string
	for i := range j.used() {
		hosts = append(hosts, j.Lab.Address(i))
	}
	argv = append(j.inFirstHost(), j.MPI.launcher(), "-launcher", "rsh", "-launcher-exec", j.Lab.agent(),
		"-hosts", strings.Join(hosts, ","), "-ppn", strconv.Itoa(j.perHost()))
	return argv, []string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=all"}
}

// labOpenMPI unbinds the ranks: every host looks like the whole machine, so
// bound ranks would all sit on core 0.
func (j Job) labOpenMPI() []string {
	var hosts []string
	for i := range j.used() {
		hosts = append(hosts, j.Lab.Address(i)+":"+strconv.Itoa(j.perHost()))
	}
	argv := append(j.inFirstHost(), j.MPI.launcher())
	argv = append(argv, j.openMPICommon()...)
	return append(argv, "--bind-to", "none", "--map-by", "slot",
		"--mca", "plm_rsh_agent", j.Lab.agent(),
		"--mca", "orte_tmpdir_base", filepath.Join(j.Lab.dir(), "tmp"),
		"--mca", "btl", "tcp,self",
		"--mca", "btl_tcp_if_include", j.Lab.Subnet(),
		"--mca", "oob_tcp_if_include", j.Lab.Subnet(),
		"-host", strings.Join(hosts, ","))
}

func (j Job) inFirstHost() []string {
	return []string{"ip", "netns", "exec", j.Lab.Host(0)}
}

// agent is the remote shell of the lab.
func (c Config) agent() string { return filepath.Join(c.dir(), "rsh") }

// agentScript is a remote shell that enters a namespace instead of calling a
// host. A host name of its own keeps the libraries from taking the hosts for
// one and the same.
func agentScript(c Config) []byte {
	var b bytes.Buffer
	b.WriteString("#!/bin/sh\n# Remote shell of the lab: rsh [options] host command...\n")
	b.WriteString("while [ $# -gt 0 ]; do\n  case $1 in\n    -l|-p|-o|-i) shift 2 ;;\n    -*) shift ;;\n    *) break ;;\n  esac\ndone\n")
	b.WriteString("host=$1\nshift\ncase $host in\n")
	for i := range c.Hosts {
		fmt.Fprintf(&b, "  %s) ns=%s ;;\n", c.Address(i), c.Host(i))
	}
	b.WriteString("  *) echo \"lab: there is no host $host\" >&2; exit 1 ;;\nesac\n")
	b.WriteString("exec ip netns exec \"$ns\" unshare --uts sh -c \"hostname $ns; $*\"\n")
	return b.Bytes()
}
