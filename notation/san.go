package notation

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// NoMoveText is what SAN returns for a move that is not legal.
const NoMoveText = "--"

// SAN writes a legal move of the position in short algebraic notation; see Moves.SAN.
func SAN(p game.Position, m game.Move) string {
	var room [24]byte
	text, _ := appendSAN(room[:0], p, m, make([]game.Move, 0, 16))
	return string(text)
}

// SAN writes a legal move in short algebraic notation, such as "Nf3", "exd5",
// "O-O" (castling towards the higher files), "Kd2=BN" (the promotions in the
// order of the move's choices), "Nxe4>B" (the captured piece drops as a bishop),
// "Nz>B" (the mover becomes a bishop), "Pz>-" without its P (it vanishes), with
// "+" for check and "#" for mate. Different legal moves have different texts.
// For a move that is not legal it is NoMoveText.
func (ms *Moves) SAN(m game.Move) string {
	r := ms.route(m)
	if r == nil || !ms.has(r, m) {
		return NoMoveText
	}
	var rivals []game.Square
	for _, o := range ms.routes {
		if o != r && o.first.To() == m.To() && o.piece == r.piece && competes(ms.shape(o), ms.shape(r), r.piece) {
			rivals = append(rivals, o.first.From())
		}
	}
	return string(writeSAN(nil, ms.p, m, ms.shape(r), rivals))
}

// appendSAN appends a move in short algebraic notation. It uses list for moves, and returns it to be used again.
func appendSAN(to []byte, p game.Position, m game.Move, list []game.Move) ([]byte, []game.Move) {
	piece := p.PieceAt(m.From())
	// Only moves of such pieces to the same square matter.
	list = game.LegalTo(p, list[:0], piece.Type(), m.To())
	if !slices.Contains(list, m) {
		return append(to, NoMoveText...), list
	}
	board := p.Board()
	s := shapeOf(p, board, m)
	var rivals []game.Square
	for i, o := range list {
		if o.From() == m.From() || i > 0 && o.From() == list[i-1].From() {
			continue // the same piece, or a choice of a promotion
		}
		if t := shapeOf(p, board, o); competes(&t, &s, piece) {
			rivals = append(rivals, o.From())
		}
	}
	return writeSAN(to, p, m, &s, rivals), list
}

// competes reports whether a move of another piece of the same kind to the same square could be meant, too.
func competes(other, s *shape, piece game.Piece) bool {
	return other.castling == 0 &&
		(piece.Type() != game.Pawn || (other.captured != game.NoPiece) == (s.captured != game.NoPiece))
}

// writeSAN appends a move of which the shape is known, and the squares of its rivals.
func writeSAN(to []byte, p game.Position, m game.Move, s *shape, rivals []game.Square) []byte {
	switch {
	case s.castling > 0:
		to = append(to, "O-O"...)
	case s.castling < 0:
		to = append(to, "O-O-O"...)
	default:
		pt, capture := p.PieceAt(m.From()).Type(), s.captured != game.NoPiece
		if pt != game.Pawn {
			to = append(to, pt.Letter())
		}
		to = append(to, origin(p.Board(), m, rivals, pt == game.Pawn, capture)...)
		if capture {
			to = append(to, 'x')
		}
		to = append(to, p.Board().Name(int(m.To()))...)
	}
	for i := range s.promotes {
		if i == 0 {
			to = append(to, '=')
		}
		to = append(to, m.Promotion(i).Letter())
	}
	for _, c := range []change{s.drops, s.becomes} {
		if c.said {
			to = append(to, '>', c.into.Letter())
		}
	}
	return append(to, markOf(p, m).String()...)
}

// origin returns the file, the rank or the square that distinguishes a piece from its
// rivals. A capturing pawn always names its file, and no pawn only its rank.
func origin(board *geom.Board, m game.Move, rivals []game.Square, pawn, capture bool) string {
	from := board.Square(int(m.From()))
	if len(rivals) == 0 && (!pawn || !capture) {
		return ""
	}
	sameFile, sameRank := false, false
	for _, sq := range rivals {
		c := board.Square(int(sq))
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

// mark returns the mark of a move.
func (ms *Moves) mark(m game.Move) mark { return markOf(ms.p, m) }

// markOf returns the mark of a move, by making it. A lost last king counts as mate.
func markOf(p game.Position, m game.Move) mark {
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
