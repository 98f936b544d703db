package convergenteval

import "github.com/wane-chess/wane/game"

// AppendMoves implements engine.Board.
func (b *board) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	first := len(dst)
	dst = b.position.AppendMoves(dst, k)
	places, worth := &placeScore[b.State().Turn&1], &b.e.worth
	for i := range dst[first:] {
		m := &dst[first+i]
		switch pt := m.Piece.Type() & 7; {
		case m.Kind == game.Quiet:
			m.Score = int32(places[m.Move.To()&63]) - int32(places[m.Move.From()&63])
		case m.Captured != game.NoPiece:
			m.Score = captureScore + int32(worth[m.Captured.Type()&7]-worth[pt]/16)
		default:
			m.Score = entryScore - int32(worth[pt]/16)
		}
	}
	return dst
}

// Scores of noisy moves: captures by what they win, then by the least valuable
// attacker; entries of an empty royal square below them.
const (
	captureScore = 200
	entryScore   = 150
)

// placeScore is how good a square is to stand on, by color.
var placeScore = func() (t [2][64]int8) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		central := min(file, 7-file)
		t[game.White][sq] = int8(4*rank + 3*central)
		t[game.Black][sq] = int8(4*(7-rank) + 3*central)
	}
	return t
}()
