package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// checkSetups reads a position as a setup, which must have no faults, and then changes
// it at random: after each change Judge must find nothing wrong.
func checkSetups(p game.Position, fail func(string, ...any)) {
	g, ok := p.Game().(rulekit.SetupParser)
	if !ok {
		return
	}
	d, unread := g.ParseSetup(p.String())
	if len(unread) > 0 || d.String() != p.String() || !d.Equal(p.View()) {
		fail("as a setup it is %s, and unread is %v", d, unread)
		return
	}
	if faults := g.Faults(d); len(faults) > 0 {
		fail("as a setup it has the fault %q", faults[0].Hint)
	}
	r := rand.New(rand.NewPCG(p.Key(), 7))
	for range 4 {
		mutate(d, g, r)
		if problem := Judge(g, d); problem != "" {
			fail("%s", problem)
		}
	}
}

// mutate changes a setup at random.
func mutate(d *rulekit.Setup, g rulekit.SetupParser, r *rand.Rand) {
	squares := d.Board.Squares
	at := game.Square(squares[r.IntN(len(squares))].ID)
	o := g.SetupOptions(d)
	switch r.IntN(8) {
	case 0, 1:
		d.Pieces[at], d.Vanished[at] = game.PieceType(1+r.IntN(6)).Of(game.Color(r.IntN(2))), false
	case 2:
		d.Pieces[at] = game.NoPiece
	case 3:
		to := game.Square(squares[r.IntN(len(squares))].ID)
		if !d.Vanished[to] && at != to {
			d.Pieces[to], d.Pieces[at] = d.Pieces[at], game.NoPiece
		}
	case 4:
		if o.Vanished {
			d.Pieces[at], d.Vanished[at] = game.NoPiece, true
		}
	case 5:
		d.Turn = d.Turn.Other()
	case 6:
		d.Rights.Text = "-"
		for _, right := range o.Rights {
			if r.IntN(2) == 0 {
				d.Rights.Text = strings.TrimPrefix(d.Rights.Text, "-") + string(right.Letter)
			}
		}
	case 7:
		if len(o.Rights) > 0 {
			d.EnPassant.Text = d.Name(at)
		}
	}
}

// Judge returns what is wrong with a game's handling of a setup, or "". The text must
// be read back as the same setup with the same faults, Parse must accept it exactly if
// there are none, and SetupOptions must agree with the faults.
func Judge(g rulekit.SetupParser, d *rulekit.Setup) string {
	fen := d.String()
	again, unread := g.ParseSetup(fen)
	if len(unread) > 0 || again.String() != fen || !again.Equal(d.View) {
		return fmt.Sprintf("the setup %s reads back as %s, and unread is %v", fen, again, unread)
	}
	faults := g.Faults(again)
	if a, b := hints(faults), hints(g.Faults(d)); !slices.Equal(a, b) {
		return fmt.Sprintf("the setup %s has the faults %q; read back, it has %q", fen, b, a)
	}
	p, err := g.Parse(fen)
	if (len(faults) == 0) != (err == nil) {
		return fmt.Sprintf("the setup %s has the faults %q, Parse says %v", fen, hints(faults), err)
	}
	if err == nil && !p.View().Equal(d.View) {
		return fmt.Sprintf("the setup %s becomes %s", fen, p)
	}
	for _, f := range faults {
		if f.Err == nil || !strings.HasSuffix(f.Hint, ".") || strings.Contains(f.Hint, "%!") {
			return fmt.Sprintf("the setup %s: a fault says %q", fen, f.Hint)
		}
		for _, sq := range f.Squares {
			if d.Board.Square(int(sq)) == nil {
				return fmt.Sprintf("the setup %s: %q is about the square %d, which is not on the board", fen, f.Hint, sq)
			}
		}
	}
	return judgeOptions(g, again)
}

func hints(faults []rulekit.Fault) []string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Hint)
	}
	return list
}

// about reports whether a setup has a fault in a field of its FEN.
func about(g rulekit.SetupParser, d *rulekit.Setup, field string) bool {
	return slices.ContainsFunc(g.Faults(d), func(f rulekit.Fault) bool { return f.Err.Field == field })
}

// judgeOptions checks that what is said to be possible is no fault, and that what
// is a fault is not said to be possible.
func judgeOptions(g rulekit.SetupParser, d *rulekit.Setup) string {
	o := g.SetupOptions(d)
	for _, right := range o.Rights {
		e := *d
		e.Rights.Text = string(right.Letter)
		if lone := !about(g, d, "board"); lone && about(g, &e, "castling rights") == right.Possible {
			return fmt.Sprintf("the setup %s: whether %q is possible is said to be %v", d, right.Label, right.Possible)
		}
	}
	for _, sq := range o.EnPassant {
		e := *d
		e.EnPassant.Text = d.Name(sq)
		if about(g, &e, "en passant square") {
			return fmt.Sprintf("the setup %s: en passant on %s is offered, and is a fault", d, d.Name(sq))
		}
		if p, err := g.Parse(e.String()); err == nil && strings.Fields(p.String())[3] != d.Name(sq) {
			return fmt.Sprintf("the setup %s: en passant on %s is offered, but of no use", d, d.Name(sq))
		}
	}
	return ""
}
