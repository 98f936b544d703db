package livegame

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestMoves(t *testing.T) {
	b := start(t, header())
	e := b.do(ann, DoMove, move("Nf3"), at(0))
	want := Event{Seq: 1, Kind: Move, Color: game.White, At: noon, Command: "command-1", Move: "g1f3", SAN: "Nf3"}
	if e != want {
		t.Errorf("the event is\n%+v, want\n%+v", e, want)
	}
	b.refused(Stale, "changed", ben, DoMove, move("e7e5"), at(0))
	b.refused(Stale, "changed", ben, DoMove, move("e7e5"), at(2))
	b.refused(Stale, "changed", ben, DoMove, move("e7e5"), at(-2))
	b.refused(NotYourTurn, "Black's turn", ann, DoMove, move("e2e4"), at(1))
	b.refused(NotYourSeat, "can watch", eve, DoMove, move("e7e5"))
	b.refused(NotYourSeat, "do not play Black", ann, DoMove, move("e7e5"), black)
	b.refused(NotYourSeat, "No engine", "", DoMove, move("e7e5"), func(c *Command) { c.Engine = true })
	b.refused(IllegalMove, "possible: e6, e5", ben, DoMove, move("e7e4"))
	b.refused(IllegalMove, "not a move", ben, DoMove, move(""))
	b.refused(IllegalMove, "at most", ben, DoMove, move(strings.Repeat("e7e5", 100)))
	b.refused(UnknownCommand, "Unknown command", ben, "dance")
	b.do(ben, DoMove, move("e7e5"), at(1))
	b.do(ann, DoMove, move("Nxe5"))
	if got := b.s.Moves(); !slices.Equal(got, []string{"g1f3", "e7e5", "f3e5"}) {
		t.Errorf("moves %v", got)
	}
	m := b.s.Summary()
	if m.Ply != 3 || m.Seq != 3 || m.LastMove != "f3e5" || m.Turn != game.Black ||
		m.Position != "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2" {
		t.Errorf("summary %+v", m)
	}
}

