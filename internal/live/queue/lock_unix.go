//go:build unix

package queue

import (
	"os"
	"syscall"
)

// lockFile makes a file and locks it for this process, until the file is closed
// or the process dies. Two servers in one directory would spoil each other's
// queues, and notice nothing.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // the error that counts is the other
		return nil, err
	}
	return f, nil
}
