package lichess

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// parts are what a client wants of games.
type parts struct {
	Accept   string `header:"Accept" doc:"application/json or application/x-ndjson for JSON"`
	Moves    bool   `query:"moves" default:"true"`
	Tags     bool   `query:"tags" default:"true" doc:"of PGN"`
	InJSON   bool   `query:"pgnInJson" doc:"the PGN, too, in JSON"`
	Accuracy bool   `query:"accuracy" doc:"of the players, in JSON, if the game was reviewed"`
	Literate bool   `query:"literate" doc:"marks of bad moves with better ones, in PGN, if the game was reviewed"`
}

// ofOne and ofMany are the parts of one game and of many, which have less by default.
type ofOne struct {
	parts
	Clocks  bool `query:"clocks" default:"true"`
	Opening bool `query:"opening" default:"true"`
	Evals   bool `query:"evals" default:"true" doc:"evaluations after each move, if the game was reviewed"`
}

type ofMany struct {
	parts
	Clocks  bool `query:"clocks"`
	Opening bool `query:"opening"`
	Evals   bool `query:"evals"`
}

// writer writes games as a client wants them.
type writer struct {
	s *Server
	k *web.Kit
	ofOne
	json bool
}

func (s *Server) writer(k *web.Kit, p ofOne) *writer {
	return &writer{s, k, p, strings.Contains(p.Accept, "json")}
}

// kind returns the type of what it writes of many games, and file the name of a file.
func (w *writer) kind() string {
	if w.json {
		return web.NDJSONType
	}
	return web.PGNType
}

func (w *writer) file(name string) string {
	if w.json {
		return name + ".ndjson"
	}
	return name + ".pgn"
}

// game writes a game: PGN, or a line of JSON.
func (w *writer) game(ctx context.Context, snap *manager.Snapshot, tags ...notation.Tag) (string, error) {
	diffs, err := w.s.diffs(ctx, &snap.Summary)
	if err != nil {
		return "", err
	}
	var report *Review
	if w.s.o.Review != nil && snap.Status == livegame.Finished && (w.Evals || w.Accuracy || w.Literate) {
		if report, err = w.s.o.Review(ctx, snap.Header.ID); err != nil {
			return "", err
		}
	}
	pgn := ""
	if !w.json || w.InJSON {
		if pgn, err = w.pgn(ctx, snap, diffs, report, tags); err != nil || !w.json {
			return pgn, err
		}
	}
	shown := w.export(ctx, snap, diffs, pgn)
	if report != nil {
		w.analysis(&shown, report)
	}
	text, err := json.Marshal(shown)
	return string(text) + "\n", err
}

// pgn writes a game as PGN. A level of the engine has the name by which it is challenged.
func (w *writer) pgn(
	ctx context.Context, snap *manager.Snapshot, diffs [2]*int, report *Review, tags []notation.Tag,
) (string, error) {
	for color, p := range snap.Seats {
		name := game.Color(color).String()
		if p.Engine() {
			tags = append(tags, notation.Tag{Name: name, Value: names.OfLevel(p.Level)},
				notation.Tag{Name: name + "Title", Value: levelPerson.TitleTag()})
		}
		if diffs[color] != nil {
			tags = append(tags, notation.Tag{Name: name + "RatingDiff", Value: fmt.Sprintf("%+d", *diffs[color])})
		}
	}
	tree, err := w.k.Tree(ctx, *snap, tags...)
	if err != nil {
		return "", err
	}
	switch {
	case !w.Moves:
		tree.Root.Children, tree.Root.Comments = nil, nil
	case !w.Clocks:
		for n := tree.Root.Next(); n != nil; n = n.Next() {
			n.Comments = nil
		}
	}
	if w.Moves && report != nil {
		w.annotate(tree, report)
	}
	text := tree.PGN()
	if !w.Tags {
		_, text, _ = strings.Cut(text, "\n\n")
	}
	return text, nil
}

func (s *Server) exportAPI(k *web.Kit) {
	type export struct {
		GamePath
		ofOne
	}
	op := program(web.Get("/game/export/{id}", "export-game", "A game as PGN or JSON",
		web.Read(web.Visitor, web.AnyToken, limits.Read)))
	op.Responses = s.exports(k, "The game", "application/json")
	web.Handle(k, op, func(ctx context.Context, in *export) (*web.Stream, error) {
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.ID))
		if err != nil {
			return nil, err
		}
		return s.one(ctx, k, in.ofOne, &snap)
	})
	s.gamesAPI(k)
}

