//go:build unix

package websock

import (
	"errors"
	"os"
	"syscall"
)

// canTry is whether tryRead and trySend work.
const canTry = true

// errWouldBlock is the error of tryRead if nothing has arrived.
var errWouldBlock error = syscall.EAGAIN

// tryRead reads without waiting.
func tryRead(fd uintptr, b []byte) (n int, err error) {
	for {
		n, err = syscall.Read(int(fd), b) //nolint:gosec // a file descriptor
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

// trySend sends without waiting.
func trySend(fd uintptr, b []byte) (sent int, err error) {
	for sent < len(b) {
		n, err := syscall.Write(int(fd), b[sent:]) //nolint:gosec // a file descriptor
		switch {
		case n > 0:
			sent += n
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EAGAIN):
			return sent, nil
		case err != nil:
			return sent, os.NewSyscallError("write", err)
		default:
			return sent, nil
		}
	}
	return sent, nil
}
