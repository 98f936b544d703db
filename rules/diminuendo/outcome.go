package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Repetitions implements game.Position. No position before the number of pieces fell
// can repeat, but one before a capture can: a captured bishop that drops as a pawn on
// an empty z may promote to a bishop.
func (p *Position) Repetitions() int {
	return p.states.Repetitions(int(p.State().reversible), func(top, older *State) bool { return top.key == older.key })
}

// kingLost reports whether the side to move has no king any more (R7).
func (s *State) kingLost() bool { return s.Kings()&s.Of(s.Turn) == 0 }

// lone reports whether a color has one king and nothing else.
func (s *State) lone(c game.Color) bool { return s.Of(c)&^s.Kings() == 0 && s.oneKing(c) }

func (s *State) oneKing(c game.Color) bool {
	return bitboard.Count(s.Kings()&s.Of(c)) == 1
}

// dead reports whether only one king of each color is left.
func (s *State) dead() bool {
	return bitboard.Count(s.Occupied()) == 2 && s.lone(game.White) && s.lone(game.Black)
}

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	s := p.State()
	switch {
	case s.kingLost():
		return game.WDLLoss, true
	case s.dead(), s.reversible >= 4 && p.Repetitions() >= 2:
		return 0, true
	}
	return 0, s.halfmoves >= game.MaxHalfmoves && p.LegalCount() > 0
}

// Stalemate implements game.Position: stalemate is a draw (R6).
func (p *Position) Stalemate() game.WDL { return game.WDLDraw }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome { return rulekit.Outcome(p, p.State().dead()) }

// TimeoutOutcome implements game.Position. If the winner has a lone king and the loser
// one king, it is a draw in every ranking, although a lone king can win where K does
// not lead: a piece that it captures may drop as a king and be mated.
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	s := p.State()
	if s.lone(loser.Other()) && s.oneKing(loser) {
		return game.Drawn(game.TimeOutDraw)
	}
	return game.Win(loser.Other(), game.TimeOut)
}
