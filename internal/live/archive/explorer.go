package archive

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/notation"
)

// Source says whose games an Explorer counts.
type Source string

// The sources.
const (
	AllGames    Source = "all"
	ServerGames Source = "server" // played here by people, with each other and with the engine
	EngineGames Source = "engine" // of the engine with itself, from the starter set
)

// Explorer tells what was played from positions.
type Explorer struct {
	Store  Store
	Lookup livegame.Lookup
	// StarterBook returns the games of the engine with itself, or nil if there are none
	// of that variant.
	StarterBook func(variant string) (*Book, error)
}

// ExploredPosition is what was played from a position.
type ExploredPosition struct {
	Position game.Position
	// Total counts the games that have met the position, Ended those of them that
	// ended there.
	Total, Ended Tally
	Moves        []ExploredMove // the most frequent first
	Recent       []Game         // games of this server, the last ended first
	StarterGames int            // how many games of the engine with itself there are of the variant
}

// ExploredMove is a move that was played in a position.
type ExploredMove struct {
	Move, SAN string
	Tally
	ServerGames int         // how many of the games were played on this server
	Last        time.Time   // when the last of those ended
	LastGame    livegame.ID // that game; "" if there is none
}

// BadPositionError says that there is no such variant or position.
type BadPositionError struct{ Err error }

// Error implements error.
func (e *BadPositionError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *BadPositionError) Unwrap() error { return e.Err }

// Explore tells what was played from a position; an empty FEN is the start. The
// error is a *BadPositionError if the position is none.
func (x *Explorer) Explore(ctx context.Context, variant, fen string, from Source) (*ExploredPosition, error) {
	p, err := notation.Line{Variant: variant, FEN: fen}.Start(x.Lookup)
	if err != nil {
		return nil, &BadPositionError{err}
	}
	out := &ExploredPosition{Position: p}
	spot := HashOf(p)
	var here, there []MoveTally
	if from != EngineGames {
		if here, err = x.Store.MoveTallies(ctx, spot); err != nil {
			return nil, err
		}
	}
	if book, err := x.StarterBook(p.Game().Name()); err != nil {
		return nil, err
	} else if book != nil {
		out.StarterGames = book.Games()
		if from != ServerGames {
			there = book.At(spot)
		}
	}
	out.merge(p, here, there)
	if out.Recent, err = x.recent(ctx, here); err != nil {
		return nil, fmt.Errorf("games with a position: %w", err)
	}
	return out, nil
}

// merge counts what was played here and in the starter set together. What is not
// legal is left out: it cannot have been played in this very position.
func (e *ExploredPosition) merge(p game.Position, here, there []MoveTally) {
	legal := map[string]game.Move{}
	for _, m := range p.Legal(nil) {
		legal[p.UCI(m)] = m
	}
	all := slices.Clone(here)
	for _, t := range there {
		if i := slices.IndexFunc(all, func(o MoveTally) bool { return o.Move == t.Move }); i >= 0 {
			all[i].Add(t.Tally)
		} else {
			all = append(all, MoveTally{Move: t.Move, Tally: t.Tally})
		}
	}
	SortMoveTallies(all)
	texts := notation.NewMoves(p)
	for _, played := range all {
		m, ok := legal[played.Move]
		switch {
		case played.Move == "":
			e.Ended.Add(played.Tally)
			e.Total.Add(played.Tally)
		case ok:
			c := ExploredMove{Move: played.Move, SAN: texts.SAN(m), Tally: played.Tally, Last: played.Last}
			if i := slices.IndexFunc(here, func(o MoveTally) bool { return o.Move == played.Move }); i >= 0 {
				c.ServerGames = here[i].Games()
			}
			if len(played.Recent) > 0 {
				c.LastGame = played.Recent[0]
			}
			e.Moves = append(e.Moves, c)
			e.Total.Add(played.Tally)
		}
	}
}

// recent returns the last games in which a position occurred. They are among those
// of the moves that were played last.
func (x *Explorer) recent(ctx context.Context, here []MoveTally) ([]Game, error) {
	byTime := slices.Clone(here)
	slices.SortStableFunc(byTime, func(a, b MoveTally) int { return b.Last.Compare(a.Last) })
	var ids []livegame.ID
	for _, played := range byTime[:min(RecentGames, len(byTime))] {
		ids = append(ids, played.Recent...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	games, err := x.Store.PublicGames(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(games, func(a, b Game) int { return compareGames(&a, &b) })
	return games[:min(RecentGames, len(games))], nil
}

// compareGames orders games as lists have them, the last ended first.
func compareGames(a, b *Game) int {
	if c := b.Ended.Compare(a.Ended); c != 0 {
		return c
	}
	switch {
	case a.ID > b.ID:
		return -1
	case a.ID < b.ID:
		return 1
	}
	return 0
}
