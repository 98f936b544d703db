package server

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/page/captions"
	"github.com/wane-chess/wane/render"
)

// cardFormat is that of the pictures for previews of links.
var cardFormat = &format{name: "png", contentType: "image/png", summary: "as a picture for previews of links"}

// cardsAPI draws the pictures that previews of links show.
func (s *Server) cardsAPI(api huma.API) {
	type ofGame struct {
		GamePath
		Match string `header:"If-None-Match" maxLength:"200"`
	}
	op := s.pictureOperation("/api/games/{id}/card.png", "get-game-card", "A game "+cardFormat.summary, cardFormat)
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *ofGame) (*document, error) {
		snap, err := s.o.Host.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, s.fail(ctx, err)
		}
		m := &motif{tag: gameTag(snap), cache: checkEach, name: "wane-" + in.Game, robots: robotsTag(snap)}
		if snap.Status == livegame.Finished {
			m.cache = forADay
		}
		return s.cardAnswer(ctx, in.Match, m, func() (*render.Card, render.Look, error) { return s.gameCard(snap) })
	})

	type ofPage struct {
		Page    string `query:"page" enum:"home,play,analysis,editor,rules,learn,specimen,rankings,games" default:"home"`
		Variant string `query:"variant" maxLength:"40" doc:"such as shrink; without it, a card about all games"`
		FEN     string `query:"fen" maxLength:"200" doc:"the position; empty: the start"`
		Moves   string `query:"moves" maxLength:"12000" doc:"in engine form or short algebraic, with low lines between"`
		Match   string `header:"If-None-Match" maxLength:"200"`
	}
	op = s.pictureOperation("/api/card.png", "get-card", "A page "+cardFormat.summary, cardFormat)
	huma.Register(api, op, func(ctx context.Context, in *ofPage) (*document, error) {
		m := &motif{tag: fmt.Sprintf("page %q %q %q %q", in.Page, in.Variant, in.FEN, in.Moves), cache: forADay, name: "wane-" + in.Page}
		return s.cardAnswer(ctx, in.Match, m, func() (*render.Card, render.Look, error) {
			if in.Variant == "" {
				return s.generalCard(in.Page), render.Auto, nil
			}
			return s.pageCard(ctx, in.Page, LinePath{in.Variant, in.FEN, in.Moves})
		})
	})
}

// cardAnswer gives a card, from the album if it is there.
func (s *Server) cardAnswer(ctx context.Context, match string, m *motif, card func() (*render.Card, render.Look, error)) (*document, error) {
	key := fmt.Sprintf("%s card %s %s", s.o.Version, m.tag, s.foot())
	return s.painted(ctx, key, match, cardFormat, m, func() ([]byte, error) {
		var c *render.Card
		var look render.Look
		err := s.inTurn(ctx, s.heavy, func() (err error) {
			c, look, err = card()
			return err
		})
		if err != nil {
			return nil, err
		}
		c.Foot = s.foot()
		var b bytes.Buffer
		err = s.atEasel(ctx, 1, func() error { return c.PNG(&b, render.Options{Look: look}) })
		return b.Bytes(), err
	})
}

// foot names the site on a card.
func (s *Server) foot() string {
	if s.base != nil {
		return s.base.Host
	}
	return siteName
}

func (s *Server) gameCard(snap manager.Snapshot) (*render.Card, render.Look, error) {
	tree, err := s.replay(snap)
	if err != nil {
		return nil, render.Auto, err
	}
	c := &render.Card{
		Boards: []render.Shot{captions.Last(tree.Start(), tree.Moves())}, Kind: tree.Game().Title(), Text: stand(snap),
		Names: [2]string{shownName(snap.Seats[game.White], game.White), shownName(snap.Seats[game.Black], game.Black)},
	}
	return c, render.LookOf(tree.Game()), nil
}

// pageCard is a card about a game, with a position of it.
func (s *Server) pageCard(ctx context.Context, page string, in LinePath) (*render.Card, render.Look, error) {
	l, err := s.readLine(ctx, in)
	if err != nil {
		return nil, render.Auto, err
	}
	g := l.start.Game()
	c := &render.Card{Boards: []render.Shot{captions.Last(l.start, l.moves)}}
	c.Title, c.Text = pageWords(page, g)
	if in.FEN != "" || in.Moves != "" {
		p := l.start.Clone()
		for _, m := range l.moves {
			p.Make(m)
		}
		c.Text = turnOf(p)
	}
	return c, render.LookOf(g), nil
}

// generalCard shows the games that are offered, up to four.
func (s *Server) generalCard(page string) *render.Card {
	c := &render.Card{}
	c.Title, c.Text = pageWords(page, nil)
	for _, g := range s.o.Variants {
		if !g.Info().Minor && len(c.Boards) < 4 {
			c.Boards = append(c.Boards, captions.Last(g.Start(), nil))
		}
	}
	if len(c.Boards) == 0 && len(s.o.Variants) > 0 {
		c.Boards = append(c.Boards, captions.Last(s.o.Variants[0].Start(), nil))
	}
	return c
}
