package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
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
		text, err := s.pgn(ctx, snap)
		if err != nil {
			return nil, err
		}
		return &document{
			Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8",
			Disposition: `inline; filename="wane-` + in.Game + `.pgn"`, Robots: views.Robots(snap), Body: []byte(text),
		}, nil
	})
}

func (s *API) pgn(ctx context.Context, snap manager.Snapshot) (string, error) {
	return s.taggedPGN(ctx, snap)
}

// taggedPGN returns a game as PGN, with tags in place of its own.
func (s *API) taggedPGN(ctx context.Context, snap manager.Snapshot, tags ...notation.Tag) (string, error) {
	if s.o.Openings != nil && snap.Summary.Status == livegame.Finished {
		if name := s.o.Openings.Given(ctx, snap.Line()); name != "" {
			tags = append([]notation.Tag{{Name: "Opening", Value: name}}, tags...)
		}
	}
	return views.PGN(snap, s.address(ctx, "game", string(snap.Header.ID)), s.o.Lookup, tags...)
}
