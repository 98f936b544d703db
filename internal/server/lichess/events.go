package lichess

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	// overlap is how far back a stream looks for changes, since the clocks of nodes differ.
	overlap = 30 * time.Second
	// maxGames is how many games of an account a stream follows.
	maxGames = 200
	// onlineTime is how long a bot counts as online after its stream was seen, onlineEvery how often
	// a stream says that its account is there.
	onlineTime  = 60 * time.Second
	onlineEvery = 25 * time.Second
	// A game that counts has changed the ratings about a second after its end. The stream looks for that so often, with
	// a pause, before it shows a game without.
	ratedLooks = 8
	ratedPause = 300 * time.Millisecond
)

func (s *Server) eventAPI(k *web.Kit) {
	op := lines[event](k, program(web.Get("/api/stream/event", "stream-events", "Stream what happens to your account",
		web.Read(web.Account, web.Scopes(auth.BotPlay, auth.BoardPlay, auth.ChallengeRead), limits.Read))),
		"Events, each on a line. It begins with the games that are in progress and the challenges that wait. "+
			"An empty line every few seconds says that the stream is alive.")
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Stream, error) {
		return s.stream(ctx, func(_ context.Context, wake func()) (source, error) {
			a := me(ctx)
			e := &events{
				s: s, me: a, wake: wake, started: map[livegame.ID]bool{}, finished: map[livegame.ID]bool{},
				unrated:    map[livegame.ID]int{},
				challenges: map[livegame.ID]challenge.Status{},
				stop:       s.o.Games.WatchPlayer(a.ID, wake),
			}
			if a.Bot {
				s.online.add(a.ID, 1)
			}
			return e, nil
		})
	})
}

// events is the source of the events of an account. It compares what there is with what it has
// shown, so that it needs no memory of what happens while the client does not read, and notices
// that are lost only delay it.
type events struct {
	s          *Server
	me         auth.Account
	wake, stop func()
	since      time.Time // from when on changes may not have been seen; zero: none were
	started    map[livegame.ID]bool
	finished   map[livegame.ID]bool
	unrated    map[livegame.ID]int              // how often a game that has ended waited for its ratings
	challenges map[livegame.ID]challenge.Status // as shown
	seen       time.Time                        // when the account was last said to be online
}

func (e *events) close() {
	e.stop()
	if e.me.Bot && !e.s.online.add(e.me.ID, -1) {
		ctx, cancel := context.WithTimeout(context.Background(), onlineTime)
		defer cancel()
		e.setOnline(ctx, e.s.o.Games.Now())
	}
}

// setOnline says until when the program listens. Of a person followers hear that, as of one on the page.
func (e *events) setOnline(ctx context.Context, until time.Time) {
	err := e.s.o.Social.Listens(ctx, e.me.ID, until)
	if err == nil && !e.me.Bot {
		err = e.s.o.Social.Note(ctx, e.me.ID)
	}
	if err != nil && ctx.Err() == nil {
		e.s.o.Log.LogAttrs(ctx, slog.LevelWarn, "cannot say that an account is online", slog.Any("error", err))
	}
}

func (e *events) next(ctx context.Context) (lines []any, last bool, err error) {
	now := e.s.o.Games.Now()
	if now.Sub(e.seen) >= onlineEvery {
		e.seen = now
		e.setOnline(ctx, now.Add(onlineTime))
	}
	games, err := e.games(ctx)
	if err != nil {
		return nil, false, err
	}
	challenges, err := e.changed(ctx)
	if err == nil {
		e.since = now.Add(-overlap)
	}
	return append(games, challenges...), false, err
}

// games returns the events of games that have begun or ended.
func (e *events) games(ctx context.Context) (lines []any, err error) {
	q := livegame.Query{Guest: e.me.ID, UpdatedSince: e.since, Limit: maxGames}
	if e.since.IsZero() {
		// What ended before the stream began is no news.
		q.Status, q.UpdatedSince = livegame.Finished, e.s.o.Games.Now().Add(-overlap)
		ended, err := e.s.o.Games.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range ended {
			e.finished[m.ID] = true
		}
		q.Status, q.UpdatedSince = livegame.Live, time.Time{}
	}
	list, err := e.s.o.Games.List(ctx, q)
	slices.Reverse(list)
	for _, m := range list {
		color, plays := colorOf(m.Seats, e.me.ID)
		if !plays || m.Seats[color.Other()].Empty() { // it has not begun, or was withdrawn before
			continue
		}
		info := e.s.info(ctx, m, e.me.ID, e.me.Bot)
		if !e.started[m.ID] && (m.Status == livegame.Live || !e.finished[m.ID]) {
			e.started[m.ID] = true
			lines = append(lines, event{Type: "gameStart", Game: &info})
		}
		if m.Status == livegame.Finished && !e.finished[m.ID] && e.rated(ctx, &m, color, &info) {
			delete(e.started, m.ID)
			e.finished[m.ID] = true
			lines = append(lines, event{Type: "gameFinish", Game: &info})
		}
	}
	if len(e.finished) > 10*maxGames {
		clear(e.finished) // those since overlap are shown again
	}
	return lines, err
}

// rated adds what a game did to ratings. It reports false if that is not known yet: the stream is woken for it.
func (e *events) rated(ctx context.Context, m *livegame.Summary, color game.Color, info *gameInfo) bool {
	if e.s.o.Ratings == nil || rating.Judge(*m) != rating.Counts {
		return true
	}
	diffs, err := e.s.diffs(ctx, m)
	info.RatingDiff, info.Opponent.RatingDiff = diffs[color], diffs[color.Other()]
	if err == nil && info.RatingDiff != nil || e.unrated[m.ID] == ratedLooks {
		delete(e.unrated, m.ID)
		return true
	}
	e.unrated[m.ID]++
	time.AfterFunc(ratedPause, e.wake)
	return false
}

// changed returns the events of challenges.
func (e *events) changed(ctx context.Context) (lines []any, err error) {
	list, err := e.s.o.Challenges.List(ctx, e.me.ID, e.since)
	slices.Reverse(list)
	now := map[livegame.ID]challenge.Status{}
	for _, c := range list {
		now[c.ID] = c.Status
		shown, known := e.challenges[c.ID]
		if shown == c.Status || !known && !c.Status.Open() {
			continue
		}
		kind := ""
		switch c.Status {
		case challenge.Created:
			kind = "challenge"
		case challenge.Canceled, challenge.Expired:
			kind = "challengeCanceled"
		case challenge.Declined:
			kind = "challengeDeclined"
		}
		if kind != "" {
			shape := e.s.challenge(c, e.me.ID)
			lines = append(lines, event{Type: kind, Challenge: &shape, Compat: &compat{Bot: true, Board: true}})
		}
	}
	if err == nil {
		e.challenges = now
	}
	return lines, err
}
