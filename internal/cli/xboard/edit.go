package xboard

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/notation"
)

// editor places pieces by the lines after edit: the way to set up a position of programs that do not know setboard.
type editor struct {
	board *geom.Board
	bytes map[int]byte // what stands on squares, as a FEN has it
	color game.Color
}

// edit answers edit: until a line with a dot, lines place pieces on the board at hand.
func (s *session) edit(string) error {
	if s.refused != "" {
		return userError(s.refused)
	}
	s.halt()
	v := s.at.View()
	s.editor = &editor{board: v.Board}
	s.editor.clear()
	for id, piece := range v.Pieces {
		if piece != game.NoPiece {
			s.editor.bytes[id] = piece.Letter()
		}
	}
	return nil
}

// clear empties the board.
func (e *editor) clear() {
	e.bytes = map[int]byte{}
	for rank := range e.board.Ranks {
		for file := range e.board.Files {
			if id := rank*e.board.Stride + file; e.board.Square(id) == nil {
				e.bytes[id] = '*' // a hole
			}
		}
	}
}

// editLine answers a line after edit.
func (s *session) editLine(line string) error {
	e := s.editor
	switch line {
	case "c":
		e.color = e.color.Other()
	case "#":
		e.clear()
	case ".":
		s.editor = nil
		board := marksText(e.board.Files, e.board.Ranks, e.board.Stride, e.bytes)
		// With all rights to castle: those that are impossible are dropped.
		return s.setUp("edit", fmt.Sprintf("%s %s KQkq - 0 1", board, s.at.Turn().Letter()))
	default:
		return e.place(line)
	}
	return nil
}

// place puts a piece on a square, or with x nothing.
func (e *editor) place(line string) error {
	if len(line) < 3 {
		return userError("expected a piece with its square, such as Pa4, x with a square, c, # or .")
	}
	sq := e.board.SquareByName(line[1:])
	if sq == nil {
		return userErrorf("there is no square %s", line[1:])
	}
	letter := line[:1]
	switch {
	case letter[0]|0x20 < 'a' || letter[0]|0x20 > 'z':
		return userErrorf("%q is no piece: expected a letter such as P", letter)
	case letter == "x":
		delete(e.bytes, sq.ID)
		return nil
	case e.color == game.Black:
		letter = strings.ToLower(letter)
	}
	e.bytes[sq.ID] = letter[0]
	return nil
}

// exclude answers "exclude MOVE|best|all": the analysis of this position does not look at the move.
func (s *session) exclude(text string) error { return s.restrict(text, true) }

// include answers "include MOVE|all".
func (s *session) include(text string) error { return s.restrict(text, false) }

func (s *session) restrict(text string, out bool) error {
	if s.refused != "" {
		return userError(s.refused)
	}
	var moves []game.Move
	switch i := s.info.Load(); {
	case text == "all":
		moves = s.at.Legal(nil)
	case text == "best" && i != nil && i.Best() != game.NoMove:
		moves = []game.Move{i.Best()}
	default:
		m, err := notation.ParseUCI(s.at, text)
		if err != nil {
			return userError(err.Error())
		}
		moves = []game.Move{m}
	}
	if s.excluded == nil {
		s.excluded = map[game.Move]bool{}
	}
	for _, m := range moves {
		s.excluded[m] = out
	}
	if s.analyzing {
		s.restart()
	}
	return nil
}

// analyzed returns the moves to analyze.
func (s *session) analyzed() []game.Move {
	var moves []game.Move
	for _, m := range s.at.Legal(nil) {
		if !s.excluded[m] {
			moves = append(moves, m)
		}
	}
	return moves
}
