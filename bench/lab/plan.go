package lab

import "strconv"

// wire is the name of the interface inside every host.
const wire = "wire0"

// GSO limits of the wire's ends: at most 10 segments of an Ethernet frame each,
// so that a packet fits the token bucket and the shaper has little to do.
const (
	gsoMaxSize = "15000"
	gsoMaxSegs = "10"
)

// plan is the list of commands that build the lab, in order.
func plan(c Config) [][]string {
	var p [][]string
	do := func(args ...string) { p = append(p, args) }
	for i := range c.Hosts {
		do("ip", "netns", "add", c.Host(i))
		do("ip", "-n", c.Host(i), "link", "set", "lo", "up")
	}
	if c.Hosts == 2 {
		do("ip", "link", "add", wire, "netns", c.Host(0), "type", "veth", "peer", "name", wire, "netns", c.Host(1))
	} else {
		planBridge(c, do)
	}
	for i := range c.Hosts {
		ns := c.Host(i)
		do("ip", "-n", ns, "link", "set", wire, "gso_max_size", gsoMaxSize, "gso_max_segs", gsoMaxSegs)
		do("ip", "-n", ns, "addr", "add", c.Address(i)+"/24", "dev", wire)
		do("ip", "-n", ns, "link", "set", wire, "up")
		do("ip", "netns", "exec", ns, "tc", "qdisc", "add", "dev", wire, "root", "tbf",
			"rate", c.Rate, "burst", c.Burst, "latency", "50ms")
	}
	return p
}

// planBridge adds the switch and a cable from each host to it.
func planBridge(c Config, do func(...string)) {
	sw := c.Switch()
	do("ip", "netns", "add", sw)
	do("ip", "-n", sw, "link", "add", "br0", "type", "bridge")
	do("ip", "-n", sw, "link", "set", "br0", "up")
	for i := range c.Hosts {
		port := "p" + strconv.Itoa(i)
		do("ip", "link", "add", wire, "netns", c.Host(i), "type", "veth", "peer", "name", port, "netns", sw)
		do("ip", "-n", sw, "link", "set", port, "master", "br0", "up")
	}
}
