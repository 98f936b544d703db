//go:build !linux && !darwin && !freebsd

package node

import "errors"

// freeBytes returns how many bytes of the disk of a directory programs may use.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
