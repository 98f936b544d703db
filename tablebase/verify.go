package tablebase

import (
	"context"
	"strconv"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// Verify recomputes every entry of a table from the legal moves and the entries that they
// lead to. A win needs a move to a loss that is one ply shorter, and none to a shorter
// loss; a loss has only moves to wins, the longest one ply shorter; a draw has a move to
// a draw and none to a loss, or is a stalemate that draws. The rules must reject entries that
// are marked as impossible; in Convergent Chess those that they reject mean nothing.
// If all tables that moves lead to are verified too, the tables are correct, since
// distances to mate leave no room for circular errors.
//
// rules is the game of the material; Verify uses nothing of the solver. step, if not nil, is called
// now and then with the number of entries verified since. The error names the first
// wrong entry.
func (t *Tables) Verify(ctx context.Context, m Material, rules game.Game, step func(entries int)) error {
	f := t.find(m.key)
	if f.table == nil {
		return &MissingError{m.String()}
	}
	v := verifier{t: t, table: f.table, rules: rules, start: rules.Start()}
	for part := range f.parts() {
		if err := v.part(ctx, part); err != nil {
			return err
		}
		if step != nil {
			step(f.partSize(part))
		}
	}
	return nil
}

type verifier struct {
	t     *Tables
	table *table
	rules game.Game
	start game.Position // reset for each entry, if it can be
	moves []game.Move
}

// often is the number of entries between checks of the context.
const often = 1 << 12

func (v *verifier) part(ctx context.Context, part int) (err error) {
	v.table.visit(part, func(n int, p node) {
		if err != nil {
			return
		}
		if n%often == 0 && ctx.Err() != nil {
			err = ctx.Err()
			return
		}
		err = v.position(n, &p)
	})
	return err
}

// position verifies one entry.
func (v *verifier) position(n int, at *node) error {
	entry, err := v.table.at(n)
	if err != nil {
		return err
	}
	p, allowed := v.set(n, at)
	if v.table.Game() != Shrink && !allowed {
		return nil // the entry means nothing
	}
	if allowed != (entry != impossible) {
		return message.Errorf("%v, entry %d: the table says %v of %q, the rules say %v",
			v.table.Material, n, possibility(entry != impossible), v.table.fen(n), possibility(allowed))
	}
	if !allowed {
		return nil
	}
	want, err := v.recompute(p)
	if err != nil {
		return message.Errorf("%v: after %s: %w", v.table.Material, v.table.fen(n), err)
	}
	if got := resultOf(entry); got != want {
		return message.Errorf("%v, entry %d: the table says %v of %q, its moves say %v",
			v.table.Material, n, got, v.table.fen(n), want)
	}
	return nil
}

// set returns the position of an entry, unless the rules reject it.
func (v *verifier) set(n int, at *node) (game.Position, bool) {
	if p, ok := v.start.(interface {
		Reset(pieces bitboard.Pieces, ranks, files int, turn game.Color) bool
	}); ok {
		return v.start, p.Reset(at.pieces, at.ranks, at.files, at.turn)
	}
	p, err := v.rules.Parse(v.table.fen(n))
	return p, err == nil
}

func possibility(yes bool) string {
	if yes {
		return "that it is possible"
	}
	return "that it is impossible"
}

// recompute returns the result of a position from those after its moves.
func (v *verifier) recompute(p game.Position) (Result, error) {
	v.moves = p.Legal(v.moves[:0])
	if len(v.moves) == 0 {
		if p.InCheck() {
			return Result{Outcome: game.WDLLoss}, nil
		}
		return Result{Outcome: p.Stalemate()}, nil
	}
	best := Result{Outcome: game.WDLLoss, DTM: -1}
	for _, m := range v.moves {
		p.Make(m)
		r, err := v.t.Probe(p)
		p.Unmake()
		if err != nil {
			return Result{}, err
		}
		if r = r.Before(); better(r, best) {
			best = r
		}
	}
	return best, nil
}

// better reports whether the side to move prefers a to b.
func better(a, b Result) bool {
	if a.Outcome != b.Outcome {
		return a.Outcome > b.Outcome
	}
	if a.Outcome == game.WDLWin {
		return a.DTM < b.DTM
	}
	return a.DTM > b.DTM
}

// fenOf returns the FEN of a position with its counts at the start.
func fenOf(pieces bitboard.Pieces, ranks, files int, turn game.Color) string {
	b := make([]byte, 0, 64)
	for rank := ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range files {
			pc := pieces.Piece(game.Square(8*rank + file))
			if pc == game.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = strconv.AppendInt(b, int64(empty), 10)
				empty = 0
			}
			b = append(b, pc.Letter())
		}
		if empty > 0 {
			b = strconv.AppendInt(b, int64(empty), 10)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return string(b) + " " + turn.Letter() + " - - 0 1"
}

// VerifyAll verifies all open tables, several at a time. rules finds a game by its name.
// progress, if not nil, is called by one goroutine at a time. Errors are those of Verify.
func (t *Tables) VerifyAll(
	ctx context.Context, rules func(name string) (game.Game, error), workers int, progress func(Progress),
) error {
	tally := newTally(t.Materials(), progress)
	return parallel(ctx, workers, t.Materials(), func(ctx context.Context, m Material) error {
		g, err := rules(m.Game().String())
		if err != nil {
			return err
		}
		return t.Verify(ctx, m, g, func(n int) { tally.step(m, n) })
	})
}
