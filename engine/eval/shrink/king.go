package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// kingSafety evaluates the side's king: where it stands, the pawns before it, and what
// is aimed at it.
func (a *attacks) kingSafety(t *terms, color game.Color) tapered {
	color &= 1
	k := a.king[color]
	flip := game.Square(color) * 56
	seen := k ^ flip - a.lift*game.Square(color)
	sum := t.square[a.files&15][game.King][seen&63]
	own, enemy := a.fromHome(a.pawns[color], color), a.fromHome(a.pawns[color^1], color)
	beyond := -(uint64(1) << (seen & 56)) // and the king's own rank
	own, enemy = own&beyond, enemy&beyond
	files := a.files
	first := min(max(int(seen&7), 1)-1, max(files, 3)-3)
	for file := first; file < min(first+3, files); file++ {
		beside := 1
		if file == int(seen&7) {
			beside = 0
		}
		line := uint64(fileA) << (file & 7)
		near := 0
		if b := own & line; b != 0 {
			near = int(bitboard.Lowest(b) >> 3)
		}
		sum += t.shelter[beside&1][near&7]
		near = 0
		if b := enemy & line; b != 0 {
			near = int(bitboard.Lowest(b)>>3) - int(seen>>3)
		}
		sum += t.storm[beside&1][near&7]
	}
	return sum + t.danger[a.danger(color)&63]
}

// maxDanger is the highest danger that has a weight of its own.
const maxDanger = len(values{}.KingDanger) - 1

// danger returns how much is aimed at the side's king: the pieces that attack
// squares about it and how many they attack, squares there that it alone guards,
// and squares from which an enemy piece could safely give check.
func (a *attacks) danger(color game.Color) int {
	them := color ^ 1
	if a.nonPawns[them] == 0 {
		return 0
	}
	k := a.king[color]
	weak := a.board & a.all[them] &^ a.twice[color] & (a.by[color][game.King] | a.by[color][game.Queen] | ^a.all[color])
	aimed := a.aimed[them] + 2*bitboard.Count(weak&shrink.KingAttacks(k))
	safe := a.board &^ a.own[them] & (^a.all[color] | weak&a.twice[them])
	lines, diagonals := shrink.RookAttacks(k, a.occupied)&safe, shrink.BishopAttacks(k, a.occupied)&safe
	enemy := &a.by[them]
	if lines&enemy[game.Rook] != 0 {
		aimed += 6
	}
	if (lines|diagonals)&enemy[game.Queen]&^a.by[color][game.Queen] != 0 {
		aimed += 5
	}
	if diagonals&enemy[game.Bishop] != 0 {
		aimed += 3
	}
	if shrink.KnightAttacks(k)&safe&enemy[game.Knight] != 0 {
		aimed += 5
	}
	if enemy[game.Queen] == 0 {
		aimed -= 8
	}
	return min(max(aimed, 0), maxDanger)
}
