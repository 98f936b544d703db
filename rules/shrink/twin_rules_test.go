package shrink_test

import "strconv"

// The twin is a second transcription of the rules of Shrink Chess and of
// orthodox chess, made to be read beside them and not to be quick. It shares no
// code with the package. Squares are (file, rank), from 0 at a1.

type twinSquare struct{ file, rank int }

var twinNowhere = twinSquare{-1, -1}

func (s twinSquare) name() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

type twinPosition struct {
	collapses    bool // Shrink Chess; otherwise orthodox chess
	files, ranks int
	at           [8][8]byte // [rank][file]: the FEN letter of a piece, or ' '
	white        bool       // White is to move
	rights       string     // of "KQkq"
	enPassant    twinSquare // the square that a pawn has just crossed, or twinNowhere
	halfmoves    int
	fullmove     int
}

func twinIsWhite(pt byte) bool                  { return pt >= 'A' && pt <= 'Z' }
func twinOwn(pt byte, white bool) bool          { return pt != ' ' && twinIsWhite(pt) == white }
func twinKind(pt byte) byte                     { return pt | 0x20 } // 'k' for a king of either side
func (p *twinPosition) piece(s twinSquare) byte { return p.at[s.rank][s.file] }
func (p *twinPosition) exists(s twinSquare) bool {
	return s.file >= 0 && s.file < p.files && s.rank >= 0 && s.rank < p.ranks
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
				next.at[s.rank][s.file] = pt
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

// reach lists the squares that the piece on a square attacks: the pieces there
// do not matter, but sliders stop at them.
func (p *twinPosition) reach(from twinSquare) []twinSquare {
	squares := make([]twinSquare, 0, 28)
	try := func(dfile, drank, most int) {
		s := from
		for range most {
			s = twinSquare{s.file + dfile, s.rank + drank}
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

// attacked reports whether a side's pieces attack a square.
func (p *twinPosition) attacked(target twinSquare, byWhite bool) bool {
	for rank := range p.ranks {
		for file := range p.files {
			if !twinOwn(p.at[rank][file], byWhite) {
				continue
			}
			for _, s := range p.reach(twinSquare{file, rank}) {
				if s == target {
					return true
				}
			}
		}
	}
	return false
}

func (p *twinPosition) king(white bool) twinSquare {
	for rank := range p.ranks {
		for file := range p.files {
			if pt := p.at[rank][file]; twinKind(pt) == 'k' && twinOwn(pt, white) {
				return twinSquare{file, rank}
			}
		}
	}
	return twinNowhere
}

func (p *twinPosition) kingAttacked(white bool) bool { return p.attacked(p.king(white), !white) }

// moves lists the moves by the pieces' ways of moving; some may be illegal.
func (p *twinPosition) moves() []twinMove {
	var moves []twinMove
	for rank := range p.ranks {
		for file := range p.files {
			from := twinSquare{file, rank}
			pt := p.piece(from)
			if !twinOwn(pt, p.white) {
				continue
			}
			for _, to := range p.reach(from) {
				empty := p.piece(to) == ' '
				switch {
				case twinOwn(p.piece(to), p.white):
				case twinKind(pt) == 'p' && empty && to != p.enPassant: // a pawn attacks, but cannot go there
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
	one := twinSquare{from.file, from.rank + forward}
	if !p.exists(one) || p.piece(one) != ' ' {
		return nil
	}
	moves := []twinMove{{from, one}}
	// R4: a double step only while the board has 8 ranks.
	if two := (twinSquare{from.file, from.rank + 2*forward}); p.ranks == 8 && from.rank == start && p.piece(two) == ' ' {
		moves = append(moves, twinMove{from, two})
	}
	return moves
}

// castlingPair gives the squares of the king and the rook of a right. Both are
// unmoved: the rook keeps its file, the last or the first, from being
// emptied, and both keep their rank, the first or the last, from being emptied.
func (p *twinPosition) castlingPair(right byte) (king, rook twinSquare) {
	king, rook = p.king(twinIsWhite(right)), twinSquare{0, 0}
	if !twinIsWhite(right) {
		rook.rank = p.ranks - 1
	}
	if twinKind(right) == 'k' {
		rook.file = p.files - 1
	}
	return king, rook
}

func (p *twinPosition) between(king, rook twinSquare) int {
	return max(king.file-rook.file, rook.file-king.file) - 1
}

// castling gives the move of a right, if the mover has it and can use it (R6).
func (p *twinPosition) castling(right byte) (twinMove, bool) {
	if twinIsWhite(right) != p.white {
		return twinMove{}, false
	}
	king, rook := p.castlingPair(right)
	toward := 1
	if rook.file < king.file {
		toward = -1
	}
	for file := king.file + toward; file != rook.file; file += toward {
		if p.at[king.rank][file] != ' ' {
			return twinMove{}, false
		}
	}
	n := p.between(king, rook)
	crossed, to := twinSquare{king.file + toward, king.rank}, twinSquare{king.file + 2*toward, king.rank}
	if n != 2 && n != 3 || p.attacked(king, !p.white) || p.attacked(crossed, !p.white) {
		return twinMove{}, false
	}
	return twinMove{king, to}, true
}

// move plays a move, all but the promotions.
func (p *twinPosition) move(m twinMove) twinPosition {
	pt, taken := p.piece(m.from), p.piece(m.to)
	next := *p
	next.at[m.from.rank][m.from.file] = ' '
	next.at[m.to.rank][m.to.file] = pt
	if twinKind(pt) == 'p' && m.to == p.enPassant { // R5: the captured pawn is beside the capturing one
		next.at[m.from.rank][m.to.file] = ' '
	}
	if step := m.to.file - m.from.file; twinKind(pt) == 'k' && (step == 2 || step == -2) { // R6
		_, rook := p.castlingPair("QK"[(step+2)/4] | pt&0x20)
		next.at[m.from.rank][m.from.file+step/2] = next.piece(rook)
		next.at[rook.rank][rook.file] = ' '
	}
	next.enPassant = twinNowhere
	if step := m.to.rank - m.from.rank; twinKind(pt) == 'p' && (step == 2 || step == -2) {
		next.enPassant = twinSquare{m.from.file, m.from.rank + step/2}
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

func (p *twinPosition) rankEmpty(rank int) bool {
	for file := range p.files {
		if p.at[rank][file] != ' ' {
			return false
		}
	}
	return true
}

func (p *twinPosition) fileEmpty(file int) bool {
	for rank := range p.ranks {
		if p.at[rank][file] != ' ' {
			return false
		}
	}
	return true
}

// collapse removes every rank and file that has become empty since before;
// what lies beyond closes up towards a1.
func (p *twinPosition) collapse(before *twinPosition) twinPosition {
	var ranks, files []int // those that stay
	for rank := range p.ranks {
		if !p.rankEmpty(rank) || before.rankEmpty(rank) {
			ranks = append(ranks, rank)
		}
	}
	for file := range p.files {
		if !p.fileEmpty(file) || before.fileEmpty(file) {
			files = append(files, file)
		}
	}
	next := *p
	next.at = [8][8]byte{}
	next.ranks, next.files = len(ranks), len(files)
	for r, rank := range ranks {
		for c, file := range files {
			next.at[r][c] = p.at[rank][file]
			if p.enPassant == (twinSquare{file, rank}) { // R5: the en passant square follows
				next.enPassant = twinSquare{c, r}
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

// promoting lists the pawns on their last rank, of either color (R3), rank by
// rank from rank 1 and each rank from the a-file.
func (p *twinPosition) promoting() []twinSquare {
	var pawns []twinSquare
	for rank := range p.ranks {
		for file := range p.files {
			if pt := p.at[rank][file]; pt == 'P' && rank == p.ranks-1 || pt == 'p' && rank == 0 {
				pawns = append(pawns, twinSquare{file, rank})
			}
		}
	}
	return pawns
}
