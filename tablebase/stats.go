package tablebase

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Stats is what there is to say about a material. Positions are counted as tables
// have them: mirror images as one, and where both sides have the same pieces, with
// White to move only. Colors are those of the Material's name.
type Stats struct {
	Material  string `json:"material"`
	Positions int    `json:"positions"` // that can be, with either side to move
	// Wins[White] is how many of them White wins, Wins[Black] how many Black wins;
	// the others are drawn. Where both sides have the same pieces, Wins[White] is what
	// the side to move wins.
	Wins  [2]int `json:"wins"`
	Draws int    `json:"draws"`
	// Longest[side] is the longest win of that side.
	Longest [2]Specimen `json:"longest"`
	// Zugzwangs counts positions, but for whose turn it is, in which either side
	// would rather that the other had to move; Deadly those among them in which
	// who has to move loses.
	Zugzwangs Finding `json:"zugzwangs"`
	Deadly    Finding `json:"deadly"`
	// Gifts are won positions in which no move mates and every winning move gives a
	// piece away: it takes nothing, a piece can be taken in reply, and nothing can be
	// taken back at once.
	Gifts Finding `json:"gifts"`
	// Lesser are wins for the side whose pieces are worth less, by the usual count of
	// 9, 5, 3, 3 and 1.
	Lesser Finding `json:"lesser"`
	// Demotions are won positions in which every winning move makes an opponent's
	// pawn into something less than a queen; Modest those in which every winning
	// move makes an own pawn into something less than a queen.
	Demotions Finding `json:"demotions"`
	Modest    Finding `json:"modest"`
}

// Specimen is a position with its distance to mate.
type Specimen struct {
	Plies int    `json:"plies"`
	FEN   string `json:"fen,omitempty"`
}

// Finding counts positions of some kind and keeps the one with the longest way to
// mate.
type Finding struct {
	Count int `json:"count"`
	Specimen
}

func (f *Finding) add(plies int, fen func() string) {
	if f.Count++; f.Count == 1 || plies > f.Plies {
		f.Specimen = Specimen{plies, fen()}
	}
}

// worth is what pieces are usually said to be worth, in pawns.
var worth = map[game.PieceType]int{game.Queen: 9, game.Rook: 5, game.Bishop: 3, game.Knight: 3, game.Pawn: 1}

// Surplus is how many pawns White's pieces are worth more than Black's.
func (m Material) Surplus() (pawns int) {
	for p, value := range worth {
		pawns += value * (m.Count(p.Of(game.White)) - m.Count(p.Of(game.Black)))
	}
	return pawns
}

// Stats goes through the table of a material, and through the moves of its won
// positions. Step, if not nil, is called now and then with the number of entries
// gone through since.
func (t *Tables) Stats(ctx context.Context, m Material, step func(entries int)) (Stats, error) {
	f := t.tables[m.key]
	if f.table == nil {
		return Stats{}, &MissingError{m.String()}
	}
	values, err := f.all()
	if err != nil {
		return Stats{}, err
	}
	c := census{t: t, ix: f.index, values: values, surplus: m.Surplus(), out: Stats{Material: m.String()}}
	for _, b := range f.shapes.blocks {
		if err := ctx.Err(); err != nil {
			return Stats{}, err
		}
		f.visit(b.first, b.end, func(at int, sh *shape, pieces bitboard.Pieces) {
			for color := range f.colors {
				c.count(color*f.entries()+at, &node{pieces, int(sh.ranks), int(sh.files), game.Color(color)})
			}
			c.zugzwang(at, pieces, int(sh.ranks), int(sh.files))
		})
		if c.failed != nil {
			return Stats{}, c.failed
		}
		if step != nil {
			step(f.colors * int(f.start[b.end]-f.start[b.first]))
		}
	}
	return c.out, nil
}

// census counts.
type census struct {
	t       *Tables
	ix      *index
	values  []byte
	surplus int
	out     Stats
	failed  error

	moves, replies, back []child
}

