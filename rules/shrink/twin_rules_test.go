package shrink_test

import "strconv"

// The twin is a second transcription of the rules of Shrink Chess and of
// orthodox chess, made to be read beside them and not to be quick. It shares no
// code with the package. Squares are (column, row), from 0 at a1.

type twinSquare struct{ col, row int }

var twinNowhere = twinSquare{-1, -1}

func (s twinSquare) name() string { return string(rune('a'+s.col)) + strconv.Itoa(s.row+1) }

type twinPosition struct {
	collapses  bool // Shrink Chess; otherwise orthodox chess
	cols, rows int
	at         [8][8]byte // [row][col]: the FEN letter of a man, or ' '
	white      bool       // White is to move
	rights     string     // of "KQkq"
	passed     twinSquare // what a pawn passed over in the last move, or twinNowhere
	halfmoves  int
	fullmove   int
}

func twinIsWhite(pt byte) bool                  { return pt >= 'A' && pt <= 'Z' }
func twinOwn(pt byte, white bool) bool          { return pt != ' ' && twinIsWhite(pt) == white }
func twinKind(pt byte) byte                     { return pt | 0x20 } // 'k' for a king of either side
func (p *twinPosition) piece(s twinSquare) byte { return p.at[s.row][s.col] }
func (p *twinPosition) exists(s twinSquare) bool {
	return s.col >= 0 && s.col < p.cols && s.row >= 0 && s.row < p.rows
}

// twinShrink and twinChess are the twins, as gametest.Twin has them.
func twinShrink(fen string) (map[string]string, bool, error) { return twinAfter(fen, true) }
func twinChess(fen string) (map[string]string, bool, error)  { return twinAfter(fen, false) }

func twinAfter(fen string, collapses bool) (after map[string]string, check bool, err error) {
	p, err := twinRead(fen)
	if err != nil {
		return nil, false, err
	}
	p.collapses = collapses
	after = map[string]string{}
	for _, m := range p.moves() {
		next := p.move(m)
		pawns := next.promoting()
		choices := 1 << (2 * len(pawns)) // 4 for each pawn
		for choice := range choices {
			// R3: the mover chooses for each pawn, independently.
			letters := make([]byte, len(pawns))
			for i, s := range pawns {
				letters[i] = "qrbn"[choice>>(2*i)&3]
				pt := letters[i]
				if twinIsWhite(next.piece(s)) {
					pt -= 'a' - 'A'
				}
				next.at[s.row][s.col] = pt
			}
			// R2: judged once, after the collapse and the promotions.
			if !next.kingAttacked(p.white) {
				after[m.from.name()+m.to.name()+string(letters)] = next.fen()
			}
		}
	}
	return after, p.kingAttacked(p.white), nil
}

type twinMove struct{ from, to twinSquare }

