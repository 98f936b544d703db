package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
)

// Sizes of a socket's buffers, in bytes. What is longer goes past them.
const (
	slimRead  = 512
	slimWrite = 1024
)

// slim is a response whose connection, when it becomes a socket, gets smaller
// buffers than those of requests: what sockets say is mostly short, and thousands
// of them wait.
type slim struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	// What came right behind the request has been read already.
	early := rw.Reader.Buffered()
	r := bufio.NewReaderSize(io.MultiReader(io.LimitReader(rw.Reader, int64(early)), conn), max(slimRead, early))
	if _, err := r.Peek(early); err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(r, bufio.NewWriterSize(conn, slimWrite)), nil
}
