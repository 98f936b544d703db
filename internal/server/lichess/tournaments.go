package lichess

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// tournamentPath names a tournament.
type tournamentPath struct {
	ID string `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the tournament"`
}

// kindOf returns Lichess's word for a kind of tournament, which has paths of its own; a round robin is among the Swiss.
func kindOf(system tournament.SystemName) string {
	if system == tournament.Arena {
		return arena
	}
	return swissTour
}

// tournamentAPI shows tournaments, and joins and leaves them. Lichess has paths of its own for Swiss tournaments; here
// either finds both kinds.
func (s *Server) tournamentAPI(k *web.Kit) {
	if s.o.Tournaments == nil {
		return
	}
	s.tournamentLists(k)
	type join struct {
		tournamentPath
		Form struct {
			Password string `json:"password,omitempty" doc:"of the tournament, if it has one"`
		}
	}
	for path, kind := range map[string]string{"tournament": arena, "swiss": swissTour} {
		tokens := web.Scopes(auth.TournamentWrite, auth.BotPlay, auth.BoardPlay)
		policy := web.Write(web.Account, tokens, limits.Command)
		op := program(web.Post("/api/"+path+"/{id}/join", "join-"+kind, "Join a tournament, or come back to it", policy))
		web.Handle(k, op, func(ctx context.Context, in *join) (*okOutput, error) {
			v, id := guests.VisitOf(ctx), livegame.ID(in.ID)
			if in.Form.Password != "" { // guesses are limited
				if err := s.o.Guard.Take(limits.SignIn, v); err != nil {
					return nil, err
				}
			}
			err := s.o.Tournaments.Join(ctx, id, s.o.Guard.Guests.Player(v, id), s.o.Guard.Guests.PlaceID(v), in.Form.Password)
			return done(err)
		})
		op = program(web.Post("/api/"+path+"/{id}/withdraw", "withdraw-"+kind, "Leave a tournament, or rest", policy))
		web.Handle(k, op, func(ctx context.Context, in *tournamentPath) (*okOutput, error) {
			return done(s.o.Tournaments.Leave(ctx, livegame.ID(in.ID), me(ctx).ID))
		})
		op = program(web.Post("/api/"+path+"/{id}/terminate", "terminate-"+kind, "Cancel your tournament before its start",
			web.Write(web.Account, web.Scopes(auth.TournamentWrite), limits.Command)))
		web.Handle(k, op, func(ctx context.Context, in *tournamentPath) (*okOutput, error) {
			return done(s.o.Tournaments.Cancel(ctx, livegame.ID(in.ID), me(ctx).ID))
		})
		s.tournamentParts(k, path, kind)
	}
}

