package uci

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/render"
)

// show answers d: the board, the FEN, the key and the pieces that give check.
func (s *session) show([]string) error {
	if s.lacksPosition("d") {
		return nil
	}
	o := render.Options{Check: game.CheckedSquares(s.at)}
	check := "no"
	if s.at.InCheck() {
		check = "yes"
	}
	s.out.Printf("\n%s\nGame: %s\nFEN: %s\nKey: %016X\nIn check: %s\nLegal moves: %d\nOutcome: %s",
		render.Text(s.at.View(), o), s.game.Name(), s.at, s.at.Key(), check, s.at.LegalCount(), s.at.Outcome())
	return nil
}

// eval answers eval with the static evaluation in centipawns.
func (s *session) eval([]string) error {
	if s.lacksPosition("eval") {
		return nil
	}
	if err := s.prepare(); err != nil {
		return err
	}
	score := s.NewNode(s.at).Eval()
	white := score
	if s.at.Turn() == game.Black {
		white = -score
	}
	s.out.Printf("Static evaluation: %+.2f for White, %+.2f for %v, to move", float64(white)/100, float64(score)/100,
		s.at.Turn())
	if s.at.InCheck() {
		s.out.Printf("(%v is in check; the value means little)", s.at.Turn())
	}
	return nil
}

// bench answers bench.
func (s *session) bench(args []string) error {
	s.ignored("bench", args, "no arguments")
	if s.Bench == nil {
		s.say("bench: not available")
		return nil
	}
	s.idle()
	s.endless = false
	s.task.Do(s.ctx, func(ctx context.Context) {
		if err := s.Bench(ctx, s.out); err != nil {
			s.out.Printf("info string bench: %s", engineio.OneLine(fmt.Sprint(err)))
		}
	})
	return nil
}
