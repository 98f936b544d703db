package site

import (
	"context"
	"fmt"
	"net/http"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// Replay is a line of moves with all that a page needs to show it. It is the same
// for all clients, and needs no cookie.
type Replay struct {
	Variant string `json:"variant"`
	Title   string `json:"title"`
	boardview.Format
	FEN   string                `json:"fen"` // start position
	Moves []string              `json:"moves"`
	From  int                   `json:"from"`  // ply of the first board view
	Views []boardview.BoardView `json:"views"` // board views from there to the end; the first has its squares
	Game  *gameview.Game        `json:"game,omitempty"`
}

type replayOutput struct {
	Status       int
	CacheControl web.Cache `header:"Cache-Control"`
	ETag         string    `header:"ETag"`
	Policy       string    `header:"Cross-Origin-Resource-Policy"`
	Origin       string    `header:"Access-Control-Allow-Origin"`
	Encoding     string    `header:"Content-Encoding"`
	Body         *packed[Replay]
}

// replaysAPI serves boards on other sites.
func (s *API) replaysAPI(k *web.Kit) {
	type ofGame struct {
		web.GamePath
		From int `query:"from" minimum:"0" doc:"only board views from this ply on; all if the game has fewer moves now"`
		acceptEncoding
		Condition
	}
	op := web.Get("/api/games/{id}/replay", "get-replay", "A game as it is shown, move by move",
		web.Public(web.ByAnswer, limits.Rules))
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	web.Handle(k, op, func(ctx context.Context, in *ofGame) (*replayOutput, error) {
		out, err := s.gameReplay(ctx, in.Game, in.From, in.acceptEncoding, &in.Condition)
		if err != nil {
			return nil, err
		}
		return out, nil
	})

	type ofLine struct {
		lines.Query
		acceptEncoding
		Condition
	}
	op = web.Get("/api/replay", "get-line-replay", "A line of moves as it is shown, move by move",
		web.Public(web.ByAnswer, limits.Rules))
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	web.Handle(k, op, func(ctx context.Context, in *ofLine) (*replayOutput, error) {
		out, err := s.lineReplay(ctx, in.Query, in.acceptEncoding, &in.Condition)
		if err != nil {
			return nil, err
		}
		return out, nil
	})
}

// public starts an answer that is the same for all clients; tag identifies it and
// its version.
func (s *API) public(cache web.Cache, tag string) *replayOutput {
	return &replayOutput{
		Status: http.StatusOK, CacheControl: cache, ETag: etag(s.o.Version, tag), Policy: "cross-origin", Origin: "*",
	}
}

func (s *API) gameReplay(
	ctx context.Context, id string, from int, a acceptEncoding, m *Condition,
) (*replayOutput, error) {
	snap, err := s.o.Games.Snapshot(ctx, livegame.ID(id))
	if err != nil {
		return nil, err
	}
	if from > len(snap.Moves) {
		from = 0
	}
	cache := web.NoCache
	if snap.Status == livegame.Finished {
		cache = web.FiveMinutes // a rematch may come
	}
	out := s.public(cache, fmt.Sprintf("replay %s %d", gameview.Version(snap), from))
	return out, s.replay(ctx, out, a, m, lines.Line{Variant: snap.Header.Variant, FEN: snap.Header.FEN, Moves: snap.Moves},
		from, func(r *Replay) {
			g := s.o.Views.Game(snap.Summary, "")
			r.Game = &g
		})
}

func (s *API) lineReplay(ctx context.Context, in lines.Query, a acceptEncoding, m *Condition) (*replayOutput, error) {
	out := s.public(web.ADay, fmt.Sprintf("replay %q %q %q", in.Variant, in.FEN, in.Moves))
	return out, s.replay(ctx, out, a, m, lines.Line{Variant: in.Variant, FEN: in.FEN, Moves: frames.Split(in.Moves)}, 0,
		func(*Replay) {})
}

// replay fills an answer with the board views of a line from a ply on, unless the client
// has them. It plays the line out when it is its turn; add completes the answer.
func (s *API) replay(
	ctx context.Context, out *replayOutput, a acceptEncoding, m *Condition, line lines.Line, from int, add func(*Replay),
) error {
	if !m.Modified(out.ETag) {
		out.Status = http.StatusNotModified
		return nil
	}
	zipped, found := s.replays.GetIfPresent(out.ETag)
	if !found {
		if err := lines.CheckLength(len(line.Moves)); err != nil {
			return err
		}
		err := s.o.Gate.Do(ctx, web.Lines, func() error {
			r, err := s.newReplay(ctx, line, from)
			if err != nil {
				return err
			}
			add(r)
			zipped, err = pack(r)
			return err
		})
		if err != nil {
			return err
		}
		if len(zipped) <= largestReplay {
			s.replays.Set(out.ETag, zipped)
		}
	}
	out.Body, out.Encoding = answer[Replay](a, zipped)
	return nil
}

// newReplay plays a line out for its board views.
func (s *API) newReplay(ctx context.Context, line lines.Line, from int) (*Replay, error) {
	g, err := s.o.Lookup(line.Variant)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	l, err := s.o.Lines.Play(ctx, line)
	if err != nil {
		return nil, err
	}
	v := gameview.NewVariant(g)
	r := &Replay{
		Variant: v.Name, Title: v.Title, Format: v.Format, FEN: l.View(0).FEN, Moves: append([]string{}, line.Moves...),
		From: from, Views: l.Views(from),
	}
	for _, sc := range r.Views {
		if sc.Ply > 0 {
			r.Moves[sc.Ply-1] = sc.Move // UCI, even if the request had SAN
		}
	}
	return r, nil
}
