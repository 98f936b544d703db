package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/pictures"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// TournamentPath is the part of a path that names a tournament.
type TournamentPath struct {
	ID string `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the tournament"`
}

var errNoTournament = problem.Missing("There is no such tournament.")

const (
	listedOpen     = 50 // tournaments in a list that have not finished
	listedFinished = 20
)

// tournamentsAPI shows and changes tournaments.
func (s *API) tournamentsAPI(k *web.Kit) {
	type listed struct {
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"only tournaments of this variant"`
	}
	op := s.ofTournaments(web.Get("/api/tournaments", "list-tournaments",
		"Tournaments that are played, come next or have finished",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	op.Description = "Private ones are not listed."
	web.Handle(k, op, func(ctx context.Context, in *listed) (*web.Out[protocol.Tournaments], error) {
		out, err := s.tournaments(ctx, in.Variant)
		return web.Answer(out, err)
	})

	type create struct{ Body protocol.NewTournament }
	op = s.ofTournaments(web.Post("/api/tournaments", "create-tournament", "Create a tournament",
		web.Write(web.Account, web.Scopes(account.TournamentWrite), limits.Create)))
	op.Description = fmt.Sprintf("Its page is /tournaments/ and its id. An account has at most %d that are not over.",
		tournament.MaxOpen)
	web.Handle(k, op, func(ctx context.Context, in *create) (*web.Out[protocol.Tournament], error) {
		if err := s.o.Tournaments.Create(ctx, guests.VisitOf(ctx).Author(), newTerms(&in.Body)); err != nil {
			return nil, err
		}
		return readTournament(ctx, s, in.Body.ID, func(now *tournament.Tournament) (protocol.Tournament, error) {
			return s.o.Views.Tournament(now, guests.VisitOf(ctx).Guest.Name), nil
		})
	})

	type wanted struct {
		TournamentPath
		From  int   `query:"from" minimum:"-1" maximum:"100000" doc:"index of the first player in the standings; -1: yours are shown"`
		Since int   `query:"since" minimum:"-1" default:"-1" doc:"wait for a change with a higher number, 25 s at most; -1: do not wait"`
		At    int64 `query:"at" minimum:"0" doc:"the standings as they were at this time"`
	}
	op = s.ofTournaments(web.Get("/api/tournaments/{id}", "get-tournament", "A tournament and a part of its standings",
		web.Read(web.Player, web.AnyToken, limits.Read)))
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *wanted) (*web.Out[protocol.TournamentState], error) {
		if in.At > 0 { // it is replayed for that
			if err := s.o.Guard.Take(limits.Search, guests.VisitOf(ctx)); err != nil {
				return nil, err
			}
		}
		out, err := s.tournament(ctx, livegame.ID(in.ID), in.From, in.Since, in.At)
		return web.Answer(out, err)
	})

	type join struct {
		TournamentPath
		Body protocol.JoinTournament
	}
	onTournament(s, k, "join", "Join a tournament, or come back to it",
		func(ctx context.Context, in *join, v *guests.Visit) (livegame.ID, error) {
			id := livegame.ID(in.ID)
			p := s.o.Guard.Guests.Player(v, id)
			if in.Body.Password != "" { // guesses are limited
				if err := s.o.Guard.Take(limits.SignIn, v); err != nil {
					return id, err
				}
			}
			return id, s.o.Tournaments.Join(ctx, id, p, s.o.Guard.Guests.PlaceID(v), in.Body.Password)
		})
	onTournament(s, k, "leave", "Leave a tournament, or rest",
		func(ctx context.Context, in *TournamentPath, v *guests.Visit) (livegame.ID, error) {
			return livegame.ID(in.ID), s.o.Tournaments.Leave(ctx, livegame.ID(in.ID), v.Guest.ID)
		})
	onTournament(s, k, "cancel", "Cancel your tournament before its start",
		func(ctx context.Context, in *TournamentPath, v *guests.Visit) (livegame.ID, error) {
			return livegame.ID(in.ID), s.o.Tournaments.Cancel(ctx, livegame.ID(in.ID), v.Guest.ID)
		})

	type round struct {
		TournamentPath
		Round int `path:"round" minimum:"1" maximum:"1000"`
	}
	op = s.ofTournaments(web.Get("/api/tournaments/{id}/rounds/{round}", "get-tournament-round", "The pairings of a round",
		web.Read(web.Player, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *round) (*web.Out[protocol.TournamentRound], error) {
		return readTournament(ctx, s, in.ID, func(t *tournament.Tournament) (out protocol.TournamentRound, err error) {
			if out = views.TournamentRound(t, in.Round, guests.VisitOf(ctx).Moderates()); len(out.Games) == 0 {
				err = problem.Missing("This round has not been paired.")
			}
			return out, err
		})
	})

	type player struct {
		TournamentPath
		Number int `path:"number" minimum:"1" maximum:"100000"`
	}
	op = s.ofTournaments(web.Get("/api/tournaments/{id}/players/{number}", "get-tournament-player",
		"A player of a tournament",
		web.Read(web.Player, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *player) (*web.Out[protocol.TournamentPlayer], error) {
		return readTournament(ctx, s, in.ID, func(t *tournament.Tournament) (protocol.TournamentPlayer, error) {
			p := views.TournamentPlayer(t, in.Number, guests.VisitOf(ctx).Moderates())
			if p == nil {
				return protocol.TournamentPlayer{},
					problem.Missing("The tournament has no player of this number.")
			}
			return *p, nil
		})
	})

	op = s.ofTournaments(web.Get("/api/tournaments/{id}/results", "get-tournament-results",
		"All players of a tournament, the first first",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *TournamentPath) (*web.Out[[]protocol.TournamentPlayer], error) {
		return readTournament(ctx, s, in.ID, func(t *tournament.Tournament) ([]protocol.TournamentPlayer, error) {
			return views.TournamentResults(t, guests.VisitOf(ctx).Moderates()), nil
		})
	})

	op = s.ofTournaments(web.Get("/api/tournaments/{id}/pgn", "download-tournament", "All games of a tournament as PGN",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	op.Lasts = true
	op.Responses = documentResponse("application/x-chess-pgn", "The games that have ended")
	web.Handle(k, op, func(ctx context.Context, in *TournamentPath) (*web.Stream, error) {
		return s.downloadTournament(ctx, livegame.ID(in.ID))
	})

	type card struct {
		TournamentPath
		Condition
	}
	op = s.pictureOperation("/api/tournaments/{id}/card.png", "get-tournament-card",
		"A tournament as a picture for link previews", pictures.PNG)
	web.Handle(k, op, func(ctx context.Context, in *card) (*document, error) {
		if s.o.Tournaments == nil {
			return nil, errNoTournament
		}
		var p *pictures.Picture
		err := s.o.Tournaments.Read(ctx, livegame.ID(in.ID), func(t *tournament.Tournament) error {
			p = s.o.Pictures.TournamentCard(s.o.Views.Tournament(t, ""), t.Seq())
			return nil
		})
		if err != nil {
			return nil, err
		}
		return s.picture(ctx, p, &in.Condition)
	})
}

// ofTournaments returns a route that is there if the server has tournaments.
func (s *API) ofTournaments(r web.Route) web.Route {
	return needs(s.o.Tournaments != nil, "tournaments", r.Unprocessable())
}

// onTournament registers an operation by which an account changes a tournament.
func onTournament[I any](
	s *API, k *web.Kit, verb, summary string, do func(context.Context, *I, *guests.Visit) (livegame.ID, error),
) {
	tokens := web.Scopes(account.TournamentWrite)
	if verb != "cancel" {
		tokens = web.Scopes(account.TournamentWrite, account.BoardPlay, account.BotPlay)
	}
	op := s.ofTournaments(web.Post("/api/tournaments/{id}/"+verb, verb+"-tournament", summary,
		web.Write(web.Account, tokens, limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *I) (*web.Out[protocol.TournamentState], error) {
		id, err := do(ctx, in, guests.VisitOf(ctx))
		if err != nil {
			return nil, err
		}
		out, err := s.tournament(ctx, id, 0, -1, 0)
		return web.Answer(out, err)
	})
}

// readTournament answers with what show makes of a tournament.
func readTournament[T any](
	ctx context.Context, s *API, id string, show func(*tournament.Tournament) (T, error),
) (*web.Out[T], error) {
	var out T
	err := s.o.Tournaments.Read(ctx, livegame.ID(id), func(t *tournament.Tournament) (err error) {
		out, err = show(t)
		return err
	})
	return web.Answer(out, err)
}

// newTerms returns the terms that a client wants.
func newTerms(n *protocol.NewTournament) tournament.Terms {
	id := livegame.ID(n.ID)
	return tournament.Terms{
		ID: id, System: tournament.System(n.System), Name: n.Name, Description: n.Description, Variant: n.Variant,
		Control: views.TimeControl(n.Control), Rated: n.Rated,
		Starts: time.UnixMilli(n.Starts), Duration: time.Duration(n.Minutes) * time.Minute, Rounds: n.Rounds,
		Pause: time.Duration(n.Pause) * time.Second, Double: n.Double,
		Berserk: n.System == string(tournament.Arena) && !n.NoBerserk, Bots: n.Bots, Apart: n.Apart,
		Password: tournament.HashPassword(id, n.Password), RatingMin: n.RatingMin, RatingMax: n.RatingMax,
	}
}

// tournaments lists tournaments.
func (s *API) tournaments(ctx context.Context, variant string) (protocol.Tournaments, error) {
	out := protocol.Tournaments{
		Started: []protocol.Tournament{}, Created: []protocol.Tournament{}, Finished: []protocol.Tournament{},
	}
	for _, part := range []struct {
		status  tournament.Status
		list    *[]protocol.Tournament
		byStart bool
		limit   int
	}{{tournament.Started, &out.Started, false, listedOpen}, {tournament.Created, &out.Created, true, listedOpen},
		{tournament.Finished, &out.Finished, false, listedFinished}} {
		rows, err := s.o.Tournaments.List(ctx, tournament.Query{
			Status: []tournament.Status{part.status}, Variant: variant, Listed: true, ByStart: part.byStart, Limit: part.limit,
		})
		if err != nil {
			return out, err
		}
		var creators []string
		for i := range rows {
			if rows[i].Creator != "" {
				creators = append(creators, rows[i].Creator)
			}
		}
		names := map[string]string{}
		if len(creators) > 0 && s.o.Players != nil {
			if names, err = s.names(ctx, creators); err != nil {
				return out, err
			}
		}
		for i := range rows {
			view := s.o.Views.TournamentRow(&rows[i], names[rows[i].Creator])
			if part.status != tournament.Created { // the round, the end, the podium
				err = s.o.Tournaments.Read(ctx, rows[i].ID, func(t *tournament.Tournament) error {
					view = s.o.Views.Tournament(t, names[rows[i].Creator])
					return nil
				})
				if err != nil { // the others can be shown
					_, _ = s.problems.Fault(ctx, err)
				}
			}
			*part.list = append(*part.list, view)
		}
	}
	return out, nil
}

// tournament shows a tournament to the client.
func (s *API) tournament(
	ctx context.Context, id livegame.ID, from, since int, at int64,
) (out protocol.TournamentState, err error) {
	if since >= 0 {
		waiting, cancel := web.Waiting(ctx)
		defer cancel()
		if err := s.o.Tournaments.Wait(waiting, id, since); err != nil && waiting.Err() == nil {
			return out, err
		}
	}
	v := guests.VisitOf(ctx)
	var terms tournament.Terms
	now := s.o.Tournaments.Now()
	show := func(t *tournament.Tournament) {
		terms = t.Terms()
		out = s.o.Views.TournamentState(t, "", from, v.Guest.ID, now, at == 0)
		if at > 0 || v.Identity == nil {
			return
		}
		if out.Mine == nil {
			out.Mine = &protocol.MyTournament{Games: []string{}}
		}
		out.Mine.Creator = terms.Creator == v.Guest.ID
		if why := t.MayJoin(s.o.Guard.Guests.Player(v, id)); why != nil {
			out.Mine.Why = why.Error()
		} else {
			out.Mine.May = !out.Mine.Joined || out.Mine.Out
		}
	}
	if at > 0 {
		err = s.o.Gate.Do(ctx, web.Queries, func() error {
			then, err := s.o.Tournaments.At(ctx, id, time.UnixMilli(at))
			if err == nil {
				show(then)
			}
			return err
		})
	} else {
		err = s.o.Tournaments.Read(ctx, id, func(t *tournament.Tournament) error {
			show(t)
			return nil
		})
	}
	if err == nil && terms.Creator != "" && s.o.Players != nil {
		var names map[string]string
		if names, err = s.names(ctx, []string{terms.Creator}); err == nil {
			out.By = names[terms.Creator]
		}
	}
	return out, err
}

// downloadTournament sends the games of a tournament that have ended, in the order in which they were paired.
func (s *API) downloadTournament(ctx context.Context, id livegame.ID) (*web.Stream, error) {
	var name string
	var list []tournament.Pairing
	err := s.o.Tournaments.Read(ctx, id, func(t *tournament.Tournament) error {
		name = t.Terms().Name
		for _, g := range t.Games() {
			if g.Result != nil && g.Result.Score != tournament.Void {
				list = append(list, g.Pairing)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := guests.VisitOf(ctx)
	leave, err := s.downloads.enter(v)
	if err != nil {
		return nil, err
	}
	if err := s.o.Guard.Take(limits.Download, v); err != nil {
		leave()
		return nil, err
	}
	next := func(ctx context.Context) (text string, more bool, err error) {
		err = s.o.Gate.Do(ctx, web.Queries, func() error {
			n := min(downloadPage, len(list))
			for _, p := range list[:n] {
				game, err := s.tournamentGame(ctx, p, name)
				if err != nil {
					return err
				}
				text += game
			}
			list = list[n:]
			return nil
		})
		return text, len(list) > 0, err
	}
	return &web.Stream{Body: func(w http.ResponseWriter, r *http.Request) {
		defer leave()
		s.download(ctx, w, r, "wane-"+string(id)+".pgn", next)
	}}, nil
}

// tournamentGame returns a game as PGN; "" if it was deleted.
func (s *API) tournamentGame(ctx context.Context, p tournament.Pairing, event string) (string, error) {
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
	return s.taggedPGN(ctx, snap, tags...)
}
