package wane_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wane-chess/wane"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules/shrink"
)

// hill is King of the Hill: chess in which a king in the center wins.
type hill struct{ game.Game }

func newHill() game.Game { return hill{shrink.NewChess()} }

func (hill) Name() string           { return "hill" }
func (hill) Title() string          { return "King of the Hill" }
func (hill) Rules() string          { return "Chess, but a king on d4, e4, d5 or e5 wins." }
func (h hill) Start() game.Position { return &hillPosition{h.Game.Start()} }

func (h hill) Parse(fen string) (game.Position, error) {
	p, err := h.Game.Parse(fen)
	if err != nil {
		return nil, err
	}
	return &hillPosition{p}, nil
}

type hillPosition struct{ game.Position }

func (p *hillPosition) Game() game.Game      { return hill{p.Position.Game()} }
func (p *hillPosition) Clone() game.Position { return &hillPosition{p.Position.Clone()} }

// won reports whether the side that has just moved has its king in the center.
func (p *hillPosition) won() bool {
	for _, name := range []string{"d4", "e4", "d5", "e5"} {
		if p.PieceAt(game.SquareByName(p, name)) == game.King.Of(p.Turn().Other()) {
			return true
		}
	}
	return false
}

// A bare king can still win, so no position is dead.
func (p *hillPosition) Outcome() game.Outcome {
	if p.won() {
		return game.Win(p.Turn().Other(), "the king is in the center")
	}
	return rulekit.Outcome(p, false)
}

// The result of Terminal is for the side to move. Mate comes before the fifty-move rule.
func (p *hillPosition) Terminal() (game.WDL, bool) {
	if p.won() {
		return game.WDLLoss, true
	}
	fiftyMoves := p.Halfmoves() >= game.MaxHalfmoves && (!p.InCheck() || p.LegalCount() > 0)
	return game.WDLDraw, fiftyMoves || p.Repetitions() >= 2
}

func (p *hillPosition) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}

func Example_ownVariant() {
	b, err := wane.ParseBoard(newHill(), "7k/7p/8/8/8/3K4/7P/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	best, err := search.New(eval.NewNode).Search(context.Background(), b.Position(), engine.Limits{Depth: 6}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range best.PV {
		san, err := b.SAN(m)
		if err != nil || b.Push(m) != nil {
			fmt.Println(err)
		}
		fmt.Println(san)
	}
	fmt.Println(b.Outcome())
	// Output:
	// Kd4#
	// White wins: the king is in the center
}

// A game that changes another keeps the contract, and has an evaluator of its own.
func TestOwnVariant(t *testing.T) {
	gametest.Conform(t, newHill())
	p, err := newHill().Parse("7k/8/8/8/8/8/3K4/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, over := p.Terminal(); over || p.Outcome().Over() || p.TimeoutOutcome(game.Black).Result != game.WhiteWins {
		t.Errorf("two kings: %v, and on time %v", p.Outcome(), p.TimeoutOutcome(game.Black))
	}
}
