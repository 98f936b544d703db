package boardview

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// film collects what a move does, step by step and altogether. A nil film
// collects nothing.
type film struct {
	san   string
	steps []Step
	// Keys of cells and pieces, as Preview has them.
	collapse, vanish, dropCheck []int
	takes, expel                []int
	becomes                     []Becoming
}

// film plays a legal move of the line's position, from its stage.
func (l *Line) film(from stage, m game.Move) *film {
	f := &film{san: notation.SAN(l.pos, m)}
	from.apply(l.pos.Effects(m), f)
	return f
}

// stepKinds names the steps, by game.EffectKind.
var stepKinds = [...]string{
	game.Slide: "slide", game.Capture: "take", game.Expel: "expel", game.Drop: "drop", game.Demote: "transmute",
	game.DropCheck: "dropcheck", game.Vanish: "vanish", game.CollapseRank: "collapse", game.CollapseFile: "collapse",
	game.Promote: "promote",
}

// open begins a step of effects that happen at once. A capture gives its name to
// the step of the piece who makes it.
func (f *film) open(s *stage, effects []game.Effect) {
	if f == nil {
		return
	}
	step := Step{Kind: stepKinds[effects[0].Kind]}
	mark := func(squares ...game.Square) {
		for _, sq := range squares {
			if key := int(s.cell[sq]); !slices.Contains(step.Marks, key) {
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
	f.steps = append(f.steps, step)
}

// tell notes an effect, before it changes the stage. The key is that of the piece
// on its square At, or of the piece whom it captures.
func (f *film) tell(s *stage, e game.Effect, key uint8) {
	if f == nil {
		return
	}
	become := func(key int) {
		f.becomes = append(f.becomes, Becoming{
			Kind: stepKinds[e.Kind], Key: key, From: letter(e.Piece), Into: letter(e.Into), Cell: int(s.cell[e.To]),
		})
	}
	switch e.Kind {
	case game.Capture:
		f.takes = append(f.takes, int(key))
	case game.Expel:
		f.expel = append(f.expel, int(key))
	case game.Drop:
		become(s.taken.Key)
	case game.Demote, game.Promote:
		become(int(key))
	case game.DropCheck:
		f.dropCheck = append(f.dropCheck, int(s.cell[e.From]), int(s.cell[e.To]))
	case game.Vanish:
		f.vanish = append(f.vanish, int(s.cell[e.From]))
	case game.CollapseRank, game.CollapseFile:
		f.collapse = append(f.collapse, s.line(e)...)
	case game.Slide:
	}
}

// close ends a step: what stands where is now so.
func (f *film) close(s *stage) {
	if f == nil {
		return
	}
	step := &f.steps[len(f.steps)-1]
	step.Pieces = s.pieces()
	switch step.Kind {
	case "vanish":
		step.Cells, step.Shapes = s.cells()
	case "collapse":
		box := s.box()
		step.Box = &box
		step.Cells, step.Shapes = s.cells()
	}
}
