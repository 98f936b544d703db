package review_test

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func TestDecisive(t *testing.T) {
	r := review.Report{Moves: []review.Move{
		{Ply: 1, Color: "white", Loss: 0.05},
		{Ply: 2, Color: "black", Loss: 0.2, NAG: review.Mistake},
		{Ply: 3, Color: "white", Loss: 0.5, NAG: review.Blunder},
		{Ply: 4, Color: "black", Loss: 0.4, NAG: review.Blunder},
		{Ply: 6, Color: "black", Loss: 0.4, NAG: review.Blunder},
	}}
	for result, want := range map[game.Result]int{game.WhiteWins: 6, game.BlackWins: 3, game.Draw: 3} {
		if m := r.Decisive(result); m == nil || m.Ply != want {
			t.Errorf("%v was decided by %+v, want ply %d", result, m, want)
		}
	}
	even := review.Report{Moves: r.Moves[:1]}
	if m := even.Decisive(game.WhiteWins); m != nil {
		t.Errorf("a game without a marked move was decided by %+v", m)
	}
}

func TestPositionAfter(t *testing.T) {
	r := review.Reviewed{Review: review.Review{Line: notation.Line{Variant: "chess", Moves: []string{"e2e4", "e7e5"}}}}
	for plies, want := range map[int][2]string{
		-1: {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		1:  {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e4"},
		9:  {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e7e5"},
	} {
		fen, last, err := r.PositionAfter(plies, rules.ByName)
		if err != nil || fen != want[0] || last != want[1] {
			t.Errorf("after %d plies: %q, %q, %v; want %q", plies, fen, last, err, want)
		}
	}
}
