package diminuendo

import (
	"sync"

	"github.com/wane-chess/wane/game"
)

// S is short for a score, in centipawns unless a comment says otherwise.
type S = game.Score

// weights are what the evaluation counts with, common to all the games of the
// family. Arrays of 7 go by type of man. Pairs [2]S are the value on a full board
// and that on an empty one, unless a comment says otherwise; between them it
// changes with the number of men.
type weights struct {
	// Strength is what a man is worth for what he does himself; Comeback is the
	// part, in 256ths, of the worth of the man that he becomes when captured that
	// adds to it.
	Strength     [7]S
	Comeback     S
	QueenishKing S // what the queenish king adds to the strength of a king
	FlexiblePawn S // and the flexible pawn to that of a pawn

	Mobility [7][2]S // each cell that a man sees, no man of his own holds and no enemy pawn attacks
	Centre   [7][2]S // each of the three rings around z that he stands within
	Ring     [7][2]S // each attack by a man on a cell beside an enemy king
	Attacker [8]S    // that many men attacking such cells, or more

	Pawn   [8][2]S // a pawn that many steps before the last cell of its file; 7: z lies before it
	Passed [8][2]S // the same once no enemy pawn can stop it, in addition

	// Of the pairs below the first is for the side to move, the second for the
	// other.
	Loose      [2]S // in 256ths, what the capture of a man who is not defended gains
	PawnThreat [2]S // in 256ths, what the capture by a pawn of another man gains
	Push       [2]S // in 256ths, the worth of an enemy man on z while some capture would push him off
	HangsOnZ   [2]S // in 256ths, the worth of an enemy man on z who is attacked there and not defended
	DropCheck  [2]S // each enemy man in reach who would drop with check
	Tempo      S    // to be on the move
}

// pair holds the value of a weight on a full board, in the low half, and on an
// empty one. Sums of pairs are pairs of sums.
type pair int64

func join(w [2]S) pair { return pair(w[0]) + pair(w[1])<<32 }

// mostPieces is the number of men at the start: with as many a board is full.
const mostPieces = 30

// taper returns the value with that many men on the board.
func (p pair) taper(pieces int) S {
	pieces = min(pieces, mostPieces)
	full, empty := S(int32(p)), S((p+1<<31)>>32)
	return (full*S(pieces) + empty*S(mostPieces-pieces)) / mostPieces
}

// worth is what follows from the weights for one game of the family. A man who
// is captured comes back as the next in the ranking, so that his worth is his
// strength and a part of the next one's worth.
type worth struct {
	value [8]S           // by type; 0 for NoPiece
	loss  [8]S           // what it costs to have a man step down the ranking
	best  game.PieceType // what a pawn promotes to unless there is a reason for less
	tempo S

	mobility, centre, ring  [8]pair
	pawn, passed            [8]pair
	attacker                [8]S
	loose, pawnThreat, push [2]S
	hangsOnZ, dropCheck     [2]S
}

// worths holds the *worth of each Game in use.
var worths sync.Map

// worth returns what follows from the weights for a game, the same for all its
// positions.
func (g Game) worth() *worth {
	if w, ok := worths.Load(g); ok {
		return w.(*worth)
	}
	fresh := new(worth)
	fresh.derive(g, &live)
	w, _ := worths.LoadOrStore(g, fresh)
	return w.(*worth)
}

// Weights implements game.Tuned.
func (g Game) Weights() any { return &live }

// Reweigh implements game.Tuned.
func (g Game) Reweigh() {
	worths.Range(func(g, w any) bool {
		w.(*worth).derive(g.(Game), &live)
		return true
	})
}

// derive works out the worth for a game.
func (w *worth) derive(g Game, from *weights) {
	*w = worth{
		tempo: from.Tempo, attacker: from.Attacker, loose: from.Loose, pawnThreat: from.PawnThreat,
		push: from.Push, hangsOnZ: from.HangsOnZ, dropCheck: from.DropCheck,
	}
	strength := from.Strength
	if g.queenishKing {
		strength[game.King] += from.QueenishKing
	}
	if g.flexiblePawns {
		strength[game.Pawn] += from.FlexiblePawn
	}
	next := game.NoPieceType
	for i := len(g.ranking) - 1; i >= 0; i-- {
		p := g.ranking[i]
		w.value[p] = strength[p] + w.value[next]*from.Comeback/256
		w.loss[p] = w.value[p] - w.value[next]
		next = p
	}
	w.best = game.Queen
	for _, p := range game.Promotions {
		if w.value[p] > w.value[w.best] {
			w.best = p
		}
	}
	for p := game.King; p <= game.Pawn; p++ {
		w.mobility[p], w.centre[p], w.ring[p] = join(from.Mobility[p]), join(from.Centre[p]), join(from.Ring[p])
	}
	for i := range from.Pawn {
		w.pawn[i], w.passed[i] = join(from.Pawn[i]), join(from.Passed[i])
	}
}
