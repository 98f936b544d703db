package boardview

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// mostPromotions is how many choices of promotions Premoves tries for each of the
// opponent's routes: all of them for up to three pawns.
const mostPromotions = 64

// Premoves returns the premoves that can become legal: the routes from square to square,
// as keys, of which some move of the side to move makes a legal move for its opponent.
// Nothing else is a rule of its own here: a premove may recapture, cross a square that the
// reply clears, or use ranks and files that a collapse brings together, but never go to a
// square that has vanished. The piece must still be what it is now. There are none if the
// game is over.
func (l *Line) Premoves() [][2]int {
	routes := [][2]int{}
	if l.pos.Outcome().Over() {
		return routes
	}
	before := &l.end().keyed
	typeOf := map[uint8]game.Piece{}
	for i := range before.view.Board.Squares {
		id := before.view.Board.Squares[i].ID
		typeOf[before.piece[id]] = before.view.Pieces[id]
	}
	known := map[[2]int]bool{}
	var replies []game.Move
	var route game.Move
	tried := 0
	for _, m := range l.pos.Legal(nil) {
		if tried++; m.WithoutPromotions() != route {
			route, tried = m.WithoutPromotions(), 1
		}
		if tried > mostPromotions {
			continue
		}
		after := *before
		after.apply(l.pos.Effects(m), nil)
		l.pos.Make(m)
		replies = replies[:0]
		if !l.pos.Outcome().Over() {
			replies = l.pos.Legal(replies)
		}
		for _, r := range replies {
			key := after.piece[r.From()]
			// The page names the piece by the square on which it stands now.
			same := typeOf[key] == after.view.Pieces[r.From()] && keyAt(before, after.square[r.From()]) == key
			if p := [2]int{int(after.square[r.From()]), int(after.square[r.To()])}; same && !known[p] {
				known[p] = true
				routes = append(routes, p)
			}
		}
		l.pos.Unmake()
	}
	slices.SortFunc(routes, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return routes
}

// keyAt returns the key of the piece on the square with a key, 0 if there is none.
func keyAt(s *keyedView, square uint8) uint8 {
	for i := range s.view.Board.Squares {
		if id := s.view.Board.Squares[i].ID; s.square[id] == square {
			return s.piece[id]
		}
	}
	return 0
}

// Collapses returns the plies of the line whose move makes a rank or a file collapse.
func (l *Line) Collapses() []int {
	plies := []int{}
	for i := 1; i < len(l.plies); i++ {
		if a, b := l.plies[i-1].keyed.view.Board, l.plies[i].keyed.view.Board; len(a.Squares) != len(b.Squares) {
			plies = append(plies, i)
		}
	}
	return plies
}
