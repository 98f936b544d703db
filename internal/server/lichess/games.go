package lichess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// maxIDs is the most games or players that a client names at once.
const maxIDs = 300

// filter selects games of a player.
type filter struct {
	NamePath
	ofMany
	Since    int64  `query:"since" minimum:"0" doc:"ended then or later"`
	Until    int64  `query:"until" minimum:"0" doc:"ended before"`
	Max      int    `query:"max" minimum:"1" doc:"how many games; absent: as many as a download may have"`
	Vs       string `query:"vs" maxLength:"64" doc:"the opponent"`
	Rated    string `query:"rated" maxLength:"5" doc:"true or false: only rated or casual games"`
	Perf     string `query:"perfType" maxLength:"400" doc:"keys of ratings, or variants, with commas between them"`
	Color    string `query:"color" enum:"white,black" doc:"the player's"`
	Ongoing  bool   `query:"ongoing" doc:"games in progress, too"`
	Finished bool   `query:"finished" default:"true"`
	Sort     string `query:"sort" enum:"dateDesc" doc:"the last first, the only order"`
}

func (s *Server) gamesAPI(k *web.Kit) {
	op := program(web.Get("/api/games/user/{username}", "export-games-of-user", "The games of a player as PGN or NDJSON",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	op.Description = "Public ones, and your own. More than 50 count as a download."
	op.Lasts = true
	op.Responses = s.exports(k, "The games, the last first", web.NDJSONType)
	web.Handle(k, op, func(ctx context.Context, in *filter) (*web.Stream, error) {
		next, err := s.gamesOf(ctx, k, in)
		if err != nil {
			return nil, err
		}
		w := s.writer(k, ofOne(in.ofMany))
		return s.games(ctx, w, "wane-"+auth.Key(in.Name), in.Max, next)
	})

	type some struct {
		ofMany
		Raw []byte `doc:"IDs of games, separated by commas; at most 300"`
	}
	op = program(web.Post("/api/games/export/_ids", "export-games", "Games as PGN or NDJSON",
		web.Write(web.Visitor, web.AnyToken, limits.Search)))
	op.Responses = s.exports(k, "The games, the last first", web.NDJSONType)
	web.Handle(k, op, func(ctx context.Context, in *some) (*web.Stream, error) {
		ids, err := list(in.Raw)
		if err != nil {
			return nil, err
		}
		s.charge(ctx, limits.Read, len(ids))
		var all []manager.Snapshot
		for _, id := range ids {
			snap, err := s.o.Games.Snapshot(ctx, livegame.ID(id))
			if isMissing(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			all = append(all, snap)
		}
		slices.SortStableFunc(all, func(a, b manager.Snapshot) int { return b.Header.Created.Compare(a.Header.Created) })
		w := s.writer(k, ofOne(in.ofMany))
		return s.games(ctx, w, "wane-games", max(1, len(ids)), snapshots(w, all))
	})

	type current struct {
		NamePath
		ofOne
	}
	op = program(web.Get("/api/user/{username}/current-game", "export-current-game",
		"The game that a player plays, or has played last", web.Read(web.Visitor, web.AnyToken, limits.Search)))
	op.Responses = s.exports(k, "The game", "application/json")
	web.Handle(k, op, func(ctx context.Context, in *current) (*web.Stream, error) {
		live, err := s.liveOf(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		if len(live) > 0 {
			snap, err := s.o.Games.Snapshot(ctx, live[0].ID)
			if err != nil {
				return nil, err
			}
			return s.one(ctx, k, in.ofOne, &snap)
		}
		var last []archive.Game
		if s.o.Archive != nil {
			q, err := s.query(ctx, in.Name)
			if err != nil {
				return nil, err
			}
			q.Limit = 1
			if last, err = s.o.Archive.Search(ctx, q); err != nil {
				return nil, err
			}
		}
		if len(last) == 0 {
			return nil, problem.Missing("This player has not played.")
		}
		snap, err := s.o.Archive.Snapshot(ctx, &last[0])
		if err != nil {
			return nil, err
		}
		return s.one(ctx, k, in.ofOne, &snap)
	})
}

// isMissing reports whether an error says that a game is not there.
func isMissing(err error) bool { return errors.Is(err, livegame.ErrNotFound) }

// list reads a list of IDs or names.
func list(body []byte) ([]string, error) {
	all := strings.FieldsFunc(string(body), func(r rune) bool { return r == ',' || r <= ' ' })
	if len(all) > maxIDs {
		return nil, badRequest(fmt.Sprintf("%d names, expected at most %d", len(all), maxIDs))
	}
	return all, nil
}

// query returns the query for the finished games of a player, whom the caller may name.
func (s *Server) query(ctx context.Context, name string) (q archive.Query, err error) {
	q.Viewer = guests.VisitOf(ctx).Guest.ID
	if q.Level = names.Level(name); q.Level > 0 {
		q.Kind = archive.Engine
		return q, nil
	}
	a, err := s.o.Accounts.Find(ctx, name)
	q.Account = a.ID
	return q, err
}

// liveOf returns the games that a player plays and that the caller may see, those that changed last first.
func (s *Server) liveOf(ctx context.Context, name string) ([]livegame.Summary, error) {
	if names.Level(name) > 0 {
		return nil, nil
	}
	a, err := s.o.Accounts.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.o.Games.List(ctx, livegame.Query{
		Guest: a.ID, Status: livegame.Live, PublicOnly: a.ID != guests.VisitOf(ctx).Guest.ID, Limit: maxGames,
	})
}

// fits returns whether a game is one that the filter selects.
func (f *filter) fits() (func(m *livegame.Summary) bool, error) {
	rated, err := strconv.ParseBool(f.Rated)
	if f.Rated != "" && err != nil {
		return nil, badRequest("rated: expected true or false")
	}
	perfs := strings.FieldsFunc(f.Perf, func(r rune) bool { return r == ',' })
	return func(m *livegame.Summary) bool {
		for color, p := range m.Seats {
			if playerID(p) == auth.Key(f.Name) && (f.Color == "" || f.Color == colorName(game.Color(color))) &&
				(f.Vs == "" || playerID(m.Seats[1-color]) == auth.Key(f.Vs)) {
				return (f.Rated == "" || m.Rated == rated) && (len(perfs) == 0 || slices.ContainsFunc(perfs, func(key string) bool {
					return poolOf(key) == rating.PoolOf(m.Variant, m.TimeControl) || variantName(key) == m.Variant
				}))
			}
		}
		return false
	}, nil
}

// narrow adds to the query for a player's games what of the filter the archive knows.
func (f *filter) narrow(q *archive.Query) error {
	if f.Since > 0 {
		q.From = time.UnixMilli(f.Since)
	}
	if f.Until > 0 {
		q.To = time.UnixMilli(f.Until)
	}
	if f.Until > 0 && f.Since >= f.Until {
		return badRequest("since: expected before until")
	}
	switch level := names.Level(f.Vs); {
	case q.Level > 0:
	case level > 0:
		q.Kind, q.Level = archive.Engine, level
	default:
		q.Colors, q.Player = archive.ColorFilter(f.Color), f.Vs
	}
	return nil
}

// gamesOf returns the parts of a file with the games of a player: first those in progress, then those that have ended.
func (s *Server) gamesOf(ctx context.Context, k *web.Kit, f *filter) (web.Parts, error) {
	q, err := s.query(ctx, f.Name)
	if err == nil {
		err = f.narrow(&q)
	}
	if err != nil {
		return nil, err
	}
	fits, err := f.fits()
	if err != nil {
		return nil, err
	}
	var live []livegame.Summary
	if f.Ongoing {
		if live, err = s.liveOf(ctx, f.Name); err != nil {
			return nil, err
		}
	}
	w, most := s.writer(k, ofOne(f.ofMany)), k.Limits().DownloadGames
	left, seen := most, 0
	if f.Max > 0 {
		left = min(left, f.Max)
	}
	write := func(ctx context.Context, snap manager.Snapshot, err error) (string, bool, error) {
		if err != nil {
			return "", false, err
		}
		left--
		text, err := w.game(ctx, &snap)
		return text, left > 0, err
	}
	finished := func(context.Context) (string, bool, error) { return "", false, nil }
	if s.o.Archive != nil && f.Finished {
		finished = s.o.Archive.Parts(q, func(ctx context.Context, g *archive.Game) (string, bool, error) {
			if seen++; left <= 0 || seen > most {
				return "", false, nil
			}
			if !fits(&g.Summary) {
				return "", true, nil
			}
			snap, err := s.o.Archive.Snapshot(ctx, g)
			return write(ctx, snap, err)
		})
	}
	live = slices.DeleteFunc(live, func(m livegame.Summary) bool { return !fits(&m) })
	return func(ctx context.Context) (string, bool, error) {
		if len(live) == 0 {
			return finished(ctx)
		}
		snap, err := s.o.Games.Snapshot(ctx, live[0].ID)
		live = live[1:]
		return write(ctx, snap, err)
	}, nil
}

// snapshots returns the parts of a file with games.
func snapshots(w *writer, all []manager.Snapshot) web.Parts {
	return func(ctx context.Context) (string, bool, error) {
		var b strings.Builder
		n := min(web.DownloadPage, len(all))
		for i := range all[:n] {
			text, err := w.game(ctx, &all[i])
			if err != nil {
				return "", false, err
			}
			b.WriteString(text)
		}
		all = all[n:]
		return b.String(), len(all) > 0, nil
	}
}

// games answers with games. A few are one answer; what may be many is a download.
func (s *Server) games(ctx context.Context, w *writer, name string, most int, next web.Parts) (*web.Stream, error) {
	if most == 0 || most > web.DownloadPage {
		return w.k.Download(ctx, w.file(name), next)
	}
	var b strings.Builder
	for more := true; more; {
		text, rest, err := w.k.Next(ctx, next)
		if err != nil {
			return nil, err
		}
		if more = rest; more {
			w.k.Charge(ctx, limits.Search, 1)
		}
		b.WriteString(text)
	}
	return answer(w.kind(), []byte(b.String())), nil
}
