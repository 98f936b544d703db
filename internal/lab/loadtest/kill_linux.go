package loadtest

import (
	"os/exec"
	"syscall"
)

// killWithParent makes the system kill a process when this one ends in any way.
func killWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
