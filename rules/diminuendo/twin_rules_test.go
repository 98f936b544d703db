package diminuendo_test

import (
	"strconv"
	"strings"
)

// The twin is a second transcription of the rules of Diminuendo Chess, with any
// ranking and both options, made to be read beside them and not to be quick. It
// shares no code with the package.

// twinHex is a hexagon: its file from 0 (x) and its height, 2·rank + |x−3| (h).
type twinHex struct{ x, h int }

// The double square has two halves, d4 and d5. As a square it is named by twinZ.
var (
	twinZ     = twinHex{3, 8}
	twinZHigh = twinHex{3, 10}
)

var twinFiles = [7]int{5, 6, 7, 8, 7, 6, 5} // ranks of the files a to g

func twinFoot(x int) int { return 2 + max(x-3, 3-x) }                // height of rank 1
func twinHead(x int) int { return twinFoot(x) + 2*twinFiles[x] - 2 } // height of the last rank

func (c twinHex) exists() bool {
	return c.x >= 0 && c.x < 7 && c.h >= twinFoot(c.x) && c.h <= twinHead(c.x) && (c.h-twinFoot(c.x))%2 == 0
}

// square turns the upper half of the double square into the double square.
func (c twinHex) square() twinHex {
	if c == twinZHigh {
		return twinZ
	}
	return c
}

// halves lists the hexagons that a square is made of.
func (c twinHex) halves() []twinHex {
	if c == twinZ {
		return []twinHex{twinZ, twinZHigh}
	}
	return []twinHex{c}
}

func (c twinHex) name() string {
	if c == twinZ {
		return "z"
	}
	return string(rune('a'+c.x)) + strconv.Itoa((c.h-twinFoot(c.x))/2+1)
}

// twinSquares lists the 43 squares, file by file, each from rank 1 upwards.
var twinSquares = func() (squares []twinHex) {
	for x := range 7 {
		for h := twinFoot(x); h <= twinHead(x); h += 2 {
			if c := (twinHex{x, h}); c != twinZHigh {
				squares = append(squares, c)
			}
		}
	}
	return squares
}()

