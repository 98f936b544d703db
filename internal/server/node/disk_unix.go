//go:build linux || darwin || freebsd

package node

import "syscall"

// freeBytes returns how many bytes of the disk of a directory programs may use.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	err := syscall.Statfs(dir, &s)
	return uint64(s.Bavail) * uint64(s.Bsize), err //nolint:gosec,unconvert // the types differ between systems
}