// tournamentParts shows a tournament, its results and its games.
func (s *Server) tournamentParts(k *web.Kit, path, kind string) {
	read := func(part, id, summary string, price limits.Kind) web.Route {
		return program(web.Get("/api/"+path+"/{id}"+part, id+kind, summary, web.Read(web.Visitor, web.AnyToken, price)))
	}
	type page struct {
		tournamentPath
		Page int `query:"page" minimum:"1" maximum:"1000" default:"1" doc:"of the standings"`
	}
	web.Handle(k, read("", "get-", "A tournament", limits.Read),
		func(ctx context.Context, in *page) (*struct{ Body any }, error) {
			return s.tournament(ctx, livegame.ID(in.ID), kind, in.Page)
		})
	type most struct {
		tournamentPath
		Most  int  `query:"nb" minimum:"1" doc:"how many players"`
		Sheet bool `query:"sheet" doc:"with the points of their games"`
	}
	op := lines[result](k, read("/results", "results-of-", "The players of a tournament", limits.Search),
		"Players, each on a line, the first first")
	web.Handle(k, op, func(ctx context.Context, in *most) (*web.Stream, error) {
		var list []any
		err := s.o.Tournaments.Read(ctx, livegame.ID(in.ID), func(t *tournament.Tournament) error {
			for i, p := range t.Standings() {
				if in.Most == 0 || i < in.Most {
					list = append(list, resultOf(t, p, i+1, kind, in.Sheet))
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		return s.list(list)
	})
	type games struct {
		tournamentPath
		ofMany
		Player string `query:"player" maxLength:"64" doc:"only games of this player"`
	}
	op = read("/games", "export-games-of-", "The games of a tournament as PGN or NDJSON", limits.Search)
	op.Lasts = true
	op.Responses = s.exports(k, "The games that have ended", web.NDJSONType)
	web.Handle(k, op, func(ctx context.Context, in *games) (*web.Stream, error) {
		return s.tournamentGames(ctx, s.writer(k, ofOne(in.ofMany)), livegame.ID(in.ID), in.Player)
	})
}

// tournamentGames answers with the games of a tournament that have ended.
func (s *Server) tournamentGames(ctx context.Context, w *writer, id livegame.ID, player string) (*web.Stream, error) {
	var name string
	var ids []livegame.ID
	err := s.o.Tournaments.Read(ctx, id, func(t *tournament.Tournament) error {
		name = t.Terms().Name
		for _, g := range t.Games() {
			plays := player == "" || auth.Key(t.Player(g.White).Name) == auth.Key(player) ||
				auth.Key(t.Player(g.Black).Name) == auth.Key(player)
			if g.Result != nil && g.Result.Score != tournament.Void && plays {
				ids = append(ids, g.Game)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	next := func(ctx context.Context) (string, bool, error) {
		var b strings.Builder
		n := min(web.DownloadPage, len(ids))
		for _, id := range ids[:n] {
			var snap manager.Snapshot
			snap, err := s.o.Games.Snapshot(ctx, id)
			if isMissing(err) {
				continue
			}
			if err != nil {
				return "", false, err
			}
			text, err := w.game(ctx, &snap, notation.Tag{Name: "Event", Value: name})
			if err != nil {
				return "", false, err
			}
			b.WriteString(text)
		}
		ids = ids[n:]
		return b.String(), len(ids) > 0, nil
	}
	return s.games(ctx, w, "wane-"+string(id), max(1, len(ids)), next)
}

// newArena and newSwiss are tournaments that a program creates. Teams are not there: a Swiss tournament is for all.
type newArena struct {
	Name        string  `json:"name"`
	Time        float64 `json:"clockTime" doc:"minutes"`
	Increment   int     `json:"clockIncrement" doc:"seconds"`
	Minutes     int     `json:"minutes"`
	Wait        int     `json:"waitMinutes" doc:"until the start; 5 without it"`
	Start       string  `json:"startDate" doc:"in place of waitMinutes: when it starts, in milliseconds since 1970"`
	Variant     string  `json:"variant"`
	Rated       *bool   `json:"rated" doc:"true without it"`
	Berserk     *bool   `json:"berserkable" doc:"true without it"`
	Description string  `json:"description"`
	Password    string  `json:"password"`
	Bots        bool    `json:"conditions.bots" doc:"programs may play"`
	Min         int     `json:"conditions.minRating.rating"`
	Max         int     `json:"conditions.maxRating.rating"`
}

type newSwiss struct {
	Name        string `json:"name"`
	Limit       int    `json:"clock.limit" doc:"seconds"`
	Increment   int    `json:"clock.increment" doc:"seconds"`
	Rounds      int    `json:"nbRounds"`
	Start       string `json:"startsAt" doc:"in milliseconds since 1970; ten minutes from now without it"`
	Pause       int    `json:"roundInterval" doc:"seconds between two rounds"`
	Variant     string `json:"variant"`
	Rated       *bool  `json:"rated" doc:"true without it"`
	Description string `json:"description"`
	Password    string `json:"password"`
	Bots        bool   `json:"conditions.bots" doc:"programs may play"`
	Min         int    `json:"conditions.minRating.rating"`
	Max         int    `json:"conditions.maxRating.rating"`
}

func (n *newArena) terms(now time.Time) (tournament.Terms, error) {
	starts, err := startOf(n.Start, now.Add(time.Duration(cmp.Or(n.Wait, 5))*time.Minute))
	return tournament.Terms{
		System: tournament.Arena, Name: n.Name, Description: n.Description, Variant: variantName(n.Variant),
		Control: livegame.TimeControl{
			Base:      time.Duration(n.Time * float64(time.Minute)).Truncate(time.Second),
			Increment: time.Duration(n.Increment) * time.Second,
		},
		Rated: n.Rated == nil || *n.Rated, Starts: starts, Duration: time.Duration(n.Minutes) * time.Minute,
		Berserk: n.Berserk == nil || *n.Berserk, Password: n.Password, Bots: n.Bots, RatingMin: n.Min, RatingMax: n.Max,
	}, err
}

func (n *newSwiss) terms(now time.Time) (tournament.Terms, error) {
	starts, err := startOf(n.Start, now.Add(10*time.Minute))
	return tournament.Terms{
		System: tournament.Swiss, Name: n.Name, Description: n.Description, Variant: variantName(n.Variant),
		Control: livegame.TimeControl{
			Base: time.Duration(n.Limit) * time.Second, Increment: time.Duration(n.Increment) * time.Second,
		},
		Rated: n.Rated == nil || *n.Rated, Starts: starts, Rounds: n.Rounds,
		Pause: max(tournament.MinPause, time.Duration(n.Pause)*time.Second), Password: n.Password, Bots: n.Bots,
		RatingMin: n.Min, RatingMax: n.Max,
	}, err
}

// startOf reads a time in milliseconds; without one it is another.
func startOf(ms string, other time.Time) (time.Time, error) {
	if ms == "" {
		return other, nil
	}
	n, err := strconv.ParseInt(ms, 10, 64)
	if err != nil {
		return other, badRequest(fmt.Sprintf("the start is %.40q, expected milliseconds since 1970", ms))
	}
	return time.UnixMilli(n), nil
}

// tournamentLists lists tournaments, and creates them.
func (s *Server) tournamentLists(k *web.Kit) {
	op := program(web.Get("/api/tournament", "list-arenas", "Arenas that are played, come next or have finished",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*struct{ Body arenas }, error) {
		out := arenas{[]arenaShape{}, []arenaShape{}, []arenaShape{}}
		for status, to := range map[tournament.Status]*[]arenaShape{
			tournament.Created: &out.Created, tournament.Started: &out.Started, tournament.Finished: &out.Finished,
		} {
			rows, err := s.o.Tournaments.List(ctx, tournament.Query{
				Status: []tournament.Status{status}, Listed: true, ByStart: status == tournament.Created, Limit: 50,
			})
			if err != nil {
				return nil, err
			}
			for i := range rows {
				if rows[i].System == tournament.Arena {
					*to = append(*to, s.arena(ctx, &rows[i]))
				}
			}
		}
		return &struct{ Body arenas }{out}, nil
	})
	creates := web.Write(web.Account, web.Scopes(auth.TournamentWrite), limits.Create)
	op = program(web.Post("/api/tournament", "create-arena", "Create an arena", creates))
	web.Handle(k, op, func(ctx context.Context, in *struct{ Form newArena }) (*struct{ Body any }, error) {
		return s.createTournament(ctx, in.Form.terms)
	})
	type ofTeam struct {
		Team string `path:"team" maxLength:"64" doc:"anything: there are no teams"`
		Form newSwiss
	}
	op = program(web.Post("/api/swiss/new/{team}", "create-swiss", "Create a Swiss tournament", creates))
	web.Handle(k, op, func(ctx context.Context, in *ofTeam) (*struct{ Body any }, error) {
		return s.createTournament(ctx, in.Form.terms)
	})
	type of struct {
		NamePath
		Most int `query:"nb" minimum:"1" maximum:"200" default:"50"`
	}
	for part, f := range map[string]func(context.Context, string, int) ([]tournament.Row, error){
		"created": s.o.Tournaments.CreatedBy, "played": s.o.Tournaments.PlayedBy,
	} {
		op := lines[arenaShape](k, program(web.Get("/api/user/{username}/tournament/"+part, part+"-arenas",
			"The arenas that a player has "+part, web.Read(web.Visitor, web.AnyToken, limits.Search))),
			"Arenas, each on a line, those that changed last first")
		web.Handle(k, op, func(ctx context.Context, in *of) (*web.Stream, error) {
			a, err := s.o.Accounts.Find(ctx, in.Name)
			if err != nil {
				return nil, err
			}
			rows, err := f(ctx, a.ID, in.Most)
			if err != nil {
				return nil, err
			}
			var list []any
			for i := range rows {
				if rows[i].System == tournament.Arena {
					list = append(list, s.arena(ctx, &rows[i]))
				}
			}
			return s.list(list)
		})
	}
}

// createTournament creates a tournament with the terms that a program asks for.
func (s *Server) createTournament(
	ctx context.Context, terms func(now time.Time) (tournament.Terms, error),
) (*struct{ Body any }, error) {
	t, err := terms(s.o.Games.Now())
	if err != nil {
		return nil, err
	}
	t.ID = livegame.NewID()
	t.Password = tournament.HashPassword(t.ID, t.Password)
	if err := s.o.Tournaments.Create(ctx, guests.VisitOf(ctx).Author(), t); err != nil {
		return nil, err
	}
	return s.tournament(ctx, t.ID, kindOf(t.System), 1)
}

// secondsTo returns the seconds to a time; 0: it is over.
func (s *Server) secondsTo(at time.Time) int64 {
	return max(0, (gameview.Millis(at)-gameview.Millis(s.o.Games.Now()))/1000)
}
