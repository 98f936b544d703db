package toygame_test

import "github.com/wane-chess/wane/game"

// What a search asks of a position.

var values = [7]game.Score{game.Queen: 900, game.Rook: 500, game.Knight: 300, game.Pawn: 100}

func (p *position) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	for _, r := range p.top().legal() {
		if r.Kind&k != 0 {
			dst = append(dst, r)
		}
	}
	return dst
}

func (p *position) Terminal() (game.Score, bool) {
	o := p.Outcome()
	return 0, o.Result == game.Draw && o.Reason != game.Stalemate
}

func (p *position) StalemateScore() game.Score { return 0 }

func (p *position) Eval() game.Score {
	sum := game.Score(0)
	for _, pt := range p.top().pieces {
		if pt == game.NoPiece {
			continue
		}
		if pt.Color() == p.Turn() {
			sum += values[pt.Type()]
		} else {
			sum -= values[pt.Type()]
		}
	}
	return sum
}

func (p *position) SEE(m game.Move, least game.Score) bool {
	s := p.top()
	gain := values[s.pieces[m.To()].Type()]
	if n := s.after(m); len(n.attackers(int(m.To()), n.turn)) > 0 {
		gain -= values[s.pieces[m.From()].Type()]
	}
	return gain >= least
}

func (p *position) MakeNullMove() bool {
	if p.InCheck() {
		return false
	}
	n := p.top().passed()
	n.halfmoves = min(n.halfmoves+1, game.MaxCount)
	p.states = append(p.states, n)
	return true
}
