package site

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// recordsAPI serves games as PGN.
func (s *API) recordsAPI(k *web.Kit) {
	op := web.Get("/api/games/{id}/pgn", "get-pgn", "A game as PGN",
		web.Public(web.NoCache, limits.Read))
	op.Responses = documentResponse("application/x-chess-pgn", "The game")
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*document, error) {
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, err
		}
		text, err := k.PGN(ctx, snap)
		if err != nil {
			return nil, err
		}
		return &document{
			Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8",
			Disposition: `inline; filename="wane-` + in.Game + `.pgn"`, Robots: gameview.Robots(snap), Body: []byte(text),
		}, nil
	})
}
