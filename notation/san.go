package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// NoMoveText is what SAN gives for a move that is not legal.
const NoMoveText = "--"

// SAN writes a legal move of the position in short algebraic notation; see
// Moves.SAN.
func SAN(p game.Position, m game.Move) string {
	san, _ := sanWith(p, m, nil)
	return san
}

// sanWith is SAN with a slice to use for moves. Only moves of such pieces to the same
// square matter.
func sanWith(p game.Position, m game.Move, buf []game.Move) (string, []game.Move) {
	buf = game.LegalTo(p, buf[:0], p.PieceAt(m.From()).Type(), m.To())
	return newMoves(p, buf).SAN(m), buf
}

// SAN writes a legal move in short algebraic notation, such as "Nf3", "exd5",
// "O-O" (castling towards the higher files), "Kd2=BN" (the promotions in the
// order of the move's choices), "Nxe4>B" (the captured piece drops as a bishop),
// "Nz>B" (the mover becomes a bishop), "Pz>-" without its P (it vanishes), with
// "+" for check and "#" for mate. Different legal moves have different texts.
func (ms *Moves) SAN(m game.Move) string {
	r := ms.route(m)
	if r == nil {
		return NoMoveText
	}
	var b strings.Builder
	s := ms.shape(r)
	switch {
	case s.castling > 0:
		b.WriteString("O-O")
	case s.castling < 0:
		b.WriteString("O-O-O")
	default:
		ms.writeRoute(&b, r, s)
	}
	if n := len(s.promotes); n > 0 {
		b.WriteByte('=')
		b.WriteString(strings.ToUpper(m.PromotionText(n)))
	}
	writeChange(&b, s.drops)
	writeChange(&b, s.becomes)
	b.WriteString(ms.mark(m).String())
	return b.String()
}

func writeChange(b *strings.Builder, c change) {
	if c.said {
		b.WriteByte('>')
		b.WriteByte(c.into.Letter())
	}
}

// writeRoute writes the letter of the piece, its origin if needed, the capture sign and
// the destination.
func (ms *Moves) writeRoute(b *strings.Builder, r *route, s *shape) {
	capture := s.captured != game.NoPiece
	pt := r.piece.Type()
	rivals := ms.where(func(o *route) bool {
		if o == r || o.first.To() != r.first.To() || o.piece != r.piece {
			return false
		}
		t := ms.shape(o)
		return t.castling == 0 && (pt != game.Pawn || (t.captured != game.NoPiece) == capture)
	})
	if pt != game.Pawn {
		b.WriteByte(pt.Letter())
	}
	b.WriteString(ms.origin(r, rivals, pt == game.Pawn, capture))
	if capture {
		b.WriteByte('x')
	}
	b.WriteString(ms.name(r.first.To()))
}

// origin returns the file, the rank or the square that distinguishes a piece from its
// rivals. A capturing pawn always names its file, and no pawn only its rank.
func (ms *Moves) origin(r *route, rivals []*route, pawn, capture bool) string {
	board := ms.view.Board
	from := board.Square(int(r.first.From()))
	if len(rivals) == 0 && (!pawn || !capture) {
		return ""
	}
	sameFile, sameRank := false, false
	for _, o := range rivals {
		c := board.Square(int(o.first.From()))
		sameFile = sameFile || c.File == from.File
		sameRank = sameRank || c.Rank == from.Rank
	}
	switch {
	case !sameFile:
		return from.File
	case !sameRank && !pawn && from.Rank != "":
		return from.Rank
	}
	return from.Name
}

// mark is what a move does to the enemy king.
type mark uint8

const (
	noMark mark = iota
	check
	mate
)

// String returns the mark as short algebraic has it.
func (k mark) String() string { return [...]string{"", "+", "#"}[k] }

// mark returns the mark of a move, by making it. A lost last king counts as mate.
func (ms *Moves) mark(m game.Move) mark {
	p := ms.p
	p.Make(m)
	defer p.Unmake()
	if result, over := p.Terminal(); over && result == game.WDLLoss {
		return mate
	}
	switch {
	case !p.InCheck():
		return noMark
	case p.LegalCount() == 0:
		return mate
	}
	return check
}