// reach lists the squares that the man on a square attacks: what stands there
// does not matter, but sliders stop at it.
func (p *twinPosition) reach(from twinSquare) []twinSquare {
	squares := make([]twinSquare, 0, 28)
	try := func(dcol, drow, most int) {
		s := from
		for range most {
			s = twinSquare{s.col + dcol, s.row + drow}
			if !p.exists(s) {
				return
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
		straight(1)
		diagonal(1)
	case 'q':
		straight(8)
		diagonal(8)
	case 'r':
		straight(8)
	case 'b':
		diagonal(8)
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

func twinForward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// attacked tells whether a side's men attack a square.
func (p *twinPosition) attacked(target twinSquare, byWhite bool) bool {
	for row := range p.rows {
		for col := range p.cols {
			if !twinOwn(p.at[row][col], byWhite) {
				continue
			}
			for _, s := range p.reach(twinSquare{col, row}) {
				if s == target {
					return true
				}
			}
		}
	}
	return false
}

func (p *twinPosition) king(white bool) twinSquare {
	for row := range p.rows {
		for col := range p.cols {
			if pt := p.at[row][col]; twinKind(pt) == 'k' && twinOwn(pt, white) {
				return twinSquare{col, row}
			}
		}
	}
	return twinNowhere
}

func (p *twinPosition) kingAttacked(white bool) bool { return p.attacked(p.king(white), !white) }

// moves lists the moves by the men's ways of moving; some may be illegal.
func (p *twinPosition) moves() []twinMove {
	var moves []twinMove
	for row := range p.rows {
		for col := range p.cols {
			from := twinSquare{col, row}
			pt := p.piece(from)
			if !twinOwn(pt, p.white) {
				continue
			}
			for _, to := range p.reach(from) {
				empty := p.piece(to) == ' '
				switch {
				case twinOwn(p.piece(to), p.white):
				case twinKind(pt) == 'p' && empty && to != p.passed: // a pawn attacks, but cannot go there
				default:
					moves = append(moves, twinMove{from, to})
				}
			}
			if twinKind(pt) == 'p' {
				moves = append(moves, p.pawnSteps(from)...)
			}
		}
	}
	for i := range p.rights {
		if m, ok := p.castling(p.rights[i]); ok {
			moves = append(moves, m)
		}
	}
	return moves
}

func (p *twinPosition) pawnSteps(from twinSquare) []twinMove {
	forward, start := twinForward(p.white), 1
	if !p.white {
		start = 6
	}
	one := twinSquare{from.col, from.row + forward}
	if !p.exists(one) || p.piece(one) != ' ' {
		return nil
	}
	moves := []twinMove{{from, one}}
	// R4: a double step only while the board has 8 rows.
	if two := (twinSquare{from.col, from.row + 2*forward}); p.rows == 8 && from.row == start && p.piece(two) == ' ' {
		moves = append(moves, twinMove{from, two})
	}
	return moves
}

// castlingPair gives the squares of the king and the rook of a right. Both are
// unmoved: the rook keeps its column, the last or the first, from being
// emptied, and both keep their row, the first or the last, from being emptied.
func (p *twinPosition) castlingPair(right byte) (king, rook twinSquare) {
	king, rook = p.king(twinIsWhite(right)), twinSquare{0, 0}
	if !twinIsWhite(right) {
		rook.row = p.rows - 1
	}
	if twinKind(right) == 'k' {
		rook.col = p.cols - 1
	}
	return king, rook
}

func (p *twinPosition) between(king, rook twinSquare) int {
	return max(king.col-rook.col, rook.col-king.col) - 1
}

// castling gives the move of a right, if the mover has it and can use it (R6).
func (p *twinPosition) castling(right byte) (twinMove, bool) {
	if twinIsWhite(right) != p.white {
		return twinMove{}, false
	}
	king, rook := p.castlingPair(right)
	toward := 1
	if rook.col < king.col {
		toward = -1
	}
	for col := king.col + toward; col != rook.col; col += toward {
		if p.at[king.row][col] != ' ' {
			return twinMove{}, false
		}
	}
	n := p.between(king, rook)
	crossed, to := twinSquare{king.col + toward, king.row}, twinSquare{king.col + 2*toward, king.row}
	if n != 2 && n != 3 || p.attacked(king, !p.white) || p.attacked(crossed, !p.white) {
		return twinMove{}, false
	}
	return twinMove{king, to}, true
}

// move plays a move, all but the promotions.
func (p *twinPosition) move(m twinMove) twinPosition {
	pt, taken := p.piece(m.from), p.piece(m.to)
	next := *p
	next.at[m.from.row][m.from.col] = ' '
	next.at[m.to.row][m.to.col] = pt
	if twinKind(pt) == 'p' && m.to == p.passed { // R5: the pawn taken stands beside the taker
		next.at[m.from.row][m.to.col] = ' '
	}
	if step := m.to.col - m.from.col; twinKind(pt) == 'k' && (step == 2 || step == -2) { // R6
		_, rook := p.castlingPair("QK"[(step+2)/4] | pt&0x20)
		next.at[m.from.row][m.from.col+step/2] = next.piece(rook)
		next.at[rook.row][rook.col] = ' '
	}
	next.passed = twinNowhere
	if step := m.to.row - m.from.row; twinKind(pt) == 'p' && (step == 2 || step == -2) {
		next.passed = twinSquare{m.from.col, m.from.row + step/2}
	}
	// R6: a right ends with the king's move, the rook's move or its capture.
	next.rights = ""
	for i := range p.rights {
		if king, rook := p.castlingPair(p.rights[i]); m.from != king && m.from != rook && m.to != rook {
			next.rights += p.rights[i : i+1]
		}
	}
	next.halfmoves++
	if twinKind(pt) == 'p' || taken != ' ' {
		next.halfmoves = 0
	}
	if !p.white {
		next.fullmove++
	}
	next.white = !p.white
	if p.collapses {
		next = next.collapse(p)
	}
	return next
}

func (p *twinPosition) rowEmpty(row int) bool {
	for col := range p.cols {
		if p.at[row][col] != ' ' {
			return false
		}
	}
	return true
}

func (p *twinPosition) colEmpty(col int) bool {
	for row := range p.rows {
		if p.at[row][col] != ' ' {
			return false
		}
	}
	return true
}

// collapse removes every row and column that has become empty since before;
// what lies beyond closes up towards a1.
func (p *twinPosition) collapse(before *twinPosition) twinPosition {
	var rows, cols []int // those that stay
	for row := range p.rows {
		if !p.rowEmpty(row) || before.rowEmpty(row) {
			rows = append(rows, row)
		}
	}
	for col := range p.cols {
		if !p.colEmpty(col) || before.colEmpty(col) {
			cols = append(cols, col)
		}
	}
	next := *p
	next.at = [8][8]byte{}
	next.rows, next.cols = len(rows), len(cols)
	for r, row := range rows {
		for c, col := range cols {
			next.at[r][c] = p.at[row][col]
			if p.passed == (twinSquare{col, row}) { // R5: the square passed over follows
				next.passed = twinSquare{c, r}
			}
		}
	}
	// R6: a right ends with a collapse that leaves fewer than two columns.
	next.rights = ""
	for i := range p.rights {
		if king, rook := next.castlingPair(p.rights[i]); next.between(king, rook) >= 2 {
			next.rights += p.rights[i : i+1]
		}
	}
	return next
}

// promoting lists the pawns on their last row, whoever owns them (R3), row by
// row from row 1 and each row from the a-column.
func (p *twinPosition) promoting() []twinSquare {
	var pawns []twinSquare
	for row := range p.rows {
		for col := range p.cols {
			if pt := p.at[row][col]; pt == 'P' && row == p.rows-1 || pt == 'p' && row == 0 {
				pawns = append(pawns, twinSquare{col, row})
			}
		}
	}
	return pawns
}
