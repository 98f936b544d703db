package shrink

import "github.com/wane-chess/wane/game"

// choice is a route whose collapse brings pawns to their last row, with the
// promotions that do not leave the mover's king in check (R2, R3). As all
// squares involved are occupied whatever the choices are, each pawn's are
// independent of the others'.
type choice struct {
	route   game.Move
	pawns   int
	allowed [game.MaxPromotions]uint8 // bit i: game.Promotions[i]
}

// count returns the number of moves, at most 4^8.
func (c *choice) count() int {
	n := 1
	for _, a := range c.allowed[:c.pawns] {
		n *= count(uint64(a))
	}
	return n
}

// list appends the moves, the first pawn's choice changing last.
func (c *choice) list(dst []game.Move) []game.Move { return c.extend(dst, c.route, 0) }

func (c *choice) extend(dst []game.Move, m game.Move, pawn int) []game.Move {
	if pawn == c.pawns {
		return append(dst, m)
	}
	for i, p := range game.Promotions {
		if c.allowed[pawn]>>i&1 != 0 {
			dst = c.extend(dst, m.WithPromotion(pawn, p), pawn+1)
		}
	}
	return dst
}

// lonely adds the moves of a man that stands alone in its rank, in its file or
// in both. Those that empty a line are judged after the collapse, so neither
// pins nor checks before it matter (R2).
func (g *sets) lonely(s *state, from uint, inRank, inFile bool) {
	asked := g.asked(s, from)
	land := asked
	if g.arrivals(s, from) != 0 {
		land = s.board() &^ g.own
	}
	all := g.pseudo(s, from, land)
	alongRank, alongFile := all&rankOf(from), all&fileOf(from)
	across := all &^ (alongRank | alongFile)
	rank, file := rankCut(from>>3), fileCut(from&7)
	var legal, stays uint64
	switch {
	case inRank && inFile:
		legal = g.judge(s, from, alongFile, rank, noCut) |
			g.judge(s, from, alongRank, noCut, file) |
			g.judge(s, from, across, rank, file)
	case inRank:
		stays = alongRank
		legal = g.judge(s, from, alongFile|across, rank, noCut)
	default:
		stays = alongFile
		legal = g.judge(s, from, alongRank|across, noCut, file)
	}
	if stays != 0 {
		legal |= g.plain(s, from, stays)
	}
	if legal != 0 {
		g.enter(s, from, legal, asked)
	}
}

// drasticRows returns the rows whose disappearance would leave a pawn one step
// from its last row: White's if they lie beyond a pawn two steps away, Black's
// likewise. Such a collapse is a noisy move, as promotions are.
func (s *state) drasticRows() uint64 {
	var rows uint64
	pawns := s.Pawns()
	if s.ranks > 2 {
		if top := 8 * (uint(s.ranks) - 3); pawns&^s.Black&(rank1<<(top&63)) != 0 {
			rows = 0xffff00 << (top & 63)
		}
		if pawns&s.Black&(rank1<<16) != 0 {
			rows |= 0xffff
		}
	}
	return rows
}

// asked returns the squares that a lonely man may move to as far as is asked.
// If its leaving the rank is drastic, all such moves are noisy.
func (g *sets) asked(s *state, from uint) uint64 {
	if bit(from)&g.drastic == 0 || g.kind == game.All {
		return g.land
	}
	along := rankOf(from)
	if g.kind == game.Quiet {
		return g.land & along
	}
	return g.land | s.board()&^g.own&^along
}

// pseudo returns where a man could go if its king did not matter, castling and
// en passant aside.
func (g *sets) pseudo(s *state, from uint, land uint64) uint64 {
	switch s.PieceType(game.Square(from)) {
	case game.King:
		return kingAttacks[from&63] & land
	case game.Knight:
		return knightAttacks[from&63] & land
	case game.Bishop:
		return bishopAttacks(from, g.occ) & land
	case game.Rook:
		return rookAttacks(from, g.occ) & land
	case game.Queen:
		return (bishopAttacks(from, g.occ) | rookAttacks(from, g.occ)) & land
	}
	ahead := forward[g.turn&1]
	push := turned(bit(from), ahead) &^ g.occ
	double := turned(push&stepped[g.turn&1][s.ranks&15], ahead) &^ g.occ
	return push | double | pawnAttacks[g.turn&1][from&63]&g.enemy
}

