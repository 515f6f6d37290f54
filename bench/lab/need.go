package lab

import (
	"errors"
	"os"
	"os/exec"
)

// Errors of Available.
var (
	ErrNotRoot = errors.New("the lab needs root, because it creates network namespaces: " +
		"run it with sudo, or in a container that has CAP_SYS_ADMIN and CAP_NET_ADMIN")
	ErrNoIproute = errors.New("the lab needs the commands ip and tc: install iproute2 " +
		"(Debian and Ubuntu: apt-get install iproute2)")
	ErrNoUnshare = errors.New("the lab needs the command unshare: install util-linux")
)

// Available reports why no lab can be built on this machine, or nil.
func Available() error {
	for _, tool := range []string{"ip", "tc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return ErrNoIproute
		}
	}
	if _, err := exec.LookPath("unshare"); err != nil {
		return ErrNoUnshare
	}
	if os.Geteuid() != 0 {
		return ErrNotRoot
	}
	return nil
}
