package node

import (
	"context"

	"github.com/wane-chess/wane/internal/server/lichess"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
)

// reviewsForPrograms shows finished reviews in the exports of games.
func reviewsForPrograms(s *review.Service) func(context.Context, livegame.ID) (*lichess.Review, error) {
	return func(ctx context.Context, id livegame.ID) (*lichess.Review, error) {
		r, err := s.Report(ctx, id)
		if r == nil || err != nil {
			return nil, err
		}
		out := &lichess.Review{White: summary(&r.White), Black: summary(&r.Black)}
		for i, m := range r.Moves {
			before, after := &r.Points[i], &r.Points[i+1]
			out.Moves = append(out.Moves, lichess.ReviewedMove{
				CP: after.CP, Mate: after.Mate, Eval: review.Score{CP: after.CP, Mate: after.Mate}.Text(),
				NAG: m.NAG, Best: before.PV, SAN: before.SAN,
			})
		}
		return out, nil
	}
}

func summary(p *review.PlayerSummary) lichess.PlayerReview {
	return lichess.PlayerReview{
		Inaccuracies: p.Inaccuracies, Mistakes: p.Mistakes, Blunders: p.Blunders, Loss: p.Loss, Accuracy: p.Accuracy,
	}
}
