package main

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/notation"
)

// push plays a move that was read, unless the error says that it was not.
func (b *board) push(m game.Move, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	b.stack = append(b.stack, b.pos.UCI(m))
	b.pos.Make(m)
	return true, nil
}

// legal returns the legal moves, in a list that the next call overwrites.
func (b *board) legal() []game.Move {
	b.moves = b.pos.Legal(b.moves[:0])
	return b.moves
}

func (b *board) pop() bool {
	if len(b.stack) == 0 {
		return false
	}
	b.pos.Unmake()
	b.stack = b.stack[:len(b.stack)-1]
	return true
}

// line returns UCI moves from the position on in SAN.
func (b *board) line(moves string, numbers bool) (string, error) {
	p := b.pos.Clone()
	var out []string
	for i, text := range strings.Fields(moves) {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			return "", message.Errorf("move %d: %w", i+1, err)
		}
		switch {
		case !numbers:
		case p.Turn() == game.White:
			out = append(out, message.Sprintf("%d.", p.Fullmove()))
		case i == 0:
			out = append(out, message.Sprintf("%d...", p.Fullmove()))
		}
		out = append(out, notation.SAN(p, m))
		p.Make(m)
	}
	return strings.Join(out, " "), nil
}

func (b *board) names(squares []game.Square) string {
	return join(squares, func(sq game.Square) string { return game.SquareName(b.pos, sq) })
}

func (b *board) square(name string) (game.Square, error) {
	sq := game.SquareByName(b.pos, name)
	if sq == game.NoSquare {
		return sq, message.Errorf("there is no square %.10q on this board", name)
	}
	return sq, nil
}

// text draws the board, Black's side first: a letter for a piece, a dot for an empty square, an asterisk for one
// that has vanished. Hexagons stand in lines of the same height.
func (b *board) text() string {
	v := b.pos.View()
	rows := map[int][]byte{}
	top := 0
	for i := range v.Board.Squares {
		sq := &v.Board.Squares[i]
		row := sq.Row
		if v.Board.Shape == geom.Hexagonal {
			row = geom.HexHeight(sq.Col, sq.Row)
		}
		letter := byte('.')
		switch pc := v.Pieces[sq.ID]; {
		case v.Vanished[sq.ID]:
			letter = '*'
		case pc != game.NoPiece:
			letter = pc.Letter()
		}
		rows[row] = append(rows[row], letter)
		top = max(top, row)
	}
	var out []string
	for row := top; row >= 0; row-- {
		if letters := rows[row]; letters != nil {
			out = append(out, strings.Join(strings.Split(string(letters), ""), " "))
		}
	}
	return strings.Join(out, "\n")
}

// effect is what a move does to a piece or a line. Squares have their names before the move, but for promotions.
type effect struct {
	kind, piece, into, from, to string
	line                        string
}

// JSON implements pagejson.Object.
func (e *effect) JSON(c *pagejson.Coder) {
	c.String("kind", &e.kind)
	c.String("piece?", &e.piece)
	c.String("into?", &e.into)
	c.String("from?", &e.from)
	c.String("to?", &e.to)
	c.String("line?", &e.line)
}

func effects(b *board, m game.Move) (any, error) {
	var list []effect
	after := b.pos.Clone()
	after.Make(m)
	for _, e := range b.pos.Effects(m) {
		x := effect{kind: e.Kind.String(), piece: letterOf(e.Piece), into: letterOf(e.Into)}
		from, to := game.SquareName(b.pos, e.From), game.SquareName(b.pos, e.To)
		switch e.Kind {
		case game.Slide, game.DropCheck:
			x.from, x.to = from, to
		case game.Vanish:
			x.from = from
		case game.CollapseRank:
			x.line = message.Sprintf("%d", e.Index+1)
		case game.CollapseFile:
			x.line = geom.FileName(e.Index)
		case game.Promote:
			x.to = game.SquareName(after, e.To)
		default:
			x.to = to
		}
		list = append(list, x)
	}
	return pagejson.Marshal(func(c *pagejson.Coder) { pagejson.List(c, "effects", &list) }), nil
}

func letterOf(pc game.Piece) string {
	if pc == game.NoPiece {
		return ""
	}
	return string(pc.Letter())
}

func parseColor(text string) (game.Color, error) {
	switch text {
	case "w":
		return game.White, nil
	case "b":
		return game.Black, nil
	}
	return 0, message.Errorf("invalid color %.10q, expected w or b", text)
}

// join returns texts for the entries of a list, with spaces between.
func join[T any](list []T, text func(T) string) string {
	out := make([]byte, 0, 8*len(list))
	for i, x := range list {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, text(x)...)
	}
	return string(out)
}
