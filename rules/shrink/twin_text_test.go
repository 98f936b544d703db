package shrink_test

import (
	"fmt"
	"strconv"
	"strings"
)

// fen writes the position.
func (p *twinPosition) fen() string {
	var b strings.Builder
	for rank := p.ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range p.files {
			if p.at[rank][file] == ' ' {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
			b.WriteByte(p.at[rank][file])
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	color, rights, enPassant := "b", "-", "-"
	if p.white {
		color = "w"
	}
	if p.rights != "" {
		rights = p.rights
	}
	// Named only if a pawn of the side to move attacks it.
	for _, dfile := range []int{-1, 1} {
		pawn := twinSquare{p.enPassant.file + dfile, p.enPassant.rank - twinForward(p.white)}
		if p.enPassant != twinNowhere && p.exists(pawn) && twinKind(p.piece(pawn)) == 'p' && twinOwn(p.piece(pawn), p.white) {
			enPassant = p.enPassant.name()
		}
	}
	return fmt.Sprintf("%s %s %s %s %d %d", b.String(), color, rights, enPassant, p.halfmoves, p.fullmove)
}

// twinRead reads a FEN that a game wrote: it trusts it.
func twinRead(fen string) (*twinPosition, error) {
	p := &twinPosition{enPassant: twinNowhere}
	var board, color, rights, enPassant string
	if _, err := fmt.Sscan(fen, &board, &color, &rights, &enPassant, &p.halfmoves, &p.fullmove); err != nil {
		return nil, err
	}
	ranks := strings.Split(board, "/")
	p.ranks = len(ranks)
	for i, text := range ranks {
		file := 0
		for _, c := range []byte(text) {
			n := 1
			if c >= '1' && c <= '8' {
				c, n = ' ', int(c-'0')
			}
			for range n {
				p.at[p.ranks-1-i][file] = c
				file++
			}
		}
		p.files = file
	}
	p.white = color == "w"
	if rights != "-" {
		p.rights = rights
	}
	if enPassant != "-" {
		p.enPassant = twinSquare{int(enPassant[0] - 'a'), int(enPassant[1] - '1')}
	}
	return p, nil
}
