package cheshire_test

import (
	"fmt"
	"strconv"
	"strings"
)

// The twin is a second transcription of the rules of Cheshire Cat Chess, on 8×8
// and 10×10, made to be read beside them and not to be quick. It shares no code
// with the package. Squares are (file, rank), from 0 at a1.

type twinSquare struct{ file, rank int }

var twinNowhere = twinSquare{-1, -1}

func (s twinSquare) name() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

type twinPosition struct {
	size      int          // 8 or 10
	at        [10][10]byte // [rank][file]: the FEN letter of a piece, ' ', or '*' where the square has vanished
	white     bool         // White is to move
	unmoved   string       // of "Kk": the kings that have not moved
	enPassant twinSquare   // the square that a pawn has just crossed, or twinNowhere
	halfmoves int
	fullmove  int
}

func (p *twinPosition) piece(s twinSquare) byte { return p.at[s.rank][s.file] }
func (p *twinPosition) onBoard(s twinSquare) bool {
	return s.file >= 0 && s.file < p.size && s.rank >= 0 && s.rank < p.size
}
func twinIsWhite(c byte) bool { return c >= 'A' && c <= 'Z' }
func twinIsBlack(c byte) bool { return c >= 'a' && c <= 'z' }
func twinIsPiece(c byte) bool { return twinIsWhite(c) || twinIsBlack(c) }
func twinOwn(c byte, white bool) bool {
	return white && twinIsWhite(c) || !white && twinIsBlack(c)
}
func twinKind(pt byte) byte { return pt | 0x20 } // 'k' for a king of either side

// twinCheshire is the twin of both games, as gametest.Twin has it.
func twinCheshire(fen string) (after map[string]string, check bool, err error) {
	p, err := twinRead(fen)
	if err != nil {
		return nil, false, err
	}
	after = map[string]string{}
	for _, m := range p.moves() {
		promotions := []string{""}
		last := m.to.rank == 0 || m.to.rank == p.size-1
		if twinKind(p.piece(m.from)) == 'p' && last { // R4
			promotions = []string{"q", "r", "b", "n"}
		}
		for _, letter := range promotions {
			next := p.move(m, letter)
			if !next.check(p.white) {
				after[m.from.name()+m.to.name()+letter] = next.fen()
			}
		}
	}
	return after, p.check(p.white), nil
}

type twinMove struct{ from, to twinSquare }

func twinForward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// reach lists the squares that the piece on a square attacks and that still
// exist. R1: no piece may move onto a vanished square, any may pass over it.
func (p *twinPosition) reach(from twinSquare) []twinSquare {
	squares := make([]twinSquare, 0, 36)
	try := func(dfile, drank, most int) {
		s := from
		for range most {
			s = twinSquare{s.file + dfile, s.rank + drank}
			if !p.onBoard(s) {
				return
			}
			if p.piece(s) == '*' {
				continue
			}
			squares = append(squares, s)
			if p.piece(s) != ' ' {
				return
			}
		}
	}
	straight := func(most int) { try(1, 0, most); try(-1, 0, most); try(0, 1, most); try(0, -1, most) }
	diagonal := func(most int) { try(1, 1, most); try(1, -1, most); try(-1, 1, most); try(-1, -1, most) }
	switch pt := p.piece(from); twinKind(pt) {
	case 'k':
		most := 1
		if strings.IndexByte(p.unmoved, pt) >= 0 { // R2: as a queen until its first move
			most = p.size
		}
		straight(most)
		diagonal(most)
	case 'q':
		straight(p.size)
		diagonal(p.size)
	case 'r':
		straight(p.size)
	case 'b':
		diagonal(p.size)
	case 'n':
		for _, j := range [4][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}} {
			try(j[0], j[1], 1)
			try(-j[0], -j[1], 1)
		}
	case 'p':
		try(-1, twinForward(twinIsWhite(pt)), 1)
		try(1, twinForward(twinIsWhite(pt)), 1)
	}
	return squares
}

// pieces lists the squares where a side's pieces stand.
func (p *twinPosition) pieces(white bool) []twinSquare {
	squares := make([]twinSquare, 0, 30)
	for rank := range p.size {
		for file := range p.size {
			if twinOwn(p.at[rank][file], white) {
				squares = append(squares, twinSquare{file, rank})
			}
		}
	}
	return squares
}

