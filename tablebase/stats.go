package tablebase

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Stats are the statistics of a material. Positions are counted as in tables: mirror
// images as one and, if both colors have the same pieces, with White to move only.
// Colors are those of the Material's name.
type Stats struct {
	Material  string `json:"material"`
	Positions int    `json:"positions"` // possible ones, with either side to move
	// Wins counts those that White and Black win; the others are draws. If both colors
	// have the same pieces, Wins[White] counts wins of the side to move.
	Wins  [2]int `json:"wins"`
	Draws int    `json:"draws"`
	// Longest is the longest win, by color.
	Longest [2]Example `json:"longest"`
	// Zugzwangs counts mutual zugzwangs, whichever side is to move; FullZugzwangs those in which
	// the side to move loses.
	Zugzwangs     Finding `json:"zugzwangs"`
	FullZugzwangs Finding `json:"fullZugzwangs"`
	// Sacrifices are won positions without a mate in one in which every winning move gives a
	// piece away: it captures nothing, the reply can capture a piece, and nothing can be
	// recaptured.
	Sacrifices Finding `json:"sacrifices"`
	// LessMaterial are wins for the color whose pieces are worth less, by the usual count of
	// 9, 5, 3, 3 and 1.
	LessMaterial Finding `json:"lessMaterial"`
	// OpponentUnderpromotions are won positions in which every winning move underpromotes a pawn of the
	// opponent; Underpromotions those in which every winning move underpromotes an own pawn.
	OpponentUnderpromotions Finding `json:"opponentUnderpromotions"`
	Underpromotions         Finding `json:"underpromotions"`
	// Royal says what royal squares change; nil in Shrink Chess. There, sacrifices and
	// underpromotions are counted, which are 0 in Convergent Chess.
	Royal *Royal `json:"royal,omitempty"`
}

// Example is a position with its distance to mate.
type Example struct {
	Plies int    `json:"plies"`
	FEN   string `json:"fen,omitempty"`
}

// Finding counts positions of some kind and keeps the one with the longest distance to
// mate.
type Finding struct {
	Count int `json:"count"`
	Example
}

func (f *Finding) add(plies int, fen func() string) {
	if f.Count++; f.Count == 1 || plies > f.Plies {
		f.Example = Example{plies, fen()}
	}
}

// worth is the usual value of pieces, in pawns.
var worth = map[game.PieceType]int{game.Queen: 9, game.Rook: 5, game.Bishop: 3, game.Knight: 3, game.Pawn: 1}

// Surplus is White's material minus Black's, in pawns.
func (m Material) Surplus() (pawns int) {
	for pt, value := range worth {
		pawns += value * (m.Count(pt.Of(game.White)) - m.Count(pt.Of(game.Black)))
	}
	return pawns
}

// Stats computes the statistics of a material from its table. step, if not nil, is called
// now and then with the number of entries done since. The error is the context's, a
// *MissingError, or that of a damaged file.
func (t *Tables) Stats(ctx context.Context, m Material, step func(entries int)) (Stats, error) {
	f := t.find(m.key)
	if f.table == nil {
		return Stats{}, &MissingError{m.String()}
	}
	values, err := f.all()
	if err != nil {
		return Stats{}, err
	}
	ix, ok := f.layout.(*index)
	if !ok {
		return t.convergentStats(ctx, f.table, values, step)
	}
	c := census{t: t, ix: ix, values: values, surplus: m.Surplus(), out: Stats{Material: m.String()}}
	for part, b := range ix.shapes.blocks {
		if err := ctx.Err(); err != nil {
			return Stats{}, err
		}
		ix.visitShapes(b.first, b.end, func(at int, sh *shape, pieces bitboard.Pieces) {
			for color := range ix.colors {
				c.count(color*ix.entries()+at, &node{pieces, int(sh.ranks), int(sh.files), game.Color(color)})
			}
			c.zugzwang(at, pieces, int(sh.ranks), int(sh.files))
		})
		if c.failed != nil {
			return Stats{}, c.failed
		}
		if step != nil {
			step(ix.partSize(part))
		}
	}
	return c.out, nil
}

// census computes Stats.
type census struct {
	t       *Tables
	ix      *index
	values  []byte
	surplus int
	out     Stats
	failed  error

	moves, replies, back []child
}