// count notes a position.
func (c *census) count(at int, n *node) {
	v := c.values[at]
	if v == impossible {
		return
	}
	c.out.Positions++
	r := resultOf(v)
	if r.Outcome == Draw {
		c.out.Draws++
		return
	}
	winner := n.turn
	if r.Outcome == Loss {
		winner = n.turn.Other()
	}
	fen := func() string { return fenOf(n.pieces, n.ranks, n.files, n.turn) }
	c.out.Wins[winner]++
	if l := &c.out.Longest[winner]; l.FEN == "" || r.DTM > l.Plies {
		*l = Specimen{r.DTM, fen()}
	}
	if c.surplus > 0 && winner == game.Black || c.surplus < 0 && winner == game.White {
		c.out.Lesser.add(r.DTM, fen)
	}
	if r.Outcome == Win && r.DTM > 1 {
		c.ways(n, r, fen)
	} else if r.Outcome == Win {
		c.promotions(n, r, fen)
	}
}

// ways looks at all winning moves of a position.
func (c *census) ways(n *node, r Result, fen func() string) {
	if c.winning(n); len(c.moves) == 0 {
		return
	}
	c.note(r, fen)
	for i := range c.moves {
		if !c.gift(&c.moves[i]) {
			return
		}
	}
	c.out.Gifts.add(r.DTM, fen)
}

// promotions looks at the winning moves of a position that is mate in one.
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
		v, err := c.t.entry(m.pieces, m.ranks, m.files, m.turn)
		if err != nil {
			c.failed = err
		}
		return v < decided || resultOf(v).Outcome != Loss
	})
}

// note looks at what the winning moves make of pawns.
func (c *census) note(r Result, fen func() string) {
	demotions, modest := len(c.moves) > 0, len(c.moves) > 0
	for i := range c.moves {
		own, foe := c.moves[i].underpromotions()
		demotions = demotions && foe
		modest = modest && own
	}
	if demotions {
		c.out.Demotions.add(r.DTM, fen)
	}
	if modest {
		c.out.Modest.add(r.DTM, fen)
	}
}

// underpromotions reports whether a move makes an own pawn, or one of the
// opponent's, into something less than a queen.
func (m *child) underpromotions() (own, foe bool) {
	i := 0
	for b := m.promoted; b != 0; b &= b - 1 {
		if m.choice[i] != byte(game.Queen) {
			if m.pieces.Black&b&-b != 0 == (m.turn == game.Black) {
				foe = true
			} else {
				own = true
			}
		}
		i++
	}
	return own, foe
}

// gift reports whether a move gives a piece away.
func (c *census) gift(m *child) bool {
	if m.taken {
		return false
	}
	c.replies = m.children(c.replies[:0])
	for i := range c.replies {
		if !c.replies[i].taken {
			continue
		}
		c.back = c.replies[i].children(c.back[:0])
		if !slices.ContainsFunc(c.back, func(b child) bool { return b.taken }) {
			return true
		}
	}
	return false
}

// zugzwang compares what a position is with either side to move.
func (c *census) zugzwang(at int, pieces bitboard.Pieces, ranks, files int) {
	white := c.values[at]
	other := c.ix.entries() + at
	if c.ix.colors == 1 {
		var ok bool
		if other, ok = c.ix.find(pieces, ranks, files, game.Black, false); !ok || other < at {
			return // the same pair, seen from the other side, comes or came by itself
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
	if w.Outcome == Loss && b.Outcome == Loss {
		c.out.Deadly.add(plies, fen)
	}
}

// StatsOfAll goes through all tables of a number of pieces, several at a time, and
// returns what there is to say in the order of Materials. Progress, if not nil, is
// called by one goroutine at a time.
func (t *Tables) StatsOfAll(ctx context.Context, pieces, workers int, progress func(Progress)) ([]Stats, error) {
	materials := Materials(pieces)
	all := make([]Stats, len(materials))
	tally := newTally(materials, progress)
	err := parallel(ctx, workers, materials, func(ctx context.Context, m Material) (err error) {
		i := slices.Index(materials, m)
		all[i], err = t.Stats(ctx, m, func(n int) { tally.step(m, n) })
		return err
	})
	return all, err
}
