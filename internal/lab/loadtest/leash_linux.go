package loadtest

import (
	"os/exec"
	"syscall"
)

// leash sees to it that a process ends with this one, however that ends.
func leash(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
