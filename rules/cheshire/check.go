package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// checker builds a state from a setup and collects its faults.
type checker struct {
	*game.Setup
	game   *Game
	state  State
	faults []game.Fault
}

// check returns the state that a setup describes, and its faults.
func (g *Game) check(d *game.Setup) (State, []game.Fault) {
	c := g.begin(d)
	c.checkPieces()
	c.checkRights()
	c.checkEnPassant()
	c.checkOther()
	return c.state, c.faults
}

// begin puts the pieces and the vanished squares of a setup on the board.
func (g *Game) begin(d *game.Setup) *checker {
	state := State{Vanished: g.off, EnPassant: none, halfmoves: uint16(d.Halfmoves), Turn: d.Turn}
	c := &checker{Setup: d, game: g, state: state}
	c.state.Kings = [2]uint8{none, none}
	c.state.running = uint64(d.Turn) * turnKey
	for i := range d.Board.Squares {
		id := d.Board.Squares[i].ID
		if d.Vanished[id] {
			c.state.vanish(uint8(id))
		} else if d.Pieces[id] != game.NoPiece {
			c.state.put(uint8(id), d.Pieces[id])
		}
	}
	return c
}

func (c *checker) add(f game.Fault) { c.faults = append(c.faults, f) }

// checkPieces checks that each color has one king, and the ranks of pawns.
func (c *checker) checkPieces() {
	const want = "one"
	last := c.game.ranks - 1
	var kings [2]int
	for rank := last; rank >= 0; rank-- {
		for file := range c.game.files {
			sq := game.Square(rank*width + file)
			switch pt := c.Pieces[sq]; pt.Type() {
			case game.King:
				if kings[pt.Color()]++; kings[pt.Color()] == 2 {
					c.add(c.TooManyKings(sq, want))
				}
			case game.Pawn:
				if rank == 0 || rank == last {
					c.add(c.MisplacedPawn(sq, "pawns start on the second rank and promote on the last"))
				}
			}
		}
	}
	for _, color := range []game.Color{game.White, game.Black} {
		if kings[color] == 0 {
			c.add(c.NoKing(color, want))
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
		pt := game.PieceOf(letter)
		color := pt.Color()
		home := c.game.home[color]
		if king := s.Kings[color]; king != home {
			hint := message.Sprintf("%v’s king can only be unmoved (%c) on %s.", color, letter, name(home))
			c.add(game.Fault{
				Err:  f.Errorf(i, message.Sprintf("the %v on %s", pt, name(home)), "castling right %q is impossible", letter),
				Hint: hint, Squares: append(c.Find(pt), game.Square(home)),
			})
			continue
		}
		s.unmoved |= 1 << color
	}
	s.running ^= unmovedKeys[s.unmoved&3]
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
		c.add(game.Fault{
			Err:     f.Errorf(0, want, "en passant on %s is impossible", f.Text),
			Hint:    message.Sprintf("En passant on %s needs %s.", f.Text, want),
			Squares: []game.Square{sq},
		})
		return
	}
	if c.capturable(sq) {
		c.state.EnPassant = uint8(sq)
	}
}

// wantForEnPassant returns what the position lacks for the last move to have been a
// double step across the square, or "" if nothing.
func (c *checker) wantForEnPassant(square game.Square) string {
	s, sq := &c.state, uint8(square)
	us, them := s.Turn, s.Turn.Other()
	rank := [2]uint8{uint8(c.game.ranks - 3), 2}[us]
	to, from := behind(sq, us), behind(sq, them)
	switch {
	case c.game.pawnRanks[them].Empty():
		return message.Sprintf("a double step, which a board of %d ranks does not have", c.game.ranks)
	case sq/width != rank:
		return message.Sprintf("a square on rank %d with %v to move", rank+1, us)
	case s.Piece(to) != game.Pawn.Of(them):
		return message.Sprintf("a %v on %s", game.Pawn.Of(them), name(to))
	case !s.Vanished.Has(from):
		return message.Sprintf("%s vanished, where the pawn came from", name(from))
	case s.Piece(sq) != game.NoPiece:
		return message.Sprintf("no piece on %s", name(sq))
	}
	return ""
}

// capturable reports whether a pawn could capture on an en passant square.
func (c *checker) capturable(square game.Square) bool {
	s, sq := &c.state, uint8(square)
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
	king := uint8(kings[0])
	if !s.attacked(king, s.Turn, s.Occupied(), Set{}) {
		return
	}
	by := s.attackers(king, s.Turn)
	c.add(c.OppositeCheck(kings[0], by, "a king that cannot be captured"))
}
