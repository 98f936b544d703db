package shrink

import "github.com/wane-chess/wane/game"

// ahead returns a set with all squares above it on its files.
func ahead(b uint64) uint64 {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

// behind returns a set with all squares below it on its files.
func behind(b uint64) uint64 {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// beside returns the squares to the left and right of a set.
func beside(b uint64) uint64 { return b<<1&^fileA | b>>1&^fileH }

// pawnsOf counts the side's pawns by themselves, passed ones as far as only
// pawns matter, and notes what pawns can ever attack. It looks at the board with
// the side's last row as row 7.
func (v *survey) pawnsOf(t *table, color game.Color) taper {
	color &= 1
	own, enemy := v.toGoal(v.pawns[color], color), v.toGoal(v.pawns[color^1], color)
	square := &t.square[v.files&15][game.Pawn]
	guards := own<<7&^fileH | own<<9&^fileA
	danger := enemy>>7&^fileA | enemy>>9&^fileH
	reach := ahead(guards)
	passed := own &^ (behind(enemy>>8|danger) | behind(own>>8))
	files := ahead(own) | behind(own)
	isolated := own &^ beside(files)
	backward := own &^ isolated & (danger &^ reach >> 8)
	doubled := own & ahead(own<<8)
	v.reach[color], v.passed[color] = v.fromGoal(reach, color), passed

	sum := t.isolated.times(count(isolated)) + t.doubled.times(count(doubled)) + t.backward.times(count(backward))
	for b := own; b != 0; b &= b - 1 {
		sum += square[lowest(b)&63]
	}
	for b := own & guards; b != 0; b &= b - 1 {
		sum += t.guarded[lowest(b)>>3&7]
	}
	for b := own & beside(own); b != 0; b &= b - 1 {
		sum += t.phalanx[lowest(b)>>3&7]
	}
	return sum
}

// passedOf counts the side's passed pawns.
func (v *survey) passedOf(t *table, color game.Color) taper {
	color &= 1
	var sum taper
	flip, up := uint(color)*56, v.lift*uint(color^1)
	king, hunter := v.king[color]^flip+up, v.king[color^1]^flip+up
	for b := v.passed[color]; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		row, next := sq>>3&7, (sq+8)&63
		sum += t.passed[row]
		if row < 3 {
			continue
		}
		sum += t.ownKing[row].times(distance(king, next)) + t.hunter[row].times(distance(hunter, next))
		stop := bit((next - up) ^ flip)
		switch {
		case v.occ&stop != 0:
			sum += t.blockaded[row]
		case v.all[color^1]&stop == 0:
			sum += t.step[row]
			way := v.fromGoal(fileAhead(sq), color)
			if (v.occ|v.all[color^1])&way == 0 {
				sum += t.clear[row]
			}
		}
		if v.all[color]&stop != 0 {
			sum += t.helped[row]
		}
	}
	return sum
}

// fileAhead returns the squares above one on its file.
func fileAhead(sq uint) uint64 { return (fileA - 1) << (sq & 63) }
