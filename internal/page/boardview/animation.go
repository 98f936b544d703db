package boardview

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// animation collects what a move does: its steps, and the fields of a Preview of the
// same names. A nil animation collects nothing.
type animation struct {
	san                         string
	steps                       []Step
	collapse, vanish, dropCheck []int // keys of squares
	captures, expel             []int // keys of pieces
	changes                     []PieceChange
}

// animate plays a legal move of the line's position on a view of it.
func (l *Line) animate(from keyedView, m game.Move) *animation {
	a := &animation{san: notation.SAN(l.pos, m)}
	from.apply(l.pos.Effects(m), a)
	return a
}

// stepKinds names the steps, by game.EffectKind.
var stepKinds = [...]string{
	game.Slide: "slide", game.Capture: "capture", game.Expel: "expel", game.Drop: "drop", game.Demote: "demote",
	game.DropCheck: "drop-check", game.Vanish: "vanish", game.CollapseRank: "collapse", game.CollapseFile: "collapse",
	game.Promote: "promote",
}

// open begins a step of simultaneous effects. A slide that captures is a capture.
func (a *animation) open(s *keyedView, effects []game.Effect) {
	if a == nil {
		return
	}
	step := Step{Kind: stepKinds[effects[0].Kind]}
	mark := func(squares ...game.Square) {
		for _, sq := range squares {
			if key := int(s.square[sq]); !slices.Contains(step.Marks, key) {
				step.Marks = append(step.Marks, key)
			}
		}
	}
	for _, e := range effects {
		switch e.Kind {
		case game.Slide, game.DropCheck:
			mark(e.From, e.To)
		case game.Capture:
			step.Kind = stepKinds[e.Kind]
			mark(e.To)
		case game.Vanish:
			mark(e.From)
		case game.CollapseRank, game.CollapseFile:
			step.Marks = s.line(e)
		default:
			mark(e.To)
		}
	}
	a.steps = append(a.steps, step)
}

// record notes an effect before it changes the view. The key is that of the piece on
// e.To, or of the captured piece.
func (a *animation) record(s *keyedView, e game.Effect, key uint8) {
	if a == nil {
		return
	}
	change := func(key int) {
		a.changes = append(a.changes, PieceChange{
			Kind: stepKinds[e.Kind], Key: key, From: letter(e.Piece), Into: letter(e.Into), Square: int(s.square[e.To]),
		})
	}
	switch e.Kind {
	case game.Capture:
		a.captures = append(a.captures, int(key))
	case game.Expel:
		a.expel = append(a.expel, int(key))
	case game.Drop:
		change(s.captured.Key)
	case game.Demote, game.Promote:
		change(int(key))
	case game.DropCheck:
		a.dropCheck = append(a.dropCheck, int(s.square[e.From]), int(s.square[e.To]))
	case game.Vanish:
		a.vanish = append(a.vanish, int(s.square[e.From]))
	case game.CollapseRank, game.CollapseFile:
		a.collapse = append(a.collapse, s.line(e)...)
	case game.Slide:
	}
}

// close ends a step with the pieces and squares after it.
func (a *animation) close(s *keyedView) {
	if a == nil {
		return
	}
	step := &a.steps[len(a.steps)-1]
	step.Pieces = s.pieces()
	switch step.Kind {
	case "vanish":
		step.Squares, step.Shapes = s.squares()
	case "collapse":
		box := boxOf(s.view.Board)
		step.Box = &box
		step.Squares, step.Shapes = s.squares()
	}
}
