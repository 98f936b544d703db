package boardview

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Choices returns the legal moves at the end of the line. A game that is over
// has none.
func (l *Line) Choices() Choices {
	c := Choices{Ply: l.Ply(), Routes: []Route{}}
	if l.pos.Outcome().Over() {
		return c
	}
	legal := l.pos.Legal(nil)
	byRoute := map[game.Move][]game.Move{}
	var order []game.Move
	for len(legal) > 0 {
		// A route's promotions stand together, in most games.
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
	m, st := moves[0], &l.end().stage
	r := Route{From: int(st.cell[m.From()]), To: int(st.cell[m.To()])}
	effects := l.pos.Effects(m)
	promotes := 0
	for _, e := range effects {
		r.Takes = r.Takes || e.Kind == game.Capture
		if e.Kind == game.Promote {
			promotes++
		}
	}
	text := l.pos.UCI(m)
	r.Text = text[:len(text)-promotes]
	if promotes == 0 {
		return r
	}
	after := *st
	after.apply(effects, nil)
	for _, e := range effects {
		if e.Kind == game.Promote {
			r.Pawns = append(r.Pawns, Promotion{
				Piece: letter(e.Piece), Key: int(after.piece[e.To]), Cell: int(after.cell[e.To]), Name: after.view.Board.Name(int(e.To)),
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

// Preview tells what a legal move at the end of the line would do. A move that
// promotes may be given as a Route's Text, without letters: then the first of
// its legal choices is shown, and nothing is said that depends on the choice.
// Errors are as Play's.
func (l *Line) Preview(text string) (Preview, error) {
	m, err := l.readRoute(text)
	if err != nil {
		return Preview{}, err
	}
	f := l.film(l.end().stage, m)
	p := Preview{
		Text: l.pos.UCI(m), SAN: f.san, Steps: f.steps,
		Collapse: sorted(f.collapse), Vanish: f.vanish, Takes: f.takes, Expel: f.expel, Becomes: f.becomes, DropCheck: f.dropCheck,
	}
	if len(text) < len(p.Text) && strings.HasPrefix(p.Text, text) {
		p.Told = notation.English.NarrateRoute(l.pos, m)
		return p, nil
	}
	p.Told = notation.Narrate(l.pos, m)
	p.Check, p.Mate = strings.HasSuffix(f.san, "+"), strings.HasSuffix(f.san, "#")
	return p, nil
}

// readRoute reads a move that may lack its promotions.
func (l *Line) readRoute(text string) (game.Move, error) {
	m, err := ReadMove(l.pos, text)
	if err == nil || l.pos.Outcome().Over() {
		return m, err
	}
	var last game.Move
	for _, m := range l.pos.Legal(nil) {
		if m.WithoutPromotions() == last {
			continue // as the one before it
		}
		last = m.WithoutPromotions()
		if whole := l.pos.UCI(m); strings.HasPrefix(whole, text) && strings.Trim(whole[len(text):], "qrbn") == "" && len(text) >= 2 {
			return m, nil
		}
	}
	return game.NoMove, err
}
