package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// begin answers go.
func (s *session) begin(args []string) error {
	if s.refused != "" {
		s.decline(args)
		return nil //nolint:nilerr // the refusal is the answer
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.idle()
	order := s.parseGo(args)
	if order.perft >= 0 {
		s.perft(order.perft)
		return nil
	}
	s.weaken(&order.limits)
	s.endless = order.endless || order.limits.Clock.Ponder
	s.unbounded = !order.bounded
	p := s.at.Clone()
	t := reporter{out: s.out, p: p.Clone(), wdl: s.settings.wdl}
	order.limits.CurrMove = t.currMove
	s.task.Search(s.ctx, s.player(p, order), engineio.Search{
		Position: p, Limits: order.limits, Hold: order.endless,
		Report: t.report, Finish: t.finish,
	})
	return nil
}

// decline answers go without a position: that there is no move, but only when it is
// stopped or hit if it is without a limit. perft has no answer.
func (s *session) decline(args []string) {
	if slices.Contains(args, "perft") {
		s.lacksPosition("go perft")
		return
	}
	s.idle()
	hold := slices.Contains(args, "infinite")
	l := engine.Limits{Clock: engine.Clock{Ponder: slices.Contains(args, "ponder")}}
	s.endless, s.unbounded = hold || l.Clock.Ponder, hold
	t := reporter{out: s.out}
	s.task.Search(s.ctx, s.refused, engineio.Search{Limits: l, Hold: hold, Finish: t.finish})
}

// player returns what answers go: the refusal of its moves, the book, with OwnBook and
// as long as it has moves for a game, or the engine.
func (s *session) player(p game.Position, order goCommand) engineio.Player {
	if order.refused != "" {
		return order.refused
	}
	l := &order.limits
	if s.settings.ownBook && !s.settings.analyze && !s.endless && l.Mate == 0 && len(l.SearchMoves) == 0 {
		if m, ok := book.For(s.game).Play(p, l.Weakness); ok {
			return book.Answer(m)
		}
	}
	return s.Engine
}

// ponderHit answers ponderhit.
func (s *session) ponderHit([]string) error {
	if !s.task.Hit() {
		s.say("ponderhit: the engine is not pondering; expected go ponder … first")
		return nil
	}
	s.endless = s.unbounded
	return nil
}

// reporter writes the results of a search. Only the search's goroutine uses it.
type reporter struct {
	out  *engineio.Writer
	p    game.Position // a copy that only the reporter uses
	wdl  bool          // the chances go with the score
	last engine.Report // the last one written for the best line
}

// report writes an info line.
func (t *reporter) report(i engine.Report) {
	if i.MultiPV <= 1 {
		t.last = i
	}
	t.out.Printf("%s", t.infoLine(i))
}

// currMove writes which move of the root the search looks at.
func (t *reporter) currMove(m game.Move, number, depth int) {
	t.out.Printf("info depth %d currmove %s currmovenumber %d", depth, t.p.UCI(m), number)
}

// finish writes the last info line, unless it was written already, and the move.
func (t *reporter) finish(i engine.Report, err error) {
	switch {
	case errors.As(err, new(refusal)):
		t.out.Printf("info string %s", engineio.OneLine(err.Error()))
		t.out.Printf("bestmove (none)")
		return
	case errors.Is(err, engine.ErrNoMoves):
		t.out.Printf("info string no move to search: %s", t.p.Outcome())
		t.out.Printf("info depth 0 score %s", t.scoreText(endScore(t.p), engine.Exact))
		t.out.Printf("bestmove (none)")
		return
	case err != nil:
		t.out.Printf("info string %s", engineio.OneLine(err.Error()))
		best := "(none)"
		if legal := t.p.Legal(nil); len(legal) > 0 {
			best = t.p.UCI(legal[0])
		}
		t.out.Printf("bestmove %s", best)
		return
	}
	if i.Nodes != t.last.Nodes || i.Score != t.last.Score || !slices.Equal(i.PV, t.last.PV) {
		i.MultiPV = max(i.MultiPV, 1)
		t.out.Printf("%s", t.infoLine(i))
	}
	best := "bestmove " + t.p.UCI(i.Best())
	t.p.Make(i.Best())
	if game.IsLegal(t.p, i.Ponder()) {
		best += " ponder " + t.p.UCI(i.Ponder())
	}
	t.p.Unmake()
	t.out.Printf("%s", best)
}

// endScore returns the score of a position without legal moves.
func endScore(p game.Position) engine.Score {
	switch p.Outcome().Result {
	case game.WinFor(p.Turn().Other()):
		return -engine.Mate
	case game.WinFor(p.Turn()):
		return engine.Mate
	}
	return 0
}

// infoLine formats a report about the search.
func (t *reporter) infoLine(i engine.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d tbhits %d time %d",
		i.Depth, max(i.SelDepth, i.Depth), max(i.MultiPV, 1), t.scoreText(i.Score, i.Bound), i.Nodes, i.NodesPerSecond(),
		i.HashFull, i.TBHits, i.Time.Milliseconds())
	if text := engineio.LineText(t.p, i.PV); text != "" {
		b.WriteString(" pv " + text)
	}
	return b.String()
}

// scoreText formats a score as UCI has it.
func (t *reporter) scoreText(score engine.Score, bound engine.Bound) string {
	text := fmt.Sprintf("cp %d", score)
	if moves, ok := engine.MateIn(score); ok {
		text = fmt.Sprintf("mate %d", moves)
	}
	switch bound {
	case engine.LowerBound:
		text += " lowerbound"
	case engine.UpperBound:
		text += " upperbound"
	case engine.Exact:
	}
	if t.wdl {
		win, draw, loss := eval.WDL(t.p, score)
		text += fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
	}
	return text
}

// perft answers "go perft N" with the count for each move and the sum.
func (s *session) perft(depth int) {
	p := s.at.Clone()
	s.endless = false
	s.task.Do(s.ctx, func(ctx context.Context) {
		if depth == 0 {
			s.out.Printf("\nNodes searched: 1\n")
			return
		}
		var sum uint64
		for _, m := range p.Legal(nil) {
			text := p.UCI(m)
			p.Make(m)
			n, ok := count(ctx, p, depth-1)
			p.Unmake()
			if !ok {
				s.out.Printf("info string perft stopped")
				return
			}
			s.out.Printf("%s: %d", text, n)
			sum += n
		}
		s.out.Printf("\nNodes searched: %d\n", sum)
	})
}

// count is game.Perft that can be interrupted; false if the context ended.
func count(ctx context.Context, p game.Position, depth int) (uint64, bool) {
	const atOnce = 3 // plies that take a moment
	if ctx.Err() != nil {
		return 0, false
	}
	if depth <= atOnce {
		return game.Perft(p, depth), true
	}
	var n uint64
	for _, m := range p.Legal(nil) {
		p.Make(m)
		below, ok := count(ctx, p, depth-1)
		p.Unmake()
		if !ok {
			return 0, false
		}
		n += below
	}
	return n, true
}
