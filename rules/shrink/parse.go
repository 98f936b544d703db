package shrink

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
)

// Parse implements game.Game.
func (shrinkGame) Parse(fen string) (game.Position, error) {
	r, err := read(fen)
	if err != nil {
		return nil, err
	}
	if err := r.refusePawns(game.White, r.grid.Ranks-1, "no white pawn on the top row, where it would have promoted"); err != nil {
		return nil, err
	}
	if err := r.refusePawns(game.Black, 0, "no black pawn on row 1, where it would have promoted"); err != nil {
		return nil, err
	}
	if err := r.finish(details{shrinkRights, (*state).safeShrinking}); err != nil {
		return nil, err
	}
	p := &shrinkPosition{}
	p.start(r.state, r.fields.Fullmove)
	return p, nil
}

// Parse implements game.Game.
func (chessGame) Parse(fen string) (game.Position, error) {
	r, err := read(fen)
	if err != nil {
		return nil, err
	}
	if err := r.grid.MustBe(r.fields.Board, 8, 8); err != nil {
		return nil, err
	}
	for _, side := range []game.Side{game.White, game.Black} {
		for _, rank := range []int{0, 7} {
			if err := r.refusePawns(side, rank, "pawns on rows 2 to 7 only"); err != nil {
				return nil, err
			}
		}
	}
	if err := r.finish(details{chessRights, (*state).safe}); err != nil {
		return nil, err
	}
	p := &chessPosition{}
	p.start(r.state, r.fields.Fullmove)
	return p, nil
}

// reader is a FEN half read.
type reader struct {
	fields game.Fields
	grid   *game.Grid
	state  state
}

// read reads the board and the plain fields and finds the two kings.
func read(fen string) (*reader, error) {
	fields, err := game.SplitFEN(fen)
	if err != nil {
		return nil, err
	}
	grid, err := fields.Board.ReadGrid(8, 8)
	if err != nil {
		return nil, err
	}
	r := &reader{fields: fields, grid: grid}
	s := &r.state
	s.ranks, s.files = uint8(grid.Ranks), uint8(grid.Files)
	s.turn, s.halfmoves, s.passed = fields.Turn, uint16(fields.Halfmoves), noSquare
	for rank := range grid.Ranks {
		for file := range grid.Files {
			switch letter := grid.Cells[rank][file]; letter {
			case ' ':
			case '*':
				return nil, grid.Errorf(fields.Board, rank, file, "a man or empty squares", "a square that does not exist")
			default:
				man := game.ManOf(letter)
				if man.Piece() == game.King && s.Kings()&s.Of(man.Side()) != 0 {
					return nil, grid.Errorf(fields.Board, rank, file, "one king on each side", "a second %v", man)
				}
				s.Men = s.With(game.Square(8*rank+file), man)
			}
		}
	}
	for _, side := range []game.Side{game.White, game.Black} {
		if s.Kings()&s.Of(side) == 0 {
			return nil, fields.Board.Errorf(0, "one king on each side", "no %v", game.King.Of(side))
		}
	}
	return r, nil
}

// refusePawns reports a side's pawn on a row where it cannot be.
func (r *reader) refusePawns(side game.Side, rank int, want string) error {
	for file := range r.grid.Files {
		man := game.ManOf(r.grid.Cells[rank][file])
		if man == game.Pawn.Of(side) {
			return r.grid.Errorf(r.fields.Board, rank, file, want, "a %v on row %d of %d", man, rank+1, r.grid.Ranks)
		}
	}
	return nil
}

// details are what the two games read differently.
type details struct {
	right func(r *reader, side game.Side, short bool) (rook uint64, need string)
	safe  func(*state, game.Move) bool
}

// finish reads the fields that depend on the men.
func (r *reader) finish(d details) error {
	s := &r.state
	if idle := s.turn.Other(); checkers(s.Men, idle) != 0 {
		king := lowest(s.Kings() & s.Of(idle))
		return r.grid.Errorf(r.fields.Board, int(king>>3), int(king&7), "a position in which the side that has just moved is not in check",
			"%v is to move and attacks the %v", s.turn, game.King.Of(idle))
	}
	if err := r.readRights(d); err != nil {
		return err
	}
	if err := r.readPassed(); err != nil {
		return err
	}
	for b := s.capturers(); b != 0; b &= b - 1 {
		s.takable = s.takable || d.safe(s, passant(b, s.passed))
	}
	return nil
}

// readRights reads the castling rights, in any order. For each, the game's
// details give the rook, or none and what would have to stand where.
func (r *reader) readRights(d details) error {
	f := r.fields.Rights
	if f.Text == "-" {
		return nil
	}
	const want = "- or some of KQkq, each at most once"
	for i := range len(f.Text) {
		at := strings.IndexByte("KQkq", f.Text[i])
		if at < 0 {
			return f.Errorf(i, want, "unknown right %q", []rune(f.Text[i:])[0])
		}
		if strings.IndexByte(f.Text, f.Text[i]) < i {
			return f.Errorf(i, want, "%q stands here twice", f.Text[i])
		}
		rook, need := d.right(r, game.Side(at/2), at%2 == 0)
		if rook == 0 {
			return f.Errorf(i, need, "%q is impossible here", f.Text[i])
		}
		r.state.rights |= rook
	}
	return nil
}

// chessRights finds the rook of a right: king and rook on their first squares.
func chessRights(r *reader, side game.Side, short bool) (uint64, string) {
	s := &r.state
	home := uint(side) * 56
	rook := home
	if short {
		rook = home + 7
	}
	own := s.Of(side)
	if s.Kings()&own != bit(home+4) || s.Rooks()&own&bit(rook) == 0 {
		return 0, fmt.Sprintf("the %v on %s and a %v on %s", game.King.Of(side), squareName(home+4), game.Rook.Of(side), squareName(rook))
	}
	return bit(rook), ""
}

// shrinkRights finds the rook of a right. Whatever has vanished, an unmoved
// king is still on its side's first row and an unmoved rook in a corner; R6
// asks for two or three files between them.
func shrinkRights(r *reader, side game.Side, short bool) (uint64, string) {
	s := &r.state
	home := uint(side) * 8 * uint(s.ranks-1)
	rook := home
	if short {
		rook = home + uint(s.files) - 1
	}
	own := s.Of(side)
	king := lowest(s.Kings() & own)
	gap := int(rook) - int(king)
	if !short {
		gap = -gap
	}
	if king>>3 != home>>3 || s.Rooks()&own&bit(rook) == 0 || gap < 3 || gap > 4 {
		return 0, fmt.Sprintf("a %v on %s and the %v on that row, two or three squares between them",
			game.Rook.Of(side), squareName(rook), game.King.Of(side))
	}
	return bit(rook), ""
}
