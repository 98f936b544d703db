//go:build !linux

package loadtest

import "os/exec"

// killWithParent does nothing on this system.
func killWithParent(*exec.Cmd) {}
