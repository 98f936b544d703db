package rulekit

import "github.com/wane-chess/wane/game"

// Outcome returns the outcome of a position, which follows from its other methods, given
// whether it is dead: no side can win. Only a lost king comes before mate and stalemate.
func Outcome(p game.Position, dead bool) game.Outcome {
	turn := p.Turn()
	result, over := p.Terminal()
	switch moves := p.LegalCount(); {
	case over && result == game.WDLLoss:
		return game.Win(turn.Other(), game.KingLost)
	case moves == 0 && p.InCheck():
		return game.Win(turn.Other(), game.Checkmate)
	case moves == 0:
		return game.Outcome{Result: p.Stalemate().For(turn), Reason: game.Stalemate}
	case dead:
		return game.Drawn(game.DeadPosition)
	case !over:
		return game.Outcome{}
	case p.Halfmoves() >= game.MaxHalfmoves && p.Repetitions() < 2:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Drawn(game.Repetition)
}
