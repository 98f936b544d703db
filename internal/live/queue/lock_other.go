//go:build !unix

package bus

import "os"

// lockFile makes a file. Nothing is locked on this system.
func lockFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
}
