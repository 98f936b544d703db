package review

import (
	"context"
	"net/http"
	"time"

	"github.com/gorilla/feeds"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

// ReviewedGames is a page of finished games with a review, the last reviewed first (GET /api/reviews).
type ReviewedGames struct {
	Games []ReviewedGame `json:"games"`
	Next  string         `json:"next,omitempty"` // cursor of the next page; empty: this is the last
}

// ReviewedGame is a finished public game and what its review says, in short.
type ReviewedGame struct {
	Game          gameview.Game   `json:"game"`
	Ended         int64           `json:"ended"`
	Reviewed      int64           `json:"reviewed" doc:"when the review was finished"`
	Level         string          `json:"level" enum:"quick,thorough"`
	WhiteAccuracy *float64        `json:"whiteAccuracy,omitempty" doc:"0 to 100; none without moves"`
	BlackAccuracy *float64        `json:"blackAccuracy,omitempty"`
	Moment        *DecisiveMoment `json:"moment,omitempty" doc:"the move that decided the game; none if no move was an inaccuracy or worse"`
}

// DecisiveMoment is the move that decided a game: of the loser's, in a draw of all, the one that lost the most
// winning chances.
type DecisiveMoment struct {
	Ply      int     `json:"ply"`    // from 1
	Number   int     `json:"number"` // of the full move
	Color    string  `json:"color" enum:"white,black"`
	SAN      string  `json:"san"`
	Move     string  `json:"move" doc:"the same in UCI"`
	NAG      int     `json:"nag"` // 6 inaccuracy, 2 mistake, 4 blunder
	Loss     float64 `json:"loss" doc:"of winning chances, 0 to 1"`
	Better   string  `json:"better,omitempty" doc:"what the engine would have played, as SAN"`
	Position string  `json:"position" doc:"after the move, as FEN"`
}

// Register implements feature.Feature. It starts reviews of finished games, shows them, and lists reviewed games.
func (s *Service) Register(k *web.Kit) {
	type ask struct {
		web.GamePath
		Body struct {
			Level string `json:"level" enum:"quick,thorough" doc:"some seconds, or about seven times as long"`
		}
	}
	op := web.Post("/api/games/{id}/review", "review-game", "Review a finished game",
		web.Write(web.Player, web.Playing, limits.Review))
	op.Description = "The engine evaluates every position: scores, better moves, mistakes and missed mates. " +
		"All clients see the one review of a game. A review that exists or is in progress is not started again; " +
		"a thorough one may follow a quick one."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *ask) (*web.Out[State], error) {
		snap, err := s.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err == nil && snap.Status != livegame.Finished {
			err = errNotOver
		}
		if err != nil {
			return nil, err
		}
		v := guests.VisitOf(ctx)
		return web.Answer(s.Request(ctx, Request{
			Game: livegame.ID(in.Game), Line: snap.Line(), Level: Level(in.Body.Level), Guest: v.Guest.ID,
			Address: k.Guests().AddressID(v),
		}))
	})

	type get struct {
		web.GamePath
		Brief bool `query:"brief" doc:"without the result, to see the progress"`
	}
	op = web.Get("/api/games/{id}/review", "get-review", "The review of a game",
		web.Read(web.Player, web.AnyToken, limits.Read))
	op.Description = "Poll every second or two while it is waiting or running. During a thorough review, " +
		"the quick one is shown. All scores are White's."
	web.Handle(k, op, func(ctx context.Context, in *get) (*web.Out[State], error) {
		state, err := s.State(ctx, livegame.ID(in.Game))
		if err == nil && state.Status == None {
			_, err = s.Games.Snapshot(ctx, livegame.ID(in.Game)) // if there is no such game
		}
		if in.Brief {
			state.Result = nil
		}
		return web.Answer(state, err)
	})

	type page struct {
		Cursor string `query:"cursor" maxLength:"100" doc:"only games after that place in the list, as next of the page before says"`
		Limit  int    `query:"limit" minimum:"1" maximum:"30" default:"12"`
	}
	op = web.Get("/api/reviews", "list-reviews", "Finished public games with a review, the last reviewed first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[ReviewedGames], error) {
		after, err := archive.ParseCursor(in.Cursor)
		if err != nil {
			return nil, problem.Invalid(err)
		}
		list, err := s.reviewed(ctx, after, in.Limit+1) // one more reports whether there is another page
		if err != nil {
			return nil, err
		}
		out := ReviewedGames{Games: []ReviewedGame{}}
		if len(list) > in.Limit {
			list = list[:in.Limit]
			out.Next = list[in.Limit-1].Cursor().String()
		}
		err = k.Gate().Do(ctx, web.Lines, func() error {
			for i := range list {
				g, err := s.view(k.Views(), &list[i], web.CallerID(ctx))
				if err != nil { // it cannot be replayed
					s.Log.Error("cannot show a reviewed game", "game", g.Game.ID, "error", err)
					continue
				}
				out.Games = append(out.Games, g)
			}
			return nil
		})
		return web.Answer(out, err)
	})

	op = web.Get("/api/reviews.atom", "get-reviews-feed", "Finished public games with a review as an Atom feed",
		web.Public(web.NoCache, limits.Search))
	op.Description = "The last 30."
	op.Responses = web.AtomResponse()
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Document, error) {
		list, err := s.reviewed(ctx, archive.Cursor{}, web.MaxFeed)
		if err != nil {
			return nil, err
		}
		items := make([]*feeds.Item, len(list))
		for n := range list {
			r := &list[n]
			items[n] = k.GameEntry(ctx, "review", "gameAnalysis", r.Game.Summary, r.Review.Updated)
			items[n].Description = r.Report().words(r.Game.Result)
		}
		return k.Atom(ctx, "Reviewed games", routes.Link("watch"), time.Time{}, items)
	})
}

// view shows a game with its review to a guest. It fails if the game cannot be replayed.
func (s *Service) view(v *gameview.Views, r *Reviewed, viewer string) (ReviewedGame, error) {
	out := ReviewedGame{
		Game: v.Game(r.Game.Summary, viewer), Ended: gameview.Millis(r.Game.Ended),
		Reviewed: gameview.Millis(r.Review.Updated),
		Level:    string(r.Review.Level),
	}
	report := r.Report()
	if report == nil {
		return out, nil
	}
	out.Level, out.WhiteAccuracy, out.BlackAccuracy = string(report.Level), report.White.Accuracy, report.Black.Accuracy
	m := report.Decisive(r.Game.Result)
	if m == nil {
		return out, nil
	}
	fen, last, err := r.PositionAfter(m.Ply, s.Lookup)
	if err != nil {
		return out, err
	}
	out.Moment = &DecisiveMoment{
		Ply: m.Ply, Number: m.Number, Color: m.Color, SAN: m.SAN, Move: last, NAG: m.NAG, Loss: m.Loss, Position: fen,
	}
	if best := report.Points[m.Ply-1].SAN; len(best) > 0 {
		out.Moment.Better = best[0]
	}
	return out, nil
}
