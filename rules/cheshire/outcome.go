package cheshire

import "github.com/wane-chess/wane/game"

// Repetitions implements game.Position. No position repeats, since a square vanishes in
// each move (R1).
func (p *Position) Repetitions() int { return 0 }

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	return 0, p.State().halfmoves >= game.MaxHalfmoves && p.LegalCount() > 0
}

// Stalemate implements game.Position: stalemate is a draw (R4).
func (p *Position) Stalemate() game.WDL { return game.WDLDraw }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome {
	s := p.State()
	switch {
	case p.LegalCount() == 0 && s.inCheck():
		return game.Win(s.Turn.Other(), game.Checkmate)
	case p.LegalCount() == 0:
		return game.Drawn(game.Stalemate)
	case s.halfmoves >= game.MaxHalfmoves:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Outcome{}
}

// TimeoutOutcome implements game.Position. It is always a loss.
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}
