package archive

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/notation"
)

// Source selects the games that Explore counts.
type Source string

// The sources.
const (
	AllGames    Source = "all"
	ServerGames Source = "server" // of people on this server
	EngineGames Source = "engine" // the starter games
)

// ExploredPosition is what was played in a position.
type ExploredPosition struct {
	Position game.Position
	// Total counts the games with the position, Ended those that ended there.
	Total, Ended Tally
	Moves        []ExploredMove // the most frequent first; in the end those of the book that no game has, the best first
	Recent       []Game         // games of this server, the last ended first
	StarterGames int            // number of starter games of the variant
}

// ExploredMove is a move that was played in a position, or that the opening book has.
type ExploredMove struct {
	Move, SAN string
	Tally
	InBook      bool
	Score       engine.Score // that of the book, for the side to move
	ServerGames int          // games on this server
	Last        time.Time    // end of the last of those
	LastGame    livegame.ID  // its ID, or ""
}

// Explore returns what was played in a position; an empty FEN is the start. The error is a
// *problem.Problem if the variant or position is invalid.
func (a *Archive) Explore(ctx context.Context, variant, fen string, from Source) (*ExploredPosition, error) {
	p, err := notation.Line{Variant: variant, FEN: fen}.Start(a.o.Lookup)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	out := &ExploredPosition{Position: p}
	spot := HashOf(p)
	var here, there []MoveTally
	if from != EngineGames {
		if here, err = a.MoveTallies(ctx, spot); err != nil {
			return nil, err
		}
	}
	if starter, err := a.o.Starter(p.Game().Name()); err != nil {
		return nil, err
	} else if starter != nil {
		out.StarterGames = starter.Games()
		if from != ServerGames {
			there = starter.At(spot)
		}
	}
	out.merge(p, here, there)
	out.addBook(book.For(p.Game()))
	if out.Recent, err = a.recent(ctx, here); err != nil {
		return nil, fmt.Errorf("games with a position: %w", err)
	}
	return out, nil
}

// merge adds up games of this server and starter games. It ignores illegal moves, which
// belong to another position with the same hash.
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

// addBook adds the moves of an opening book, and their scores.
func (e *ExploredPosition) addBook(b *book.Book) {
	p := e.Position
	texts := notation.NewMoves(p)
	for _, m := range b.Moves(p) {
		text := p.UCI(m.Move)
		i := slices.IndexFunc(e.Moves, func(o ExploredMove) bool { return o.Move == text })
		if i < 0 {
			i = len(e.Moves)
			e.Moves = append(e.Moves, ExploredMove{Move: text, SAN: texts.SAN(m.Move)})
		}
		e.Moves[i].InBook, e.Moves[i].Score = true, m.Score
	}
}

// recent returns the last games with a position. They are among those of the moves that
// were played last.
func (a *Archive) recent(ctx context.Context, here []MoveTally) ([]Game, error) {
	byTime := slices.Clone(here)
	slices.SortStableFunc(byTime, func(a, b MoveTally) int { return b.Last.Compare(a.Last) })
	var ids []livegame.ID
	for _, played := range byTime[:min(RecentGames, len(byTime))] {
		ids = append(ids, played.Recent...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	games, err := a.PublicGames(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(games, func(a, b Game) int { return compareGames(&a, &b) })
	return games[:min(RecentGames, len(games))], nil
}

// compareGames orders games for lists, the last ended first.
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
