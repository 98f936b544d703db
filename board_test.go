package wane_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wane-chess/wane"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

func ExampleBoard() {
	b := wane.NewBoard(shrink.New())
	for _, san := range []string{"e4", "d5", "exd5"} {
		if _, err := b.PushSAN(san); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(b.FEN()) // rank 4 is gone
	fmt.Println(b.PieceAt(b.Square("d5")), b.InCheck(), b.Outcome().Over(), len(b.Stack()))
	_, err := b.PushUCI("e8e6")
	fmt.Println(err)
	b.Pop()
	fmt.Println(b)
	// Output:
	// rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
	// nothing false false 3
	// "e8e6": no square e8: the board has files a to h and ranks 1 to 7
	// rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}

// A board plays random games of all variants like a position, in all notations, and takes them back.
func TestBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, g := range rules.All() {
		b, p := wane.NewBoard(g), g.Start()
		var fens []string
		var played []game.Move
		for !b.Outcome().Over() && len(played) < 80 {
			moves := b.Moves()
			if !slices.Equal(moves, p.Legal(nil)) || b.Turn() != p.Turn() || b.InCheck() != p.InCheck() {
				t.Fatalf("%s: %s and %s differ", g.Name(), b, p)
			}
			m := moves[random.IntN(len(moves))]
			san, err := b.SAN(m)
			if err != nil || san != notation.SAN(p, m) {
				t.Fatalf("%s, %s: %v is %s, %v", g.Name(), b, m, san, err)
			}
			uci, err := b.UCI(m)
			if err != nil || uci != p.UCI(m) {
				t.Fatalf("%s, %s: %v is %s, %v", g.Name(), b, m, uci, err)
			}
			fens, played = append(fens, b.FEN()), append(played, m)
			copied := b.Clone()
			var got game.Move
			switch random.IntN(3) {
			case 0:
				got, err = b.PushSAN(san)
			case 1:
				got, err = b.PushUCI(uci)
			default:
				got, err = m, b.Push(m)
			}
			p.Make(m)
			if err != nil || got != m || b.Last() != m || b.FEN() != p.String() || copied.FEN() != fens[len(fens)-1] {
				t.Fatalf("%s: %s leads to %s, want %s; %v", g.Name(), san, b, p, err)
			}
			for id := range 128 {
				if sq := game.Square(id); b.PieceAt(sq) != p.PieceAt(sq) || b.SquareName(sq) != game.SquareName(p, sq) {
					t.Fatalf("%s, %s: square %d has a %v", g.Name(), b, id, b.PieceAt(sq))
				}
			}
		}
		if b.Outcome() != p.Outcome() || !slices.Equal(b.Stack(), played) || len(played) < 10 {
			t.Errorf("%s: %v after %d moves, want %v after %d", g.Name(), b.Outcome(), len(b.Stack()), p.Outcome(), len(played))
		}
		before := wane.BoardOf(b.Position())
		for i, fen := range slices.Backward(fens) {
			if m := b.Pop(); m != played[i] || b.FEN() != fen {
				t.Fatalf("%s: took back %v to %s, want %v and %s", g.Name(), m, b, played[i], fen)
			}
		}
		if b.Pop() != game.NoMove || b.Last() != game.NoMove || before.Pop() != game.NoMove || before.FEN() != p.String() {
			t.Errorf("%s: a board without moves takes one back", g.Name())
		}
	}
}

// What is not legal is an error, and changes nothing.
func TestBoardRefuses(t *testing.T) {
	for _, g := range rules.All() {
		b := wane.NewBoard(g)
		fen := b.FEN()
		for _, m := range []game.Move{game.NoMove, game.NewMove(127, 127), game.NewMove(0, 1) | 1<<31} {
			_, san := b.SAN(m)
			_, uci := b.UCI(m)
			if b.Push(m) == nil || san == nil || uci == nil || b.IsLegal(m) {
				t.Errorf("%s: %v is legal", g.Name(), m)
			}
		}
		for _, text := range []string{"", "e9", "Qh5#", "0000", "--", "e2e5", "Ke2=Q"} {
			_, san := b.PushSAN(text)
			_, uci := b.PushUCI(text)
			if e := (*notation.MoveError)(nil); !errors.As(san, &e) || !errors.As(uci, &e) {
				t.Errorf("%s: %q is %v, %v", g.Name(), text, san, uci)
			}
		}
		if b.FEN() != fen || len(b.Stack()) != 0 || b.Square("k12") != game.NoSquare || b.SquareName(255) != "?" ||
			b.PieceAt(game.NoSquare) != game.NoPiece {
			t.Errorf("%s: %s has changed", g.Name(), b)
		}
		again, err := wane.ParseBoard(g, fen)
		if err != nil || again.FEN() != fen || again.Game().Name() != g.Name() {
			t.Errorf("%s: %s is read as %v, %v", g.Name(), fen, again, err)
		}
		_, err = wane.ParseBoard(g, "x")
		if e := (*game.FENError)(nil); !errors.As(err, &e) {
			t.Errorf("%s: a FEN of x: %v", g.Name(), err)
		}
	}
}

func BenchmarkPieceAt(b *testing.B) {
	for _, g := range rules.All() {
		b.Run(g.Name(), func(b *testing.B) {
			board := wane.NewBoard(g)
			for i := range b.N {
				_ = board.PieceAt(game.Square(i & 63))
			}
		})
	}
}

func BenchmarkNotation(b *testing.B) {
	board := wane.NewBoard(shrink.New())
	m, err := board.ParseSAN("Nf3")
	if err != nil {
		b.Fatal(err)
	}
	p := board.Position()
	for name, work := range map[string]func(){
		"SAN":      func() { _ = notation.SAN(p, m) },
		"ParseSAN": func() { _, _ = notation.ParseSAN(p, "Nf3") },
		"ParseUCI": func() { _, _ = notation.ParseUCI(p, "g1f3") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				work()
			}
		})
	}
}
