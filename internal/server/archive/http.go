package archive

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/web/routes"
)

// Archived is a finished game as lists show it.
type Archived struct {
	Game    gameview.Game `json:"game"`
	Ended   int64         `json:"ended"`
	Opening string        `json:"opening,omitempty" doc:"the name that people gave to the opening, in searches"`
	// Uncounted is a rating.Verdict.
	Uncounted string `json:"uncounted,omitempty" enum:"closed,short,early,one-address" doc:"why a rated game did not change ratings, in searches; one-address is for its players and moderators"`
}

// Page is a page of finished games, the most recent first (GET
// /api/archive).
type Page struct {
	Games []Archived `json:"games"`
	Next  string     `json:"next,omitempty"` // cursor of the next page; empty: this is the last
}

// TallyView counts how games ended.
type TallyView struct {
	Games int `json:"games"`
	White int `json:"white"` // White won
	Draws int `json:"draws"`
	Black int `json:"black"`
	Plies int `json:"plies"` // average length
}

// ExploredMoveView is a move that was played in a position.
type ExploredMoveView struct {
	Move  string    `json:"move"` // UCI move
	SAN   string    `json:"san"`
	Tally TallyView `json:"tally"`
	Here  int       `json:"here"`           // games on this server
	Game  string    `json:"game,omitempty"` // the last of them
	Last  int64     `json:"last,omitempty"` // when it ended
	// Score is that of the opening book, for White.
	Score *engineworker.Score `json:"score,omitempty"`
}

// ExploredView is what was played in a position (GET /api/explorer).
type ExploredView struct {
	Variant string             `json:"variant"`
	FEN     string             `json:"fen"`
	Depth   int                `json:"depth"`   // plies of each game that count
	Starter int                `json:"starter"` // number of self-play games
	Total   TallyView          `json:"total"`   // games with the position
	Ended   TallyView          `json:"ended"`   // games that ended there
	Moves   []ExploredMoveView `json:"moves"`   // the most frequent first, in the end those of the opening book without games
	Recent  []Archived         `json:"recent"`  // games of this server, the most recent first
}

// Filter is the query that selects finished games.
type Filter struct {
	Variant  string `query:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk; diminuendo:all for every ranking"`
	Mine     bool   `query:"mine" doc:"your own games, public or not; without it, public ones and your own"`
	Player   string `query:"player" maxLength:"100" doc:"how a player's name begins; with mine, your opponent's"`
	Account  string `query:"account" maxLength:"100" doc:"the name of an account that plays; player and won are then about its opponent and about it. With mine, your opponent's account"`
	Color    string `query:"color" enum:"white,black" doc:"of the player, or with mine yours"`
	Ending   string `query:"ending" enum:"white,black,draw,won,lost" doc:"who won; won and lost are about the player, or with mine about you"`
	Opponent string `query:"opponent" enum:"human,engine,self" doc:"two people, a person and the engine, one person with both colors"`
	Level    int    `query:"level" minimum:"1" maximum:"8" doc:"of the engine"`
	MinPlies int    `query:"minplies" minimum:"0" maximum:"100000" doc:"moves of both colors together"`
	MaxPlies int    `query:"maxplies" minimum:"1" maximum:"100000"`
	Moves    string `query:"moves" maxLength:"800" doc:"first moves of the games as UCI moves or SAN, separated by _ or spaces; needs variant"`
	From     string `query:"from" maxLength:"40" doc:"ended then or later: a day (2026-05-31, UTC) or a moment (2026-05-31T18:00:00Z)"`
	To       string `query:"to" maxLength:"40" doc:"ended on that day at the latest, or before that moment"`
	Cursor   string `query:"cursor" maxLength:"100" doc:"only games after that place in the list, as next of the page before says"`
}

// badFilter makes the problem of an invalid filter.
func badFilter(text string) *problem.Problem {
	return problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, text)
}

// isFamily reports whether a family of many games has that name.
func (a *Archive) isFamily(name string) bool {
	return slices.ContainsFunc(a.o.Variants, func(g game.Game) bool {
		_, ok := g.(game.Family)
		return ok && game.InfoOf(g).Family == name
	})
}

// query converts a filter. Its errors are fit for clients.
func (a *Archive) query(ctx context.Context, f *Filter, viewer string) (Query, error) {
	q := Query{
		Viewer: viewer, Mine: f.Mine, Player: strings.TrimSpace(f.Player), Colors: ColorFilter(f.Color),
		Result: ResultFilter(f.Ending), Kind: Kind(f.Opponent), Level: f.Level, MinPlies: f.MinPlies,
		MaxPlies: f.MaxPlies,
	}
	var rules game.Game
	switch family, all := strings.CutSuffix(f.Variant, ":all"); {
	case all && a.isFamily(family):
		q.Family = family
	case f.Variant != "":
		var err error
		if rules, err = a.o.Lookup(f.Variant); err != nil {
			return q, problem.Invalid(err)
		}
		q.Variant = rules.Name()
	}
	var err error
	if f.Account != "" {
		account, err := feature.Player(ctx, a.o.DB, f.Account)
		if err != nil {
			return q, err
		}
		q.Account = account.ID
	}
	if q.Moves, err = parseOpening(rules, f.Moves); err != nil {
		return q, err
	}
	if q.From, err = moment("from", f.From, false); err != nil {
		return q, err
	}
	if q.To, err = moment("to", f.To, true); err != nil {
		return q, err
	}
	if q.After, err = ParseCursor(f.Cursor); err != nil {
		return q, problem.Invalid(err)
	}
	if err := q.Check(); err != nil {
		return q, problem.Invalid(err)
	}
	return q, nil
}

