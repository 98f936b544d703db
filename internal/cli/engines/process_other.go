//go:build !unix

package engines

import "os/exec"

// ownGroup does nothing on this system.
func ownGroup(*exec.Cmd) {}

// killGroup kills a started command.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // an error means that it has ended
}
