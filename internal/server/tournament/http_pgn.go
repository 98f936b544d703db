package tournament

import (
	"context"
	"errors"
	"strconv"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// registerPGN adds the route of all games of a tournament as one file.
func (s *Service) registerPGN(k *web.Kit) {
	op := web.Get("/api/tournaments/{id}/pgn", "download-tournament", "All games of a tournament as PGN",
		web.Read(web.Player, web.AnyToken, limits.Search)).Unprocessable()
	op.Lasts = true
	op.Responses = web.DocumentResponse("application/x-chess-pgn", "The games that have ended")
	web.Handle(k, op, func(ctx context.Context, in *Path) (*web.Stream, error) {
		var name string
		var list []Pairing
		err := s.Read(ctx, in.ID, func(t *Tournament) error {
			name = t.Terms().Name
			for _, g := range t.Games() {
				if g.Result != nil && g.Result.Score != Void {
					list = append(list, g.Pairing)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		return k.Download(ctx, "wane-"+string(in.ID)+".pgn", func(ctx context.Context) (text string, more bool, err error) {
			n := min(web.DownloadPage, len(list))
			for _, p := range list[:n] {
				game, err := s.pgn(ctx, k, p, name)
				if err != nil {
					return "", false, err
				}
				text += game
			}
			list = list[n:]
			return text, len(list) > 0, nil
		})
	})
}

// pgn returns a game as PGN; "" if it was deleted.
func (s *Service) pgn(ctx context.Context, k *web.Kit, p Pairing, event string) (string, error) {
	snap, err := s.o.Games.Snapshot(ctx, p.Game)
	if errors.Is(err, livegame.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	tags := []notation.Tag{{Name: "Event", Value: event}}
	if p.Round > 0 {
		tags = append(tags, notation.Tag{Name: "Round", Value: strconv.Itoa(p.Round)})
	}
	return k.PGN(ctx, snap, tags...)
}
