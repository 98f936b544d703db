//go:build unix

package engines

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a command in a new process group, so that killGroup ends what it
// starts too, and Ctrl+C in the terminal does not reach it directly.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a started command and all that it started.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error means that all have ended
}
