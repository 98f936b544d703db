package proofs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// Proof is a result with the strategies that prove it.
type Proof struct {
	Title  string // of the game and its board
	Start  string // see Text
	Result game.Result
	// Strategies holds those of the colors, nil where the result needs none: the moves, as UCI,
	// by the text of the position.
	Strategies [2]map[string]string
}

// Text names a position: its FEN without the two counters, which cannot matter (see Make).
func Text(p game.Position) string {
	fields := strings.Fields(p.String())
	return strings.Join(fields[:len(fields)-2], " ")
}

var (
	// ErrUnsolved says that the limits were reached first.
	ErrUnsolved = errors.New("proof: the position was not solved within the limits")
	// ErrCounted says that the fifty-move rule could end the game.
	ErrCounted = errors.New("proof: the fifty-move rule could end the game first")
	// ErrTooLarge says that a strategy has more positions than asked for.
	ErrTooLarge = errors.New("proof: the strategy has too many positions")
)

// Make solves a position and returns a proof of its result, with at most so many positions for each color.
// The limits are for the first solve, and for each position of the proof. The error is ErrUnsolved, ErrCounted,
// ErrTooLarge, solver.ErrEndless or the context's.
func Make(ctx context.Context, s *solver.Solver, p game.Position, l solver.Limits, most int) (*Proof, error) {
	acyclic, ok := p.(game.Acyclic)
	switch {
	case !ok:
		return nil, solver.ErrEndless
	case p.Halfmoves()+acyclic.PliesLeft() >= game.MaxHalfmoves:
		return nil, ErrCounted
	}
	l.Holding = false
	p = p.Clone()
	solve := func() (solver.Proof, error) {
		found, err := s.Solve(ctx, p, l)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && !found.Solved {
			err = ErrUnsolved
		}
		return found, err
	}
	found, err := solve()
	if err != nil {
		return nil, err
	}
	out := &Proof{Title: p.Game().Title(), Start: Text(p), Result: game.Draw}
	us := p.Turn()
	colors := []game.Color{game.White, game.Black}
	switch found.Result {
	case game.WDLWin:
		out.Result, colors = game.WinFor(us), []game.Color{us}
	case game.WDLLoss:
		out.Result, colors = game.WinFor(us.Other()), []game.Color{us.Other()}
	}
	pick := func() (game.Move, error) {
		found, err := solve()
		if err == nil && len(found.Line) == 0 {
			err = ErrUnsolved
		}
		if err != nil {
			return game.NoMove, err
		}
		return found.Line[0], nil
	}
	for _, color := range colors {
		if out.Strategies[color&1], err = strategy(p, color, most, pick); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// maxDepth is how many plies a search goes down: each takes some memory of the stack.
const maxDepth = 300_000

// strategy collects the moves that pick chooses for a color, in all positions that can arise with them
// from the present one.
func strategy(p game.Position, color game.Color, most int, pick func() (game.Move, error)) (map[string]string, error) {
	moves, seen := map[string]string{}, map[string]bool{}
	var visit func() error
	visit = func() error {
		text := Text(p)
		legal := p.Legal(nil)
		if seen[text] || len(legal) == 0 {
			return nil
		}
		seen[text] = true
		if p.Ply() > maxDepth {
			return ErrTooLarge
		}
		if p.Turn() == color {
			if len(moves) >= most {
				return ErrTooLarge
			}
			m, err := pick()
			if err != nil {
				return err
			}
			moves[text], legal = p.UCI(m), []game.Move{m}
		}
		for _, m := range legal {
			p.Make(m)
			err := visit()
			p.Unmake()
			if err != nil {
				return err
			}
		}
		return nil
	}
	return moves, visit()
}

// Check plays the strategies against every answer by the rules of a game, and returns what is wrong: another
// game, a move that is missing, illegal or never played, or a game with another end than the result says. A
// winner must mate before the fifty-move rule could end the game.
func (pr *Proof) Check(g game.Game) error {
	if pr.Title != g.Title() {
		return fmt.Errorf("proof: it is of %q, expected %q", pr.Title, g.Title())
	}
	p, err := g.Parse(pr.Start + " 0 1")
	if err != nil {
		return fmt.Errorf("proof: the start: %w", err)
	}
	if Text(p) != pr.Start {
		return fmt.Errorf("proof: the start %q, expected %q", pr.Start, Text(p))
	}
	for _, color := range []game.Color{game.White, game.Black} {
		strategy := pr.Strategies[color&1]
		if needed := pr.Result == game.Draw || pr.Result == game.WinFor(color); needed != (strategy != nil) {
			return fmt.Errorf("proof: result %v: a strategy for %v is there: %t, expected %t", pr.Result, color, strategy != nil,
				needed)
		}
		if strategy == nil {
			continue
		}
		c := checker{p: p.Clone(), color: color, win: pr.Result != game.Draw, strategy: strategy, plies: map[string]int{}}
		if err := c.check(); err != nil {
			return fmt.Errorf("proof: the strategy for %v: %w", color, err)
		}
	}
	return nil
}

// checker checks the strategy of a color.
type checker struct {
	p        game.Position
	color    game.Color
	win      bool
	strategy map[string]string
	plies    map[string]int // of the longest game from a position; open while that is not known
	used     int            // lines of the strategy
}

const open = -1

// frame is a position on the path of the check.
type frame struct {
	text    string
	moves   []game.Move // to follow
	next    int         // of moves
	longest int         // game so far, in plies
}

// check follows the strategy. It has a stack of its own, since games may be very long.
func (c *checker) check() error {
	var path []frame
	if _, _, err := c.enter(&path); err != nil {
		return err
	}
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.next < len(top.moves) {
			c.p.Make(top.moves[top.next])
			top.next++
			plies, known, err := c.enter(&path)
			if err != nil {
				return err
			}
			if known {
				top.longest = max(top.longest, 1+plies)
				c.p.Unmake()
			}
			continue
		}
		if c.win && top.longest >= game.MaxHalfmoves {
			return fmt.Errorf("%s: mate takes %d plies, expected fewer than %d", top.text, top.longest, game.MaxHalfmoves)
		}
		c.plies[top.text] = top.longest
		longest := top.longest
		if path = path[:len(path)-1]; len(path) > 0 {
			c.p.Unmake()
			top = &path[len(path)-1]
			top.longest = max(top.longest, 1+longest)
		}
	}
	if unused := len(c.strategy) - c.used; unused > 0 {
		return fmt.Errorf("%d lines are of positions that no game reaches", unused)
	}
	return nil
}

// enter puts the present position on the path, unless it is known; then it returns the plies of its longest game.
func (c *checker) enter(path *[]frame) (plies int, known bool, err error) {
	text := Text(c.p)
	if plies, known = c.plies[text]; known {
		if plies == open && c.win {
			return 0, true, fmt.Errorf("%s: the position comes back, expected mate", text)
		}
		return plies, true, nil
	}
	c.plies[text] = open
	legal := c.p.Legal(nil)
	switch mated := c.p.InCheck(); {
	case len(legal) > 0:
	case mated && c.p.Turn() == c.color:
		return 0, false, fmt.Errorf("%s: %v is mated", text, c.color)
	case !mated && c.win:
		return 0, false, fmt.Errorf("%s: stalemate, expected mate", text)
	}
	if len(legal) > 0 && c.p.Turn() == c.color {
		m, err := c.chosen(text, legal)
		if err != nil {
			return 0, false, err
		}
		c.used++
		legal = []game.Move{m}
	}
	*path = append(*path, frame{text: text, moves: legal})
	return 0, false, nil
}

// chosen returns the move of the strategy.
func (c *checker) chosen(text string, legal []game.Move) (game.Move, error) {
	chosen := c.strategy[text]
	if chosen == "" {
		return 0, fmt.Errorf("%s: no move", text)
	}
	for _, m := range legal {
		if c.p.UCI(m) == chosen {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%s: %q is not a legal move", text, chosen)
}
