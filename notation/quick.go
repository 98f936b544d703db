package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// plainSAN is a move in short algebraic with at most one promotion, and without glyphs.
type plainSAN struct {
	pieceType  game.PieceType
	file, rank string // of the origin; "" if not written
	capture    bool
	to         string
	promotion  game.PieceType
	ends       change // what the piece on the double square becomes
	mark       mark
	castling   int // +1 for O-O, −1 for O-O-O
}

// plainBytes are those that plain short algebraic consists of.
var plainBytes = func() (t [256]bool) {
	for _, b := range []byte("abcdefghijzKQRBNPO0123456789x-+#=>") {
		t[b] = true
	}
	return t
}()

// plainLength returns the length of the word that a text begins with, or 0 if it can be no
// plain short algebraic: that ends before a space, a glyph or the end of a variation.
func plainLength(s string) int {
	n := 0
	for n < len(s) && plainBytes[s[n]] {
		n++
	}
	switch {
	case n == len(s), s[n] == ' ', s[n] == '\n', s[n] == '\r', s[n] == ')':
		return n
	case s[n] == '!' || s[n] == '?':
		end := n + 1
		for end < len(s) && (s[end] == '!' || s[end] == '?') {
			end++
		}
		if end == len(s) || strings.IndexByte(" \n\r)", s[end]) >= 0 {
			return n
		}
	}
	return 0
}

// quick reads the plain short algebraic that programs write, and makes sure that exactly one
// legal move fits. It leaves anything else to Moves.Parse, which says what is wrong, too. It uses
// list for moves, and returns it to be used again.
func quick(pos game.Position, text string, list []game.Move) (m game.Move, legal []game.Move, ok bool) {
	c, ok := scanPlain(text)
	if !ok {
		return game.NoMove, list, false
	}
	board := pos.Board()
	var found game.Move
	if c.castling != 0 {
		list = pos.Legal(list[:0])
		found = castlingMove(pos, board, list, c.castling)
	} else {
		to := board.SquareByName(c.to)
		if to == nil {
			return game.NoMove, list, false
		}
		if taken := pos.PieceAt(game.Square(to.ID)) != game.NoPiece; c.capture != taken &&
			(c.capture || c.pieceType == game.Pawn && c.file == "") {
			return game.NoMove, list, false // en passant, or not as written
		}
		list = game.LegalTo(pos, list[:0], c.pieceType, game.Square(to.ID))
		found = c.find(pos, board, list, to)
	}
	ok = found != game.NoMove && (!c.ends.said || ends(pos, found) == c.ends) &&
		(c.mark == noMark || hasMark(pos, found, c.mark))
	return found, list, ok
}

// find returns the only one that fits, of the legal moves of the piece type to a square, or
// NoMove.
func (c *plainSAN) find(pos game.Position, board *geom.Board, legal []game.Move, to *geom.Square) game.Move {
	found, choices := game.NoMove, 0
	for _, m := range legal {
		from := board.Square(int(m.From()))
		if c.file != "" && from.File != c.file || c.rank != "" && from.Rank != c.rank {
			continue
		}
		// A pawn of which only the destination is written does not capture, and en passant
		// takes on an empty square.
		other := c.pieceType == game.Pawn && c.file == "" && from.File != to.File && captures(pos, m)
		if found != game.NoMove && found.WithoutPromotions() != m.WithoutPromotions() || other {
			return game.NoMove
		}
		found = m
		choices++
	}
	switch {
	case c.promotion == game.NoPieceType && choices == 1 && found == found.WithoutPromotions():
		return found
	case c.promotion != game.NoPieceType && choices == len(game.Promotions) && countEffects(pos, found, game.Promote) == 1:
		return found.WithPromotion(0, c.promotion)
	}
	return game.NoMove
}

// captures reports whether a move captures.
func captures(pos game.Position, m game.Move) bool { return countEffects(pos, m, game.Capture) > 0 }

// countEffects returns how many effects of a kind a move has.
func countEffects(pos game.Position, m game.Move, kind game.EffectKind) int {
	n := 0
	for _, e := range pos.Effects(m) {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// ends returns what the piece becomes that a move leaves on the double square.
func ends(pos game.Position, m game.Move) change {
	var c change
	for _, e := range pos.Effects(m) {
		if e.Kind == game.Drop || e.Kind == game.Demote {
			c = change{true, e.Into.Type()}
		}
	}
	return c
}

// castlingMove returns the castling move towards the higher files for +1, the lower ones for
// −1, or NoMove. A king that goes two files castles; on boards where it also moves as a
// queen, effects decide, elsewhere.
func castlingMove(pos game.Position, board *geom.Board, legal []game.Move, side int) game.Move {
	found := game.NoMove
	for _, m := range legal {
		if pos.PieceAt(m.From()).Type() != game.King {
			continue
		}
		from, to := board.Square(int(m.From())), board.Square(int(m.To()))
		if (to.Col-from.Col) != 2*side || to.Row != from.Row {
			continue
		}
		if countEffects(pos, m, game.Slide) == 2 {
			found = m
		}
	}
	return found
}

// hasMark reports whether a move gives check, or mate.
func hasMark(p game.Position, m game.Move, k mark) bool {
	p.Make(m)
	defer p.Unmake()
	if k == check {
		return p.InCheck()
	}
	return p.InCheck() && p.LegalCount() == 0
}

// fileOrZ reports whether a character names a file, or the double square.
func fileOrZ(c byte) bool { return isFile(c) || c == 'z' }

// scanPlain reads plain short algebraic, without spaces and brackets.
func scanPlain(s string) (c plainSAN, ok bool) {
	if s == "" || len(s) > 12 {
		return c, false
	}
	switch s[len(s)-1] {
	case '+':
		c.mark, s = check, s[:len(s)-1]
	case '#':
		c.mark, s = mate, s[:len(s)-1]
	}
	if s == "O-O" || s == "O-O-O" {
		c.castling = 4 - len(s)
		return c, true
	}
	if n := len(s) - 2; n > 0 && (s[n] == '>' || s[n] == '=') {
		pt := game.PieceTypeOf(s[n+1])
		if s[n+1] >= 'a' || pt == game.NoPieceType && s[n+1] != '-' {
			return c, false
		}
		switch {
		case s[n] == '>':
			c.ends = change{true, pt}
		case pt < game.Queen || pt > game.Knight:
			return c, false
		default:
			c.promotion = pt
		}
		s = s[:n]
	}
	if s == "" {
		return c, false
	}
	c.pieceType = game.Pawn
	if s[0] < 'a' {
		c.pieceType = game.PieceTypeOf(s[0])
		s = s[1:]
	}
	return c, c.squares(s)
}

// squares reads the origin, as far as it is written, and the destination.
func (c *plainSAN) squares(s string) bool {
	to := len(s) // where the destination begins
	for to > 0 && isDigit(s[to-1]) {
		to--
	}
	to--
	if n := len(s) - to; to < 0 || n > 3 || !fileOrZ(s[to]) || n > 1 && s[to+1] == '0' || n == 1 && s[to] != 'z' {
		return false
	}
	c.to, s = s[to:], s[:to]
	s, c.capture = strings.CutSuffix(s, "x")
	if s != "" && fileOrZ(s[0]) {
		c.file, s = s[:1], s[1:]
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	c.rank = s
	return c.pieceType != game.Pawn || c.rank == "" || c.file != ""
}
