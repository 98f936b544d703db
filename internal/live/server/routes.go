package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/web/routes"
)

// view is a page that the script draws, as far as those need to know it who only
// read the head of a page.
type view struct {
	status      int // 404 where there is nothing
	title, text string
	path        string // where it is to be found, with its query; "" where it is not
	card        string // path of the picture for previews
	hidden      bool   // from search engines
	embed       bool   // a board on somebody else's page
}

// Bounds of a position in a link whose page tells about it, in bytes. Longer ones
// are left to the page's script.
const (
	mostFEN  = 200
	mostLine = 2500
)

// nowhere is what is shown where nothing is.
var nowhere = view{status: http.StatusNotFound, title: "Page not found", hidden: true}

// viewOf finds the view that a request asks for.
func (s *Server) viewOf(r *http.Request) view {
	query := r.URL.Query()
	switch name, at := routes.Match(r.URL.Path); name {
	case "home":
		return s.general("home", "/")
	case "new":
		if g := s.known(query.Get("variant")); g != nil {
			return s.about("play", g, "/new?variant="+url.QueryEscape(g.Name()))
		}
		return s.general("home", "/new")
	case "archive":
		return s.general("games", r.URL.Path)
	case "analysis", "editor":
		if at["variant"] == "" {
			return s.general(name, r.URL.Path)
		}
		return s.position(r.Context(), name, at["variant"], query)
	case "game":
		return s.game(r.Context(), at["id"], "")
	case "gameAnalysis":
		return s.game(r.Context(), at["id"], "analysis")
	case "rules":
		return s.variant("rules", at["variant"], r.URL.Path)
	case "lesson":
		return s.variant("learn", at["variant"], r.URL.Path)
	case "rankings":
		return s.variant("rankings", "diminuendo", r.URL.Path)
	case "annotated":
		return s.specimen(at["variant"], at["name"])
	case "embedGame":
		return embedded(s.game(r.Context(), at["id"], ""))
	case "embed":
		return embedded(s.position(r.Context(), "analysis", at["variant"], query))
	}
	return nowhere
}

// embedded makes the view of a board on another site of a page of ours.
func embedded(v view) view {
	v.hidden, v.embed, v.card = true, true, ""
	return v
}

// known returns the game of that name, or nil.
func (s *Server) known(name string) game.Game {
	if name == "" || len(name) > 40 {
		return nil
	}
	g, err := s.o.Lookup(name)
	if err != nil {
		return nil
	}
	return g
}

// general is a page about no game.
func (s *Server) general(page, path string) view {
	v := view{status: http.StatusOK, path: path, card: "/api/card.png?page=" + page}
	v.title, v.text = pageWords(page, nil)
	return v
}

// about is a page about a game.
func (s *Server) about(page string, g game.Game, path string) view {
	v := view{status: http.StatusOK, path: path, card: "/api/card.png?page=" + page + "&variant=" + url.QueryEscape(g.Name())}
	v.title, v.text = pageWords(page, g)
	return v
}

func (s *Server) variant(page, name, path string) view {
	g := s.known(name)
	if g == nil {
		return nowhere
	}
	return s.about(page, g, (&url.URL{Path: path}).EscapedPath())
}

// specimen is the page of an annotated game.
func (s *Server) specimen(name, game string) view {
	g := s.known(name)
	if g == nil {
		return nowhere
	}
	p, err := s.courses.Specimen(name, game)
	if err != nil {
		return nowhere
	}
	v := s.about("specimen", g, "/learn/"+url.PathEscape(name)+"/games/"+url.PathEscape(p.Name))
	v.title, v.text = p.Title+" · "+g.Title(), "By "+p.Credit+". "+v.text
	line := ""
	for _, n := range p.Moves {
		line += "_" + n.Move
	}
	if len(line) <= mostLine {
		v.card += "&fen=" + url.QueryEscape(p.FEN) + "&moves=" + url.QueryEscape(strings.TrimPrefix(line, "_"))
	}
	return v
}

// position is a page about a position, which its query may tell. What is wrong
// with the query the page itself says.
func (s *Server) position(ctx context.Context, page, name string, query url.Values) view {
	g := s.known(name)
	if g == nil {
		return nowhere
	}
	v := s.about(page, g, "/"+page+"/"+url.PathEscape(g.Name()))
	fen, moves := query.Get("fen"), query.Get("moves")
	if fen == "" && moves == "" || len(fen) > mostFEN || len(moves) > mostLine {
		return v
	}
	l, err := s.readLine(ctx, LinePath{g.Name(), fen, moves})
	if err != nil {
		return v
	}
	p := l.start.Clone()
	for _, m := range l.moves {
		p.Make(m)
	}
	v.text = turnOf(p) + " " + v.text
	at := ""
	if fen != "" {
		at += "&fen=" + url.QueryEscape(fen)
	}
	if moves != "" {
		at += "&moves=" + url.QueryEscape(moves)
	}
	v.path += "?" + strings.TrimPrefix(at, "&")
	v.card += at
	v.hidden = true // there is no end of positions
	return v
}

// game is the page of a game, or one beside it.
func (s *Server) game(ctx context.Context, id, beside string) view {
	if !validGame(id) {
		return nowhere
	}
	snap, err := s.o.Host.Snapshot(ctx, livegame.ID(id))
	if errors.Is(err, livegame.ErrNotFound) {
		return nowhere
	}
	if err != nil { // the page tries again
		_, _ = s.fault(ctx, err)
		v := s.general("home", "/game/"+id)
		v.hidden = true
		return v
	}
	return s.gameView(snap, beside)
}

func (s *Server) gameView(snap manager.Snapshot, beside string) view {
	v := view{status: http.StatusOK, path: "/game/" + string(snap.Header.ID), hidden: !snap.Header.Public}
	v.card = "/api/games/" + string(snap.Header.ID) + "/card.png?v=" + tagNumber(len(snap.Events))
	v.title, v.text = s.gameWords(snap)
	if beside != "" {
		v.path += "/" + beside
		v.title = "Analysis: " + v.title
	}
	return v
}
