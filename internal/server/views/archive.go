package views

import (
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/protocol"
)

// Archived shows archived games to a guest.
func (v *Views) Archived(games []archive.Game, viewer string) []protocol.Archived {
	out := make([]protocol.Archived, len(games))
	for i := range games {
		out[i] = protocol.Archived{Game: v.Game(games[i].Summary, viewer), Ended: Millis(games[i].Ended)}
	}
	return out
}

func tallyView(t archive.Tally) protocol.Tally {
	v := protocol.Tally{Games: t.Games(), White: t.White, Draws: t.Draws, Black: t.Black}
	if v.Games > 0 {
		v.Plies = (t.Plies + v.Games/2) / v.Games
	}
	return v
}

// Explored shows the moves that were played in a position, the same to all clients.
func (v *Views) Explored(e *archive.ExploredPosition) protocol.Explored {
	out := protocol.Explored{
		Variant: e.Position.Game().Name(), FEN: e.Position.String(), Depth: archive.Depth, Starter: e.StarterGames,
		Total: tallyView(e.Total), Ended: tallyView(e.Ended), Moves: make([]protocol.ExploredMove, len(e.Moves)),
		Recent: v.Archived(e.Recent, ""),
	}
	for i, c := range e.Moves {
		out.Moves[i] = protocol.ExploredMove{
			Move: c.Move, SAN: c.SAN, Tally: tallyView(c.Tally), Here: c.ServerGames, Game: string(c.LastGame),
		}
		if c.LastGame != "" {
			out.Moves[i].Last = Millis(c.Last)
		}
		if c.InBook {
			score := engineworker.NewScore(e.Position, c.Score)
			out.Moves[i].Score = &score
		}
	}
	return out
}
