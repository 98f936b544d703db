package diminuendo_test

import (
	"fmt"
	"strconv"
	"strings"
)

// fen writes the position.
func (p *twinPosition) fen() string {
	var b strings.Builder
	empty := 0
	for i, c := range twinSquares {
		if i > 0 && c.x != twinSquares[i-1].x {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
			b.WriteByte('/')
		}
		if p.piece(c) == 0 {
			empty++
			continue
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		empty = 0
		b.WriteByte(p.piece(c))
	}
	if empty > 0 {
		b.WriteString(strconv.Itoa(empty))
	}
	color := "b"
	if p.white {
		color = "w"
	}
	return fmt.Sprintf("%s %s - - %d %d", b.String(), color, p.halfmoves, p.fullmove)
}

// twinRead reads a FEN that a game wrote: it trusts it.
func twinRead(fen string) (*twinPosition, error) {
	p := &twinPosition{}
	var board, color, rights, enPassant string
	if _, err := fmt.Sscan(fen, &board, &color, &rights, &enPassant, &p.halfmoves, &p.fullmove); err != nil {
		return nil, err
	}
	i := 0
	for _, c := range []byte(board) {
		switch {
		case c == '/':
		case c >= '1' && c <= '8':
			i += int(c - '0')
		default:
			p.put(twinSquares[i], c)
			i++
		}
	}
	p.white = color == "w"
	return p, nil
}
