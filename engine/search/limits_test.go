package search_test

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
)

type gamePosition = game.Position

// endless is a position without an end: the side to move is always in check,
// has the same number of moves, and no position comes twice.
type endless struct {
	gamePosition // what a search does not need
	moves        int
	ply, deepest int
	lists        *int
}

// itself takes the position for a board of its own.
func itself(p game.Position) engine.Node { return p.(engine.Node) }

func newEndless(moves int) *endless { return &endless{moves: moves, lists: new(int)} }

func (e *endless) Clone() game.Position        { return e }
func (e *endless) Position() game.Position     { return e }
func (e *endless) PieceCount() int             { return 99 }
func (e *endless) InCheck() bool               { return true }
func (e *endless) Terminal() (game.WDL, bool)  { return 0, false }
func (e *endless) Repetitions() int            { return 0 }
func (e *endless) Stalemate() game.WDL         { return game.WDLDraw }
func (e *endless) Eval() engine.Score          { return 0 }
func (e *endless) Key() uint64                 { return uint64(e.ply) * 0x9e3779b97f4a7c15 }
func (e *endless) Turn() game.Color            { return game.Color(e.ply & 1) }
func (e *endless) MakeNullMove() bool          { return false }
func (e *endless) Structure() engine.Structure { return engine.Structure{} }

func (e *endless) SEE(game.Move, engine.Score) bool { return true }
func (e *endless) Unmake()                          { e.ply-- }

func (e *endless) Make(game.Move) {
	e.ply++
	e.deepest = max(e.deepest, e.ply)
}

func (e *endless) Legal(dst []game.Move) []game.Move {
	for i := range e.moves {
		dst = append(dst, game.Move(i+1))
	}
	return dst
}

func (e *endless) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove { return dst }

func (e *endless) LegalCount() int { return e.moves }

func (e *endless) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	*e.lists++
	for i := range e.moves {
		dst = append(dst, engine.ScoredMove{Move: game.Move(i + 1)})
	}
	return dst
}

// Checks that are answered by checks, each extending the search, end at the
// deepest ply that there is room for.
func TestDeepestPly(t *testing.T) {
	p := newEndless(1)
	info, err := search.New(itself).Search(t.Context(), p, engine.Limits{}, nil)
	if err != nil || len(info.PV) != p.deepest || p.deepest < 64 || p.ply != 0 {
		t.Errorf("the line has %d plies, the search %d; at ply %d at the end; %v", len(info.PV), p.deepest, p.ply, err)
	}
}

// A search in positions with 65,536 moves each stops after one list of them
// when its time is up, not after a thousand.
func TestStopsPromptlyAmongManyMoves(t *testing.T) {
	p := newEndless(1 << 16)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	info, err := search.New(itself).Search(gone, p, engine.Limits{}, nil)
	if err != nil || info.Best() == game.NoMove {
		t.Errorf("%v, %v: want some move", info.Best(), err)
	}
	if *p.lists > 6 {
		t.Errorf("%d lists of moves were made after the end", *p.lists)
	}
}

// A limit that makes no sense bounds nothing.
func TestNegativeLimits(t *testing.T) {
	p := parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	want, err := small(eval.NewNode).Search(t.Context(), p, engine.Limits{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := small(eval.NewNode).Search(t.Context(), p,
		engine.Limits{Depth: 3, MoveTime: -1, Mate: -1, MultiPV: -2, Weakness: engine.Weakness{Noise: -100}}, nil)
	if err != nil || got.Score != want.Score || got.Nodes != want.Nodes {
		t.Errorf("score %d in %d nodes, %v; want %d in %d", got.Score, got.Nodes, err, want.Score, want.Nodes)
	}
}
