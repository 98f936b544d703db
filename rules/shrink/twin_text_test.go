package shrink_test

import (
	"fmt"
	"strconv"
	"strings"
)

// fen writes the position.
func (p *twinPosition) fen() string {
	var b strings.Builder
	for row := p.rows - 1; row >= 0; row-- {
		empty := 0
		for col := range p.cols {
			if p.at[row][col] == ' ' {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
			b.WriteByte(p.at[row][col])
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	color, rights, passed := "b", "-", "-"
	if p.white {
		color = "w"
	}
	if p.rights != "" {
		rights = p.rights
	}
	// Named only if a pawn of the side to move stands where it could take.
	for _, dcol := range []int{-1, 1} {
		taker := twinSquare{p.passed.col + dcol, p.passed.row - twinForward(p.white)}
		if p.passed != twinNowhere && p.exists(taker) && twinKind(p.piece(taker)) == 'p' && twinOwn(p.piece(taker), p.white) {
			passed = p.passed.name()
		}
	}
	return fmt.Sprintf("%s %s %s %s %d %d", b.String(), color, rights, passed, p.halfmoves, p.fullmove)
}

// twinRead reads a FEN that a game wrote: it trusts it.
func twinRead(fen string) (*twinPosition, error) {
	p := &twinPosition{passed: twinNowhere}
	var board, color, rights, passed string
	if _, err := fmt.Sscan(fen, &board, &color, &rights, &passed, &p.halfmoves, &p.fullmove); err != nil {
		return nil, err
	}
	rows := strings.Split(board, "/")
	p.rows = len(rows)
	for i, text := range rows {
		col := 0
		for _, c := range []byte(text) {
			n := 1
			if c >= '1' && c <= '8' {
				c, n = ' ', int(c-'0')
			}
			for range n {
				p.at[p.rows-1-i][col] = c
				col++
			}
		}
		p.cols = col
	}
	p.white = color == "w"
	if rights != "-" {
		p.rights = rights
	}
	if passed != "-" {
		p.passed = twinSquare{int(passed[0] - 'a'), int(passed[1] - '1')}
	}
	return p, nil
}
