package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// drawnRepetitions is how many earlier occurrences of a position draw a game.
const drawnRepetitions = 2

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	return game.WDLDraw, p.drawn(p.State().bare(), p.LegalCount)
}

// Terminal implements game.Position.
func (p *ChessPosition) Terminal() (game.WDL, bool) {
	return game.WDLDraw, p.drawn(p.State().dead(), p.LegalCount)
}

// drawn is Terminal, given whether the position is dead. It counts the legal moves
// only in check at 100 halfmoves, where the position may be mate.
func (p *position) drawn(dead bool, legalCount func() int) bool {
	s := p.State()
	switch {
	case dead:
		return true
	case s.halfmoves >= game.MaxHalfmoves:
		return !p.InCheck() || legalCount() > 0
	case s.reversible < 4*drawnRepetitions:
		return false
	}
	return p.Repetitions() >= drawnRepetitions
}

// bare reports whether only the kings are left (R7).
func (s *State) bare() bool { return s.Occupied() == s.Kings() }

// dead reports whether neither side can ever mate in chess: besides the kings there is
// at most one piece, a bishop or a knight.
func (s *State) dead() bool {
	rest := s.Occupied() &^ s.Kings()
	return rest&(rest-1) == 0 && rest&^(s.Bishops()|s.Knights()) == 0
}

// Stalemate implements game.Position (R7).
func (p *position) Stalemate() game.WDL { return game.WDLDraw }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome { return rulekit.Outcome(p, p.State().bare()) }

// Outcome implements game.Position.
func (p *ChessPosition) Outcome() game.Outcome { return rulekit.Outcome(p, p.State().dead()) }

// TimeoutOutcome implements game.Position. A bare king cannot win.
func (p *position) TimeoutOutcome(loser game.Color) game.Outcome {
	s := p.State()
	if winner := s.Of(loser.Other()); winner&(winner-1) == 0 {
		return game.Drawn(game.TimeOutDraw)
	}
	return game.Win(loser.Other(), game.TimeOut)
}
