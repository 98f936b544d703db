package websock

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// Kinds of frames.
const (
	opContinuation = 0x0
	opText         = 0x1
	opBinary       = 0x2
	opClose        = 0x8
	opPing         = 0x9
	opPong         = 0xa
)

// Status codes of a close frame.
const (
	StatusNormal      = 1000
	StatusGoingAway   = 1001
	StatusProtocol    = 1002
	StatusNone        = 1005 // the frame has none
	StatusInvalidText = 1007
	StatusPolicy      = 1008
	StatusTooBig      = 1009
)

const (
	maxHeader  = 14
	maxControl = 125 // bytes of a control frame
)

// CloseError is why a connection ends.
type CloseError struct {
	Code     int
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
	if e.Code == StatusNone {
		return nil
	}
	return append(binary.BigEndian.AppendUint16(nil, uint16(e.Code)), e.Reason...) //nolint:gosec // 1000–4999
}

func protocolError(reason string) error { return &CloseError{Code: StatusProtocol, Reason: reason} }

// parseClose parses the payload of a close frame.
func parseClose(b []byte) (*CloseError, error) {
	if len(b) == 0 {
		return &CloseError{Code: StatusNone, received: true}, nil
	}
	if len(b) == 1 || !utf8.Valid(b[2:]) {
		return nil, protocolError("a close frame is invalid")
	}
	code := int(binary.BigEndian.Uint16(b))
	if code < 1000 || code == 1004 || code == StatusNone || code == 1006 || code == 1015 || code >= 1016 && code < 3000 || code > 4999 {
		return nil, protocolError("a close frame has an invalid status")
	}
	return &CloseError{Code: code, Reason: string(b[2:]), received: true}, nil
}

// header is that of a frame.
type header struct {
	final, masked bool
	op            byte
	length        int
	key           [4]byte
}

func (h header) control() bool { return h.op >= opClose }

// parseHeader parses the header of a frame, n bytes. If it is incomplete, n is 0.
func parseHeader(b []byte) (h header, n int, err error) {
	if len(b) < 2 {
		return h, 0, nil
	}
	h = header{final: b[0]&0x80 != 0, op: b[0] & 0xf, masked: b[1]&0x80 != 0}
	known := h.op <= opBinary || h.op >= opClose && h.op <= opPong
	length := uint64(b[1] & 0x7f)
	switch {
	case b[0]&0x70 != 0:
		return h, 0, protocolError("a frame has reserved bits")
	case !known:
		return h, 0, protocolError("a frame is of an unknown kind")
	case h.control() && (!h.final || length > maxControl):
		return h, 0, protocolError("a control frame is too long, or a fragment")
	}
	n = 2
	switch length {
	case 126:
		if len(b) < 4 {
			return h, 0, nil
		}
		length, n = uint64(binary.BigEndian.Uint16(b[2:])), 4
	case 127:
		if len(b) < 10 {
			return h, 0, nil
		}
		length, n = binary.BigEndian.Uint64(b[2:]), 10
	}
	if length > maxLength {
		return h, 0, &CloseError{Code: StatusTooBig, Reason: "the message is too long"}
	}
	h.length = int(length) //nolint:gosec // bounded above
	if h.masked {
		if len(b) < n+4 {
			return h, 0, nil
		}
		n += copy(h.key[:], b[n:n+4])
	}
	return h, n, nil
}

// maxLength bounds lengths, so that sums of them do not overflow.
const maxLength = 1 << 30

// serverHeader is the length of the header of a server's frame.
func serverHeader(length int) int {
	switch {
	case length < 126:
		return 2
	case length < 1<<16:
		return 4
	}
	return 10
}

// appendHeader appends the header of a frame without a mask.
func appendHeader(b []byte, op byte, length int) []byte {
	b = append(b, 0x80|op)
	switch serverHeader(length) {
	case 2:
		return append(b, byte(length))
	case 4:
		return binary.BigEndian.AppendUint16(append(b, 126), uint16(length)) //nolint:gosec // checked above
	}
	return binary.BigEndian.AppendUint64(append(b, 127), uint64(length)) //nolint:gosec // not negative
}

// appendMaskedHeader appends the header of a frame with a mask.
func appendMaskedHeader(b []byte, op byte, length int, key [4]byte) []byte {
	at := len(b) + 1
	b = appendHeader(b, op, length)
	b[at] |= 0x80
	return append(b, key[:]...)
}

// mask masks bytes, or unmasks them.
func mask(b []byte, key [4]byte) {
	word := uint64(binary.LittleEndian.Uint32(key[:]))
	word |= word << 32
	for len(b) >= 8 {
		binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)^word)
		b = b[8:]
	}
	for i := range b {
		b[i] ^= key[i&3]
	}
}
