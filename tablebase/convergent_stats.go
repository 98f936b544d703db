package tablebase

import (
	"context"
	"sync"

	"github.com/wane-chess/wane/game"
)

// Royal compares the results of a material of Convergent Chess with those of the same
// positions by rules without royal squares: an enemy piece there gives no check, so an
// intruder threatens nothing. A side without a legal move loses by both.
type Royal struct {
	Wins    [2]int  `json:"wins"` // without royal squares, as those of Stats
	Draws   int     `json:"draws"`
	Decided Finding `json:"decided"` // wins that are draws without royal squares
	Turned  Finding `json:"turned"`  // wins that the other color wins without them
	Drawn   int     `json:"drawn"`   // draws that are wins without them
	Faster  int     `json:"faster"`  // wins that take longer without them
	Slower  int     `json:"slower"`  // wins that are faster without them
}

// royalless holds the tables of rules without royal squares, as far as they were needed.
type royalless struct {
	mu     sync.Mutex
	tables *Tables
	pieces int // all tables with at most this number of pieces
}

// without returns the entries of a material by rules without royal squares.
func (p *royalless) without(ctx context.Context, m Material, step func(entries int)) ([]byte, error) {
	known, err := p.upTo(ctx, m.Pieces()-1)
	if err != nil {
		return nil, err
	}
	same := Material{m.key&^gameBits | withoutRoyals.empty()}
	s, err := Solve(ctx, same, known, step)
	if err != nil {
		return nil, err
	}
	return s.flat, nil
}

// upTo returns all tables with at most that many pieces.
func (p *royalless) upTo(ctx context.Context, pieces int) (*Tables, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tables == nil {
		p.tables, p.pieces = newTables(), withoutRoyals.MinPieces()-1
	}
	for p.pieces < pieces {
		for _, m := range withoutRoyals.Materials(p.pieces + 1) {
			s, err := Solve(ctx, m, p.tables, nil)
			if err != nil {
				return nil, err
			}
			p.tables.add(s.table)
		}
		p.pieces++
	}
	return p.tables, nil
}

// convergentStats computes the statistics of a material of Convergent Chess.
func (t *Tables) convergentStats(ctx context.Context, f *table, values []byte, step func(entries int)) (Stats, error) {
	without, err := t.plain.without(ctx, f.Material, func(int) {})
	if err != nil {
		return Stats{}, err
	}
	fillPieceSteps()
	ix := f.layout.(*convergentIndex) //nolint:forcetypeassert // tables of Convergent Chess have no other
	c := convergentCensus{
		lineup: newLineup(Convergent, ix.pieces), ix: ix, values: values, without: without,
		out: Stats{Material: f.Name(), Royal: new(Royal)}, surplus: f.Surplus(),
	}
	var at squares
	for pair := range kingsOf {
		if err := ctx.Err(); err != nil {
			return Stats{}, err
		}
		for w := pair * c.each; w < (pair+1)*c.each; w++ {
			c.squaresOf(w, &at)
			c.word(pair, &at)
		}
		if step != nil {
			step(ix.partSize(pair))
		}
	}
	return c.out, nil
}

// convergentCensus computes Stats.
type convergentCensus struct {
	*lineup
	ix              *convergentIndex
	values, without []byte
	surplus         int
	out             Stats
}

// word counts the positions of a word.
func (c *convergentCensus) word(pair int, at *squares) {
	white, black := c.possible(game.White, pair, at), c.possible(game.Black, pair, at)
	for turn, set := range []uint64{white, black}[:c.ix.colors] {
		c.visit(c.ix, game.Color(turn), pair, at, set, func(n, sq int) {
			c.count(n, game.Color(turn), func() string { return c.fen(pair, at, sq, game.Color(turn)) })
		})
	}
	c.visit(c.ix, game.White, pair, at, white&black, func(n, sq int) { c.zugzwang(n, pair, at, sq) })
}

// fen returns the FEN of a position.
func (c *convergentCensus) fen(pair int, at *squares, sq int, turn game.Color) string {
	pieces := c.place(kingsOf[pair], at)
	if len(c.pieces) > 0 {
		pieces = pieces.With(game.Square(sq), c.last())
	}
	return convergentFEN(pieces, turn)
}

// count counts a position.
func (c *convergentCensus) count(n int, turn game.Color, fen func() string) {
	r, without := resultOf(c.values[n]), resultOf(c.without[n])
	c.out.Positions++
	winner := winnerOf(r, turn)
	if r.Outcome == game.WDLDraw {
		c.out.Draws++
	} else {
		c.out.Wins[winner]++
		if l := &c.out.Longest[winner]; l.FEN == "" || r.DTM > l.Plies {
			*l = Example{r.DTM, fen()}
		}
		if c.surplus > 0 && winner == game.Black || c.surplus < 0 && winner == game.White {
			c.out.LessMaterial.add(r.DTM, fen)
		}
	}
	royal := c.out.Royal
	if without.Outcome == game.WDLDraw {
		royal.Draws++
	} else {
		royal.Wins[winnerOf(without, turn)]++
	}
	switch {
	case r.Outcome == without.Outcome:
		if r.DTM < without.DTM {
			royal.Faster++
		} else if r.DTM > without.DTM {
			royal.Slower++
		}
	case r.Outcome == game.WDLDraw:
		royal.Drawn++
	case without.Outcome == game.WDLDraw:
		royal.Decided.add(r.DTM, fen)
	default:
		royal.Turned.add(r.DTM, fen)
	}
}

// winnerOf returns the color that wins, if the result is not a draw.
func winnerOf(r Result, turn game.Color) game.Color {
	if r.Outcome == game.WDLLoss {
		return turn.Other()
	}
	return turn
}

// zugzwang compares the results of a position with either side to move.
func (c *convergentCensus) zugzwang(n, pair int, at *squares, sq int) {
	other := n + c.ix.entries()
	if c.ix.colors == 1 {
		pieces := c.place(kingsOf[pair], at)
		if len(c.pieces) > 0 {
			pieces = pieces.With(game.Square(sq), c.last())
		}
		if other, _ = c.ix.find(pieces, 8, 8, game.Black, false); other < n {
			return // the same pair with the colors exchanged counts by itself
		}
	}
	w, b := resultOf(c.values[n]), resultOf(c.values[other])
	if w.Outcome >= -b.Outcome {
		return
	}
	turn, plies := game.White, w.DTM
	if b.DTM > w.DTM {
		turn, plies = game.Black, b.DTM
	}
	fen := func() string { return c.fen(pair, at, sq, turn) }
	c.out.Zugzwangs.add(plies, fen)
	if w.Outcome == game.WDLLoss && b.Outcome == game.WDLLoss {
		c.out.FullZugzwangs.add(plies, fen)
	}
}
