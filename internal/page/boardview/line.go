package boardview

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Line is a line of moves with a board view after each. One goroutine at a time may use
// it. Board views are made when they are first requested, so that a long line is quick
// to set up.
type Line struct {
	pos    game.Position // after the last move
	format Format
	plies  []ply // the start, and one for each move
}

// ply is a position of a line.
type ply struct {
	move  game.Move // that led here
	keyed keyedView
	view  *BoardView // nil until it is requested
}

// NewLine returns a line without moves; an empty FEN means the game's start. Errors are
// *game.FENError.
func NewLine(g game.Game, fen string) (*Line, error) {
	pos, err := game.ParseOrStart(g, fen)
	if err != nil {
		return nil, err
	}
	return &Line{pos: pos, format: FormatOf(g), plies: []ply{{keyed: newKeyedView(pos.View())}}}, nil
}

// Play adds a move, in UCI or SAN. A line goes on after an automatic draw, as files and
// studies do: only live games end there. Errors are *notation.MoveError.
func (l *Line) Play(text string) error {
	m, err := notation.ParseMove(l.pos, text)
	if err != nil {
		return err
	}
	next := ply{move: m, keyed: l.end().keyed}
	next.keyed.apply(l.pos.Effects(m), nil)
	l.pos.Make(m)
	next.keyed.view = l.pos.View()
	l.plies = append(l.plies, next)
	return nil
}

// end returns the last position of the line.
func (l *Line) end() *ply { return &l.plies[len(l.plies)-1] }

// Back takes moves back until ply are left. It does nothing if there are no more.
func (l *Line) Back(ply int) {
	for l.Ply() > max(ply, 0) {
		l.pos.Unmake()
		l.plies[l.Ply()] = l.plies[0] // releases the board view
		l.plies = l.plies[:l.Ply()]
	}
}

// Ply is the number of moves played.
func (l *Line) Ply() int { return len(l.plies) - 1 }

// View returns the board view after ply moves, always with its squares. A number beyond
// the line's ends stands for the end. The caller must not change what it refers to.
func (l *Line) View(ply int) BoardView {
	ply = min(max(ply, 0), l.Ply())
	l.build(ply, ply)
	return *l.plies[ply].view
}

// Views returns the board views from that ply to the end, the first with its squares,
// the others where they differ from those before. The caller must not change what they
// refer to.
func (l *Line) Views(from int) []BoardView {
	from = min(max(from, 0), l.Ply())
	l.build(from, l.Ply())
	out := make([]BoardView, 0, len(l.plies)-from)
	for i := from; i < len(l.plies); i++ {
		v := *l.plies[i].view
		if i > from && l.plies[i].keyed.sameSquares(&l.plies[i-1].keyed) {
			v.Squares, v.Shapes = nil, nil
		}
		out = append(out, v)
	}
	return out
}

// build makes the missing board views between two plies. It walks the position back to
// the first of them and forward again.
func (l *Line) build(from, to int) {
	for from <= to && l.plies[from].view != nil {
		from++
	}
	if from > to {
		return
	}
	for i := l.Ply(); i > max(from-1, 0); i-- {
		l.pos.Unmake()
	}
	if from == 0 {
		l.plies[0].view = l.viewAt(0)
		from++
	}
	for i := from; i < len(l.plies); i++ {
		p := &l.plies[i]
		if i > to || p.view != nil {
			l.pos.Make(p.move)
			continue
		}
		a := l.animate(l.plies[i-1].keyed, p.move)
		text, narration := l.pos.UCI(p.move), notation.Narrate(l.pos, p.move)
		l.pos.Make(p.move)
		p.view = l.viewAt(i)
		p.view.Move, p.view.SAN, p.view.Narration, p.view.Steps = text, a.san, narration, a.steps
	}
}

// viewAt makes the board view of a ply, at which the position is, without its move.
func (l *Line) viewAt(i int) *BoardView {
	k := &l.plies[i].keyed
	v := k.boardView(l.format, l.pos)
	v.Ply, v.Removed = i, k.removed
	if i > 0 {
		before := &l.plies[i-1].keyed
		for _, sq := range []game.Square{l.plies[i].move.From(), l.plies[i].move.To()} {
			if key := int(before.square[sq]); k.hasSquare(key) {
				v.Last = append(v.Last, key)
			}
		}
	}
	return &v
}