// moveNumbers matches what may separate moves, including their numbers.
var moveNumbers = regexp.MustCompile(`[\s_,]+|\b\d+\.+`)

// parseOpening parses the first moves of games, as UCI or SAN, and returns them as UCI.
func parseOpening(rules game.Game, text string) ([]string, error) {
	words := strings.Fields(moveNumbers.ReplaceAllString(text, " "))
	if len(words) == 0 {
		return nil, nil
	}
	if rules == nil {
		return nil, badFilter("The moves of an opening need a variant.")
	}
	if len(words) > Depth {
		return nil, badFilter("The opening has " + message.Plural(len(words), "ply") + "; the search uses the first " +
			message.Plural(Depth, "ply") + " at most.")
	}
	p := rules.Start()
	moves, err := notation.Play(p, words, notation.ParseMove)
	if err != nil {
		return nil, problem.New(http.StatusUnprocessableEntity, "illegal", problem.Sentence(fmt.Errorf("opening, %w", err)))
	}
	for i := len(moves) - 1; i >= 0; i-- {
		p.Unmake()
		words[i] = p.UCI(moves[i])
	}
	return words, nil
}

// moment parses a day or a moment. With end, a day stands for its end.
func moment(name, text string, end bool) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		if end {
			day = day.AddDate(0, 0, 1)
		}
		return day, nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC(), nil
	}
	return time.Time{}, badFilter("Invalid " + name +
		": expected a day such as 2026-05-31 or a moment such as 2026-05-31T18:00:00Z.")
}