func TestMovesThatEnd(t *testing.T) {
	tests := []struct {
		variant, fen, moves string
		result              game.Result
		reason              game.Reason
	}{
		{"chess", "", "f3 e5 g4 Qh4", game.BlackWins, game.Checkmate},
		{"chess", "7k/8/8/6QK/8/8/8/8 w - - 0 1", "g5g6", game.Draw, game.Stalemate},
		{"chess", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", game.Draw, game.Repetition},
		{"chess", "7k/8/8/6QK/8/8/8/8 w - - 99 80", "g5a5", game.Draw, game.FiftyMoves},
		{"chess", "8/8/8/4k3/8/8/3pK3/8 w - - 0 1", "Kxd2", game.Draw, game.DeadPosition},
		{"shrink", "2k/1R1/K2 w - - 0 1", "b2c2 b3a3 b2a2", game.WhiteWins, game.Checkmate},
		{"diminuendo", "", "d3f5 g5f5 ze5 d7e5 e3e4 c6e4 c2e4 zf1 e2f4", game.WhiteWins, game.Checkmate},
	}
	for _, test := range tests {
		h := header()
		h.Variant, h.FEN = test.variant, test.fen
		b := start(t, h)
		b.ends(b.moves(test.moves), test.result, test.reason)
		for _, who := range []string{ann, ben} {
			b.refused(GameOver, "The game is over", who, DoMove, move("e2e4"))
			b.refused(GameOver, "The game is over", who, DoResign)
		}
	}
}

func TestPromotion(t *testing.T) {
	h := header()
	h.FEN = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	b := start(t, h)
	b.refused(IllegalMove, "", ann, DoMove, move("a7a8"))
	if e := b.do(ann, DoMove, move("a7a8N")); e.Move != "a7a8n" || e.SAN != "a8=N" {
		t.Errorf("promoted by %+v", e)
	}
	h.Variant, h.FEN = "shrink", "3k4/8/8/p7/8/8/P3P3/4K3 w - - 0 1"
	start(t, h) // only checks that a game can start there
}

func TestCommandCountsOnce(t *testing.T) {
	b := start(t, header())
	if _, done := b.s.EventByCommand("first-id"); done {
		t.Error("an unknown command has an event")
	}
	if _, done := b.s.EventByCommand(""); done {
		t.Error("the empty ID has an event")
	}
	e := b.do(ann, DoMove, move("e2e4"), id("first-id"))
	b.do(ben, DoMove, move("e7e5"), id(""))
	b.do(ann, DoMove, move("d2d4"), id(""))
	if got, done := b.s.EventByCommand("first-id"); !done || got != e {
		t.Errorf("Done gives %+v, %v; want %+v", got, done, e)
	}
	b.refused(Stale, "already", ben, DoMove, move("d7d5"), id("first-id"))
	b.refused(NotAllowed, "more than", ben, DoMove, move("d7d5"), id(strings.Repeat("x", 1000)))
	if _, done := b.s.EventByCommand(""); done {
		t.Error("the empty ID has an event")
	}
}

func TestBothColors(t *testing.T) {
	h := casual("none")
	h.Seats[1] = h.Seats[0]
	b := start(t, h)
	b.do(ann, DoMove, move("e2e4"))
	b.refused(NotYourTurn, "Black's turn", ann, DoMove, move("d2d4"), white)
	b.do(ann, DoMove, move("e7e5"), black)
	if e := b.do(ann, DoOfferTakeback); e.Kind != Takeback || e.Plies != 1 {
		t.Errorf("takeback by %+v", e)
	}
	if e := b.do(ann, DoOfferTakeback, white); e.Kind != Takeback || e.Plies != 1 {
		t.Errorf("takeback by %+v", e)
	}
	b.refused(NotAllowed, "not made a move", ann, DoOfferTakeback)
	b.moves("e2e4 e7e5")
	b.refused(NotAllowed, "no opponent", ann, DoClaimWin)
	b.refused(NotYourSeat, "", ben, DoResign)
	b.ends(b.do(ann, DoOfferDraw), game.Draw, game.Agreement)
	if e := b.do(ann, DoRematch); e.Kind != Rematch || e.Next == "" {
		t.Errorf("rematch by %+v", e)
	}
	b = start(t, h)
	b.ends(b.do(ann, DoResign, black), game.WhiteWins, game.Resignation)
}

func TestMovesAreNotOverwritten(t *testing.T) {
	h := casual("none")
	h.Seats[1] = h.Seats[0]
	b := start(t, h)
	b.moves("e2e4 e7e5 g1f3")
	moves, events := b.s.Moves(), b.s.Events()
	b.do(ann, DoOfferTakeback)
	b.moves("d2d4 d7d5 c2c4 c7c5")
	if !slices.Equal(moves, []string{"e2e4", "e7e5", "g1f3"}) || len(events) != 3 || events[2].Move != "g1f3" {
		t.Errorf("the moves have become %v, the events %+v", moves, events)
	}
}

// A command about moves that have been taken back does not count for later moves, even
// if their number is the same.
func TestUnseenTakeback(t *testing.T) {
	h := casual("none")
	h.Seats[1] = h.Seats[0]
	b := start(t, h)
	seen := func(n int) func(*Command) { return func(c *Command) { c.Seen = n } }
	ply := func(n int) func(*Command) { return func(c *Command) { c.Ply = n } }
	b.moves("e2e4 e7e5")
	known := b.s.Summary().Seq
	b.do(ann, DoOfferTakeback, seen(known))
	b.refused(Stale, "taken back already", ann, DoOfferTakeback, seen(known)) // a second press
	b.do(ann, DoOfferTakeback, seen(known+1))
	b.moves("d2d4 d7d5")
	b.refused(Stale, "changed", ann, DoMove, move("g1f3"), ply(2), seen(known))
	b.do(ann, DoMove, move("g1f3"), ply(2), seen(known+2)) // the ply decides about later moves
	b.do(ann, DoMove, move("g8f6"), ply(3))
}
