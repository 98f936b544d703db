package boardview

import (
	"fmt"
	"math"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Line is a game as a line of moves, with a scene after each. One goroutine at a
// time may use it. Scenes are made when they are first asked for, so that long
// lines are quick to set up.
type Line struct {
	pos   game.Position // after the last move
	plies []ply         // the start, and one for each move
}

// ply is a position of a line.
type ply struct {
	move  game.Move // that led here
	stage stage
	scene *Scene // nil until it is asked for
}

// NewLine begins a line; an empty FEN means the game's start. Its errors are
// *game.FENError.
func NewLine(g game.Game, fen string) (*Line, error) {
	pos, err := game.PositionAt(g, fen)
	if err != nil {
		return nil, err
	}
	return &Line{pos: pos, plies: []ply{{stage: newStage(pos.View())}}}, nil
}

// Play adds a move, as UCI or short algebraic. Errors are
// *notation.MoveError, or say that the game is over.
func (l *Line) Play(text string) error {
	m, err := ReadMove(l.pos, text)
	if err != nil {
		return err
	}
	next := ply{move: m, stage: l.end().stage}
	next.stage.apply(l.pos.Effects(m), nil)
	l.pos.Make(m)
	next.stage.view = l.pos.View()
	l.plies = append(l.plies, next)
	return nil
}

// ReadMove reads a move that can be played in a position, as UCI or short
// algebraic. Errors are *notation.MoveError, or say that the game is over.
func ReadMove(p game.Position, text string) (game.Move, error) {
	if o := p.Outcome(); o.Over() {
		return game.NoMove, fmt.Errorf("%.20q: the game is over (%v)", text, o)
	}
	return notation.ParseMove(p, text)
}

// end returns the last position of the line.
func (l *Line) end() *ply { return &l.plies[len(l.plies)-1] }

// Back takes moves off the end until ply are left. A line that is no longer
// stays as it is.
func (l *Line) Back(ply int) {
	for l.Ply() > max(ply, 0) {
		l.pos.Unmake()
		l.plies[l.Ply()] = l.plies[0] // lets go of the scene
		l.plies = l.plies[:l.Ply()]
	}
}

// Ply is the number of moves played.
func (l *Line) Ply() int { return len(l.plies) - 1 }

// Scene returns the scene after so many moves, always with its cells. A number
// beyond the line's ends stands for the end. The caller must not change what the
// scene holds.
func (l *Line) Scene(ply int) Scene {
	ply = min(max(ply, 0), l.Ply())
	l.build(ply, ply)
	return *l.plies[ply].scene
}

// Scenes returns the scenes from that ply to the end, the first with its cells,
// the others where they differ from those before. The caller must not change
// what the scenes hold.
func (l *Line) Scenes(from int) []Scene {
	from = min(max(from, 0), l.Ply())
	l.build(from, l.Ply())
	out := make([]Scene, 0, len(l.plies)-from)
	for i := from; i < len(l.plies); i++ {
		s := *l.plies[i].scene
		if i > from && l.plies[i].stage.sameCells(&l.plies[i-1].stage) {
			s.Cells, s.Shapes = nil, nil
		}
		out = append(out, s)
	}
	return out
}

// build makes the scenes that are missing between two plies. The position is
// walked back to the first of them and forth again.
func (l *Line) build(from, to int) {
	for from <= to && l.plies[from].scene != nil {
		from++
	}
	if from > to {
		return
	}
	for i := l.Ply(); i > max(from-1, 0); i-- {
		l.pos.Unmake()
	}
	if from == 0 {
		l.plies[0].scene = l.picture(0)
		from++
	}
	for i := from; i < len(l.plies); i++ {
		p := &l.plies[i]
		if i > to || p.scene != nil {
			l.pos.Make(p.move)
			continue
		}
		f := l.film(l.plies[i-1].stage, p.move)
		text, told := l.pos.UCI(p.move), notation.Narrate(l.pos, p.move)
		l.pos.Make(p.move)
		p.scene = l.picture(i)
		p.scene.Move, p.scene.SAN, p.scene.Told, p.scene.Steps = text, f.san, told, f.steps
	}
}

// picture makes the scene of a ply, at which the position is, without its move.
func (l *Line) picture(i int) *Scene {
	st := &l.plies[i].stage
	s := st.still(l.pos)
	s.Ply, s.Lost = i, st.lost
	if i > 0 {
		before := &l.plies[i-1].stage
		for _, sq := range []game.Square{l.plies[i].move.From(), l.plies[i].move.To()} {
			if key := int(before.cell[sq]); st.hasCell(key) {
				s.Last = append(s.Last, key)
			}
		}
	}
	return &s
}

// colorName names a side as pages know it.
func colorName(s game.Color) string {
	if s == game.White {
		return "white"
	}
	return "black"
}

// round keeps coordinates short: a ten-thousandth of a square is far below a
// pixel.
func round(x float64) float64 {
	r := math.Round(x*1e4) / 1e4
	if r == 0 {
		return 0 // not −0
	}
	return r
}

// sorted returns keys in order.
func sorted(keys []int) []int {
	slices.Sort(keys)
	return keys
}
