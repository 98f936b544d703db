package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Repetitions implements game.Position. No position before the last capture or pawn
// move can repeat.
func (p *Position) Repetitions() int {
	return p.states.Repetitions(int(p.State().reversible), func(top, older *State) bool { return top.key == older.key })
}

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	s := p.State()
	if s.reversible >= 8 && p.Repetitions() >= 2 {
		return 0, true
	}
	return 0, s.halfmoves >= game.MaxHalfmoves && p.LegalCount() > 0
}

// Stalemate implements game.Position: a side without a legal move has lost (R4).
func (p *Position) Stalemate() game.WDL { return game.WDLLoss }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome { return rulekit.Outcome(p, false) }

// TimeoutOutcome implements game.Position. It is always a loss, since a lone king can
// mate (R5).
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}
