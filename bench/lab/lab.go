// Package lab is a cluster on one machine: hosts that are network namespaces,
// joined by a wire whose speed is an option, and the means to run an MPI
// program on them.
//
// The idea. Overlap of communication and computation can only be seen where
// communication takes time and the processors are free meanwhile. Shared memory
// has neither: a message is a copy made by the same core. A namespace with one
// end of a veth pair in it is a host as far as an MPI library can tell, and a
// token bucket on its interface is a network card of that speed. So two ranks
// on two cores see a wire of, say, 1 Gbit/s, with the kernel's real TCP on it.
//
// Two hosts are joined by one veth pair. More hosts each have a pair to a
// bridge, and the bridge sits in a namespace of its own: nothing of the lab is
// visible outside its namespaces, and several labs can exist side by side as
// long as their names differ.
//
//	<name>-h0  10.77.0.1 ---- veth, tbf at both ends ---- 10.77.0.2  <name>-h1
//
// A host's outgoing traffic is shaped, its incoming traffic is not: a host
// that hears from many others at once hears them faster than a real network
// card would allow. Pipelines and halo exchanges on a line do not do that.
//
// Three things make the figures trustworthy. Segments handed to the shaper are
// kept small (GSO limits), else shaping alone takes a whole core and nothing
// overlaps. MPI is told to use TCP only, else it finds the shared memory that
// the hosts secretly have in common. And every run has a time limit and is
// cleaned up as a process tree, because MPI programs that fail tend to stay.
//
// The bucket holds 16 KB: a shorter message after an idle moment travels free.
// Judge the wire with messages of 128 KB and more.
package lab

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
)

// DefaultName is the name of the lab that "make lab" builds.
const DefaultName = "mdmp-lab"

// MaxHosts is how many hosts a lab may have.
const MaxHosts = 64

// stateRoot is where labs leave their state, out of reach of the next boot.
const stateRoot = "/run/mdmp-lab"

// Config says what a lab looks like.
type Config struct {
	Name  string `json:"name"`  // first part of all namespace names
	Hosts int    `json:"hosts"` // 2 or more
	Rate  string `json:"rate"`  // of each host's outgoing traffic, as tc writes it: "1gbit", "200mbit"
	Burst string `json:"burst"` // size of the token bucket, "16k"
}

// Default is two hosts at 1 Gbit/s.
func Default() Config {
	return Config{Name: DefaultName, Hosts: 2, Rate: "1gbit", Burst: "16k"}
}

var (
	nameForm  = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)
	rateForm  = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)([kmg])bit$`)
	burstForm = regexp.MustCompile(`^[0-9]+k?$`)
)

// Check reports the first thing about c that cannot be built.
func (c Config) Check() error {
	if !nameForm.MatchString(c.Name) {
		return fmt.Errorf("lab name %q: want a lower-case letter, then up to 39 letters, digits and dashes", c.Name)
	}
	if c.Hosts < 2 || c.Hosts > MaxHosts {
		return fmt.Errorf("%d hosts: want 2 to %d", c.Hosts, MaxHosts)
	}
	if _, err := c.BitsPerSecond(); err != nil {
		return err
	}
	if !burstForm.MatchString(c.Burst) {
		return fmt.Errorf("burst %q: want bytes or kilobytes, as in 16k", c.Burst)
	}
	return nil
}

// BitsPerSecond is the rate as a number.
func (c Config) BitsPerSecond() (float64, error) {
	m := rateForm.FindStringSubmatch(c.Rate)
	if m == nil {
		return 0, fmt.Errorf("rate %q: want a number and kbit, mbit or gbit, as in 200mbit", c.Rate)
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil || v == 0 {
		return 0, fmt.Errorf("rate %q: want a number above 0", c.Rate)
	}
	return v * map[string]float64{"k": 1e3, "m": 1e6, "g": 1e9}[m[2]], nil
}

// Host is the namespace of host i.
func (c Config) Host(i int) string { return fmt.Sprintf("%s-h%d", c.Name, i) }

// Switch is the namespace of the bridge that joins more than two hosts.
func (c Config) Switch() string { return c.Name + "-sw" }

// Address is the address of host i on the wire.
func (c Config) Address(i int) string { return fmt.Sprintf("10.77.0.%d", i+1) }

// Subnet holds all addresses of the lab.
func (c Config) Subnet() string { return "10.77.0.0/24" }

// dir is the folder of the lab's state.
func (c Config) dir() string { return filepath.Join(stateRoot, c.Name) }

// owns reports whether a namespace belongs to the lab, going by its name alone,
// so that remains of a lab that was never finished are found as well.
func (c Config) owns(namespace string) bool {
	form := regexp.MustCompile(`^` + regexp.QuoteMeta(c.Name) + `-(h[0-9]+|sw)$`)
	return form.MatchString(namespace)
}
