package loadtest

import (
	"os/exec"
	"syscall"
)

// killWithParent sees to it that a process ends with this one, however that ends.
func killWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
