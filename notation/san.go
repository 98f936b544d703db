package notation

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// NoMoveText is what SAN gives for a move that is not legal.
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
func (ms *Moves) SAN(m game.Move) string { return SAN(ms.p, m) }

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
	switch {
	case s.castling > 0:
		to = append(to, "O-O"...)
	case s.castling < 0:
		to = append(to, "O-O-O"...)
	default:
		capture := s.captured != game.NoPiece
		if piece.Type() != game.Pawn {
			to = append(to, piece.Type().Letter())
		}
		to = append(to, origin(p, board, m, list, capture)...)
		if capture {
			to = append(to, 'x')
		}
		to = append(to, board.Name(int(m.To()))...)
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
	return append(to, markOf(p, m).String()...), list
}

// origin returns the file, the rank or the square that distinguishes the piece of a move from others of its kind, of
// which list has the moves to the same square. A capturing pawn always names its file, and no pawn only its rank.
func origin(p game.Position, board *geom.Board, m game.Move, list []game.Move, capture bool) string {
	from := board.Square(int(m.From()))
	pawn := p.PieceAt(m.From()).Type() == game.Pawn
	rivals, sameFile, sameRank := false, false, false
	for i, o := range list {
		if o.From() == m.From() || i > 0 && o.From() == list[i-1].From() {
			continue // the same piece, or a choice of a promotion
		}
		if s := shapeOf(p, board, o); s.castling != 0 || pawn && (s.captured != game.NoPiece) != capture {
			continue
		}
		rivals = true
		c := board.Square(int(o.From()))
		sameFile = sameFile || c.File == from.File
		sameRank = sameRank || c.Rank == from.Rank
	}
	switch {
	case !rivals && (!pawn || !capture):
		return ""
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
