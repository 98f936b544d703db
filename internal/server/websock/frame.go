package websock

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/gobwas/ws"
)

// CloseError is why a connection ends.
type CloseError struct {
	Code     ws.StatusCode // ws.StatusNoStatusRcvd: the close frame has none
	Reason   string
	received bool // from the peer; otherwise this end closes
}

// Error implements error.
func (e *CloseError) Error() string {
	if e.received {
		return fmt.Sprintf("the peer closed the connection: status %d %s", e.Code, e.Reason)
	}
	return fmt.Sprintf("closed the connection: status %d %s", e.Code, e.Reason)
}

// Received reports whether the peer closed the connection.
func (e *CloseError) Received() bool { return e.received }

// body is the payload of the close frame.
func (e *CloseError) body() []byte {
	if e.Code == ws.StatusNoStatusRcvd {
		return nil
	}
	return ws.NewCloseFrameBody(e.Code, e.Reason)
}

// violation is the error of a peer that violates the protocol.
func violation(err error) error {
	return &CloseError{Code: ws.StatusProtocolError, Reason: err.Error()}
}

// parseClose parses the payload of a close frame.
func parseClose(b []byte) (*CloseError, error) {
	if len(b) == 0 {
		return &CloseError{Code: ws.StatusNoStatusRcvd, received: true}, nil
	}
	code, reason := ws.ParseCloseFrameData(b)
	if err := ws.CheckCloseFrameData(code, reason); err != nil {
		return nil, violation(err)
	}
	return &CloseError{Code: code, Reason: reason, received: true}, nil
}

// parseHeader parses the header of a frame, n bytes. If it is incomplete, n is 0.
func parseHeader(b []byte) (h ws.Header, n int, err error) {
	r := bytes.NewReader(b)
	h, err = ws.ReadHeader(r)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return h, 0, nil
	case err != nil:
		return h, 0, violation(err)
	}
	return h, len(b) - r.Len(), nil
}

// appendFrame appends a whole frame, masked unless the mask is zero.
func appendFrame(b []byte, op ws.OpCode, payload []byte, mask [4]byte) []byte {
	w := bytes.NewBuffer(b)
	// a buffer takes all
	_ = ws.WriteHeader(w,
		ws.Header{Fin: true, OpCode: op, Masked: mask != [4]byte{}, Mask: mask, Length: int64(len(payload))})
	_, _ = w.Write(payload)
	b = w.Bytes()
	if mask != [4]byte{} {
		ws.Cipher(b[len(b)-len(payload):], mask, 0)
	}
	return b
}