// exports describes an answer with games.
func (s *Server) exports(k *web.Kit, what, asJSON string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: what, Content: map[string]*huma.MediaType{
		web.PGNType: {Schema: &huma.Schema{Type: huma.TypeString}}, asJSON: {Schema: schemaOf[exported](k)},
	}}}
}

// one answers with a game.
func (s *Server) one(ctx context.Context, k *web.Kit, p ofOne, snap *manager.Snapshot) (*web.Stream, error) {
	w := s.writer(k, p)
	text, err := w.game(ctx, snap)
	if err != nil {
		return nil, err
	}
	kind := web.PGNType
	if w.json {
		kind = "application/json"
	}
	return answer(kind, []byte(text)), nil
}

// diffs returns what a game did to the ratings of its players; nil: nothing, or not yet.
func (s *Server) diffs(ctx context.Context, m *livegame.Summary) (diffs [2]*int, err error) {
	if s.o.Ratings == nil || rating.Judge(*m) != rating.Counts {
		return diffs, nil
	}
	c, err := s.o.Ratings.ChangeOf(ctx, m.ID)
	if isMissing(err) {
		return diffs, nil
	}
	for color, p := range c.Players {
		if err == nil && p.Level() == 0 {
			d := c.After[color].Rounded() - c.Before[color].Rounded()
			diffs[color] = &d
		}
	}
	return diffs, err
}

// export shows a game as JSON.
func (w *writer) export(ctx context.Context, snap *manager.Snapshot, diffs [2]*int, pgn string) exported {
	s, m := w.s, snap.Summary
	st, winner := status(m)
	out := exported{
		ID: string(m.ID), FullID: string(m.ID), Rated: m.Rated, Variant: variantKey(m.Variant, m.FEN),
		Speed: speed(m.TimeControl), Perf: perfKey(m.Variant, m.TimeControl), CreatedAt: gameview.Millis(m.Created),
		LastMoveAt: gameview.Millis(m.Updated), Status: st.Name, Source: s.origin(ctx, m.Header), InitialFEN: m.FEN,
		Winner: winner, PGN: pgn, Clock: gameClock(m.TimeControl), DaysPerTurn: daysPerTurn(m.TimeControl),
	}
	var sans []string
	for _, e := range snap.Events {
		switch e.Kind {
		case livegame.Move:
			sans = append(sans, strings.TrimRight(e.SAN, "#"))
		case livegame.Takeback:
			sans = sans[:max(0, len(sans)-e.Plies)]
		}
	}
	if w.Moves {
		moves := strings.Join(sans, " ")
		out.Moves = &moves
	}
	if w.Clocks && m.TimeControl.RealTime() {
		for _, c := range livegame.MoveClocks(snap.Events) {
			out.Clocks = append(out.Clocks, c.Milliseconds()/10)
		}
	}
	if w.Opening && m.Status == livegame.Finished {
		if name := w.k.Views().Opening(ctx, snap.Line()); name != "" {
			out.Opening = &exportOpening{ECO: "?", Name: name}
		}
	}
	if m.Tournament != "" && s.o.Tournaments != nil {
		tour := &exportTour{string(m.Tournament), s.o.Tournaments.Name(m.Tournament)} //nolint:contextcheck // it is for lists
		if out.Source == arena {
			out.Arena = tour
		} else {
			out.Swiss = tour
		}
	}
	for color, to := range []*exportPlayer{&out.Players.White, &out.Players.Black} {
		*to = exportOf(snap.Seats[color])
		to.RatingDiff = diffs[color]
	}
	return out
}

// exportOf shows a player of an exported game.
func exportOf(p livegame.Player) exportPlayer {
	id := playerID(p)
	if id == "" {
		return exportPlayer{Name: gameview.PlayerName(p, anonymous)}
	}
	return exportPlayer{
		User: &exportUser{playerName(p), id, titleOf(p)}, Rating: p.Rating, Provisional: p.Provisional, AILevel: p.Level,
	}
}

// answer answers with a document.
func answer(kind string, body []byte) *web.Stream {
	return &web.Stream{Body: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
	}}
}

// document answers with JSON, for operations that may answer with a stream instead.
func (s *Server) document(value any) (*web.Stream, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return answer("application/json", append(body, '\n')), nil
}

// list answers with values, each on a line.
func (s *Server) list(values []any) (*web.Stream, error) {
	var body []byte
	for _, value := range values {
		b, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		body = append(append(body, b...), '\n')
	}
	return answer(ndjson, body), nil
}
