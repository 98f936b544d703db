package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Repetitions implements game.Position. No position from before the number of men
// fell can come again, but one from before a capture can: a captured bishop that
// drops as a pawn on an empty z may walk on and promote to a bishop.
func (p *Position) Repetitions() int {
	return game.Repeats(p.keys[:p.ply+1], int(p.State().sinceFewer))
}

// kingLost tells whether the last king of the side to move was pushed off (R7).
func (s *State) kingLost() bool { return s.Kings()&s.Of(s.Turn) == 0 }

// lone tells whether a side has one king and nothing else.
func (s *State) lone(who game.Color) bool { return s.Of(who)&^s.Kings() == 0 && s.oneKing(who) }

func (s *State) oneKing(who game.Color) bool {
	return mathbits.OnesCount64(s.Kings()&s.Of(who)) == 1
}

// dead tells whether king stands against king, and nothing else.
func (s *State) dead() bool {
	return mathbits.OnesCount64(s.Occupied()) == 2 && s.lone(game.White) && s.lone(game.Black)
}

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	s := p.State()
	switch {
	case s.kingLost():
		return game.WDLLoss, true
	case s.dead(), s.sinceFewer >= 4 && p.Repetitions() >= 2:
		return 0, true
	}
	return 0, s.halfmoves >= game.MaxHalfmoves && p.LegalCount() > 0
}

// Stalemate implements game.Position: stalemate is a draw (R6).
func (p *Position) Stalemate() game.WDL { return game.WDLDraw }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome {
	s := p.State()
	switch {
	case s.kingLost():
		return game.Win(s.Turn.Other(), game.KingLost)
	case p.LegalCount() == 0 && p.InCheck():
		return game.Win(s.Turn.Other(), game.Checkmate)
	case p.LegalCount() == 0:
		return game.Drawn(game.Stalemate)
	case s.dead():
		return game.Drawn(game.DeadPosition)
	case p.Repetitions() >= 2:
		return game.Drawn(game.Repetition)
	case s.halfmoves >= game.MaxHalfmoves:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Outcome{}
}

// TimeoutOutcome implements game.Position. A lone king against one king draws in every
// ranking. That he cannot win is strictly true only where K leads: elsewhere a
// man whom he captures may drop as a king beside him, and be mated there.
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	s := p.State()
	if s.lone(loser.Other()) && s.oneKing(loser) {
		return game.Drawn(game.TimeOutDraw)
	}
	return game.Win(loser.Other(), game.TimeOut)
}
