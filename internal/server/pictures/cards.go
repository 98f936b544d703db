package pictures

import (
	"bytes"
	"context"
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/render"
)

// GameCard returns the card of a game.
func (s *Pictures) GameCard(ctx context.Context, id livegame.ID) (*Picture, error) {
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.card(gameSource(snap),
		func(ctx context.Context) (*render.Card, render.Look, error) { return s.gameCard(ctx, snap) }), nil
}

// TournamentCard returns the card of a tournament: what it is, and once it has finished, who has won.
// Seq is the number of its last event.
func (s *Pictures) TournamentCard(t tournament.View, seq int) *Picture {
	m := &source{tag: fmt.Sprintf("tournament %s %d", t.ID, seq), name: "wane-" + t.ID, final: t.Status == "finished"}
	return s.card(m, func(ctx context.Context) (*render.Card, render.Look, error) {
		c, look, err := s.pageCard(ctx, "tournament", lines.Query{Variant: t.Variant})
		if err == nil {
			c.Kind, c.Title, c.Text = t.Title, t.Name, t.Words()
		}
		return c, look, err
	})
}

// PageCard returns the card of a page. Without a variant it is about all games.
func (s *Pictures) PageCard(page string, q lines.Query) *Picture {
	m := &source{tag: fmt.Sprintf("page %q %q %q %q", page, q.Variant, q.FEN, q.Moves), final: true, name: "wane-" + page}
	return s.card(m, func(ctx context.Context) (*render.Card, render.Look, error) {
		if q.Variant == "" {
			return s.generalCard(page), render.Auto, nil
		}
		return s.pageCard(ctx, page, q)
	})
}

// card returns the picture of a card, which compose puts together if it has to be
// drawn.
func (s *Pictures) card(m *source, compose func(context.Context) (*render.Card, render.Look, error)) *Picture {
	p := &Picture{
		Format: PNG, Key: fmt.Sprintf("%s card %s %s", s.o.Version, m.tag, s.o.Site), Name: m.name, Final: m.final,
		Robots: m.robots, cache: s.cache,
	}
	p.draw = func(ctx context.Context) ([]byte, error) {
		var c *render.Card
		var look render.Look
		err := s.o.Gate.Do(ctx, web.Lines, func() (err error) {
			c, look, err = compose(ctx)
			return err
		})
		if err != nil {
			return nil, err
		}
		c.Foot = s.o.Site
		var b bytes.Buffer
		err = s.paint(ctx, 1, func() error { return c.PNG(&b, render.Options{Look: look}) })
		return b.Bytes(), err
	}
	return p
}

func (s *Pictures) gameCard(ctx context.Context, snap manager.Snapshot) (*render.Card, render.Look, error) {
	l, err := s.o.Lines.Game(ctx, snap)
	if err != nil {
		return nil, render.Auto, err
	}
	g := l.Start.Game()
	c := &render.Card{
		Boards: []render.Frame{frames.Last(l.Start, l.Moves)}, Kind: g.Title(), Text: gameview.StatusText(snap),
		Names: [2]string{gameview.ShownName(snap.Seats[game.White], game.White.String()),
			gameview.ShownName(snap.Seats[game.Black], game.Black.String())},
	}
	return c, render.LookOf(g), nil
}

// pageCard composes the card of a page about a game, with a position.
func (s *Pictures) pageCard(ctx context.Context, page string, q lines.Query) (*render.Card, render.Look, error) {
	l, err := s.o.Lines.Read(ctx, q)
	if err != nil {
		return nil, render.Auto, err
	}
	g := l.Start.Game()
	c := &render.Card{Boards: []render.Frame{frames.Last(l.Start, l.Moves)}}
	c.Title, c.Text = gameview.PageWords(page, g)
	if q.FEN != "" || q.Moves != "" {
		c.Text = gameview.TurnText(l.End())
	}
	return c, render.LookOf(g), nil
}

// generalCard shows the start positions of up to four games.
func (s *Pictures) generalCard(page string) *render.Card {
	c := &render.Card{}
	c.Title, c.Text = gameview.PageWords(page, nil)
	for _, g := range s.o.Variants {
		if !g.Info().Minor && len(c.Boards) < 4 {
			c.Boards = append(c.Boards, frames.Last(g.Start(), nil))
		}
	}
	if len(c.Boards) == 0 && len(s.o.Variants) > 0 {
		c.Boards = append(c.Boards, frames.Last(s.o.Variants[0].Start(), nil))
	}
	return c
}
