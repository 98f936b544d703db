//go:build !unix

package node

import (
	"errors"
	"os"
)

// errTaken: another process has the lock.
var errTaken = errors.New("taken")

// lockFile only makes the file: here nothing keeps a second process away.
func lockFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
}
