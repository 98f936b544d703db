package pages

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

// head is what search engines and link previews read of a page; the script draws the
// rest.
type head struct {
	status      int // 404 if there is no such page
	title, text string
	path        string // canonical path with its query; "" if there is no such page
	card        string // path of the picture for previews
	hidden      bool   // from search engines
	route       string // name of the page's route; "" if there is no such page
	embed       bool   // a board on another site
}

// Limits of a position in a link that the head describes, in bytes.
const (
	maxFEN  = 200
	maxLine = 2500
)

// notFound is the head of a page that does not exist.
var notFound = head{status: http.StatusNotFound, title: "Page not found", hidden: true}

// match returns the head of the page that a request names.
func (s *Pages) match(r *http.Request) head {
	name, at := routes.Match(r.URL.Path)
	v := s.head(r, name, at)
	if v.status == http.StatusOK {
		v.route = name
	}
	return v
}

func (s *Pages) head(r *http.Request, name string, at map[string]string) head {
	query := r.URL.Query()
	switch name {
	case "home", "archive", "watch", "learn", "players", "about", "help", "privacy":
		return s.general(name)
	case "signin", "signup", "account", "oauth", "correspondence", "admin", "puzzleHistory", "newTournament", "newStudy":
		return s.personal(name)
	case "player":
		return s.player(at["name"])
	case "new":
		if g := s.known(query.Get("variant")); g != nil {
			return s.about(name, g, routes.Link(name)+"?variant="+url.QueryEscape(g.Name()))
		}
		return s.general(name)
	case "analysis", "editor":
		if at["variant"] == "" {
			return s.general(name)
		}
		return s.position(r.Context(), name, at["variant"], query)
	case "game", "gameAnalysis", "gameMistakes":
		return s.game(r.Context(), name, at["id"])
	case "puzzles", "puzzleThemes", "puzzleStreak", "puzzleStorm", "tournaments", "studies":
		return s.listed(name, routes.Link(name))
	case "puzzle":
		return s.puzzle(r.Context(), at["id"])
	case "tournament":
		return s.tournament(r.Context(), at["id"])
	case "study":
		return s.study(r.Context(), at["id"], at["chapter"])
	case "challenge":
		return s.challenge(r.Context(), at["id"])
	case "rules", "lesson", "drills":
		return s.variant(name, at["variant"], r.URL.Path)
	case "channel":
		return s.channel(at["variant"])
	case "rankings":
		return s.variant(name, rankings.Family, r.URL.Path)
	case "annotated":
		return s.annotated(at["variant"], at["name"])
	case "embed", "embedGame", "embedPuzzle", "embedStudy", "embedWatch":
		return embedded(s.board(r, name, at))
	}
	return notFound
}

// board returns the head of the page that a board on another site stands for.
func (s *Pages) board(r *http.Request, name string, at map[string]string) head {
	switch name {
	case "embedGame":
		return s.game(r.Context(), "game", at["id"])
	case "embedPuzzle":
		return s.puzzle(r.Context(), at["id"])
	case "embedStudy":
		return s.study(r.Context(), at["id"], at["chapter"])
	case "embedWatch":
		return s.channel(at["variant"])
	}
	return s.position(r.Context(), "analysis", at["variant"], r.URL.Query())
}

// embedded returns the head of a page as a board on another site.
func embedded(v head) head {
	v.hidden, v.embed, v.card = true, true, ""
	return v
}

// known returns the game of that name, or nil.
func (s *Pages) known(name string) game.Game {
	if name == "" || len(name) > 40 {
		return nil
	}
	g, err := s.lookup(name)
	if err != nil {
		return nil
	}
	return g
}

// general returns the head of a page that is not about one game.
func (s *Pages) general(page string) head {
	v := head{status: http.StatusOK, path: routes.Link(page), card: "/api/card.png?page=" + page}
	v.title, v.text = gameview.PageWords(page, nil)
	return v
}

// personal returns the head of a page that is another for each user.
func (s *Pages) personal(page string) head {
	v := s.general("home")
	v.title, v.text = gameview.PageWords(page, nil)
	v.path, v.hidden = routes.Link(page), true
	return v
}

// listed returns the head of a page whose content the page itself looks for.
func (s *Pages) listed(page, path string) head {
	v := s.general("home")
	v.title, v.text = gameview.PageWords(page, nil)
	v.path, v.hidden = path, page == "puzzle"
	return v
}

// player returns the head of the page of an account, which the page itself looks for.
func (s *Pages) player(name string) head {
	if len(name) > maxPlayer || strings.ContainsFunc(name, unicode.IsControl) {
		return notFound
	}
	v := s.general("players")
	v.title, v.path, v.hidden = name, routes.Link("player", name), true
	return v
}

// maxPlayer is the most bytes of an account's name.
const maxPlayer = 200

// about returns the head of a page about a game.
func (s *Pages) about(page string, g game.Game, path string) head {
	v := head{
		status: http.StatusOK, path: path, card: "/api/card.png?page=" + page + "&variant=" + url.QueryEscape(g.Name()),
	}
	v.title, v.text = gameview.PageWords(page, g)
	return v
}

