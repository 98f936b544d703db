package cheshire

import "github.com/wane-chess/wane/game"

// drawPlies is the move count that draws: fifty moves by each side.
const drawPlies = 100

// Repetitions implements game.Node. No position comes twice: each move takes a
// square away (R1).
func (p *Position) Repetitions() int { return 0 }

// Terminal implements game.Node.
func (p *Position) Terminal() (game.Score, bool) {
	return 0, p.top().halfmoves >= drawPlies && p.LegalCount() > 0
}

// StalemateScore implements game.Node: stalemate is a draw (R4).
func (p *Position) StalemateScore() game.Score { return 0 }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome {
	s := p.top()
	switch {
	case p.LegalCount() == 0 && s.inCheck():
		return game.Win(s.turn.Other(), game.Checkmate)
	case p.LegalCount() == 0:
		return game.Drawn(game.Stalemate)
	case s.halfmoves >= drawPlies:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Outcome{}
}

// TimeoutOutcome implements game.Position. It is a loss whatever the winner has left.
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}
