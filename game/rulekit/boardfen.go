package rulekit

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// BoardFEN writes the pieces and the missing squares as in the first field of a FEN.
func BoardFEN(v game.View) string {
	if v.Board == nil {
		return ""
	}
	if v.Board.Shape == geom.Hexagonal {
		return filesField(v)
	}
	b := v.Board
	g := Grid{Files: b.Files, Ranks: b.Ranks}
	for rank := range b.Ranks {
		for file := range b.Files {
			id := rank*b.Stride + file
			switch {
			case b.Square(id) == nil || v.Vanished[id]:
				g.Squares[rank][file] = '*'
			case v.Pieces[id] == game.NoPiece:
				g.Squares[rank][file] = ' '
			default:
				g.Squares[rank][file] = v.Pieces[id].Letter()
			}
		}
	}
	return g.String()
}

// filesField writes the hexagonal board: file by file, each from rank 1 upwards.
func filesField(v game.View) string {
	var s strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			s.WriteByte('0' + byte(empty)) // no file has ten squares
			empty = 0
		}
	}
	squares := v.Board.Squares
	for i := range squares {
		if i > 0 && squares[i-1].Col != squares[i].Col {
			flush()
			s.WriteByte('/')
		}
		if pc := v.Pieces[squares[i].ID]; pc == game.NoPiece {
			empty++
		} else {
			flush()
			s.WriteByte(pc.Letter())
		}
	}
	flush()
	return s.String()
}
