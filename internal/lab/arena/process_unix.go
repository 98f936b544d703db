//go:build unix

package arena

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup gives a command a process group of its own, so that whatever it
// starts can be ended with it, and an interrupt from the keyboard reaches it
// only through us.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a command that was started and all it started.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error means that nothing is left
}

// lock makes a file one process's own until it closes it, and reports whether it
// is another's. Where files cannot be locked it is nobody's.
func lock(f *os.File) (busy bool) {
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