// check reports whether an enemy piece attacks a side's king.
func (p *twinPosition) check(white bool) bool {
	for _, enemy := range p.pieces(!white) {
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
		pawn := twinKind(p.piece(from)) == 'p'
		for _, to := range p.reach(from) {
			switch {
			case twinOwn(p.piece(to), p.white):
			case pawn && p.piece(to) == ' ' && to != p.enPassant: // a pawn attacks, but cannot go there
			default:
				moves = append(moves, twinMove{from, to})
			}
		}
		if pawn {
			moves = append(moves, p.pawnSteps(from)...)
		}
	}
	return moves
}

func (p *twinPosition) pawnSteps(from twinSquare) []twinMove {
	var moves []twinMove
	forward, start := twinForward(p.white), 1
	if !p.white {
		start = p.size - 2
	}
	one := twinSquare{from.file, from.rank + forward}
	if p.onBoard(one) && p.piece(one) == ' ' {
		moves = append(moves, twinMove{from, one})
	}
	// R3: two squares from the start rank; R1: the first may have vanished.
	two := twinSquare{from.file, from.rank + 2*forward}
	if from.rank == start && !twinIsPiece(p.piece(one)) && p.piece(two) == ' ' {
		moves = append(moves, twinMove{from, two})
	}
	return moves
}

// move plays a move; promotion is "" or a letter in lower case.
func (p *twinPosition) move(m twinMove, promotion string) twinPosition {
	pt, taken := p.piece(m.from), p.piece(m.to)
	next := *p
	next.at[m.from.rank][m.from.file] = '*' // R1
	next.at[m.to.rank][m.to.file] = pt
	if promotion != "" && p.white {
		promotion = strings.ToUpper(promotion)
	}
	if promotion != "" {
		next.at[m.to.rank][m.to.file] = promotion[0]
	}
	if twinKind(pt) == 'p' && m.to == p.enPassant {
		next.at[m.from.rank][m.to.file] = ' ' // R1: the square of a pawn taken en passant stays
	}
	next.enPassant = twinNowhere
	if step := m.to.rank - m.from.rank; twinKind(pt) == 'p' && (step == 2 || step == -2) {
		next.enPassant = twinSquare{m.from.file, m.from.rank + step/2}
	}
	if twinKind(pt) == 'k' { // R2
		next.unmoved = strings.ReplaceAll(p.unmoved, string(rune(pt)), "")
	}
	next.halfmoves++
	if twinKind(pt) == 'p' || taken != ' ' {
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
	var b strings.Builder
	for rank := p.size - 1; rank >= 0; rank-- {
		empty := 0
		for file := range p.size {
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
	color, unmoved, enPassant := "b", "-", "-"
	if p.white {
		color = "w"
	}
	if p.unmoved != "" {
		unmoved = p.unmoved
	}
	// Named only if a pawn of the side to move attacks it; it
	// could not if that square has vanished (R3).
	for _, dfile := range []int{-1, 1} {
		capturer := twinSquare{p.enPassant.file + dfile, p.enPassant.rank - twinForward(p.white)}
		if p.enPassant != twinNowhere && p.piece(p.enPassant) != '*' && p.onBoard(capturer) &&
			twinKind(p.piece(capturer)) == 'p' && twinOwn(p.piece(capturer), p.white) {
			enPassant = p.enPassant.name()
		}
	}
	return fmt.Sprintf("%s %s %s %s %d %d", b.String(), color, unmoved, enPassant, p.halfmoves, p.fullmove)
}

// twinRead reads a FEN that a game wrote: it trusts it.
func twinRead(fen string) (*twinPosition, error) {
	p := &twinPosition{enPassant: twinNowhere}
	var board, color, unmoved, enPassant string
	if _, err := fmt.Sscan(fen, &board, &color, &unmoved, &enPassant, &p.halfmoves, &p.fullmove); err != nil {
		return nil, err
	}
	ranks := strings.Split(board, "/")
	p.size = len(ranks)
	for i, text := range ranks {
		text = strings.ReplaceAll(text, "10", strings.Repeat(" ", 10))
		file := 0
		for _, c := range []byte(text) {
			n := 1
			if c >= '1' && c <= '9' {
				c, n = ' ', int(c-'0')
			}
			for range n {
				p.at[p.size-1-i][file] = c
				file++
			}
		}
	}
	p.white = color == "w"
	if unmoved != "-" {
		p.unmoved = unmoved
	}
	if enPassant != "-" {
		rank, err := strconv.Atoi(enPassant[1:])
		if err != nil {
			return nil, err
		}
		p.enPassant = twinSquare{int(enPassant[0] - 'a'), rank - 1}
	}
	return p, nil
}
