package lichess

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// wanted is a game that a player seeks.
type wanted struct {
	Rated       bool    `json:"rated,omitempty" doc:"changes the ratings"`
	Time        float64 `json:"time,omitempty" doc:"minutes of each color at the start"`
	Increment   int     `json:"increment,omitempty" doc:"seconds that each move adds"`
	Days        int     `json:"days,omitempty" doc:"correspondence: days for each move"`
	Variant     string  `json:"variant,omitempty" doc:"standard for chess, else the name of the variant, such as shrink"`
	Color       string  `json:"color,omitempty" enum:"white,black,random"`
	RatingRange string  `json:"ratingRange,omitempty" doc:"of the opponent, such as 1500-1800"`
}

// seekID is the answer to a seek by correspondence.
type seekID struct {
	ID string `json:"id"`
}

func (s *Server) seekAPI(k *web.Kit) {
	type in struct{ Form wanted }
	op := program(web.Post("/api/board/seek", "seek", "Seek an opponent",
		web.Write(web.Account, web.Scopes(auth.BoardPlay), limits.Create)))
	op.Lasts = true
	op = lines[seekID](k, op, "With a clock: empty lines until the game begins, "+
		"and the seek ends when the connection is closed. By correspondence: the ID of the game, at once.")
	op.Description = "With a clock and a random color, the player is paired as on the page: without a range of ratings, " +
		"a window around the player's rating widens while the seek waits. Another such seek of the account replaces it. " +
		"With a color or by correspondence, the player joins the first waiting game that fits, or offers one."
	web.Handle(k, op, func(ctx context.Context, in *in) (*web.Stream, error) {
		if err := suits(me(ctx), "board"); err != nil {
			return nil, err
		}
		head, random, err := s.seekHeader(ctx, in.Form)
		if err != nil {
			return nil, err
		}
		if !head.TimeControl.RealTime() {
			id, err := s.pair(ctx, head)
			if err != nil {
				return nil, err
			}
			return s.document(seekID{string(id)})
		}
		if random && s.o.Pairing != nil {
			return s.stream(ctx, func(ctx context.Context, wake func()) (source, error) { return s.search(ctx, head, wake) })
		}
		return s.stream(ctx, func(_ context.Context, wake func()) (source, error) {
			id, err := s.pair(ctx, head)
			if err != nil {
				return nil, err
			}
			return &seeker{s: s, id: id, v: *guests.VisitOf(ctx), stop: s.o.Games.WatchPlayer(me(ctx).ID, wake)}, nil
		})
	})
}

// seekHeader returns the header of the game that a player seeks, and whether its color is random.
func (s *Server) seekHeader(ctx context.Context, w wanted) (head livegame.Header, random bool, err error) {
	t := terms{Rated: w.Rated, Days: w.Days, Color: w.Color, Variant: w.Variant}
	c, err := t.challenge()
	if err != nil {
		return head, false, err
	}
	c.From, c.Created = s.player(ctx, c.ID), s.o.Games.Now()
	h := c.Header()
	h.Seats[c.Color.Other()] = livegame.Player{}
	if w.Time > 180 {
		return h, false, badRequest("time: expected at most 180 minutes")
	}
	h.TimeControl.Base = time.Duration(w.Time * float64(time.Minute)).Truncate(time.Second)
	h.TimeControl.Increment = time.Duration(w.Increment) * time.Second
	h.Created = s.o.Games.Now()
	if !h.TimeControl.RealTime() && !h.TimeControl.Correspondence() {
		return h, false, badRequest("Give time and increment for a game with a clock, or days for one by correspondence.")
	}
	h.RatingMin, h.RatingMax, err = ratingRange(w.RatingRange)
	return h, c.Wish == challenge.Random, err
}

// pair joins a game like the one that a player seeks, or offers it.
func (s *Server) pair(ctx context.Context, head livegame.Header) (livegame.ID, error) {
	waiting, err := s.o.Games.List(ctx, livegame.Query{Status: livegame.Waiting, PublicOnly: true, Variant: head.Variant})
	if err != nil {
		return "", err
	}
	color, _ := colorOf(head.Seats, head.Creator)
	for _, m := range waiting {
		other := m.Seats[color.Other()]
		if other.Empty() || m.Creator == head.Creator || m.TimeControl != head.TimeControl || m.Rated != head.Rated ||
			m.FEN != head.FEN || head.Accepts(other) != nil {
			continue
		}
		join := gameview.Command{ID: string(head.ID), Order: string(livegame.DoJoin), Color: colorName(color)}
		if _, err := s.o.Do(ctx, m.ID, join, guests.VisitOf(ctx), 0); err == nil {
			return m.ID, nil
		}
	}
	if !s.o.Limits.Off {
		if err := s.o.MayOffer(ctx, head.ID); err != nil {
			return "", err
		}
	}
	snap, err := s.o.Games.Create(ctx, head, s.addressID(ctx))
	return snap.Header.ID, err
}

func colorName(c game.Color) string { return strings.ToLower(c.String()) }

// ratingRange parses a range of ratings such as 1500-1800; none is all.
func ratingRange(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	from, to, _ := strings.Cut(text, "-")
	least, err = strconv.Atoi(from)
	if err == nil {
		most, err = strconv.Atoi(to)
	}
	if err != nil || least < 0 || least > most || most > livegame.MaxRating {
		return 0, 0, badRequest("ratingRange: expected two numbers such as 1500-1800")
	}
	return least, most, nil
}

// seeker is the source of a seek: it ends when the game begins, and withdraws the game when the
// client leaves before.
type seeker struct {
	s    *Server
	id   livegame.ID
	v    guests.Visit
	stop func()
}

func (k *seeker) close() {
	k.stop()
	ctx, cancel := context.WithTimeout(guests.WithVisit(context.Background(), &k.v), slowTime)
	defer cancel()
	snap, err := k.s.o.Games.Snapshot(ctx, k.id)
	if err == nil && snap.Status == livegame.Waiting {
		// an error: it has just begun
		_, _ = k.s.o.Do(ctx, k.id, gameview.Command{ID: "withdraw-" + string(k.id), Order: string(livegame.DoAbort)}, &k.v, 0)
	}
}

func (k *seeker) next(ctx context.Context) (lines []any, last bool, err error) {
	snap, err := k.s.o.Games.Snapshot(ctx, k.id)
	return nil, err == nil && snap.Status != livegame.Waiting, err
}
