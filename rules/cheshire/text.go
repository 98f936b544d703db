package cheshire

import (
	"fmt"
	"strconv"

	"github.com/wane-chess/wane/game"
)

// Parse implements game.Game. It refuses what no game can come to: other than
// one king each, a pawn on a first or last rank, a right for a king that is not
// at home, an en passant square that nothing can have passed over, and a side
// not to move that is in check. Its errors are *game.FENError.
func (g *Game) Parse(fen string) (game.Position, error) {
	f, err := game.SplitFEN(fen)
	if err != nil {
		return nil, err
	}
	grid, err := f.Board.ReadGrid(g.size, g.size)
	if err != nil {
		return nil, err
	}
	s := state{gone: g.off, passed: none, halfmoves: uint16(f.Halfmoves), turn: f.Turn}
	s.running = uint64(f.Turn) * turnKey
	if err := g.place(&s, f.Board, grid); err != nil {
		return nil, err
	}
	if err := g.readRights(&s, f.Rights); err != nil {
		return nil, err
	}
	if err := g.readPassed(&s, f.EnPassant); err != nil {
		return nil, err
	}
	other := s.turn.Other()
	if king := s.kings[other]; s.attacked(king, s.turn, s.occupied(), set{}) {
		return nil, grid.Errorf(f.Board, int(king/width), int(king%width), "a king that cannot be taken",
			"%v has left its king on %s attacked, with %v to move", other, name(king), s.turn)
	}
	return newPosition(g, s, f.Fullmove), nil
}

// place puts the men of the grid on the board and takes vanished squares away.
func (g *Game) place(s *state, f game.Field, grid *game.Grid) error {
	if err := grid.MustBe(f, g.size, g.size); err != nil {
		return err
	}
	var kings [2]int
	for rank := g.size - 1; rank >= 0; rank-- {
		for file := range g.size {
			sq := uint8(rank*width + file)
			if grid.Cells[rank][file] == '*' {
				s.vanish(sq)
				continue
			}
			man := game.ManOf(grid.Cells[rank][file])
			switch man.Piece() {
			case game.NoPiece:
				continue
			case game.King:
				if kings[man.Side()]++; kings[man.Side()] > 1 {
					return grid.Errorf(f, rank, file, "one", "a second %v", man)
				}
			case game.Pawn:
				if rank == 0 || rank == g.size-1 {
					return grid.Errorf(f, rank, file, "no pawn there, since pawns start on the second rank and promote on the last",
						"a %v on %s", man, name(sq))
				}
			}
			s.put(sq, man)
		}
	}
	for _, side := range []game.Side{game.White, game.Black} {
		if kings[side] == 0 {
			return f.Errorf(0, "one", "no %v", game.King.Of(side))
		}
	}
	return nil
}

// readRights reads which kings have not moved yet (R2), in any order.
func (g *Game) readRights(s *state, f game.Field) error {
	if f.Text == "-" {
		return nil
	}
	for i := range len(f.Text) {
		letter := f.Text[i]
		man := game.ManOf(letter)
		side := man.Side()
		switch king := s.kings[side]; {
		case man.Piece() != game.King || s.queenly(side):
			return f.Errorf(i, "K, k, Kk or -, for the kings that have not moved yet", "unknown rights %.24q", f.Text)
		case king != g.home[side]:
			return f.Errorf(i, fmt.Sprintf("it on %s, or no %c", name(g.home[side]), letter),
				"%c says that the %v has not moved, but it stands on %s", letter, man, name(king))
		}
		s.unmoved |= 1 << side
	}
	s.running ^= unmovedKeys[s.unmoved&3]
	return nil
}

// readPassed reads the en passant square. It is dropped unless a pawn stands
// where it could take there, and the square is still in being (R3).
func (g *Game) readPassed(s *state, f game.Field) error {
	if f.Text == "-" {
		return nil
	}
	sq, ok := g.parseSquare(f.Text)
	if !ok {
		return f.Errorf(0, "a square such as e6, or -", "%.24q is no square of the board", f.Text)
	}
	us, them := s.turn, s.turn.Other()
	row := [2]uint8{uint8(g.size - 3), 2}[us]
	pawn := behind(sq, us)
	if sq/width != row {
		return f.Errorf(0, fmt.Sprintf("a square on rank %d with %v to move, or -", row+1, us), "no pawn of %v can have passed over %s", them, f.Text)
	}
	if man := s.man(pawn); man != game.Pawn.Of(them) {
		return f.Errorf(0, fmt.Sprintf("a %v there, or -", game.Pawn.Of(them)), "%s stands on %s, beyond %s", man, name(pawn), f.Text)
	}
	if origin := behind(sq, them); !s.gone.has(origin) {
		return f.Errorf(0, fmt.Sprintf("%s vanished, or -", name(origin)),
			"%s is still there, though the pawn on %s must just have left it", name(origin), name(pawn))
	}
	if man := s.man(sq); man != game.NoMan {
		return f.Errorf(0, "nothing there, or -", "a %v stands on %s, which a pawn must just have passed over", man, f.Text)
	}
	takers := pawnTakes[them][sq&127].and(s.of(us, s.pawns()))
	if !takers.empty() && !s.gone.has(sq) {
		s.passed = sq
	}
	return nil
}

// parseSquare reads a square's name.
func (g *Game) parseSquare(text string) (sq uint8, ok bool) {
	if len(text) < 2 {
		return 0, false
	}
	file, row := int(text[0])-'a', 0
	for row < g.size && text[1:] != strconv.Itoa(row+1) {
		row++
	}
	return uint8(row*width + file), file >= 0 && file < g.size && row < g.size
}

// name returns a square's name.
func name(sq uint8) string {
	return string(rune('a'+sq%width)) + strconv.Itoa(int(sq/width)+1)
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.top()
	grid := game.Grid{Files: p.game.size, Ranks: p.game.size}
	for rank := range grid.Ranks {
		for file := range grid.Files {
			sq := uint8(rank*width + file)
			c := byte(' ')
			if man := s.man(sq); man != game.NoMan {
				c = man.Letter()
			} else if s.gone.has(sq) {
				c = '*'
			}
			grid.Cells[rank][file] = c
		}
	}
	passed := ""
	if s.passed != none {
		passed = name(s.passed)
	}
	rights := [4]string{"", "K", "k", "Kk"}[s.unmoved&3]
	return game.JoinFEN(grid.String(), s.turn, rights, passed, p.Halfmoves(), p.Fullmove())
}

// Text implements game.Position.
func (p *Position) Text(m game.Move) string {
	text := name(uint8(m.From())) + name(uint8(m.To()))
	if p.promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}
