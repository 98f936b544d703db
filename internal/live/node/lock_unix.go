//go:build unix

package node

import (
	"errors"
	"os"
	"syscall"
)

// errTaken: another process has the lock.
var errTaken = errors.New("taken")

// lockFile makes a file and locks it for this process, until the file is closed
// or the process dies.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // the error that counts is the other
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errTaken
		}
		return nil, err
	}
	return f, nil
}
