// Package frames makes the frames of pictures and animations that package render draws:
// boards with their last move, checks, captions, and the ranks and files that collapse. It
// also reads the moves of a line. It knows no variant.
package frames

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
)

// Read reads moves that are played from a position, as UCI or SAN. Errors are
// *notation.LineError; the moves before the wrong one come with them.
func Read(start game.Position, texts []string) ([]game.Move, error) {
	return notation.Play(start.Clone(), texts, notation.ParseMove)
}

// Split splits a text into moves, separated by spaces, commas or underscores. It drops
// move numbers.
func Split(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '_' })
	moves := words[:0]
	for _, w := range words {
		if number := strings.TrimLeft(w, "0123456789"); number != w && strings.HasPrefix(number, ".") {
			w = strings.TrimLeft(number, ".")
		}
		if w != "" {
			moves = append(moves, w)
		}
	}
	return moves
}

// Animation returns an animation of a line of legal moves. The names of the players may
// be empty. The last caption has the result unless the game is ongoing.
func Animation(start game.Position, moves []game.Move, white, black string, r game.Result) render.Animation {
	a := render.Animation{Frames: All(start, moves), White: white, Black: black}
	if r != game.Ongoing {
		last := &a.Frames[len(a.Frames)-1]
		last.Caption = strings.TrimSpace(last.Caption + "  " + Result(r))
	}
	return a
}

// Result returns a result with typographic characters, such as "1–0".
func Result(r game.Result) string {
	switch r {
	case game.Draw:
		return "½–½"
	case game.Ongoing:
		return "*"
	}
	return strings.ReplaceAll(r.String(), "-", "–")
}

// All returns a frame of the position and one after each of the legal moves, with the
// move as its caption. The position is unchanged.
func All(start game.Position, moves []game.Move) []render.Frame {
	p := start.Clone()
	list := []render.Frame{{View: p.View(), Check: game.CheckedSquares(p)}}
	for _, m := range moves {
		before, effects, caption := p.View(), p.Effects(m), label(p)+notation.SAN(p, m)
		p.Make(m)
		list = append(list, render.Frame{
			View: p.View(), Last: landed(before.Board, m, effects), Check: game.CheckedSquares(p),
			Caption: caption, Collapse: collapse(before, m, effects),
		})
	}
	return list
}

// Last returns the last frame of All.
func Last(start game.Position, moves []game.Move) render.Frame {
	if len(moves) == 0 {
		return All(start, nil)[0]
	}
	p := start.Clone()
	n := len(moves) - 1
	for _, m := range moves[:n] {
		p.Make(m)
	}
	return All(p, moves[n:])[1]
}

// label returns the number of the next move: "12. " or "12… ".
func label(p game.Position) string {
	if p.Turn() == game.White {
		return fmt.Sprintf("%d. ", p.Fullmove())
	}
	return fmt.Sprintf("%d… ", p.Fullmove())
}

// landed returns the squares of a move by their names after it, without those that no
// longer exist.
func landed(b *geom.Board, m game.Move, effects []game.Effect) []game.Square {
	squares := []game.Square{m.From(), m.To()}
	for _, e := range effects {
		step := 1
		line := func(sq game.Square) int { return int(sq) % b.Stride }
		switch e.Kind {
		case game.CollapseRank:
			step, line = b.Stride, func(sq game.Square) int { return int(sq) / b.Stride }
		case game.CollapseFile:
		default:
			continue
		}
		squares = slices.DeleteFunc(squares, func(sq game.Square) bool { return line(sq) == e.Index })
		for i, sq := range squares {
			if line(sq) > e.Index {
				squares[i] = sq - game.Square(step)
			}
		}
	}
	return squares
}

// collapse returns the ranks and files that collapse with a move, and the board before that;
// nil if none does.
func collapse(before game.View, m game.Move, effects []game.Effect) *render.Collapse {
	first := slices.IndexFunc(effects, func(e game.Effect) bool {
		return e.Kind == game.CollapseRank || e.Kind == game.CollapseFile
	})
	if first < 0 {
		return nil
	}
	c := &render.Collapse{View: before.Apply(effects[:first]), Last: []game.Square{m.From(), m.To()}}
	for _, e := range effects[first:] {
		switch e.Kind {
		case game.CollapseRank:
			c.Ranks = append(c.Ranks, original(c.Ranks, e.Index))
		case game.CollapseFile:
			c.Files = append(c.Files, original(c.Files, e.Index))
		}
	}
	return c
}

// original returns the index of a line before others of its kind collapsed.
func original(gone []int, line int) int {
	for _, g := range slices.Sorted(slices.Values(gone)) {
		if g <= line {
			line++
		}
	}
	return line
}