// count counts a position.
func (c *census) count(at int, n *node) {
	v := c.values[at]
	if v == impossible {
		return
	}
	c.out.Positions++
	r := resultOf(v)
	if r.Outcome == game.WDLDraw {
		c.out.Draws++
		return
	}
	winner := n.turn
	if r.Outcome == game.WDLLoss {
		winner = n.turn.Other()
	}
	fen := func() string { return fenOf(n.pieces, n.ranks, n.files, n.turn) }
	c.out.Wins[winner]++
	if l := &c.out.Longest[winner]; l.FEN == "" || r.DTM > l.Plies {
		*l = Example{r.DTM, fen()}
	}
	if c.surplus > 0 && winner == game.Black || c.surplus < 0 && winner == game.White {
		c.out.LessMaterial.add(r.DTM, fen)
	}
	if r.Outcome == game.WDLWin && r.DTM > 1 {
		c.ways(n, r, fen)
	} else if r.Outcome == game.WDLWin {
		c.promotions(n, r, fen)
	}
}

// ways counts what all winning moves of a position have in common.
func (c *census) ways(n *node, r Result, fen func() string) {
	if c.winning(n); len(c.moves) == 0 {
		return
	}
	c.note(r, fen)
	for i := range c.moves {
		if !c.sacrifices(&c.moves[i]) {
			return
		}
	}
	c.out.Sacrifices.add(r.DTM, fen)
}

// promotions is ways for a mate in one, where only promotions count.
func (c *census) promotions(n *node, r Result, fen func() string) {
	if n.pieces.Pawns() != 0 {
		c.winning(n)
		c.note(r, fen)
	}
}

// winning lists the winning moves of a won position.
func (c *census) winning(n *node) {
	c.moves = n.children(c.moves[:0])
	c.moves = slices.DeleteFunc(c.moves, func(m child) bool {
		v, err := c.t.entry(Shrink, &m.node)
		if err != nil {
			c.failed = err
		}
		return v < decided || resultOf(v).Outcome != game.WDLLoss
	})
}

// note counts a position in which every winning move underpromotes.
func (c *census) note(r Result, fen func() string) {
	theirs, ours := len(c.moves) > 0, len(c.moves) > 0
	for i := range c.moves {
		own, enemy := c.moves[i].underpromotions()
		theirs = theirs && enemy
		ours = ours && own
	}
	if theirs {
		c.out.OpponentUnderpromotions.add(r.DTM, fen)
	}
	if ours {
		c.out.Underpromotions.add(r.DTM, fen)
	}
}

// underpromotions reports whether a move underpromotes an own pawn, or one of the
// opponent's.
func (m *child) underpromotions() (own, enemy bool) {
	i := 0
	for b := m.promoted; b != 0; b &= b - 1 {
		if m.choice[i] != byte(game.Queen) {
			if m.pieces.Black&b&-b != 0 == (m.turn == game.Black) {
				enemy = true
			} else {
				own = true
			}
		}
		i++
	}
	return own, enemy
}

// sacrifices reports whether a move gives a piece away.
func (c *census) sacrifices(m *child) bool {
	if m.captures {
		return false
	}
	c.replies = m.children(c.replies[:0])
	for i := range c.replies {
		if !c.replies[i].captures {
			continue
		}
		c.back = c.replies[i].children(c.back[:0])
		if !slices.ContainsFunc(c.back, func(b child) bool { return b.captures }) {
			return true
		}
	}
	return false
}

// zugzwang compares the results of a position with either side to move.
func (c *census) zugzwang(at int, pieces bitboard.Pieces, ranks, files int) {
	white := c.values[at]
	other := c.ix.entries() + at
	if c.ix.colors == 1 {
		var ok bool
		if other, ok = c.ix.find(pieces, ranks, files, game.Black, false); !ok || other < at {
			return // the same pair with the colors exchanged counts by itself
		}
	}
	black := c.values[other]
	if white == impossible || black == impossible {
		return
	}
	w, b := resultOf(white), resultOf(black)
	if w.Outcome >= -b.Outcome {
		return
	}
	turn, plies := game.White, w.DTM
	if b.DTM > w.DTM {
		turn, plies = game.Black, b.DTM
	}
	fen := func() string { return fenOf(pieces, ranks, files, turn) }
	c.out.Zugzwangs.add(plies, fen)
	if w.Outcome == game.WDLLoss && b.Outcome == game.WDLLoss {
		c.out.FullZugzwangs.add(plies, fen)
	}
}

// StatsOfAll computes the statistics of all materials of a game with a number of pieces,
// several at a time, in the order of Materials. progress, if not nil, is called by one goroutine at
// a time.
func (t *Tables) StatsOfAll(
	ctx context.Context, g Game, pieces, workers int, progress func(Progress),
) ([]Stats, error) {
	materials := g.Materials(pieces)
	all := make([]Stats, len(materials))
	tally := newTally(materials, progress)
	err := parallel(ctx, workers, materials, func(ctx context.Context, m Material) (err error) {
		i := slices.Index(materials, m)
		all[i], err = t.Stats(ctx, m, func(n int) { tally.step(m, n) })
		return err
	})
	return all, err
}
