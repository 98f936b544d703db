package cheshire

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
)

// checker makes a state of a draft.
type checker struct {
	*game.Setup
	game   *Game
	state  State
	faults []game.Fault
}

// check makes a state of a draft, and tells what keeps it from being one.
func (g *Game) check(d *game.Setup) (State, []game.Fault) {
	c := g.begin(d)
	c.pieces()
	c.rights()
	c.enPassant()
	c.safe()
	return c.state, c.faults
}

// begin puts the men of a draft on the board and takes vanished squares away.
func (g *Game) begin(d *game.Setup) *checker {
	c := &checker{Setup: d, game: g, state: State{Vanished: g.off, EnPassant: none, halfmoves: uint16(d.Halfmoves), Turn: d.Turn}}
	c.state.Kings = [2]uint8{none, none}
	c.state.running = uint64(d.Turn) * turnKey
	for i := range d.Board.Cells {
		id := d.Board.Cells[i].ID
		if d.Vanished[id] {
			c.state.vanish(uint8(id))
		} else if d.Pieces[id] != game.NoPiece {
			c.state.put(uint8(id), d.Pieces[id])
		}
	}
	return c
}

func (c *checker) add(f game.Fault) { c.faults = append(c.faults, f) }

// pieces checks that each side has one king, and where its pawns stand.
func (c *checker) pieces() {
	const want = "one"
	last := c.game.size - 1
	var kings [2]int
	for rank := last; rank >= 0; rank-- {
		for file := range c.game.size {
			sq := game.Square(rank*width + file)
			switch pt := c.Pieces[sq]; pt.Type() {
			case game.King:
				if kings[pt.Color()]++; kings[pt.Color()] == 2 {
					c.add(c.TooManyKings(sq, want))
				}
			case game.Pawn:
				if rank == 0 || rank == last {
					c.add(c.pawn(sq, pt))
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

// pawn is the fault of a pawn on a first or last rank.
func (c *checker) pawn(sq game.Square, pt game.Piece) game.Fault {
	const why = "pawns start on the second rank and promote on the last"
	return game.Fault{
		Err:   c.SquareErrorf(sq, "no pawn there, since "+why, "a %v on %s", pt, c.Name(sq)),
		Hint:  fmt.Sprintf("%v’s pawn on %s cannot be there: %s.", pt.Color(), c.Name(sq), why),
		Cells: []game.Square{sq},
	}
}

// rights checks which kings have not moved yet (R2).
func (c *checker) rights() {
	f, s := c.Rights, &c.state
	if f.Text == "-" {
		return
	}
	for i, letter := range []byte(f.Text) {
		pt := game.PieceOf(letter)
		color := pt.Color()
		home := c.game.home[color]
		if king := s.Kings[color]; king != home {
			hint := fmt.Sprintf("%v’s king can only be unmoved (%c) on %s.", color, letter, name(home))
			c.add(game.Fault{
				Err: f.Errorf(i, fmt.Sprintf("it on %s, or no %c", name(home), letter),
					"%c says that the %v has not moved, but it stands on %s", letter, pt, name(king)),
				Hint: hint, Cells: append(c.Find(pt), game.Square(home)),
			})
			continue
		}
		s.unmoved |= 1 << color
	}
	s.running ^= unmovedKeys[s.unmoved&3]
}

// enPassant checks the en passant square. It is dropped unless a pawn stands
// where it could take there, and the square is still in being (R3).
func (c *checker) enPassant() {
	f := c.EnPassant
	if f.Text == "-" {
		return
	}
	sq := game.Square(c.Board.SquareByName(f.Text).ID)
	if problem, want := c.passing(sq); problem != "" {
		c.add(game.Fault{
			Err:   f.Errorf(0, want, "%s", problem),
			Hint:  fmt.Sprintf("En passant on %s is impossible, because %s: expected %s.", f.Text, problem, strings.TrimSuffix(want, ", or -")),
			Cells: []game.Square{sq},
		})
		return
	}
	if c.takable(sq) {
		c.state.EnPassant = uint8(sq)
	}
}

// passing tells why no pawn of the side that is not to move can just have passed
// over a square, and what would have to be so; "" if one can.
func (c *checker) passing(passed game.Square) (problem, want string) {
	s, sq := &c.state, uint8(passed)
	us, them := s.Turn, s.Turn.Other()
	row := [2]uint8{uint8(c.game.size - 3), 2}[us]
	if sq/width != row {
		return fmt.Sprintf("no pawn of %v can have passed over %s", them, name(sq)),
			fmt.Sprintf("a square on rank %d with %v to move, or -", row+1, us)
	}
	pawn, origin := behind(sq, us), behind(sq, them)
	switch {
	case s.Piece(pawn) != game.Pawn.Of(them):
		return fmt.Sprintf("%s stands on %s, beyond %s", s.Piece(pawn), name(pawn), name(sq)),
			fmt.Sprintf("a %v there, or -", game.Pawn.Of(them))
	case !s.Vanished.Has(origin):
		return fmt.Sprintf("%s is still there, though the pawn on %s must just have left it", name(origin), name(pawn)),
			fmt.Sprintf("%s vanished, or -", name(origin))
	case s.Piece(sq) != game.NoPiece:
		return fmt.Sprintf("a %v stands on %s, which a pawn must just have passed over", s.Piece(sq), name(sq)),
			"nothing there, or -"
	}
	return "", ""
}

// takable tells whether a pawn could take on a square that was passed over.
func (c *checker) takable(passed game.Square) bool {
	s, sq := &c.state, uint8(passed)
	takers := pawnTakes[s.Turn.Other()][sq&127].And(s.Of(s.Turn, s.Pawns()))
	return !takers.Empty() && !s.Vanished.Has(sq)
}

// safe checks that the side not to move is not in check.
func (c *checker) safe() {
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
	c.add(c.OppositeCheck(kings[0], by, c.SquareErrorf(kings[0], "a king that cannot be taken",
		"%v has left its king on %s attacked, with %v to move", other, name(king), s.Turn)))
}
