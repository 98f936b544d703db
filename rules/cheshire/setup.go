package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/message"
)

// Faults implements rulekit.SetupParser.
func (g *Game) Faults(d *rulekit.Setup) []rulekit.Fault { _, faults := g.check(d); return faults }

// SetupOptions implements rulekit.SetupParser.
func (g *Game) SetupOptions(d *rulekit.Setup) rulekit.SetupOptions {
	c := g.newChecker(d)
	o := rulekit.SetupOptions{Vanished: true}
	for _, color := range []game.Color{game.White, game.Black} {
		o.Rights = append(o.Rights, rulekit.Right{
			Letter: game.King.Of(color).Letter(), Label: message.Sprintf("%v’s king has not moved yet", color),
			Possible: c.state.Kings[color] == g.home[color],
		})
	}
	for i := range d.Board.Squares {
		sq := game.Square(d.Board.Squares[i].ID)
		if c.wantForEnPassant(sq) == "" && c.capturable(sq) {
			o.EnPassant = append(o.EnPassant, sq)
		}
	}
	return o
}

// checker builds a state from a setup and collects its faults.
type checker struct {
	*rulekit.Setup
	game   *Game
	state  State
	faults []rulekit.Fault
}

// check returns the state that a setup describes, and its faults.
func (g *Game) check(d *rulekit.Setup) (State, []rulekit.Fault) {
	c := g.newChecker(d)
	c.checkPawns()
	c.checkRights()
	c.checkEnPassant()
	c.checkOther()
	return c.state, c.faults
}

// newChecker puts the pieces and the vanished squares of a setup on the board.
func (g *Game) newChecker(d *rulekit.Setup) *checker {
	state := State{Vanished: g.off, EnPassant: game.NoSquare, halfmoves: uint16(d.Halfmoves), Turn: d.Turn}
	c := &checker{Setup: d, game: g, state: state, faults: d.KingFaults()}
	c.state.Kings = [2]game.Square{game.NoSquare, game.NoSquare}
	c.state.key = uint64(d.Turn) * turnKey
	for i := range d.Board.Squares {
		id := game.Square(d.Board.Squares[i].ID)
		if d.Vanished[id] {
			c.state.vanish(id)
		} else if d.Pieces[id] != game.NoPiece {
			c.state.put(id, d.Pieces[id])
		}
	}
	return c
}

func (c *checker) add(f rulekit.Fault) { c.faults = append(c.faults, f) }

// checkPawns checks the ranks of pawns.
func (c *checker) checkPawns() {
	last := c.game.ranks - 1
	for i := range c.Board.Squares {
		sq := &c.Board.Squares[i]
		if id := game.Square(sq.ID); c.Pieces[id].Type() == game.Pawn && (sq.Row == 0 || sq.Row == last) {
			c.add(c.MisplacedPawn(id, "pawns start on the second rank and promote on the last"))
		}
	}
}

// checkRights checks that unmoved kings are on their start squares (R2).
func (c *checker) checkRights() {
	f, s := c.Rights, &c.state
	if f.Text == "-" {
		return
	}
	for i, letter := range []byte(f.Text) {
		pc := game.PieceOf(letter)
		color := pc.Color()
		home := c.game.home[color]
		if king := s.Kings[color]; king != home {
			hint := message.Sprintf("%v’s king can only be unmoved (%c) on %s.", color, letter, squareName(home))
			c.add(rulekit.Fault{
				Err:  f.Errorf(i, message.Sprintf("the %v on %s", pc, squareName(home)), "castling right %q is impossible", letter),
				Hint: hint, Squares: append(c.Find(pc), home),
			})
			continue
		}
		s.unmoved |= 1 << color
	}
	s.key ^= unmovedKeys[s.unmoved&3]
}

// checkEnPassant adds a fault for an en passant square that no double step can have
// crossed. A square is dropped if it has vanished or no pawn attacks it (R3).
func (c *checker) checkEnPassant() {
	f := c.EnPassant
	if f.Text == "-" {
		return
	}
	sq := game.Square(c.Board.SquareByName(f.Text).ID)
	if want := c.wantForEnPassant(sq); want != "" {
		c.add(rulekit.Fault{
			Err:     f.Errorf(0, want, "en passant on %s is impossible", f.Text),
			Hint:    message.Sprintf("En passant on %s needs %s.", f.Text, want),
			Squares: []game.Square{sq},
		})
		return
	}
	if c.capturable(sq) {
		c.state.EnPassant = sq
	}
}

// wantForEnPassant returns what the position lacks for the last move to have been a
// double step across the square, or "" if nothing.
func (c *checker) wantForEnPassant(square game.Square) string {
	s, sq := &c.state, square
	us, them := s.Turn, s.Turn.Other()
	rank := [2]int{c.game.ranks - 3, 2}[us]
	to, from := behind(us, sq), behind(them, sq)
	switch {
	case c.game.pawnRanks[them].Empty():
		return message.Sprintf("a double step, which a board of %d ranks does not have", c.game.ranks)
	case int(sq/width) != rank:
		return message.Sprintf("a square on rank %d with %v to move", rank+1, us)
	case s.Piece(to) != game.Pawn.Of(them):
		return message.Sprintf("a %v on %s", game.Pawn.Of(them), squareName(to))
	case !s.Vanished.Has(from):
		return message.Sprintf("%s vanished, where the pawn came from", squareName(from))
	case s.Piece(sq) != game.NoPiece:
		return message.Sprintf("no piece on %s", squareName(sq))
	}
	return ""
}

// capturable reports whether a pawn could capture on an en passant square.
func (c *checker) capturable(square game.Square) bool {
	s, sq := &c.state, square
	capturers := pawnAttacks[s.Turn.Other()][sq&127].And(s.Of(s.Turn, s.Pawns()))
	return !capturers.Empty() && !s.Vanished.Has(sq)
}

// checkOther checks that the side not to move is not in check.
func (c *checker) checkOther() {
	s := &c.state
	other := s.Turn.Other()
	kings := c.Find(game.King.Of(other))
	if len(kings) != 1 {
		return
	}
	king := kings[0]
	if !s.attacked(king, s.Turn, s.Occupied(), Set{}) {
		return
	}
	by := s.attackers(king, s.Turn)
	c.add(c.OppositeCheck(kings[0], by, "a king that cannot be captured"))
}