// plain returns those of a lonely man's targets, none of which makes the board
// collapse, that are legal.
func (g *sets) plain(s *state, from uint, targets uint64) uint64 {
	if from != g.king {
		// What pins a lonely man stands across its line, for the king is not on it.
		if bit(from)&(g.pinned|g.pinnedSlant) != 0 {
			return 0
		}
		return targets & g.evade
	}
	m := s.Without(bit(from))
	for b := targets; b != 0; b &= b - 1 {
		if attackers(m, lowest(b), g.turn, g.enemy) != 0 {
			targets &^= b & -b
		}
	}
	return targets
}

// judge returns the targets that are legal after the two cuts. Where pawns
// arrive on their last row, it adds choices instead.
func (g *sets) judge(s *state, from uint, targets uint64, rank, file cut) uint64 {
	if targets == 0 {
		return 0
	}
	if rank.shift != 0 && g.arrivals(s, from) != 0 {
		for b := targets; b != 0; b &= b - 1 {
			g.choose(s, game.NewMove(game.Square(from), game.Square(lowest(b))))
		}
		return 0
	}
	m := s.Without(bit(from))
	if rank.shift != 0 {
		m = rank.closed(m)
	}
	if file.shift != 0 {
		m = file.closed(m)
	}
	enemy := m.Of(g.turn ^ 1)
	if from == g.king {
		for b := targets; b != 0; b &= b - 1 {
			if attackers(m, file.square(rank.square(lowest(b))), g.turn, enemy) != 0 {
				targets &^= b & -b
			}
		}
		return targets
	}
	k := lowest(m.Kings() &^ enemy)
	if checkers := attackers(m, k, g.turn, enemy); checkers != 0 {
		targets &= rank.open(file.open(evasions(k, checkers)))
	}
	return targets
}

// arrivals returns the pawns that would come to their last row if the rank of
// the square disappeared.
func (g *sets) arrivals(s *state, from uint) uint64 {
	var set uint64
	if from>>3 == 0 {
		set = s.Black & (rank1 << 8)
	}
	if top := uint(s.ranks) - 1; from>>3 == top && top > 0 {
		set |= rank1 << (8 * (top - 1)) &^ s.Black
	}
	return set & s.Pawns()
}

// choose adds the promotions that are legal after a route that collapses.
func (g *sets) choose(s *state, route game.Move) {
	var n state
	n.collapse(s.play(&n, route))
	k := lowest(n.Kings() & n.Of(s.turn))
	enemy := n.Of(n.turn)
	arrived := n.arrived()
	if attackers(n.Pieces, k, s.turn, enemy&^arrived) != 0 {
		return
	}
	c := choice{route: route}
	occ := n.Occupied()
	onLine, onSlant, onLeap := rookAttacks(k, occ), bishopAttacks(k, occ), knightAttacks[k&63]
	for b := arrived; b != 0; b &= b - 1 {
		sq := b & -b
		allowed := uint8(0b1111)
		if sq&enemy != 0 {
			switch {
			case sq&onLine != 0:
				allowed = 0b1100
			case sq&onSlant != 0:
				allowed = 0b1010
			case sq&onLeap != 0:
				allowed = 0b0111
			}
		}
		c.allowed[c.pawns] = allowed
		c.pawns++
	}
	g.choices = append(g.choices, c)
}

// enter adds the legal targets of a man of any kind; of men other than pawns
// only those that are asked for.
func (g *sets) enter(s *state, from uint, targets, asked uint64) {
	if s.PieceType(game.Square(from)) != game.Pawn {
		g.add(from, targets&asked)
		return
	}
	ahead := forward[g.turn&1]
	b := bit(from)
	g.push |= targets & turned(b, ahead)
	g.double |= targets & turned(b, 2*ahead)
	g.left |= targets & turned(b&^fileA, ahead-1)
	g.right |= targets & turned(b&^fileH, ahead+1)
}
