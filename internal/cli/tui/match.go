package tui

import (
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/notation"
)

// ply is a played move with what the program shows of it.
type ply struct {
	move     game.Move
	san      string
	story    string      // its effects, in words
	from, to game.Square // on the board after it; NoSquare if the square has vanished
	lost     [2]int      // lost pieces by color, before it
	left     [2]time.Duration
}

// match is a game in progress: its moves, their effects, its end. It has no keys and
// no screen.
type match struct {
	start    game.Position
	pos      game.Position
	plies    []ply
	captured [2][]game.Piece // pieces that have left the board for good, by color
	outcome  game.Outcome
	// firstBoard is the board at the start of the game.
	firstBoard *geom.Board

	// The rest depends on the position alone; refresh updates it.
	view    game.View
	choices *choices
	names   *notation.Moves
}

func newMatch(start game.Position) *match {
	m := &match{start: start.Clone(), pos: start.Clone()}
	m.refresh()
	m.firstBoard = m.view.Board
	m.outcome = m.pos.Outcome()
	return m
}

func (m *match) refresh() {
	m.view = m.pos.View()
	m.names = notation.NewMoves(m.pos)
	m.choices = choicesOf(m.names.Legal())
}

// play plays a move; false if it is not legal.
func (m *match) play(move game.Move, left [2]time.Duration) bool {
	effects := m.pos.Effects(move)
	p := ply{
		move: move, san: m.names.SAN(move), story: narrate(&briefPhrases, m.pos, move),
		from: afterCollapse(&m.view, effects, move.From()), to: afterCollapse(&m.view, effects, move.To()),
		lost: [2]int{len(m.captured[0]), len(m.captured[1])}, left: left,
	}
	m.pos.Make(move)
	m.plies = append(m.plies, p)
	for _, gone := range losses(effects) {
		m.captured[gone.Color()] = append(m.captured[gone.Color()], gone)
	}
	m.refresh()
	m.outcome = m.pos.Outcome()
	return true
}

// undo takes the last move back and returns the clock's times before it.
func (m *match) undo() (left [2]time.Duration, ok bool) {
	if len(m.plies) == 0 {
		return left, false
	}
	p := m.plies[len(m.plies)-1]
	m.plies = m.plies[:len(m.plies)-1]
	m.pos.Unmake()
	for color := range m.captured {
		m.captured[color] = m.captured[color][:p.lost[color]]
	}
	m.refresh()
	m.outcome = m.pos.Outcome()
	return p.left, true
}

// last returns the last ply, or nil.
func (m *match) last() *ply {
	if len(m.plies) == 0 {
		return nil
	}
	return &m.plies[len(m.plies)-1]
}

// moves returns the played moves.
func (m *match) moves() []game.Move {
	out := make([]game.Move, len(m.plies))
	for i, p := range m.plies {
		out[i] = p.move
	}
	return out
}

// losses returns the pieces that a move takes off the board for good.
func losses(effects []game.Effect) []game.Piece {
	var gone []game.Piece
	dropped := false
	for _, e := range effects {
		dropped = dropped || e.Kind == game.Drop
	}
	for _, e := range effects {
		switch {
		case e.Kind == game.Capture && !dropped, e.Kind == game.Expel, e.Kind == game.Demote && e.Into == game.NoPiece:
			gone = append(gone, e.Piece)
		}
	}
	return gone
}

// lastMarks returns the marks of the move that led to a position, if any, and of a
// check.
func lastMarks(pos game.Position, last *ply) *marks {
	k := newMarks()
	if last != nil {
		k.add(last.from, markFrom)
		k.add(last.to, markTo)
	}
	for _, sq := range game.CheckedSquares(pos) {
		k.add(sq, markCheck)
	}
	return k
}

// namesOf returns what parses and formats the moves of a position.
func namesOf(pos game.Position) *notation.Moves { return notation.NewMoves(pos) }

// choices are the legal moves of a position by origin and destination. The promotions
// of one route can be tens of thousands; they stay numbers.
type choices struct {
	routes map[game.Move][]game.Move // by Move.WithoutPromotions
	from   [128][]game.Square        // destinations, in the order of the legal moves
}

// choicesOf sorts legal moves. It keeps the slice.
func choicesOf(legal []game.Move) *choices {
	c := &choices{routes: map[game.Move][]game.Move{}}
	for i := 0; i < len(legal); {
		route := legal[i].WithoutPromotions()
		j := i + 1
		for j < len(legal) && legal[j].WithoutPromotions() == route {
			j++
		}
		if had, again := c.routes[route]; again {
			c.routes[route] = append(had[:len(had):len(had)], legal[i:j]...)
		} else {
			c.routes[route] = legal[i:j]
			c.from[route.From()] = append(c.from[route.From()], route.To())
		}
		i = j
	}
	return c
}

// between returns the moves from one square to another: none, one, or one for each
// choice of promotions.
func (c *choices) between(from, to game.Square) []game.Move {
	if from > 127 || to > 127 {
		return nil
	}
	return c.routes[game.NewMove(from, to)]
}
