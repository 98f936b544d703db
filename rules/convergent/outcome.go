package convergent

import "github.com/wane-chess/wane/game"

// Repetitions implements game.Node. No position from before the last capture or
// pawn move can come again.
func (p *Position) Repetitions() int {
	return game.Repeats(p.keys[:p.ply+1], int(p.top().halfmoves))
}

// Terminal implements game.Node.
func (p *Position) Terminal() (game.Score, bool) {
	s := p.top()
	if s.halfmoves < 4 {
		return 0, false
	}
	if p.Repetitions() >= 2 {
		return 0, true
	}
	return 0, s.halfmoves >= drawPlies && p.LegalCount() > 0
}

// StalemateScore implements game.Node: who cannot move has lost (R4).
func (p *Position) StalemateScore() game.Score { return -game.Mate }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome {
	s := p.top()
	switch {
	case p.LegalCount() == 0 && s.inCheck():
		return game.Win(s.turn.Other(), game.Checkmate)
	case p.LegalCount() == 0:
		return game.Win(s.turn.Other(), game.Stalemate)
	case p.Repetitions() >= 2:
		return game.Drawn(game.Repetition)
	case s.halfmoves >= drawPlies:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Outcome{}
}

// TimeoutOutcome implements game.Position. It is a loss whatever the winner has left: a
// lone king can mate (R5).
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}
