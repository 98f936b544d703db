package api

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

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
	return problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest, text)
}

// isFamily reports whether a family of many games has that name.
func (s *API) isFamily(name string) bool {
	return slices.ContainsFunc(s.o.Variants, func(g game.Game) bool {
		_, ok := g.(game.Family)
		return ok && game.InfoOf(g).Family == name
	})
}

// query converts a filter. Its errors are fit for clients.
func (s *API) query(ctx context.Context, f *Filter, viewer string) (archive.Query, error) {
	q := archive.Query{
		Viewer: viewer, Mine: f.Mine, Player: strings.TrimSpace(f.Player), Colors: archive.ColorFilter(f.Color),
		Result: archive.ResultFilter(f.Ending), Kind: archive.Kind(f.Opponent), Level: f.Level, MinPlies: f.MinPlies,
		MaxPlies: f.MaxPlies,
	}
	var rules game.Game
	switch family, all := strings.CutSuffix(f.Variant, ":all"); {
	case all && s.isFamily(family):
		q.Family = family
	case f.Variant != "":
		var err error
		if rules, err = s.o.Lookup(f.Variant); err != nil {
			return q, problem.Invalid(err)
		}
		q.Variant = rules.Name()
	}
	var err error
	if f.Account != "" {
		if s.o.Players == nil {
			return q, badFilter("This server has no accounts.")
		}
		a, err := s.named(ctx, f.Account)
		if err != nil {
			return q, err
		}
		q.Account = a.ID
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
	if q.After, err = archive.ParseCursor(f.Cursor); err != nil {
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
	if len(words) > archive.Depth {
		return nil, badFilter("The opening has " + message.Plural(len(words), "ply") + "; the search uses the first " +
			message.Plural(archive.Depth, "ply") + " at most.")
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

type archiveOutput struct{ Body protocol.ArchivePage }

// archiveAPI searches finished games.
func (s *API) archiveAPI(k *web.Kit) {
	if s.o.Archive == nil {
		return
	}
	type search struct {
		Filter
		Limit int `query:"limit" minimum:"1" maximum:"100" default:"24"`
	}
	op := web.Get("/api/archive", "search-games", "Finished games, the last ended first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "Aborted games are not among them. A game appears a moment after its end."
	web.Handle(k, op, func(ctx context.Context, in *search) (*archiveOutput, error) {
		viewer := guests.VisitOf(ctx).Guest.ID
		q, err := s.query(ctx, &in.Filter, viewer)
		if err != nil {
			return nil, err
		}
		q.Limit = in.Limit + 1 // one more reports whether there is another page
		var games []archive.Game
		err = s.o.Gate.Do(ctx, web.Queries, func() error {
			games, err = s.o.Archive.Search(ctx, q)
			return err
		})
		if err != nil {
			return nil, err
		}
		page := protocol.ArchivePage{Games: []protocol.Archived{}}
		if len(games) > in.Limit {
			games = games[:in.Limit]
			page.Next = games[in.Limit-1].Cursor().String()
		}
		page.Games = s.o.Views.Archived(games, viewer)
		if s.o.Openings != nil {
			for i := range games {
				if line := strings.Fields(games[i].Line); len(line) > 0 {
					page.Games[i].Opening = s.o.Openings.Given(ctx, notation.Line{Variant: games[i].Variant, Moves: line})
				}
			}
		}
		return &archiveOutput{page}, nil
	})
	s.downloadAPI(k)
	s.explorerAPI(k)
}
