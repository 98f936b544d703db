package shrink

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestOutcome(t *testing.T) {
	goesOn := game.Outcome{}
	for _, c := range []struct {
		g           game.Game
		fen, played string
		want        game.Outcome
	}{
		{New(), startFEN, "", goesOn},
		{New(), "k/R/K b - - 3 2", "", game.Win(game.White, game.Checkmate)},
		{New(), "k/1/K b - - 0 1", "", game.Drawn(game.Stalemate)},
		{New(), "k7/2Q5/8/8/8/8/8/7K b - - 0 1", "", game.Drawn(game.Stalemate)},
		{New(), "k7/8/8/8/8/8/8/7K w - - 0 1", "", game.Drawn(game.DeadPosition)},
		{New(), "k7/8/8/8/8/8/8/6BK w - - 0 1", "", goesOn},
		{NewChess(), "k7/8/8/8/8/8/8/6BK w - - 0 1", "", game.Drawn(game.DeadPosition)},
		{NewChess(), "k7/8/8/8/8/8/8/6nK w - - 0 1", "", game.Drawn(game.DeadPosition)},
		{NewChess(), "k7/8/8/8/8/8/8/6rK w - - 0 1", "", goesOn},
		{NewChess(), "k7/b7/8/8/8/8/8/6BK w - - 0 1", "", goesOn},
		{NewChess(), startFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", goesOn},
		{NewChess(), startFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", game.Drawn(game.Repetition)},
		// The first time e3 can be taken on, so the position differs from the later ones.
		{NewChess(), "4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1", "e2e4 h8g6 h1g3 g6h8 g3h1 h8g6 h1g3 g6h8 g3h1", goesOn},
		{NewChess(), "4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1", "e2e4 h8g6 h1g3 g6h8 g3h1 h8g6 h1g3 g6h8 g3h1 h8g6",
			game.Drawn(game.Repetition)},
		// Here taking is illegal, so it is the same position.
		{NewChess(), "4k2n/4r3/8/8/3p4/8/4P3/4K2N w - - 0 1", "e2e4 h8g6 h1g3 g6h8 g3h1 h8g6 h1g3 g6h8 g3h1", goesOn},
		{NewChess(), "4k2n/8/8/8/K2p3r/8/4P3/7N w - - 0 1", "e2e4", goesOn},
		{NewChess(), "r6k/8/8/8/8/8/R7/K7 w - - 99 80", "a1b1", game.Drawn(game.FiftyMoves)},
		{NewChess(), "k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8", game.Win(game.White, game.Checkmate)},
		{NewChess(), "k7/8/1K6/8/8/8/8/7R w - - 98 80", "h1g1", goesOn},
	} {
		p, err := c.g.Parse(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		play(t, p, c.played)
		if o := p.Outcome(); o != c.want {
			t.Errorf("%s %s, %s: %v, want %v", c.g.Name(), c.fen, c.played, o, c.want)
		}
	}
}

func TestTimeoutOutcome(t *testing.T) {
	for _, c := range []struct {
		fen   string
		loser game.Color
		want  game.Outcome
	}{
		{startFEN, game.White, game.Win(game.Black, game.TimeOut)},
		{"k7/8/8/8/8/8/8/6QK w - - 0 1", game.White, game.Drawn(game.TimeOutDraw)},
		{"k7/8/8/8/8/8/8/6QK w - - 0 1", game.Black, game.Win(game.White, game.TimeOut)},
	} {
		for _, g := range []game.Game{New(), NewChess()} {
			if o := parse(t, g, c.fen).TimeoutOutcome(c.loser); o != c.want {
				t.Errorf("%s, %s: %v's time runs out: %v, want %v", g.Name(), c.fen, c.loser, o, c.want)
			}
		}
	}
}

// The key counts the en passant square only where a capture is legal.
func TestKeyOfPassant(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		differs   bool
	}{
		{"legal", "4k3/p7/8/2pP4/8/8/8/4K3 w - c6 0 1", true},
		{"pinned along the rank", "4k3/p7/8/K1pP3r/8/8/8/8 w - c6 0 1", false},
	} {
		for _, g := range []game.Game{New(), NewChess()} {
			p := parse(t, g, c.fen)
			q := parse(t, g, strings.Replace(c.fen, "c6", "-", 1))
			if !strings.Contains(p.String(), "c6") {
				t.Errorf("%s: %s: the FEN loses its en passant square", g.Name(), c.name)
			}
			if g.Name() == "shrink" && c.name != "legal" {
				continue // the rank vanishes with both pawns, and the pin with it
			}
			if differs := p.Key() != q.Key(); differs != c.differs {
				t.Errorf("%s: %s: keys differ: %v, want %v", g.Name(), c.name, differs, c.differs)
			}
		}
	}
}

// Beyond the largest count a game can continue, and its FEN can be read back.
func TestCountsSaturate(t *testing.T) {
	p := parse(t, NewChess(), "k6r/8/8/8/8/8/8/K6R b - - 9999 9999")
	play(t, p, "a8a7 a1a2")
	if want := "7r/k7/8/8/8/8/K7/7R b - - 9999 9999"; p.String() != want {
		t.Errorf("%s, want %s", p, want)
	}
	p.Unmake()
	p.Unmake()
	if p.Fullmove() != 9999 || p.Halfmoves() != 9999 {
		t.Error(p)
	}
}
