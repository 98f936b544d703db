package proofs

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// MakeEndless is Make for games that can go on forever, such as Shrink Chess. An engine finds
// mates and orders the moves, looking at so many nodes for each position; it should run on one thread, so that
// the same arguments make the same proof. The error is ErrUnsolved, ErrTooLarge or the context's.
//
// A color holds if some set of positions has, for each of them, one move of that color that stays
// in the set, all moves of the opponent stay in it, and no mate of that color is in it. Such a set is
// searched depth first, with the engine's move first. Positions in which the color is lost are found
// on the way and taken out; the search is repeated until it finds no more of them. All that is
// taken out is a forced mate, so if the start is taken out, the opponent wins.
func MakeEndless(ctx context.Context, e engine.Engine, p game.Position, nodes uint64, most int) (*Proof, error) {
	if p.Halfmoves() != 0 {
		return nil, ErrCounted
	}
	e.Reset()
	h := &holder{ctx: ctx, e: e, p: p.Clone(), nodes: nodes, most: most}
	out := &Proof{Title: p.Game().Title(), Start: Text(p), Result: game.Draw}
	winner, won, err := h.mate(deep)
	if err != nil {
		return nil, err
	}
	for _, color := range []game.Color{game.White, game.Black} {
		if won {
			break
		}
		lost, err := h.hold(color)
		if err != nil {
			return nil, err
		}
		if lost {
			winner, won = color.Other(), true
		} else if out.Strategies[color&1], err = strategy(h.p, color, most, h.holding); err != nil {
			return nil, err
		}
	}
	if won {
		out.Result, out.Strategies = game.WinFor(winner), [2]map[string]string{}
		if out.Strategies[winner&1], err = strategy(h.p, winner, most, h.mating); err != nil {
			return nil, err
		}
	}
	// The engine and the keys of positions could be wrong; a game could come back to a position.
	if out.Check(p.Game()) != nil {
		return nil, ErrUnsolved
	}
	return out, nil
}

// deep is how many times as many nodes the engine looks at where a mate is needed.
const deep = 500

// holder looks for the strategy of a color.
type holder struct {
	ctx   context.Context
	e     engine.Engine
	p     game.Position
	nodes uint64
	most  int

	color game.Color           // that should hold
	lost  map[uint64]bool      // positions that it loses, by key
	first map[uint64]game.Move // the move to try first
	moves map[uint64]game.Move // of the color, in this pass
	seen  map[uint64]bool      // in this pass
}

// hold looks for a strategy with which a color never loses, and reports whether it loses.
func (h *holder) hold(color game.Color) (lost bool, err error) {
	h.color, h.lost, h.first = color, map[uint64]bool{}, map[uint64]game.Move{}
	for {
		before := len(h.lost)
		h.moves, h.seen = map[uint64]game.Move{}, map[uint64]bool{}
		lost, err := h.visit()
		if lost || err != nil || len(h.lost) == before {
			return lost, err
		}
	}
}

// visit reports whether the color loses the present position. If it does not know, the answer is no.
func (h *holder) visit() (lost bool, err error) {
	key := h.p.Key()
	if h.lost[key] || h.seen[key] {
		return h.lost[key], nil
	}
	h.seen[key] = true
	legal := h.p.Legal(nil)
	own := h.p.Turn() == h.color
	if len(legal) == 0 {
		if own && h.p.InCheck() {
			h.lost[key] = true
		}
		return h.lost[key], nil
	}
	if own && len(h.moves) >= h.most || h.p.Ply() > maxDepth {
		return false, ErrTooLarge
	}
	if err := h.order(key, legal, own); err != nil {
		return false, err
	}
	for _, m := range legal {
		h.p.Make(m)
		lost, err := h.visit()
		h.p.Unmake()
		switch {
		case err != nil:
			return false, err
		case lost == own: // it does not decide
			continue
		case own:
			h.moves[key], h.first[key] = m, m
			return false, nil
		}
		h.lost[key], h.first[key] = true, m
		return true, nil
	}
	if own {
		h.lost[key] = true
	}
	return own, nil
}

// order puts the move to try first before the others: one of the color to a position that was seen, so that the
// set stays small, or the best move so far, or the engine's.
func (h *holder) order(key uint64, legal []game.Move, own bool) error {
	front := func(i int) { legal[0], legal[i] = legal[i], legal[0] }
	if own {
		if i := slices.IndexFunc(legal, h.known); i >= 0 {
			front(i)
			return nil
		}
	}
	best, ok := h.first[key]
	if !ok {
		info, err := h.search(1)
		if err != nil {
			return err
		}
		best = info.Best()
		h.first[key] = best
	}
	front(max(slices.Index(legal, best), 0))
	return nil
}

// known reports whether a move leads to a position of this pass that is not lost.
func (h *holder) known(m game.Move) bool {
	h.p.Make(m)
	defer h.p.Unmake()
	key := h.p.Key()
	return h.seen[key] && !h.lost[key]
}

func (h *holder) search(times uint64) (engine.Report, error) {
	info, err := h.e.Search(h.ctx, h.p, engine.Limits{Nodes: h.nodes * times}, nil)
	if err == nil {
		err = h.ctx.Err()
	}
	return info, err
}

// mate asks the engine whether a color mates in the present position.
func (h *holder) mate(times uint64) (winner game.Color, ok bool, err error) {
	if len(h.p.Legal(nil)) == 0 {
		return h.p.Turn().Other(), h.p.InCheck(), nil
	}
	info, err := h.search(times)
	if err != nil {
		return 0, false, err
	}
	moves, ok := engine.MateIn(info.Score)
	if moves > 0 {
		return h.p.Turn(), ok, nil
	}
	return h.p.Turn().Other(), ok, nil
}

// holding is the move of the color that holds.
func (h *holder) holding() (game.Move, error) { return h.moves[h.p.Key()], nil }

// mating is a move of the winner: one that refuted the other color, or the engine's if it mates.
func (h *holder) mating() (game.Move, error) {
	key := h.p.Key()
	if h.lost[key] {
		return h.first[key], nil
	}
	for times := uint64(1); times <= deep; times *= 8 {
		info, err := h.search(times)
		if err != nil {
			return 0, err
		}
		if moves, ok := engine.MateIn(info.Score); ok && moves > 0 {
			return info.Best(), nil
		}
	}
	return 0, ErrUnsolved
}
