package tablebase

import (
	"bytes"
	"errors"
	"math/bits"

	"github.com/wane-chess/wane/internal/message"
)

// inflation unpacks a DEFLATE stream (RFC 1951).
type inflation struct {
	in   []byte // not yet in held
	held uint64 // the next bits, from the lowest
	bits uint   // how many are in held
	out  []byte
	size int
	err  error
}

var errPacked = errors.New("unpack: invalid data: rebuild the file")

// inflate unpacks a stream of that many bytes.
func inflate(packed []byte, size int) ([]byte, error) {
	s := &inflation{in: packed, out: make([]byte, 0, size), size: size}
	for last := 0; last == 0 && s.err == nil; {
		last = s.take(1)
		switch s.take(2) {
		case 0:
			s.stored()
		case 1:
			s.block(fixedSymbols(), newHuffman(bytes.Repeat([]byte{5}, 30)))
		case 2:
			s.block(s.codes())
		default:
			s.err = errPacked
		}
	}
	if s.err == nil && len(s.out) < size {
		s.err = message.Errorf("%d entries, expected %d: rebuild the file", len(s.out), size)
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.out, nil
}

// fixedSymbols returns the fixed code of literals and lengths.
func fixedSymbols() huffman {
	lengths := make([]byte, 288)
	for i := range lengths {
		switch {
		case i < 144, i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	return newHuffman(lengths)
}

// fill holds at least n bits, unless the input ends.
func (s *inflation) fill(n uint) {
	for ; s.bits < n && len(s.in) > 0; s.in = s.in[1:] {
		s.held |= uint64(s.in[0]) << s.bits
		s.bits += 8
	}
}

// take reads a number of n bits.
func (s *inflation) take(n uint) int {
	s.fill(n)
	if s.bits < n {
		s.err = errPacked
		return 0
	}
	v := s.held & (1<<n - 1)
	s.held >>= n
	s.bits -= n
	return int(v)
}

// put appends a byte.
func (s *inflation) put(b byte) {
	if len(s.out) == s.size {
		s.err = message.Errorf("more than %d entries: rebuild the file", s.size)
		return
	}
	s.out = append(s.out, b)
}

// stored reads a block that is not packed.
func (s *inflation) stored() {
	s.take(s.bits % 8)
	n := s.take(16)
	if s.take(16) != n^0xffff {
		s.err = errPacked
	}
	for range n {
		if s.err != nil {
			return
		}
		s.put(byte(s.take(8)))
	}
}

// huffman is a prefix code. It is indexed with as many of the next bits as its longest
// word has; an element is 16 times the symbol and the length of its word, or 0.
type huffman []uint16

// newHuffman makes the code whose words have these lengths, of which 0 is none. It is nil
// if there is none.
func newHuffman(lengths []byte) huffman {
	var count, next [17]int
	longest := 0
	for _, n := range lengths {
		longest = max(longest, int(n))
		count[n]++
	}
	count[0] = 0
	for n := 1; n <= longest; n++ {
		next[n+1] = (next[n] + count[n]) << 1
	}
	if next[longest+1] > 2<<longest {
		return nil
	}
	h := make(huffman, 1<<longest)
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		word := int(bits.Reverse16(uint16(next[n])) >> (16 - n)) //nolint:gosec // it has n bits
		next[n]++
		for i := word; i < len(h); i += 1 << n {
			h[i] = uint16(symbol<<4) | uint16(n) //nolint:gosec // symbols are less than 288
		}
	}
	return h
}

// symbol reads a symbol.
func (s *inflation) symbol(h huffman) int {
	s.fill(15)
	if len(h) == 0 {
		s.err = errPacked
		return 0
	}
	found := h[s.held&uint64(len(h)-1)]
	n := uint(found & 15)
	if n == 0 || n > s.bits {
		s.err = errPacked
		return 0
	}
	s.held >>= n
	s.bits -= n
	return int(found >> 4)
}

// codes reads the codes of a block.
func (s *inflation) codes() (symbols, distances huffman) {
	const order = "\x10\x11\x12\x00\x08\x07\x09\x06\x0a\x05\x0b\x04\x0c\x03\x0d\x02\x0e\x01\x0f"
	literals, all := s.take(5)+257, s.take(5)+1
	all += literals
	short := make([]byte, len(order))
	for i := range s.take(4) + 4 {
		short[order[i]] = byte(s.take(3))
	}
	code := newHuffman(short)
	lengths := make([]byte, 0, 320)
	for len(lengths) < all && s.err == nil {
		symbol, repeated, times := s.symbol(code), byte(0), 1
		switch {
		case symbol < 16:
			repeated = byte(symbol)
		case symbol == 16 && len(lengths) == 0:
			s.err = errPacked
		case symbol == 16:
			repeated, times = lengths[len(lengths)-1], 3+s.take(2)
		case symbol == 17:
			times = 3 + s.take(3)
		default:
			times = 11 + s.take(7)
		}
		for range times {
			lengths = append(lengths, repeated)
		}
	}
	if len(lengths) != all {
		s.err = errPacked
		return nil, nil
	}
	return newHuffman(lengths[:literals]), newHuffman(lengths[literals:])
}

// block reads the symbols of a packed block.
func (s *inflation) block(symbols, distances huffman) {
	for s.err == nil {
		symbol := s.symbol(symbols)
		switch {
		case s.err != nil || symbol == 256:
			return
		case symbol < 256:
			s.put(byte(symbol))
			continue
		}
		length := 258
		if symbol -= 257; symbol > 28 {
			s.err = errPacked
		} else if symbol < 28 {
			length = 3 + s.stepped(symbol, 4)
		}
		symbol = s.symbol(distances)
		distance := 1 + s.stepped(symbol, 2)
		if symbol > 29 || distance > len(s.out) {
			s.err = errPacked
		}
		for ; length > 0 && s.err == nil; length-- {
			s.put(s.out[len(s.out)-distance])
		}
	}
}

// stepped returns the number that a symbol and the bits behind it are: the first symbols
// have none, and each so many further symbols one more.
func (s *inflation) stepped(symbol, steps int) int {
	if symbol < 2*steps {
		return symbol
	}
	extra := symbol/steps - 1
	return (steps+symbol%steps)<<extra + s.take(uint(extra)) //nolint:gosec // it is small
}
