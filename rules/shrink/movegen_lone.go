package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// addLone adds the moves of a piece that is alone on its rank, its file or both.
// Moves that empty a line are judged after the collapse, so pins and checks before
// it do not matter (R2).
func (g *Targets) addLone(s *State, from game.Square, onRank, onFile bool) {
	wanted := g.wanted(s, from)
	land := wanted
	if s.arrivals(from) != 0 {
		land = s.Squares() &^ g.own
	}
	all := g.pseudo(s, from, land)
	alongRank, alongFile := all&RankSquares(from), all&FileSquares(from)
	across := all &^ (alongRank | alongFile)
	rank, file := rankCut(from), fileCut(from)
	var legal, stays uint64
	switch {
	case onRank && onFile:
		legal = g.legalAfterCollapse(s, from, alongFile, rank, noCut) |
			g.legalAfterCollapse(s, from, alongRank, noCut, file) |
			g.legalAfterCollapse(s, from, across, rank, file)
	case onRank:
		stays = alongRank
		legal = g.legalAfterCollapse(s, from, alongFile|across, rank, noCut)
	default:
		stays = alongFile
		legal = g.legalAfterCollapse(s, from, alongRank|across, noCut, file)
	}
	if stays != 0 {
		legal |= g.legalWithoutCollapse(s, from, stays)
	}
	if legal != 0 {
		g.addAll(s, from, legal, wanted)
	}
}

// wanted returns the squares that a lone piece is asked to move to.
func (g *Targets) wanted(s *State, from game.Square) uint64 {
	if bitboard.Bit(from)&g.leavers == 0 {
		return g.land
	}
	return g.land | s.Squares()&^g.own&^RankSquares(from)
}

// pseudo returns the pseudo-legal targets of a piece, except castling and en passant
// captures.
func (g *Targets) pseudo(s *State, from game.Square, land uint64) uint64 {
	switch s.PieceType(from) {
	case game.King:
		return kingAttacks[from&63] & land
	case game.Knight:
		return knightAttacks[from&63] & land
	case game.Bishop:
		return BishopAttacks(from, g.occupied) & land
	case game.Rook:
		return RookAttacks(from, g.occupied) & land
	case game.Queen:
		return (BishopAttacks(from, g.occupied) | RookAttacks(from, g.occupied)) & land
	}
	ahead := forward[g.turn&1]
	push := shifted(bitboard.Bit(from), ahead) &^ g.occupied
	double := shifted(push&doubleStepRanks[g.turn&1][s.ranks&15], ahead) &^ g.occupied
	return push | double | pawnAttacks[g.turn&1][from&63]&g.enemy
}

// legalWithoutCollapse returns the legal targets of a lone piece among some that do
// not collapse the board.
func (g *Targets) legalWithoutCollapse(s *State, from game.Square, targets uint64) uint64 {
	if from != g.king {
		// The pinner is not on the line where the piece is alone, nor is the king.
		if bitboard.Bit(from)&(g.pinned|g.pinnedDiagonal) != 0 {
			return 0
		}
		return targets & g.evasions
	}
	m := s.Without(bitboard.Bit(from))
	for b := targets; b != 0; b &= b - 1 {
		if attackers(m, bitboard.Lowest(b), g.turn, g.enemy) != 0 {
			targets &^= b & -b
		}
	}
	return targets
}

// legalAfterCollapse returns the targets that are legal after the two cuts. If pawns
// reach their last rank, it adds choices instead.
func (g *Targets) legalAfterCollapse(s *State, from game.Square, targets uint64, rank, file cut) uint64 {
	if targets == 0 {
		return 0
	}
	if rank.shift != 0 && s.arrivals(from) != 0 {
		for b := targets; b != 0; b &= b - 1 {
			g.addChoice(s, game.NewMove(from, bitboard.Lowest(b)))
		}
		return 0
	}
	m := s.Without(bitboard.Bit(from))
	if rank.shift != 0 {
		m = rank.closed(m)
	}
	if file.shift != 0 {
		m = file.closed(m)
	}
	enemy := m.Of(g.turn ^ 1)
	if from == g.king {
		for b := targets; b != 0; b &= b - 1 {
			if attackers(m, file.square(rank.square(bitboard.Lowest(b))), g.turn, enemy) != 0 {
				targets &^= b & -b
			}
		}
		return targets
	}
	k := bitboard.Lowest(m.Kings() &^ enemy)
	if checkers := attackers(m, k, g.turn, enemy); checkers != 0 {
		targets &= rank.open(file.open(evasionSquares(k, checkers)))
	}
	return targets
}

// addAll adds the legal targets of a piece: of a pawn all, of other pieces those in
// wanted.
func (g *Targets) addAll(s *State, from game.Square, targets, wanted uint64) {
	if s.PieceType(from) != game.Pawn {
		g.add(from, targets&wanted)
		return
	}
	ahead := forward[g.turn&1]
	b := bitboard.Bit(from)
	g.Push |= targets & shifted(b, ahead)
	g.Double |= targets & shifted(b, 2*ahead)
	g.Left |= targets & shifted(b&^fileA, ahead-1)
	g.Right |= targets & shifted(b&^fileH, ahead+1)
}