func (s *Pages) variant(page, name, path string) head {
	g := s.known(name)
	if g == nil {
		return notFound
	}
	return s.about(page, g, (&url.URL{Path: path}).EscapedPath())
}

// channel returns the head of the page that shows the best live game of a variant.
func (s *Pages) channel(name string) head {
	return s.variant("channel", archive.Family(name), routes.Link("channel", archive.Family(name)))
}

// annotated returns the head of an annotated game.
func (s *Pages) annotated(name, game string) head {
	g := s.known(name)
	if g == nil {
		return notFound
	}
	p, err := s.lessons.AnnotatedGame(name, game)
	if err != nil {
		return notFound
	}
	v := s.about("annotated", g, routes.Link("annotated", name, p.Name))
	v.title, v.text = p.Title+" · "+g.Title(), "By "+p.Credit+". "+v.text
	line := ""
	for _, n := range p.Moves {
		line += "_" + n.Move
	}
	if len(line) <= maxLine {
		v.card += "&fen=" + url.QueryEscape(p.FEN) + "&moves=" + url.QueryEscape(strings.TrimPrefix(line, "_"))
	}
	return v
}

// position returns the head of a page about a position, which may be in its query.
// The page itself reports errors in the query.
func (s *Pages) position(ctx context.Context, page, name string, query url.Values) head {
	g := s.known(name)
	if g == nil {
		return notFound
	}
	v := s.about(page, g, routes.Link(page, g.Name()))
	fen, moves := query.Get("fen"), query.Get("moves")
	if fen == "" && moves == "" || len(fen) > maxFEN || len(moves) > maxLine {
		return v
	}
	if s.guard.Take(limits.Rules, guests.VisitOf(ctx)) != nil {
		return v // the page plays the line itself
	}
	turn := ""
	err := s.gate.Do(ctx, web.Lines, func() error {
		l, err := s.lines.Read(ctx, lines.Query{Variant: g.Name(), FEN: fen, Moves: moves})
		if err == nil {
			turn = gameview.TurnText(l.End())
		}
		return err
	})
	if err != nil {
		return v
	}
	v.text = turn + " " + v.text
	at := ""
	if fen != "" {
		at += "&fen=" + url.QueryEscape(fen)
	}
	if moves != "" {
		at += "&moves=" + url.QueryEscape(moves)
	}
	v.path += "?" + strings.TrimPrefix(at, "&")
	v.card += at
	v.hidden = true // there are too many positions
	return v
}

// game returns the head of the page game or gameAnalysis.
func (s *Pages) game(ctx context.Context, page, id string) head {
	if !livegame.ID(id).Valid() {
		return notFound
	}
	snap, err := s.games.Snapshot(ctx, livegame.ID(id))
	if errors.Is(err, livegame.ErrNotFound) {
		return notFound
	}
	if err != nil { // the page retries
		_, _ = s.guard.Problems.Fault(ctx, err)
		v := s.general("home")
		v.path, v.hidden = routes.Link("game", id), true
		return v
	}
	return s.gameHead(page, snap)
}

// challenge returns the head of the page of a challenge. It names who challenges only if everyone
// with the link may accept.
func (s *Pages) challenge(ctx context.Context, id string) head {
	if s.challenges == nil || !livegame.ID(id).Valid() {
		return notFound
	}
	c, err := s.challenges.Get(ctx, livegame.ID(id))
	if errors.Is(err, challenge.ErrNotFound) {
		return notFound
	}
	v := s.general("home")
	v.path, v.hidden = routes.Link("challenge", id), true
	if err != nil { // the page retries
		_, _ = s.guard.Problems.Fault(ctx, err)
		return v
	}
	if g := s.known(c.Variant); g != nil {
		v.card = "/api/card.png?page=new&variant=" + url.QueryEscape(c.Variant)
		if c.FEN != "" {
			v.card += "&fen=" + url.QueryEscape(c.FEN)
		}
	}
	v.title, v.text = s.challengeWords(c)
	return v
}

// challengeWords returns what a challenge is about, for link previews.
func (s *Pages) challengeWords(c challenge.Challenge) (title, text string) {
	title = "A challenge · " + s.views.Title(c.Variant)
	if c.Open {
		title = cmp.Or(c.From.Name, "A player") + " challenges you · " + s.views.Title(c.Variant)
	}
	text = "Casual"
	if c.Rated {
		text = "Rated"
	}
	switch {
	case c.TimeControl.RealTime():
		text += ", " + c.TimeControl.String()
	case c.TimeControl.Correspondence():
		text += ", with days for each move"
	default:
		text += ", without a clock"
	}
	if !c.Status.Open() {
		return title, text + ". It has been answered or has ended."
	}
	return title, text + ". Open the link to accept."
}

func (s *Pages) gameHead(page string, snap manager.Snapshot) head {
	v := head{status: http.StatusOK, path: routes.Link(page, string(snap.Header.ID)), hidden: !snap.Header.Public}
	v.card = "/api/games/" + string(snap.Header.ID) + "/card.png?v=" + strconv.Itoa(len(snap.Events))
	v.title, v.text = s.views.GameWords(snap)
	switch page {
	case "gameAnalysis":
		v.title = "Analysis: " + v.title
	case "gameMistakes":
		v.title, v.hidden = "Mistakes: "+v.title, true
	}
	return v
}
