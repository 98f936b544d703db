package boardview

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

const (
	// mostPromotions is how many choices of promotions Premoves tries for each of the
	// opponent's routes: all of them for up to three pawns.
	mostPromotions = 64
	// mostReplies is how many replies Premoves lists in all.
	mostReplies = 20_000
)

// Premoves returns the premoves that can become legal: the routes from square to square,
// as keys, of which some move of the side to move makes a legal move for its opponent.
// Nothing else is a rule of its own here: a premove may recapture, cross a square that the
// reply clears, or use ranks and files that a collapse brings together, but never go to a
// square that has vanished. The piece must still be what it is now. There are none if the
// game is over.
//
// A collapse can promote so many pawns that listing all replies would take seconds. After
// moves whose replies would exceed mostReplies, a route counts if the piece attacks its
// target, or is a pawn one or two squares below it, legal or not.
func (l *Line) Premoves() [][2]int {
	routes, _ := l.premoves()
	return routes
}

// premoves is Premoves, with the number of replies that it listed.
func (l *Line) premoves() (routes [][2]int, listed int) {
	routes = [][2]int{}
	if l.pos.Outcome().Over() {
		return routes, 0
	}
	// The page names a piece by the square on which it stands now.
	before := &l.end().keyed
	var squareOf, typeOf [256]uint8 // by the key of the piece
	for i := range before.view.Board.Squares {
		id := before.view.Board.Squares[i].ID
		squareOf[before.piece[id]], typeOf[before.piece[id]] = before.square[id], uint8(before.view.Pieces[id])
	}
	known := map[[2]int]bool{}
	var replies []game.Move
	tries := 0
	var last game.Move
	for _, m := range l.pos.Legal(nil) {
		if tries++; m.WithoutPromotions() != last {
			last, tries = m.WithoutPromotions(), 1
		}
		if tries > mostPromotions {
			continue
		}
		after := *before
		after.apply(l.pos.Effects(m), nil)
		l.pos.Make(m)
		replies = replies[:0]
		switch n := l.pos.LegalCount(); {
		case l.pos.Outcome().Over():
		case listed+n <= mostReplies:
			replies = l.pos.Legal(replies)
			listed += n
		default:
			replies = appendAttacks(replies, l.pos)
		}
		var route game.Move
		for _, r := range replies {
			if r = r.WithoutPromotions(); r == route {
				continue
			}
			route = r
			from, to := after.square[r.From()], after.square[r.To()]
			p := [2]int{int(from), int(to)}
			key := after.piece[r.From()]
			if known[p] || squareOf[key] != from || typeOf[key] != uint8(after.view.Pieces[r.From()]) {
				continue
			}
			known[p] = true
			routes = append(routes, p)
		}
		l.pos.Unmake()
	}
	slices.SortFunc(routes, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return routes, listed
}

// appendAttacks appends the moves from each piece of the side to move to the squares that
// it attacks, and of pawns to the two squares ahead.
func appendAttacks(moves []game.Move, p game.Position) []game.Move {
	v, us := p.View(), p.Turn()
	ahead := 1
	if us == game.Black {
		ahead = -1
	}
	for i := range v.Board.Squares {
		a := &v.Board.Squares[i]
		to := game.Square(a.ID)
		if pc := v.Pieces[to]; pc != game.NoPiece && pc.Color() == us {
			continue
		}
		for _, from := range p.Attackers(to, us) {
			moves = append(moves, game.NewMove(from, to))
		}
		for j := range v.Board.Squares {
			b := &v.Board.Squares[j]
			if v.Pieces[b.ID] != game.Pawn.Of(us) || a.Col != b.Col {
				continue
			}
			if steps := (a.Row - b.Row) * ahead; steps == 1 || steps == 2 {
				moves = append(moves, game.NewMove(game.Square(b.ID), to))
			}
		}
	}
	return moves
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
