package tournament

import (
	"context"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// Path is the part of a path that names a tournament.
type Path struct {
	ID livegame.ID `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the tournament"`
}

const (
	listedOpen     = 50 // tournaments in a list that have not finished
	listedFinished = 20
)

// Tournaments are the tournaments that a page lists (GET /api/tournaments).
type Tournaments struct {
	Started  []View `json:"started"`
	Created  []View `json:"created" doc:"that have not started, the next first"`
	Finished []View `json:"finished" doc:"the last first"`

	Mine []View `json:"mine" doc:"your own that are not over, private ones too: the running ones first"`
}

// View is a tournament without its players.
type View struct {
	ID      string           `json:"id"`
	System  string           `json:"system" enum:"arena,swiss,round-robin"`
	Name    string           `json:"name"`
	Variant string           `json:"variant"`
	Title   string           `json:"title" doc:"of the variant"`
	Control gameview.Control `json:"control"`
	Rated   bool             `json:"rated"`
	Status  string           `json:"status" enum:"created,started,finished,canceled"`
	Reason  string           `json:"reason,omitempty" doc:"why it was canceled, in words"`
	Created int64            `json:"created"`
	Starts  int64            `json:"starts"`
	Ends    int64            `json:"ends,omitempty" doc:"of an arena: no game counts that ends later; of a finished tournament: when it did"`
	Minutes int              `json:"minutes,omitempty" doc:"of an arena: how long it lasts"`
	Rounds  int              `json:"rounds,omitempty" doc:"of a Swiss tournament or a round robin"`
	Round   int              `json:"round,omitempty" doc:"the one that is played or was played last"`
	Pause   int              `json:"pause,omitempty" doc:"of a Swiss tournament: seconds between two rounds"`
	Double  bool             `json:"double,omitempty" doc:"of a round robin: everybody plays everybody twice, with both colors"`
	Berserk bool             `json:"berserk,omitempty" doc:"of an arena: players may halve their own time for a point more"`
	Bots    bool             `json:"bots,omitempty" doc:"programs may play"`
	Apart   bool             `json:"apart,omitempty" doc:"a game between two players who joined from one address does not count"`
	Private bool             `json:"private,omitempty" doc:"all but its creator need a password to join; lists do not have it"`
	// RatingMin and RatingMax are between which ratings a player must be; 0: no limit.
	RatingMin int `json:"ratingMin,omitempty"`
	RatingMax int `json:"ratingMax,omitempty"`
	Players   int `json:"players"`
	Limit     int `json:"limit" doc:"how many players there may be"`
	// By is the account that created it.
	By *livegame.Person `json:"by,omitempty" doc:"the account that created it; absent: the server did"`
	// Podium are the first three of a finished tournament.
	Podium []PlayerView `json:"podium,omitempty"`
}

// State is a tournament with a part of its standings (GET /api/tournaments/{id}).
type State struct {
	View
	Seq         int    `json:"seq" doc:"the number of its last change: with since, the next request waits for a later one"`
	Now         int64  `json:"now"`
	Description string `json:"description,omitempty"`
	// NextRound is when the next round is paired; 0: when the games of this one have ended, or never.
	NextRound int64 `json:"nextRound,omitempty"`
	// From is the index of the first player of Standings, in their order.
	From      int          `json:"from"`
	Standings []PlayerView `json:"standings" doc:"50 players at most, the first first"`
	TieBreaks []string     `json:"tieBreaks" doc:"the tie-breaks of the standings, in their order" enum:"performance,buchholz-cut-1,buchholz,sonneborn-berger,wins,direct-encounter"`
	// Live are games that are being played: those of the first players, six at most.
	Live []GameView `json:"live"`
	// First is when the first game was paired, and Last when a game ended last: between them, the standings
	// of a time (at) differ. 0: no game.
	First int64         `json:"first,omitempty"`
	Last  int64         `json:"last,omitempty"`
	Count Count         `json:"count"`
	Mine  *MyTournament `json:"mine,omitempty" doc:"absent for a client that is not signed in"`
}

// Count counts what was played in a tournament.
type Count struct {
	Games   int `json:"games" doc:"that have ended and were played"`
	White   int `json:"white" doc:"won by White"`
	Black   int `json:"black"`
	Draws   int `json:"draws"`
	Playing int `json:"playing"`
	Berserk int `json:"berserk"`
}

// MyTournament is how a client stands in a tournament.
type MyTournament struct {
	// Joined says that the client plays in it. Out says that it has left or rests: it is not paired.
	Joined bool `json:"joined"`
	Out    bool `json:"out,omitempty"`
	// Player is the client's place in the standings.
	Player *PlayerView `json:"player,omitempty"`
	// Games are the IDs of the client's games that are being played: one at most in an arena and a
	// Swiss tournament.
	Games []string `json:"games"`
	// Waiting says that the client is about to be paired.
	Waiting bool `json:"waiting,omitempty"`
	Alone   bool `json:"alone,omitempty" doc:"of an arena: the client waits, and no other player is free and present"`
	// May is whether the client may join now, and Why not, in words.
	May     bool   `json:"may"`
	Why     string `json:"why,omitempty"`
	Creator bool   `json:"creator,omitempty" doc:"the client created it and may cancel it before its start"`
}

// Numbered is a player of a tournament, as when the player joined.
type Numbered struct {
	Number int `json:"number" doc:"names the player in this tournament"`
	livegame.Person
}

// PlayerView is a player in the standings of a tournament.
type PlayerView struct {
	Numbered
	Rank int `json:"rank" doc:"from 1; players who remain equal share one"`
	// Score is in points: in an arena a win has two, else one.
	Score float64 `json:"score"`
	// TieBreaks are the player's, as TieBreaks of the tournament names them.
	TieBreaks []float64 `json:"tieBreaks"`
	// Sheet are the results, the first first. A round without a game has one, too.
	Sheet []ScoreView `json:"sheet"`
	Out   bool        `json:"out,omitempty" doc:"has left, or rests"`
	Away  bool        `json:"away,omitempty" doc:"of a running arena: is not paired, as its page is not in front"`
	Fire  bool        `json:"fire,omitempty" doc:"of an arena: the points of the next game are doubled"`
	Game  string      `json:"game,omitempty" doc:"a game that the player is playing"`
}

// ScoreView is the result of a player in a game or a round.
type ScoreView struct {
	Round    int    `json:"round,omitempty"`
	Game     string `json:"game,omitempty" doc:"absent: none was played"`
	Opponent int    `json:"opponent,omitempty" doc:"number of the player; absent: none"`
	// Against is the opponent.
	Against    *livegame.Person `json:"against,omitempty" doc:"the opponent, in GET /api/tournaments/{id}/players/{number} only"`
	Color      string           `json:"color,omitempty" enum:"white,black"`
	Kind       string           `json:"kind" enum:"playing,win,draw,loss,forfeit-win,forfeit-loss,bye,half-bye,absent,void"`
	Points     float64          `json:"points"`
	Double     bool             `json:"double,omitempty" doc:"of an arena: the points were doubled"`
	Berserk    bool             `json:"berserk,omitempty" doc:"of an arena: the player halved the own time"`
	OneAddress bool             `json:"oneAddress,omitempty" doc:"for moderators, in results and of a player: both joined from one address"`
}

// GameView is a game of a tournament.
type GameView struct {
	ID         string   `json:"id"`
	Round      int      `json:"round,omitempty"`
	Board      int      `json:"board,omitempty" doc:"of the round, from 1"`
	White      Numbered `json:"white"`
	Black      Numbered `json:"black"`
	Result     string   `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,+--,--+,*" doc:"absent: it is being played; + and - stand for a forfeit, * for a game that does not count"`
	OneAddress bool     `json:"oneAddress,omitempty" doc:"for moderators, in rounds: both players joined from one address"`
}

// RoundView is a round of a Swiss tournament or a round robin (GET /api/tournaments/{id}/rounds/{round}).
type RoundView struct {
	Round int        `json:"round"`
	Games []GameView `json:"games"`
	Byes  []Numbered `json:"byes" doc:"the players who have a bye"`
}

// NewTournament is what an account creates (POST /api/tournaments).
type NewTournament struct {
	ID          string           `json:"id" minLength:"8" maxLength:"40" pattern:"^[\\w-]+$" doc:"chosen by the client: a request that is sent again creates nothing more"`
	System      string           `json:"system" enum:"arena,swiss,round-robin"`
	Name        string           `json:"name" minLength:"2" maxLength:"40"`
	Description string           `json:"description,omitempty" maxLength:"400"`
	Variant     string           `json:"variant" maxLength:"40"`
	Control     gameview.Control `json:"control"`
	Rated       bool             `json:"rated,omitempty"`
	Starts      int64            `json:"starts" doc:"from ten seconds to 60 days from now"`
	Minutes     int              `json:"minutes,omitempty" minimum:"10" maximum:"480" doc:"needed for an arena"`
	Rounds      int              `json:"rounds,omitempty" minimum:"3" maximum:"20" doc:"needed for a Swiss tournament"`
	Pause       int              `json:"pause,omitempty" minimum:"5" maximum:"604800" doc:"seconds between the rounds of a Swiss tournament"`
	Double      bool             `json:"double,omitempty" doc:"of a round robin"`
	NoBerserk   bool             `json:"noBerserk,omitempty" doc:"of an arena"`
	Bots        bool             `json:"bots,omitempty" doc:"programs may play"`
	Apart       bool             `json:"apart,omitempty" doc:"a game between two players who joined from one address does not count"`
	Password    string           `json:"password,omitempty" maxLength:"60"`
	RatingMin   int              `json:"ratingMin,omitempty" minimum:"0" maximum:"4000"`
	RatingMax   int              `json:"ratingMax,omitempty" minimum:"0" maximum:"4000"`
}

// JoinTournament joins a tournament, or comes back to it (POST /api/tournaments/{id}/join).
type JoinTournament struct {
	Password string `json:"password,omitempty" maxLength:"60"`
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	s.registerPGN(k)
	type listed struct {
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"only tournaments of this variant"`
	}
	op := web.Get("/api/tournaments", "list-tournaments", "Tournaments that are played, come next or have finished",
		web.Read(web.Player, web.AnyToken, limits.Search)).Unprocessable()
	op.Description = "Private ones are listed to their creators and players only."
	web.Handle(k, op, func(ctx context.Context, in *listed) (*web.Out[Tournaments], error) {
		caller := "" // a guest has none
		if v := guests.VisitOf(ctx); v.Identity != nil {
			caller = v.Guest.ID
		}
		out, err := s.lists(ctx, k.Views(), in.Variant, caller)
		return web.Answer(out, err)
	})

	op = web.Post("/api/tournaments", "create-tournament", "Create a tournament",
		web.Write(web.Account, web.Scopes(auth.TournamentWrite), limits.Create)).Unprocessable()
	op.Description = fmt.Sprintf("Its page is /tournaments/ and its id. An account has at most %d that are not over.",
		MaxOpen)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body NewTournament }) (*web.Out[View], error) {
		v, terms := guests.VisitOf(ctx), in.Body.terms()
		if err := s.Create(ctx, v.Author(), terms); err != nil {
			return nil, err
		}
		by := v.Identity.Account.Person()
		return show(ctx, s, terms.ID, func(t *Tournament) (View, error) { return t.View(k.Views(), &by), nil })
	})

	type wanted struct {
		Path
		From  int   `query:"from" minimum:"-1" maximum:"100000" doc:"index of the first player in the standings; -1: yours are shown"`
		Since int   `query:"since" minimum:"-1" default:"-1" doc:"wait for a change with a higher number, 25 s at most; -1: do not wait"`
		At    int64 `query:"at" minimum:"0" doc:"the standings as they were at this time"`
	}
	op = web.Get("/api/tournaments/{id}", "get-tournament", "A tournament and a part of its standings",
		web.Read(web.Player, web.AnyToken, limits.Read)).Unprocessable()
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *wanted) (*web.Out[State], error) {
		if in.At > 0 { // it is replayed for that
			if err := k.Take(ctx, limits.Search); err != nil {
				return nil, err
			}
		}
		out, err := s.state(ctx, k, in.ID, in.From, in.Since, in.At)
		return web.Answer(out, err)
	})
	s.changes(k)
	s.parts(k)
}

// changes registers what accounts do with tournaments.
func (s *Service) changes(k *web.Kit) {
	playing := web.Scopes(auth.TournamentWrite, auth.BoardPlay, auth.BotPlay)
	change := func(verb, summary string, t web.Tokens) web.Route {
		return web.Post("/api/tournaments/{id}/"+verb, verb+"-tournament", summary,
			web.Write(web.Account, t, limits.Command)).Unprocessable()
	}
	// changed answers with a tournament that was changed, or an error.
	changed := func(ctx context.Context, id livegame.ID, err error) (*web.Out[State], error) {
		if err != nil {
			return nil, err
		}
		out, err := s.state(ctx, k, id, 0, -1, 0)
		return web.Answer(out, err)
	}
	type join struct {
		Path
		Body JoinTournament
	}
	web.Handle(k, change("join", "Join a tournament, or come back to it", playing),
		func(ctx context.Context, in *join) (*web.Out[State], error) {
			if in.Body.Password != "" { // guesses are limited
				if err := k.Take(ctx, limits.SignIn); err != nil {
					return nil, err
				}
			}
			v := guests.VisitOf(ctx)
			err := s.Join(ctx, in.ID, k.Guests().Player(v, in.ID), k.Guests().PlaceID(v), in.Body.Password)
			return changed(ctx, in.ID, err)
		})
	web.Handle(k, change("leave", "Leave a tournament, or rest", playing),
		func(ctx context.Context, in *Path) (*web.Out[State], error) {
			return changed(ctx, in.ID, s.Leave(ctx, in.ID, web.CallerID(ctx)))
		})
	web.Handle(k, change("cancel", "Cancel your tournament before its start", web.Scopes(auth.TournamentWrite)),
		func(ctx context.Context, in *Path) (*web.Out[State], error) {
			return changed(ctx, in.ID, s.Cancel(ctx, in.ID, web.CallerID(ctx)))
		})
}

// parts registers what shows a part of a tournament.
func (s *Service) parts(k *web.Kit) {
	part := func(path, id, summary string, price limits.Kind) web.Route {
		return web.Get("/api/tournaments/{id}/"+path, id, summary, web.Read(web.Player, web.AnyToken, price)).Unprocessable()
	}
	type round struct {
		Path
		Round int `path:"round" minimum:"1" maximum:"1000"`
	}
	web.Handle(k, part("rounds/{round}", "get-tournament-round", "The pairings of a round", limits.Read),
		func(ctx context.Context, in *round) (*web.Out[RoundView], error) {
			return show(ctx, s, in.ID, func(t *Tournament) (out RoundView, err error) {
				if out = t.showRound(in.Round, guests.VisitOf(ctx).Moderates()); len(out.Games) == 0 {
					err = problem.Missing("This round has not been paired.")
				}
				return out, err
			})
		})

	type player struct {
		Path
		Number int `path:"number" minimum:"1" maximum:"100000"`
	}
	web.Handle(k, part("players/{number}", "get-tournament-player", "A player of a tournament", limits.Read),
		func(ctx context.Context, in *player) (*web.Out[PlayerView], error) {
			return show(ctx, s, in.ID, func(t *Tournament) (PlayerView, error) {
				p := t.showPlayer(in.Number, guests.VisitOf(ctx).Moderates())
				if p == nil {
					return PlayerView{}, problem.Missing("The tournament has no player of this number.")
				}
				return *p, nil
			})
		})

	web.Handle(k, part("results", "get-tournament-results", "All players of a tournament, the first first", limits.Search),
		func(ctx context.Context, in *Path) (*web.Out[[]PlayerView], error) {
			return show(ctx, s, in.ID, func(t *Tournament) ([]PlayerView, error) {
				return t.showResults(guests.VisitOf(ctx).Moderates()), nil
			})
		})
}

// show answers with what a function makes of a tournament.
func show[T any](
	ctx context.Context, s *Service, id livegame.ID, of func(*Tournament) (T, error),
) (*web.Out[T], error) {
	var out T
	err := s.Read(ctx, id, func(t *Tournament) (err error) {
		out, err = of(t)
		return err
	})
	return web.Answer(out, err)
}

// terms returns the terms that a client wants.
func (n *NewTournament) terms() Terms {
	id := livegame.ID(n.ID)
	return Terms{
		ID: id, System: SystemName(n.System), Name: n.Name, Description: n.Description, Variant: n.Variant,
		Control: gameview.TimeControl(n.Control), Rated: n.Rated,
		Starts: time.UnixMilli(n.Starts), Duration: time.Duration(n.Minutes) * time.Minute, Rounds: n.Rounds,
		Pause: time.Duration(n.Pause) * time.Second, Double: n.Double, Berserk: !n.NoBerserk,
		Bots: n.Bots, Apart: n.Apart, Password: HashPassword(id, n.Password), RatingMin: n.RatingMin,
		RatingMax: n.RatingMax,
	}
}

// lists lists tournaments.
func (s *Service) lists(ctx context.Context, v *gameview.Views, variant, account string) (Tournaments, error) {
	out := Tournaments{Started: []View{}, Created: []View{}, Finished: []View{}, Mine: []View{}}
	parts := []struct {
		list *[]View
		of   Query
	}{
		{&out.Started, Query{Status: []Status{Started}, Listed: true, Limit: listedOpen}},
		{&out.Created, Query{Status: []Status{Created}, Listed: true, ByStart: true, Limit: listedOpen}},
		{&out.Finished, Query{Status: []Status{Finished}, Listed: true, Limit: listedFinished}},
	}
	if account != "" {
		for _, status := range []Status{Started, Created} {
			parts = append(parts, struct {
				list *[]View
				of   Query
			}{&out.Mine, Query{Status: []Status{status}, Of: account, ByStart: true, Limit: listedOpen}})
		}
	}
	for _, part := range parts {
		part.of.Variant = variant
		rows, err := s.List(ctx, part.of)
		if err != nil {
			return out, err
		}
		var creators []string
		for i := range rows {
			if rows[i].Creator != "" {
				creators = append(creators, rows[i].Creator)
			}
		}
		people, err := auth.People(ctx, s.o.DB, creators...)
		if err != nil {
			return out, err
		}
		for i := range rows {
			by := people[rows[i].Creator]
			view := rows[i].view(v, by)
			if rows[i].Status != Created { // the round, the end, the podium
				if err := s.Read(ctx, rows[i].ID, func(t *Tournament) error {
					view = t.View(v, by)
					return nil
				}); err != nil { // the others can be shown
					s.o.Log.Warn("cannot show a tournament in a list", "tournament", rows[i].ID, "error", err)
				}
			}
			*part.list = append(*part.list, view)
		}
	}
	return out, nil
}

// state shows a tournament to who calls: now, or as it was at a time. With a since of 0 or more it waits for a later
// event.
func (s *Service) state(
	ctx context.Context, k *web.Kit, id livegame.ID, from, since int, at int64,
) (out State, err error) {
	v := guests.VisitOf(ctx)
	if v.Identity != nil && since >= 0 {
		defer s.enter(ctx, id, v.Guest.ID)()
	}
	if since >= 0 {
		waiting, cancel := web.Waiting(ctx)
		defer cancel()
		if err := s.Wait(waiting, id, since); err != nil && waiting.Err() == nil {
			return out, err
		}
	}
	now := s.Now()
	creator := ""
	var present map[string]bool // of an earlier time it is not known
	if at == 0 {
		present = s.atHand(ctx, id)
	}
	show := func(t *Tournament) {
		creator = t.terms.Creator
		out = t.state(k.Views(), from, v.Guest.ID, now, at == 0)
		t.markAway(&out, present)
		if at > 0 || v.Identity == nil {
			return
		}
		if out.Mine == nil {
			out.Mine = &MyTournament{Games: []string{}}
		}
		out.Mine.Creator = creator == v.Guest.ID
		if why := t.MayJoin(k.Guests().Player(v, id)); why != nil {
			out.Mine.Why = why.Error()
		} else {
			out.Mine.May = !out.Mine.Joined || out.Mine.Out
		}
	}
	if at > 0 {
		err = k.Gate().Do(ctx, web.Queries, func() error {
			then, err := s.At(ctx, id, time.UnixMilli(at))
			if err == nil {
				show(then)
			}
			return err
		})
	} else {
		err = s.Read(ctx, id, func(t *Tournament) error {
			show(t)
			return nil
		})
	}
	if err == nil && creator != "" {
		people, failed := auth.People(ctx, s.o.DB, creator)
		out.By, err = people[creator], failed
	}
	return out, err
}
