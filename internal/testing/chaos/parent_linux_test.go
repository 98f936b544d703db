package chaos

import (
	"os/exec"
	"syscall"
)

// killWithParent makes the system kill a process when this one ends in any way, even if the
// process is stopped.
func killWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
