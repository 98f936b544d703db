package shrink

import "github.com/wane-chess/wane/game"

// kingOf counts the side's king: where it stands, the pawns before it, and what
// is aimed at it.
func (v *survey) kingOf(t *table, color game.Color) taper {
	color &= 1
	k := v.king[color]
	flip := uint(color) * 56
	seen := k ^ flip - v.lift*uint(color)
	sum := t.square[v.files&15][game.King][seen&63]
	own, enemy := v.fromHome(v.pawns[color], color), v.fromHome(v.pawns[color^1], color)
	beyond := -(uint64(1) << (seen & 56)) // and the king's own row
	own, enemy = own&beyond, enemy&beyond
	files := uint(v.files)
	first := min(max(seen&7, 1)-1, max(files, 3)-3)
	for file := first; file < min(first+3, files); file++ {
		beside := 1
		if file == seen&7 {
			beside = 0
		}
		line := uint64(fileA) << (file & 7)
		near := 0
		if b := own & line; b != 0 {
			near = int(lowest(b) >> 3)
		}
		sum += t.shelter[beside&1][near&7]
		near = 0
		if b := enemy & line; b != 0 {
			near = int(lowest(b)>>3) - int(seen>>3)
		}
		sum += t.storm[beside&1][near&7]
	}
	return sum + t.danger[v.dangerOf(color)&63]
}

// dangerLast is the highest danger that is told apart.
const dangerLast = len(terms{}.Danger) - 1

// dangerOf tells how much is aimed at the side's king: the men that attack
// squares about it and how many they attack, squares there that it alone guards,
// and squares from which an enemy man could safely give check.
func (v *survey) dangerOf(color game.Color) int {
	them := color ^ 1
	if v.officers[them] == 0 {
		return 0
	}
	k := v.king[color]
	weak := v.board & v.all[them] &^ v.twice[color] & (v.by[color][game.King] | v.by[color][game.Queen] | ^v.all[color])
	aimed := v.aimed[them] + 2*count(weak&kingAttacks[k&63])
	safe := v.board &^ v.own[them] & (^v.all[color] | weak&v.twice[them])
	lines, slants := rookAttacks(k, v.occ)&safe, bishopAttacks(k, v.occ)&safe
	enemy := &v.by[them]
	if lines&enemy[game.Rook] != 0 {
		aimed += 6
	}
	if (lines|slants)&enemy[game.Queen]&^v.by[color][game.Queen] != 0 {
		aimed += 5
	}
	if slants&enemy[game.Bishop] != 0 {
		aimed += 3
	}
	if knightAttacks[k&63]&safe&enemy[game.Knight] != 0 {
		aimed += 5
	}
	if enemy[game.Queen] == 0 {
		aimed -= 8
	}
	return min(max(aimed, 0), dangerLast)
}

// mop counts where the kings stand if one of them is bare.
func (v *survey) mop(t *table) taper {
	var sum taper
	for color := range game.Color(2) {
		if v.officers[color]|v.pawns[color] == 0 && v.officers[color^1]|v.pawns[color^1] != 0 {
			k := v.king[color]
			far := away(int(k&7), int(v.files)) + away(int(k>>3), 8-int(v.lift>>3))
			gain := t.mopEdge.times(far) + t.mopNear.times(7-distance(k, v.king[color^1]))
			if color == game.White {
				gain = -gain
			}
			sum += gain
		}
	}
	return sum
}

// away is how many lines lie between one and the middle of so many.
func away(line, lines int) int { return max((lines-1)/2-line, line-lines/2) }
