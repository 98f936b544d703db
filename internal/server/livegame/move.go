package livegame

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// parseMove finds the legal move that a text means, in UCI or SAN,
// and returns it with its SAN.
func (g *Game) parseMove(text string) (game.Move, string, error) {
	if len(text) > MaxMoveText {
		return game.NoMove, "", errorf(IllegalMove, "The text of a move has at most %d characters.", MaxMoveText)
	}
	moves := notation.NewMoves(g.pos)
	m, err := moves.ParseMove(text)
	if err != nil {
		return game.NoMove, "", errorf(IllegalMove, "%v.", err)
	}
	return m, moves.SAN(m), nil
}

// findMove returns the legal move with this UCI text, or NoMove. It is much faster
// than parseMove.
func (g *Game) findMove(text string) game.Move {
	g.legal = g.pos.Legal(g.legal[:0])
	for _, m := range g.legal {
		if g.pos.UCI(m) == text {
			return m
		}
	}
	return game.NoMove
}

// outcomeAfter returns the outcome after a legal move.
func (g *Game) outcomeAfter(m game.Move) game.Outcome {
	g.pos.Make(m)
	defer g.pos.Unmake()
	return g.pos.Outcome()
}

// staleJob reports whether an ID belongs to an earlier job of this game. An engine's
// move counts only in the position of its job.
func (g *Game) staleJob(job string) bool {
	return strings.HasPrefix(job, string(g.header.ID)+"/") && !strings.HasPrefix(job, g.jobPrefix())
}
