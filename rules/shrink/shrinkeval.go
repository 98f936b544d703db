package shrink

import "github.com/wane-chess/wane/game"

// shrinkTerms are what Eval counts with in Shrink Chess: what it shares with
// chess, and what the disappearing lines add. The last dimension is {on the full
// board with all men, on the smallest with the fewest}.
type shrinkTerms struct {
	Common terms

	Room     [9][2]game.Score    // safe squares beside the king
	LoneRow  [7][2]game.Score    // a man by game.PieceType alone in its row: when it leaves, the row goes
	LoneFile [7][2]game.Score    // a man alone in its file
	Short    [2][8][2]game.Score // a row ahead of a pawn that a single own man, a single enemy man keeps up, by the pawn's row
	Crowd    [9][2]game.Score    // men of either side on a pawn's last row, for each of the side's pawns two steps or less away
}

// shrinkTable is what shrinkTerms come to.
type shrinkTable struct {
	table
	room              [16]taper
	loneRow, loneFile [8]taper
	short             [2][8]taper
	crowd             [16]taper
}

var shrinkValues = newShrinkTable(&shrinkWeights)

func newShrinkTable(w *shrinkTerms) *shrinkTable {
	t := &shrinkTable{table: *newTable(&w.Common)}
	for i, p := range w.Room {
		t.room[i] = pair(p)
	}
	for i := range w.LoneRow {
		t.loneRow[i], t.loneFile[i] = pair(w.LoneRow[i]), pair(w.LoneFile[i])
	}
	for i := range 8 {
		t.short[0][i], t.short[1][i] = pair(w.Short[0][i]), pair(w.Short[1][i])
	}
	for i, p := range w.Crowd {
		t.crowd[i] = pair(p)
	}
	return t
}

// Weights implements game.Tuned.
func (shrinkGame) Weights() any { return &shrinkWeights }

// Reweigh implements game.Tuned.
func (shrinkGame) Reweigh() { shrinkValues = newShrinkTable(&shrinkWeights) }

// Eval implements game.Position.
func (p *shrinkPosition) Eval() game.Score {
	s, t := p.now(), shrinkValues
	var v survey
	v.begin(s)
	sum := v.sum(&t.table, &s.Pieces)
	sum += v.lonelyOf(t, s)
	sum += v.shortOf(t, game.White) - v.shortOf(t, game.Black)
	sum += v.roomOf(t, game.White) - v.roomOf(t, game.Black)
	middle, end := sum.both()
	return blend(middle, end, s.phase(), s.turn, &t.table)
}

// The squares of the smallest board that counts as one, and of the full board.
const (
	fewSquares  = 12
	fullSquares = 64
)

// phase tells how far the board and the men are from the end: the mean of the
// two.
func (s *state) phase() int {
	squares := max(int(s.ranks)*int(s.files)-fewSquares, 0)
	return (phaseOf(&s.Pieces) + squares*fullPhase/(fullSquares-fewSquares)) / 2
}

// roomOf counts the squares that the side's king can safely go to.
func (v *survey) roomOf(t *shrinkTable, color game.Color) taper {
	color &= 1
	free := v.board &^ (v.own[color] | v.all[color^1])
	return t.room[count(kingAttacks[v.king[color]&63]&free)&15]
}

// lonelyOf counts the men that stand alone in a row or a file, for White.
func (v *survey) lonelyOf(t *shrinkTable, s *state) taper {
	var sum taper
	for b := lonelyInRank(v.occ); b != 0; b &= b - 1 {
		sum += signed(t.loneRow[s.PieceType(game.Square(lowest(b)))&7], b&-b&s.Black)
	}
	for b := lonelyInFile(v.occ); b != 0; b &= b - 1 {
		sum += signed(t.loneFile[s.PieceType(game.Square(lowest(b)))&7], b&-b&s.Black)
	}
	return sum
}

func signed(t taper, black uint64) taper {
	if black != 0 {
		return -t
	}
	return t
}

// shortOf counts what may shorten the way of the side's pawns.
func (v *survey) shortOf(t *shrinkTable, color game.Color) taper {
	color &= 1
	lone := v.toGoal(lonelyInRank(v.occ), color)
	own := lone & v.toGoal(v.own[color], color)
	enemy := lone &^ own
	pawns := v.toGoal(v.pawns[color], color)
	var sum taper
	if lone != 0 {
		for b := pawns; b != 0; b &= b - 1 {
			row := lowest(b) >> 3 & 7
			beyond := -(uint64(1) << (8*row + 8))
			sum += t.short[0][row].times(count(own&beyond)) + t.short[1][row].times(count(enemy&beyond))
		}
	}
	const near = 0xffff << 40
	if pawns&near != 0 {
		crowd := count(v.toGoal(v.occ, color) >> 56)
		sum += t.crowd[crowd&15].times(count(pawns & near))
	}
	return sum
}
