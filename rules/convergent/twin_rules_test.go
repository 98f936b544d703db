package convergent_test

import (
	"fmt"
	"strconv"
	"strings"
)

// The twin is a second transcription of the rules of Convergent Chess, made to
// be read beside them and not to be quick. It shares no code with the package.
// Squares are (file, rank), from 0 at a1, which does not exist.

type twinSquare struct{ file, rank int }

func (s twinSquare) name() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

// twinExists reports whether a square exists: b2 to g7, and d1 e1 d8 e8.
func twinExists(s twinSquare) bool {
	inner := s.file >= 1 && s.file <= 6 && s.rank >= 1 && s.rank <= 6
	return inner || (s.rank == 0 || s.rank == 7) && (s.file == 3 || s.file == 4)
}

type twinPosition struct {
	at        [8][8]byte // [rank][file]: the FEN letter of a piece, ' ', or '*' for no square
	white     bool       // White is to move
	halfmoves int
	fullmove  int
}

func (p *twinPosition) piece(s twinSquare) byte { return p.at[s.rank][s.file] }
func twinIsWhite(pt byte) bool                  { return pt >= 'A' && pt <= 'Z' }
func twinIsBlack(pt byte) bool                  { return pt >= 'a' && pt <= 'z' }
func twinOwn(pt byte, white bool) bool {
	return white && twinIsWhite(pt) || !white && twinIsBlack(pt)
}
func twinKind(pt byte) byte { return pt | 0x20 } // 'k' for a king of either side

// twinConvergent is the twin, as gametest.Twin has it.
func twinConvergent(fen string) (after map[string]string, check bool, err error) {
	p, err := twinRead(fen)
	if err != nil {
		return nil, false, err
	}
	after = map[string]string{}
	for _, m := range p.moves() {
		next := p.move(m)
		if !next.check(p.white) { // R3: no move may leave the mover in check, in either way
			after[m.from.name()+m.to.name()] = next.fen()
		}
	}
	return after, p.check(p.white), nil
}

type twinMove struct{ from, to twinSquare }

var twinDirections = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func twinForward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// reach lists the squares that the piece on a square attacks.
func (p *twinPosition) reach(from twinSquare) []twinSquare {
	var squares []twinSquare
	leap := func(dfile, drank int) {
		if s := (twinSquare{from.file + dfile, from.rank + drank}); twinExists(s) {
			squares = append(squares, s)
		}
	}
	slide := func(dfile, drank int) { // at most 3 squares, and not past a piece
		for n := 1; n <= 3; n++ {
			s := twinSquare{from.file + n*dfile, from.rank + n*drank}
			if !twinExists(s) {
				return
			}
			squares = append(squares, s)
			if p.piece(s) != ' ' {
				return
			}
		}
	}
	pt := p.piece(from)
	if twinKind(pt) == 'n' {
		for _, j := range [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			leap(j[0], j[1])
		}
	}
	for _, d := range twinDirections {
		straight := d[0] == 0 || d[1] == 0
		switch twinKind(pt) {
		case 'k':
			leap(d[0], d[1])
		case 'q': // R1: what stands between does not matter
			leap(d[0], d[1])
			leap(2*d[0], 2*d[1])
		case 'r':
			if straight {
				slide(d[0], d[1])
			}
		case 'b':
			if !straight {
				slide(d[0], d[1])
			}
		case 'p': // R2: captures diagonally forward
			if !straight && d[1] == twinForward(twinIsWhite(pt)) {
				leap(d[0], d[1])
			}
		}
	}
	return squares
}

// pawnSteps lists what a pawn can do only without capturing (R2): one square
// straight forward, and from a corner of the 6×6 one square sideways.
func (p *twinPosition) pawnSteps(from twinSquare) []twinSquare {
	steps := []twinSquare{{from.file, from.rank + twinForward(p.white)}}
	switch from.name() {
	case "b2", "g2", "b7", "g7":
		steps = append(steps, twinSquare{from.file - 1, from.rank}, twinSquare{from.file + 1, from.rank})
	}
	var squares []twinSquare
	for _, s := range steps {
		if twinExists(s) && p.piece(s) == ' ' {
			squares = append(squares, s)
		}
	}
	return squares
}

// pieces lists the squares where a side's pieces stand.
func (p *twinPosition) pieces(white bool) []twinSquare {
	var squares []twinSquare
	for rank := range 8 {
		for file := range 8 {
			if twinOwn(p.at[rank][file], white) {
				squares = append(squares, twinSquare{file, rank})
			}
		}
	}
	return squares
}

// check reports whether a side is in check (R3): an enemy piece attacks its king or
// stands on one of its royal squares.
func (p *twinPosition) check(white bool) bool {
	home := 7
	if white {
		home = 0
	}
	for _, enemy := range p.pieces(!white) {
		if enemy.rank == home { // nothing but the royal squares exists there
			return true
		}
		for _, s := range p.reach(enemy) {
			if twinKind(p.piece(s)) == 'k' && twinOwn(p.piece(s), white) {
				return true
			}
		}
	}
	return false
}

// moves lists the moves by the pieces' ways of moving; some may be illegal.
func (p *twinPosition) moves() []twinMove {
	var moves []twinMove
	for _, from := range p.pieces(p.white) {
		for _, to := range p.reach(from) { // R2: pawns also move where they capture
			if !twinOwn(p.piece(to), p.white) {
				moves = append(moves, twinMove{from, to})
			}
		}
		if twinKind(p.piece(from)) == 'p' {
			for _, to := range p.pawnSteps(from) {
				moves = append(moves, twinMove{from, to})
			}
		}
	}
	return moves
}

func (p *twinPosition) move(m twinMove) twinPosition {
	next := *p
	next.at[m.to.rank][m.to.file] = p.piece(m.from)
	next.at[m.from.rank][m.from.file] = ' '
	next.halfmoves++
	if twinKind(p.piece(m.from)) == 'p' || p.piece(m.to) != ' ' {
		next.halfmoves = 0
	}
	if !p.white {
		next.fullmove++
	}
	next.white = !p.white
	return next
}

// fen writes the position.
func (p *twinPosition) fen() string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		text, empty := "", 0
		for file := range 8 {
			c := p.at[rank][file]
			if c == ' ' {
				empty++
				continue
			}
			if empty > 0 {
				text += strconv.Itoa(empty)
			}
			empty = 0
			text += string(rune(c))
		}
		if empty > 0 {
			text += strconv.Itoa(empty)
		}
		ranks = append(ranks, text)
	}
	color := "b"
	if p.white {
		color = "w"
	}
	return fmt.Sprintf("%s %s - - %d %d", strings.Join(ranks, "/"), color, p.halfmoves, p.fullmove)
}

// twinRead reads a FEN that a game wrote: it trusts it.
func twinRead(fen string) (*twinPosition, error) {
	p := &twinPosition{}
	var board, color, rights, enPassant string
	if _, err := fmt.Sscan(fen, &board, &color, &rights, &enPassant, &p.halfmoves, &p.fullmove); err != nil {
		return nil, err
	}
	for i, text := range strings.Split(board, "/") {
		file := 0
		for _, c := range []byte(text) {
			n := 1
			if c >= '1' && c <= '8' {
				c, n = ' ', int(c-'0')
			}
			for range n {
				p.at[7-i][file] = c
				file++
			}
		}
	}
	p.white = color == "w"
	return p, nil
}
