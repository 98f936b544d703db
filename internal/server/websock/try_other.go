//go:build !unix

package websock

import "errors"

// canTry is whether tryRead and trySend work.
const canTry = false

var errWouldBlock = errors.New("would block")

func tryRead(uintptr, []byte) (int, error) { return 0, errWouldBlock }
func trySend(uintptr, []byte) (int, error) { return 0, nil }
