package notation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Moves reads and writes the legal moves of one position. Making it generates the
// moves, so keep it for several readings. It is valid until the position changes.
type Moves struct {
	p      game.Position
	view   game.View
	legal  []game.Move
	routes []*route
}

// route is all the legal moves from one square to another: one move, or one for
// each choice of promotions.
type route struct {
	first  game.Move  // the first legal move of the route
	count  int        // how many legal moves it has
	piece  game.Piece // that moves
	known  bool
	shaped shape // see Moves.shape
}

// NewMoves returns the moves of a position.
func NewMoves(p game.Position) *Moves { return newMoves(p, p.Legal(nil)) }

// newMoves returns some of the legal moves of a position.
func newMoves(p game.Position, legal []game.Move) *Moves {
	ms := &Moves{p: p, view: p.View(), legal: legal}
	for _, m := range legal {
		r := ms.route(m)
		if r == nil {
			r = &route{first: m, piece: ms.view.Pieces[m.From()]}
			ms.routes = append(ms.routes, r)
		}
		r.count++
	}
	return ms
}

// route returns the route of a legal move, nil for other moves.
func (ms *Moves) route(m game.Move) *route {
	for _, r := range slices.Backward(ms.routes) {
		if r.first.WithoutPromotions() == m.WithoutPromotions() {
			return r
		}
	}
	return nil
}

// Legal returns the legal moves. The caller must not change the slice.
func (ms *Moves) Legal() []game.Move { return ms.legal }

// change is what a piece becomes in a move: if said, the type, or NoPieceType if it
// leaves the board.
type change struct {
	said bool
	into game.PieceType
}

// shape is what notation writes of the effects of a route.
type shape struct {
	captured  game.Piece  // NoPiece if it is no capture
	castling  int         // +1 towards higher files, −1 towards lower ones, else 0
	rook      game.Square // that castles, if castling is not 0
	drops     change      // the captured piece, on the double square
	becomes   change      // the mover, on the double square
	dropCheck bool
	promotes  int                             // how many pawns promote
	promoted  [game.MaxPromotions]game.Square // where, in the order of the choices
}

func (ms *Moves) shape(r *route) *shape {
	if !r.known {
		r.known, r.shaped = true, shapeOf(ms.p, ms.view.Board, r.first)
	}
	return &r.shaped
}

func shapeOf(p game.Position, board *geom.Board, m game.Move) (s shape) {
	slides := 0
	for _, e := range p.Effects(m) {
		switch e.Kind {
		case game.Slide:
			if slides++; slides == 2 {
				s.castling, s.rook = -1, e.From
				if column(board, e.From) > column(board, m.From()) {
					s.castling = 1
				}
			}
		case game.Capture:
			s.captured = e.Piece
		case game.Drop:
			s.drops = change{true, e.Into.Type()}
		case game.Demote:
			s.becomes = change{true, e.Into.Type()}
		case game.DropCheck:
			s.dropCheck = true
		case game.Promote:
			if s.promotes < len(s.promoted) {
				s.promoted[s.promotes] = e.To
				s.promotes++
			}
		}
	}
	return s
}

func column(board *geom.Board, sq game.Square) int {
	if c := board.Square(int(sq)); c != nil {
		return c.Col
	}
	return -1
}

func (ms *Moves) names(squares []game.Square) []string {
	out := make([]string, len(squares))
	for i, sq := range squares {
		out[i] = ms.name(sq)
	}
	return out
}

func (ms *Moves) name(q game.Square) string { return ms.view.Board.Name(int(q)) }

// square returns the square with that name, or nil. On the hexagonal board d4 and d5,
// the halves of the double square, name it too.
func (ms *Moves) square(name string) *geom.Square {
	b := ms.view.Board
	if b.Shape == geom.Hexagonal && (name == "d4" || name == "d5") {
		name = "z"
	}
	return b.SquareByName(name)
}

// extent describes the squares of the board, for errors.
func (ms *Moves) extent() string {
	squares := ms.view.Board.Squares
	left, right, ranks := &squares[0], &squares[0], 1
	for i := range squares {
		sq := &squares[i]
		if sq.Col < left.Col {
			left = sq
		}
		if sq.Col > right.Col {
			right = sq
		}
		if n, err := strconv.Atoi(sq.Rank); err == nil {
			ranks = max(ranks, n)
		}
	}
	s := message.Sprintf("the board has files %s to %s and ranks 1 to %d", left.File, right.File, ranks)
	switch b := ms.view.Board; {
	case b.Shape == geom.Hexagonal:
		s += " at most, with z in the middle"
	case len(squares) < b.Files*b.Ranks:
		s += ", but not every square of them"
	}
	return s
}

// castlingWith returns the castling of the king on one square with the rook on
// another, or nil. Programs for Chess960 write it as a capture of the own rook.
func (ms *Moves) castlingWith(king, rook int) *route {
	for _, r := range ms.routes {
		if int(r.first.From()) != king || r.piece.Type() != game.King {
			continue
		}
		if s := ms.shape(r); s.castling != 0 && int(s.rook) == rook {
			return r
		}
	}
	return nil
}

// has reports whether a move of the route is legal.
func (ms *Moves) has(r *route, m game.Move) bool {
	if r.count == 1 {
		return m == r.first
	}
	for _, l := range ms.legal {
		if l == m {
			return true
		}
	}
	return false
}

// texts writes the first move of each route, in short algebraic or UCI,
// for lists in errors.
func (ms *Moves) texts(routes []*route, text func(game.Move) string) []string {
	out := make([]string, len(routes))
	for i, r := range routes {
		out[i] = text(r.first)
	}
	return out
}

// where returns the routes for which keep is true.
func (ms *Moves) where(keep func(*route) bool) []*route { return only(ms.routes, keep) }

func only(routes []*route, keep func(*route) bool) []*route {
	var out []*route
	for _, r := range routes {
		if keep(r) {
			out = append(out, r)
		}
	}
	return out
}

// over says that the game has ended, or "" if there are legal moves.
func (ms *Moves) over() string {
	if len(ms.legal) > 0 {
		return ""
	}
	return "the game is over (" + ms.p.Outcome().String() + ")"
}

// squaresOf lists the squares of a piece: "a1 and h1", or "" if there is none.
func (ms *Moves) squaresOf(pc game.Piece) string {
	var names []string
	for i := range ms.view.Board.Squares {
		if sq := &ms.view.Board.Squares[i]; ms.view.Pieces[sq.ID] == pc {
			names = append(names, sq.Name)
		}
	}
	return and(names)
}

// and joins names as in a sentence: "a1, b1 and c1".
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// MoveTexts names moves that are played one after the other: as UCI and in
// short algebraic. It ends before the first that is not legal. The position stays
// as it is.
func MoveTexts(p game.Position, moves []game.Move) (texts, sans []string) {
	texts, sans = []string{}, []string{}
	p = p.Clone()
	for _, m := range moves {
		ms := NewMoves(p)
		if !slices.Contains(ms.Legal(), m) {
			break
		}
		texts, sans = append(texts, p.UCI(m)), append(sans, ms.SAN(m))
		p.Make(m)
	}
	return texts, sans
}
