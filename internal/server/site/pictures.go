package site

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/pictures"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
)

// picturesAPI draws positions and games. Its operations do not need the guest:
// pictures are the same for all, and other sites may show them.
func (s *API) picturesAPI(k *web.Kit) {
	type ofLine struct {
		lines.Query
		pictures.Drawing
		Condition
	}
	type ofGame struct {
		web.GamePath
		pictures.Drawing
		Condition
	}
	for _, f := range []struct {
		*pictures.Format
		as string
	}{{pictures.SVG, "as an SVG picture"}, {pictures.PNG, "as a PNG picture"}, {pictures.GIF, "as an animated GIF"}} {
		what := "The position at the end of a line of moves "
		if f.Format == pictures.GIF {
			what = "A line of moves "
		}
		op := s.pictureOperation("/api/picture."+f.Name, "get-picture-"+f.Name, what+f.as, f.Format)
		web.Handle(k, op, func(ctx context.Context, in *ofLine) (*document, error) {
			p, err := s.o.Pictures.Line(f.Format, &in.Drawing, in.Query)
			if err != nil {
				return nil, err
			}
			return s.picture(ctx, p, &in.Condition)
		})

		path, id, what := "/api/games/{id}/board."+f.Name, "get-board-"+f.Name, "The position of a game "
		if f.Format == pictures.GIF {
			path, id, what = "/api/games/{id}/game.gif", "get-game-gif", "A game "
		}
		op = s.pictureOperation(path, id, what+f.as, f.Format)
		op.Errors = append(op.Errors, http.StatusNotFound)
		web.Handle(k, op, func(ctx context.Context, in *ofGame) (*document, error) {
			p, err := s.o.Pictures.Game(ctx, f.Format, &in.Drawing, livegame.ID(in.Game))
			if err != nil {
				return nil, err
			}
			return s.picture(ctx, p, &in.Condition)
		})
	}
}

func (s *API) pictureOperation(path, id, summary string, f *pictures.Format) web.Route {
	op := web.Get(path, id, summary,
		web.Public(web.ByAnswer, limits.Rules))
	op.Responses = documentResponse(f.ContentType, "The picture")
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	return op
}

// cardsAPI draws the pictures of link previews.
func (s *API) cardsAPI(k *web.Kit) {
	const as = "as a picture for link previews"
	type ofGame struct {
		web.GamePath
		Condition
	}
	op := s.pictureOperation("/api/games/{id}/card.png", "get-game-card", "A game "+as, pictures.PNG)
	web.Handle(k, op, func(ctx context.Context, in *ofGame) (*document, error) {
		p, err := s.o.Pictures.GameCard(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, err
		}
		return s.picture(ctx, p, &in.Condition)
	})

	type ofTournament struct {
		tournament.Path
		Condition
	}
	op = s.pictureOperation("/api/tournaments/{id}/card.png", "get-tournament-card", "A tournament "+as, pictures.PNG)
	web.Handle(k, op, func(ctx context.Context, in *ofTournament) (p *document, err error) {
		if s.o.Tournaments == nil {
			return nil, tournament.ErrNotFound
		}
		var card *pictures.Picture
		if err := s.o.Tournaments.Read(ctx, in.ID, func(t *tournament.Tournament) error {
			card = s.o.Pictures.TournamentCard(t.View(s.o.Views, nil), t.Seq())
			return nil
		}); err != nil {
			return nil, err
		}
		return s.picture(ctx, card, &in.Condition)
	})

	type ofPage struct {
		Page    string `query:"page" enum:"home,new,archive,watch,channel,correspondence,analysis,editor,rules,lesson,drills,annotated,rankings,players,puzzle,about,help,privacy,learn" default:"home"`
		Variant string `query:"variant" maxLength:"40" doc:"such as shrink; without it, a card about all games"`
		FEN     string `query:"fen" maxLength:"200" doc:"the position; empty: the start position"`
		Moves   string `query:"moves" maxLength:"12000" doc:"UCI moves or SAN, separated by underscores"`
		Condition
	}
	op = s.pictureOperation("/api/card.png", "get-card", "A page "+as, pictures.PNG)
	web.Handle(k, op, func(ctx context.Context, in *ofPage) (*document, error) {
		p := s.o.Pictures.PageCard(in.Page, lines.Query{Variant: in.Variant, FEN: in.FEN, Moves: in.Moves})
		return s.picture(ctx, p, &in.Condition)
	})
}
