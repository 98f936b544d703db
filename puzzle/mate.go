package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// mate returns the solution of a position with a short mate: the only first move, the longest
// defense, and so on. Without a mate within the limits it returns nil.
func (pr *Prover) mate(ctx context.Context, p game.Position) ([]game.Move, error) {
	n, keys, err := pr.mates.Solve(ctx, p, MaxMate, 0)
	if errors.Is(err, mate.ErrLimit) || err == nil && n == 0 {
		return nil, nil // no short mate, or none that is quickly found
	}
	if err != nil {
		return nil, err
	}
	if len(keys) > 1 {
		return nil, second(p, keys, message.Sprintf("mate in %d", n))
	}
	moves, err := pr.mateLine(ctx, p, n, keys[0])
	if errors.Is(err, mate.ErrLimit) {
		return nil, flaw(TooHard, p, keys, "the mate in %d is too long to prove its line", n)
	}
	return moves, err
}

// mateLine returns the line after the only key of a mate in n: of the defenses that last
// longest the first after which again one move alone mates in time, down to the mate.
func (pr *Prover) mateLine(ctx context.Context, p game.Position, n int, key game.Move) ([]game.Move, error) {
	if n == 1 {
		return []game.Move{key}, nil
	}
	text := p.UCI(key)
	p.Make(key)
	defer p.Unmake()
	var first *Flaw
	for _, reply := range stubborn(p) {
		rest, err := pr.mateAfter(ctx, p, n-1, reply)
		var f *Flaw
		switch {
		case errors.As(err, &f):
			if first == nil {
				first = f.prepend(text)
			}
		case err != nil:
			return nil, err
		case rest != nil:
			return append([]game.Move{key, reply}, rest...), nil
		}
	}
	if first == nil {
		return nil, message.Errorf("puzzle: no defense lasts until the mate in %d after %s in %s", n, text, p)
	}
	return nil, first
}

// mateAfter returns the line after a reply to which a mate in n follows; nil if a shorter one
// does.
func (pr *Prover) mateAfter(ctx context.Context, p game.Position, n int, reply game.Move) ([]game.Move, error) {
	text := p.UCI(reply)
	p.Make(reply)
	defer p.Unmake()
	found, keys, err := pr.mates.Solve(ctx, p, n, 0)
	switch {
	case err != nil || found < n:
		return nil, err
	case len(keys) > 1:
		return nil, second(p, keys, message.Sprintf("mate in %d", n)).prepend(text)
	}
	rest, err := pr.mateLine(ctx, p, n, keys[0])
	var f *Flaw
	if errors.As(err, &f) {
		return nil, f.prepend(text)
	}
	return rest, err
}

// stubborn orders the replies: captures first, the most valuable first.
func stubborn(p game.Position) []game.Move {
	moves := p.Legal(nil)
	gains := map[game.Move]int{}
	for _, m := range moves {
		s := step{effects: p.Effects(m)}
		gains[m] = s.captured()
	}
	slices.SortFunc(moves, func(a, b game.Move) int { return cmp.Or(cmp.Compare(gains[b], gains[a]), cmp.Compare(a, b)) })
	return moves
}

// onlyMate proves that a move alone mates in n.
func (pr *Prover) onlyMate(ctx context.Context, p game.Position, m game.Move, n int) error {
	found, keys, err := pr.mates.Solve(ctx, p, n, 0)
	switch {
	case !errors.Is(err, mate.ErrLimit) && err != nil:
		return err
	case err != nil:
		return flaw(TooHard, p, []game.Move{m}, "the mate in %d takes more than %d moves to prove", n, pr.limits.Mate)
	case found == 0:
		return flaw(NoSolution, p, nil, "there is no mate in %d", n)
	case found < n:
		return flaw(Shorter, p, keys, "%s mates in %d already; expected %d", p.UCI(keys[0]), found, n)
	case len(keys) > 1:
		return second(p, keys, message.Sprintf("mate in %d", n))
	case keys[0] != m:
		return flaw(NoSolution, p, keys, "%s mates in %d, %s does not", p.UCI(keys[0]), n, p.UCI(m))
	}
	return nil
}