// twinSteps are the directions of rook and king, of the bishop, of the knight.
var (
	twinRook   = []twinHex{{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	twinBishop = []twinHex{{1, 3}, {1, -3}, {-1, 3}, {-1, -3}, {2, 0}, {-2, 0}}
	twinKnight = []twinHex{
		{1, 5}, {1, -5}, {-1, 5}, {-1, -5},
		{2, 4}, {2, -4}, {-2, 4}, {-2, -4},
		{3, 1}, {3, -1}, {-3, 1}, {-3, -1},
	}
)

// twinRules is one game of the family.
type twinRules struct {
	ranking      string // six letters in lower case
	queenishKing bool
	flexiblePawn bool
}

// twinNamed reads the name of a game, such as "diminuendo:pbnrqk+qk".
func twinNamed(name string) twinRules {
	r := twinRules{ranking: "kqrnbp"}
	if _, rest, ok := strings.Cut(name, ":"); ok {
		r.ranking = rest[:6]
	}
	r.queenishKing = strings.Contains(name, "+qk")
	r.flexiblePawn = strings.Contains(name, "+fp")
	return r
}

type twinPosition struct {
	twinRules
	at        [7][17]byte // [x][h] of the squares: the FEN letter of a piece, or 0
	white     bool        // White is to move
	halfmoves int
	fullmove  int
}

func (p *twinPosition) piece(c twinHex) byte   { return p.at[c.x][c.h] }
func (p *twinPosition) put(c twinHex, pt byte) { p.at[c.x][c.h] = pt }
func twinIsWhite(pt byte) bool                 { return pt >= 'A' && pt <= 'Z' }
func twinOwn(pt byte, white bool) bool         { return pt != 0 && twinIsWhite(pt) == white }
func twinKind(pt byte) byte                    { return pt | 0x20 } // 'k' for a king of either side; 0x20 for no piece
func twinColored(kind byte, white bool) byte {
	if white {
		return kind - 'a' + 'A'
	}
	return kind
}

// next gives what a piece becomes in the ranking, of the same color: 0 behind
// the last (R2, R3).
func (r twinRules) next(pt byte) byte {
	place := strings.IndexByte(r.ranking, twinKind(pt))
	if place == 5 {
		return 0
	}
	return twinColored(r.ranking[place+1], twinIsWhite(pt))
}

// twin returns the twin of the game, as gametest.Twin has it.
func (r twinRules) twin(fen string) (after map[string]string, check bool, err error) {
	p, err := twinRead(fen)
	if err != nil {
		return nil, false, err
	}
	p.twinRules = r
	after = map[string]string{}
	if len(p.kings(p.white)) == 0 { // R7: the game is lost
		return after, false, nil
	}
	for _, m := range p.moves() {
		promotions := []byte{0}
		if twinKind(p.piece(m.from)) == 'p' && m.to.h == twinEnd(m.to.x, p.white) { // R5
			promotions = []byte("qrbn")
		}
		for _, kind := range promotions {
			next, dropped := p.move(m, kind)
			if !next.legal(p.white, dropped) {
				continue
			}
			text := m.from.name() + m.to.name()
			if kind != 0 {
				text += string(rune(kind))
			}
			after[text] = next.fen()
		}
	}
	return after, p.check(p.white), nil
}

// twinEnd is the height of the last square of a file for a side's pawns.
func twinEnd(x int, white bool) int {
	if white {
		return twinHead(x)
	}
	return twinFoot(x)
}

type twinMove struct{ from, to twinHex }

// reach lists the squares that the piece on a square attacks. On z it acts from both
// halves, and a line that meets either half of z meets z (R1).
func (p *twinPosition) reach(from twinHex) []twinHex {
	squares := make([]twinHex, 0, 32)
	try := func(steps []twinHex, most int) {
		for _, half := range from.halves() {
			for _, d := range steps {
				c := half
				for range most {
					c = twinHex{c.x + d.x, c.h + d.h}
					if !c.exists() {
						break
					}
					if c.square() == from {
						continue // its own other half
					}
					squares = append(squares, c.square())
					if p.piece(c.square()) != 0 {
						break
					}
				}
			}
		}
	}
	switch pt := p.piece(from); twinKind(pt) {
	case 'k':
		try(twinRook, 1)
		if p.queenishKing { // R8
			try(twinBishop, 1)
		}
	case 'q':
		try(twinRook, 8)
		try(twinBishop, 8)
	case 'r':
		try(twinRook, 8)
	case 'b':
		try(twinBishop, 8)
	case 'n':
		try(twinKnight, 1)
	case 'p':
		try(twinPawnColors(twinIsWhite(pt)), 1)
	}
	return squares
}

func twinForward(white bool) int {
	if white {
		return 1
	}
	return -1
}

func twinPawnColors(white bool) []twinHex {
	return []twinHex{{-1, twinForward(white)}, {1, twinForward(white)}}
}

// pawnSteps lists the empty squares that a pawn can move to.
func (p *twinPosition) pawnSteps(from twinHex) []twinHex {
	steps := []twinHex{{0, 2 * twinForward(p.white)}}
	if p.flexiblePawn { // R8
		steps = append(steps, twinPawnColors(p.white)...)
	}
	var squares []twinHex
	for _, half := range from.halves() {
		for _, d := range steps {
			to := twinHex{half.x + d.x, half.h + d.h}
			if to.exists() && to.square() != from && p.piece(to.square()) == 0 {
				squares = append(squares, to.square())
			}
		}
	}
	return squares
}

// moves lists the moves by the pieces' ways of moving; some may be illegal.
func (p *twinPosition) moves() []twinMove {
	var moves []twinMove
	for _, from := range twinSquares {
		if !twinOwn(p.piece(from), p.white) {
			continue
		}
		pawn := twinKind(p.piece(from)) == 'p'
		for _, to := range p.reach(from) {
			switch {
			case twinOwn(p.piece(to), p.white):
			case twinKind(p.piece(to)) == 'k': // R4: kings are never captured
			case pawn && p.piece(to) == 0: // attacks, but cannot go there without capturing
			default:
				moves = append(moves, twinMove{from, to})
			}
		}
		if pawn {
			for _, to := range p.pawnSteps(from) {
				moves = append(moves, twinMove{from, to})
			}
		}
	}
	return moves
}

// move plays a move; a pawn becomes the kind of piece that promotion says, unless
// it is 0. It reports whether an enemy piece was dropped on z.
func (p *twinPosition) move(m twinMove, promotion byte) (next twinPosition, dropped bool) {
	pt, taken := p.piece(m.from), p.piece(m.to)
	next = *p
	next.put(m.from, 0)
	switch {
	case m.to == twinZ:
		next.put(twinZ, p.next(pt)) // R3; R2: a piece captured on z leaves the board
	case promotion != 0:
		next.put(m.to, twinColored(promotion, p.white)) // R5
	default:
		next.put(m.to, pt)
	}
	if taken != 0 && m.to != twinZ {
		next.put(twinZ, p.next(taken)) // R2: what stood there leaves the board
		dropped = p.next(taken) != 0
	}
	next.halfmoves++
	if taken != 0 { // pawn moves do not count here
		next.halfmoves = 0
	}
	if !p.white {
		next.fullmove++
	}
	next.white = !p.white
	return next, dropped
}

// kings lists the squares of a side's kings.
func (p *twinPosition) kings(white bool) []twinHex {
	var squares []twinHex
	for _, c := range twinSquares {
		if twinKind(p.piece(c)) == 'k' && twinOwn(p.piece(c), white) {
			squares = append(squares, c)
		}
	}
	return squares
}

// attacked reports whether an enemy piece attacks a king of the side. A piece on
// spared does not count.
func (p *twinPosition) attacked(white bool, spared twinHex) bool {
	for _, enemy := range twinSquares {
		if enemy == spared || !twinOwn(p.piece(enemy), !white) {
			continue
		}
		for _, c := range p.reach(enemy) {
			if twinKind(p.piece(c)) == 'k' && twinOwn(p.piece(c), white) {
				return true
			}
		}
	}
	return false
}

// check reports whether a side to move is in check: from any enemy piece, also one
// on z that was dropped before.
func (p *twinPosition) check(white bool) bool { return p.attacked(white, twinHex{-1, -1}) }

// legal reports whether a side may leave this position behind (R7): it has a king
// left, and none is attacked, but for a drop check (R4).
func (p *twinPosition) legal(white, dropped bool) bool {
	if len(p.kings(white)) == 0 {
		return false
	}
	if dropped {
		return !p.attacked(white, twinZ)
	}
	return !p.check(white)
}
