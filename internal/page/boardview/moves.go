package boardview

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Choices are the legal moves of a position, by route.
type Choices struct {
	Ply    int     `json:"ply"`
	Routes []Route `json:"routes"`
}

// Route is the legal moves from one square to another; there are several only if pawns
// promote.
type Route struct {
	From       int         `json:"from" doc:"key of a square"`
	To         int         `json:"to" doc:"key of a square"`
	Text       string      `json:"text" doc:"UCI move without promotions"`
	Captures   bool        `json:"captures,omitempty"`
	Promotions []Promotion `json:"promotions,omitempty" doc:"the pawns that promote, in the order of the letters that follow the text"`
	Only       []string    `json:"only,omitempty" doc:"letters of promotions that are legal, such as qn; missing if every combination of q, r, b and n is"`
}

// Promotion is a pawn that a move promotes.
type Promotion struct {
	Piece  string `json:"piece" doc:"its FEN letter, P or p"`
	Key    int    `json:"key" doc:"of the pawn"`
	Square int    `json:"square" doc:"key of the square on which it promotes"`
	Name   string `json:"name" doc:"of that square after the move"`
}

// Preview is what a move would do. Keys of squares are those before the move.
type Preview struct {
	Text      string        `json:"text" doc:"the move in UCI"`
	SAN       string        `json:"san"`
	Narration []string      `json:"narration" doc:"the effects in sentences"`
	Steps     []Step        `json:"steps"`
	Collapse  []int         `json:"collapse,omitempty" doc:"keys of the squares of ranks and files that collapse"`
	Vanish    []int         `json:"vanish,omitempty" doc:"keys of squares"`
	Captures  []int         `json:"captures,omitempty" doc:"keys of pieces"`
	Expel     []int         `json:"expel,omitempty" doc:"keys of pieces"`
	Changes   []PieceChange `json:"changes,omitempty" doc:"pieces that drop, are demoted or promote"`
	DropCheck []int         `json:"dropCheck,omitempty" doc:"keys of squares: from, to"`
	Check     bool          `json:"check,omitempty"`
	Mate      bool          `json:"mate,omitempty"`
}

// PieceChange is a piece that drops, is demoted or promotes.
type PieceChange struct {
	Kind   string `json:"kind" enum:"drop,demote,promote"`
	Key    int    `json:"key" doc:"of the piece"`
	From   string `json:"from" doc:"FEN letter before"`
	Into   string `json:"into" doc:"FEN letter after; empty if it leaves the board"`
	Square int    `json:"square" doc:"key"`
}

// Choices returns the legal moves at the end of the line. There are some after an automatic
// draw, too; see BoardView.Final.
func (l *Line) Choices() Choices {
	c := Choices{Ply: l.Ply(), Routes: []Route{}}
	legal := l.pos.Legal(nil)
	byRoute := map[game.Move][]game.Move{}
	var order []game.Move
	for len(legal) > 0 {
		// In most games the promotions of a route follow one another.
		route, n := legal[0].WithoutPromotions(), 1
		for n < len(legal) && legal[n].WithoutPromotions() == route {
			n++
		}
		if known, ok := byRoute[route]; ok {
			byRoute[route] = append(known, legal[:n]...)
		} else {
			byRoute[route] = legal[:n:n]
			order = append(order, route)
		}
		legal = legal[n:]
	}
	for _, route := range order {
		c.Routes = append(c.Routes, l.route(byRoute[route]))
	}
	return c
}

// route describes the legal moves from one square to another.
func (l *Line) route(moves []game.Move) Route {
	m, v := moves[0], &l.end().keyed
	r := Route{From: int(v.square[m.From()]), To: int(v.square[m.To()])}
	effects := l.pos.Effects(m)
	promotes := 0
	for _, e := range effects {
		r.Captures = r.Captures || e.Kind == game.Capture
		if e.Kind == game.Promote {
			promotes++
		}
	}
	text := l.pos.UCI(m)
	r.Text = text[:len(text)-promotes]
	if promotes == 0 {
		return r
	}
	after := *v
	after.apply(effects, nil)
	for _, e := range effects {
		if e.Kind == game.Promote {
			r.Promotions = append(r.Promotions, Promotion{
				Piece: letter(e.Piece), Key: int(after.piece[e.To]), Square: int(after.square[e.To]),
				Name: after.view.Board.Name(int(e.To)),
			})
		}
	}
	if len(moves) < 1<<(2*promotes) {
		for _, m := range moves {
			r.Only = append(r.Only, m.PromotionText(promotes))
		}
	}
	return r
}

// Preview returns the effects of a legal move at the end of the line. A move that
// promotes may be given as a Route's Text, without letters: then the preview shows the
// first legal promotions, and its narration says nothing that depends on them. Errors
// are those of Play.
func (l *Line) Preview(text string) (Preview, error) {
	m, err := l.readRoute(text)
	if err != nil {
		return Preview{}, err
	}
	a := l.animate(l.end().keyed, m)
	p := Preview{
		Text: l.pos.UCI(m), SAN: a.san, Steps: a.steps,
		Collapse: slices.Sorted(slices.Values(a.collapse)), Vanish: a.vanish,
		Captures: a.captures, Expel: a.expel, Changes: a.changes, DropCheck: a.dropCheck,
	}
	if len(text) < len(p.Text) && strings.HasPrefix(p.Text, text) {
		p.Narration = notation.English.NarrateRoute(l.pos, m)
		return p, nil
	}
	p.Narration = notation.Narrate(l.pos, m)
	p.Check, p.Mate = strings.HasSuffix(a.san, "+"), strings.HasSuffix(a.san, "#")
	return p, nil
}

// Refusal says in a sentence why the side to move cannot go from one square to another at
// the end of the line, or "" if it can. Squares are named as in UCI.
func (l *Line) Refusal(from, to string) string { return notation.Refusal(l.pos, from, to) }

// Timeout is how a game ends in which the side to move runs out of time.
type Timeout struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// Timeout returns how the game ends if the side to move at the end of the line runs out of
// time.
func (l *Line) Timeout() Timeout {
	o := l.pos.TimeoutOutcome(l.pos.Turn())
	return Timeout{o.Result.String(), string(o.Reason)}
}

// readRoute reads a move that may lack its promotions.
func (l *Line) readRoute(text string) (game.Move, error) {
	m, err := notation.ParseMove(l.pos, text)
	if err == nil {
		return m, nil
	}
	var last game.Move
	for _, m := range l.pos.Legal(nil) {
		if m.WithoutPromotions() == last {
			continue // another promotion of the move before it
		}
		last = m.WithoutPromotions()
		promotions, ok := strings.CutPrefix(l.pos.UCI(m), text)
		if ok && len(text) >= 2 && strings.Trim(promotions, "qrbn") == "" {
			return m, nil
		}
	}
	return game.NoMove, err
}
