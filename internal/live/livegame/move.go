package livegame

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// parseMove finds the legal move that a text means, in engine form or short algebraic,
// and returns it with its short algebraic text.
func (g *Game) parseMove(text string) (game.Move, string, error) {
	if len(text) > MaxMoveText {
		return game.NoMove, "", errorf(IllegalMove, "The text of a move has at most %d characters.", MaxMoveText)
	}
	moves := notation.NewMoves(g.pos)
	m, err := moves.ParseUCI(text)
	if err != nil {
		if m, err = moves.ParseSAN(text); err != nil {
			return game.NoMove, "", errorf(IllegalMove, "%v.", err)
		}
	}
	return m, moves.SAN(m), nil
}

// findMove returns the legal move with that engine form, or NoMove. It is much cheaper
// than reading what a person may have written.
func (g *Game) findMove(text string) game.Move {
	g.legal = g.pos.Legal(g.legal[:0])
	for _, m := range g.legal {
		if g.pos.UCI(m) == text {
			return m
		}
	}
	return game.NoMove
}

// outcomeAfter returns how the game stands after a move; false if that is illegal.
func (g *Game) outcomeAfter(m game.Move) (game.Outcome, bool) {
	if !g.pos.Make(m) {
		return game.Outcome{}, false
	}
	defer g.pos.Unmake()
	return g.pos.Outcome(), true
}

// staleJob tells whether a job's id is that of an earlier job of this game: an
// engine's move counts only in the position that it was asked about, which may
// have been taken back since.
func (g *Game) staleJob(job string) bool {
	return strings.HasPrefix(job, string(g.header.ID)+"/") && !strings.HasPrefix(job, g.jobPrefix())
}