// Register implements feature.Feature.
func (a *Archive) Register(k *web.Kit) {
	type search struct {
		Filter
		Limit int `query:"limit" minimum:"1" maximum:"100" default:"24"`
	}
	op := web.Get("/api/archive", "search-games", "Finished games, the last ended first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "Aborted games are not among them. A game appears a moment after its end."
	web.Handle(k, op, func(ctx context.Context, in *search) (*web.Out[Page], error) {
		viewer := web.CallerID(ctx)
		q, err := a.query(ctx, &in.Filter, viewer)
		if err != nil {
			return nil, err
		}
		q.Limit = in.Limit + 1 // one more reports whether there is another page
		var games []Game
		err = k.Gate().Do(ctx, web.Queries, func() error {
			games, err = a.Search(ctx, q)
			return err
		})
		if err != nil {
			return nil, err
		}
		var page Page
		if len(games) > in.Limit {
			games = games[:in.Limit]
			page.Next = games[in.Limit-1].Cursor().String()
		}
		page.Games = archived(games, k.Views(), viewer)
		for i := range games {
			if a.o.Uncounted != nil {
				page.Games[i].Uncounted = a.o.Uncounted(games[i].Summary, viewer, guests.VisitOf(ctx).Moderates())
			}
			if line := strings.Fields(games[i].Line); len(line) > 0 {
				page.Games[i].Opening = k.Views().Opening(ctx, notation.Line{Variant: games[i].Variant, Moves: line})
			}
		}
		return web.Answer(page, nil)
	})

	op = web.Get("/api/archive/pgn", "download-games", "Finished games as PGN, the last ended first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "The games that /api/archive finds, at most " + strconv.Itoa(k.Limits().DownloadGames) +
		" of them. If there are more, " +
		"the last line of the file names the cursor of the rest. A download that fails, or takes more than ten minutes, " +
		"breaks off; the file is then incomplete."
	op.Lasts = true
	op.Responses = web.DocumentResponse("application/x-chess-pgn", "The games")
	web.Handle(k, op, func(ctx context.Context, in *Filter) (*web.Stream, error) {
		q, err := a.query(ctx, in, web.CallerID(ctx))
		if err != nil {
			return nil, err
		}
		return k.Download(ctx, "wane-games.pgn", a.PGN(k, &q))
	})

	op = web.Get("/api/players/{name}/games.atom", "get-games-feed", "The finished games of a player as an Atom feed",
		web.Public(web.NoCache, limits.Search))
	op.Description = "The last 30 public ones."
	op.Responses = web.AtomResponse()
	web.Handle(k, op, func(ctx context.Context, in *feature.PlayerPath) (*web.Document, error) {
		p, err := feature.Player(ctx, a.o.DB, in.Name)
		if err != nil {
			return nil, err
		}
		var list []Game
		if p.Closed.IsZero() {
			if list, err = a.Search(ctx, Query{Account: p.ID, Limit: web.MaxFeed}); err != nil {
				return nil, err
			}
		}
		items := make([]*feeds.Item, len(list))
		for i, g := range list {
			items[i] = k.GameEntry(ctx, "game", "game", g.Summary, g.Ended)
		}
		return k.Atom(ctx, p.Name+": finished games", routes.Link("player", p.Name), p.Created, items)
	})

	type explore struct {
		Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
		FEN     string `query:"fen" maxLength:"200" doc:"the position; empty: the start"`
		Source  string `query:"source" enum:"all,server,engine" default:"all" doc:"the public games of this server, self-play games, or both"`
	}
	op = web.Get("/api/explorer", "explore", "The moves that were played in a position",
		web.Public(web.TenSeconds, limits.Rules))
	op.Description = "It counts the finished public games of this server, a moment after their end, " +
		"and the self-play games that come with wane. " +
		"Positions are equal if board, side to move and rights are, whatever the moves before. " +
		"The first 40 plies of each game count, and each game once. " +
		"Moves of the opening book have its evaluation, also those that no game has."
	web.Handle(k, op, func(ctx context.Context, in *explore) (*web.Out[ExploredView], error) {
		var e *ExploredPosition
		err := k.Gate().Do(ctx, web.Queries, func() (err error) {
			e, err = a.Explore(ctx, in.Variant, in.FEN, Source(in.Source))
			return err
		})
		if err != nil {
			return nil, err
		}
		return web.Answer(e.view(k.Views()), nil)
	})
}

// PGN returns the parts of a file with the games of a query.
func (a *Archive) PGN(k *web.Kit, q *Query) web.Parts {
	left := k.Limits().DownloadGames
	return a.Parts(*q, func(ctx context.Context, g *Game) (string, bool, error) {
		if left--; left < 0 {
			return "% There are more games: continue with cursor=" + q.After.String() + "\n", false, nil
		}
		snap, err := a.Snapshot(ctx, g)
		if err != nil {
			return "", false, err
		}
		q.After = g.Cursor()
		text, err := k.PGN(ctx, snap)
		return text, true, err
	})
}

// Parts returns the parts of a file with the games of a query as show writes them, until it says that no more are
// wanted.
func (a *Archive) Parts(
	q Query, show func(ctx context.Context, g *Game) (text string, more bool, err error),
) web.Parts {
	q.Limit = web.DownloadPage
	return func(ctx context.Context) (string, bool, error) {
		var b strings.Builder
		games, err := a.Search(ctx, q)
		if err != nil {
			return "", false, err
		}
		for i := range games {
			text, more, err := show(ctx, &games[i])
			b.WriteString(text)
			if err != nil || !more {
				return b.String(), false, err
			}
			q.After = games[i].Cursor()
		}
		return b.String(), len(games) == q.Limit, nil
	}
}

// Snapshot returns a game with its events, but for its clocks.
func (a *Archive) Snapshot(ctx context.Context, g *Game) (manager.Snapshot, error) {
	events, err := a.o.Games.EventsAfter(ctx, g.ID, 0)
	return manager.Snapshot{
		Header: g.Header, Summary: g.Summary, Seats: g.Seats, Status: g.Status, Events: events, Moves: Moves(events),
	}, err
}

// archived shows games to a guest.
func archived(games []Game, v *gameview.Views, viewer string) []Archived {
	out := make([]Archived, len(games))
	for i := range games {
		out[i] = Archived{Game: v.Game(games[i].Summary, viewer), Ended: gameview.Millis(games[i].Ended)}
	}
	return out
}

// view shows a tally.
func (t Tally) view() TallyView {
	v := TallyView{Games: t.Games(), White: t.White, Draws: t.Draws, Black: t.Black}
	if v.Games > 0 {
		v.Plies = (t.Plies + v.Games/2) / v.Games
	}
	return v
}

// view shows the moves that were played in a position, the same to all clients.
func (e *ExploredPosition) view(v *gameview.Views) ExploredView {
	out := ExploredView{
		Variant: e.Position.Game().Name(), FEN: e.Position.String(), Depth: Depth, Starter: e.StarterGames,
		Total: e.Total.view(), Ended: e.Ended.view(), Moves: make([]ExploredMoveView, len(e.Moves)),
		Recent: archived(e.Recent, v, ""),
	}
	for i, c := range e.Moves {
		out.Moves[i] = ExploredMoveView{
			Move: c.Move, SAN: c.SAN, Tally: c.view(), Here: c.ServerGames, Game: string(c.LastGame),
		}
		if c.LastGame != "" {
			out.Moves[i].Last = gameview.Millis(c.Last)
		}
		if c.InBook {
			score := engineworker.NewScore(e.Position, c.Score)
			out.Moves[i].Score = &score
		}
	}
	return out
}
