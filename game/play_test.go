package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

func ExampleMoves() {
	p := shrink.NewChess().Start()
	for m := range game.Moves(p) {
		fmt.Println(p.UCI(m))
		break
	}
	// Output: a2a3
}

func TestIsLegal(t *testing.T) {
	for _, g := range rules.All() {
		p := g.Start()
		for _, m := range []game.Move{game.NoMove, game.NewMove(127, 127), game.NewMove(0, 1) | 1<<31} {
			if game.IsLegal(p, m) {
				t.Errorf("%s: %v is legal", g.Name(), m)
			}
		}
		legal := p.Legal(nil)
		if moves := slices.Collect(game.Moves(p)); !slices.Equal(moves, legal) {
			t.Errorf("%s: Moves gives %v, Legal %v", g.Name(), moves, legal)
		}
		if !game.IsLegal(p, legal[0]) {
			t.Errorf("%s: %v is not legal", g.Name(), legal[0])
		}
	}
}

// Values that no rules make have a text, and no method panics.
func TestOddValues(t *testing.T) {
	for value, want := range map[fmt.Stringer]string{
		game.Result(9): "Result(9)", game.WDL(5): "WDL(5)", game.WDL(-7): "WDL(-7)", game.EffectKind(77): "EffectKind(77)",
		game.PieceType(7): "PieceType(7)", game.Piece(255): "black PieceType(7)", game.Color(9): "Black",
	} {
		if got := value.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	m := game.NewMove(52, 60)
	for _, got := range []game.Move{
		m.WithPromotion(0, game.King), m.WithPromotion(0, game.Pawn), m.WithPromotion(0, 99), m.WithPromotion(8, game.Rook),
		m.WithPromotion(-1, game.Rook),
	} {
		if got != game.NoMove {
			t.Errorf("an impossible promotion gives %v", got)
		}
	}
	if game.PieceType(200).Letter() != '?' || game.Piece(7).Letter() != '?' || m.Promotion(8) != game.NoPieceType ||
		m.Promotion(-1) != game.NoPieceType || m.PromotionText(-1) != "" || m.PromotionText(99) != "qqqqqqqq" {
		t.Error("an impossible value has a piece")
	}
}

// The result of a game is that of the side to move, seen from the board.
func TestWDL(t *testing.T) {
	for _, c := range []struct {
		r    game.WDL
		turn game.Color
		want game.Result
	}{
		{game.WDLWin, game.White, game.WhiteWins}, {game.WDLWin, game.Black, game.BlackWins},
		{game.WDLLoss, game.White, game.BlackWins}, {game.WDLLoss, game.Black, game.WhiteWins},
		{game.WDLDraw, game.White, game.Draw}, {game.WDLDraw, game.Black, game.Draw},
	} {
		if got := c.r.For(c.turn); got != c.want {
			t.Errorf("a %v for %v is %v, want %v", c.r, c.turn, got, c.want)
		}
	}
}

func TestSquares(t *testing.T) {
	p := shrink.New().Start()
	for _, name := range []string{"i1", "", "e", "e9"} {
		if sq := game.SquareByName(p, name); sq != game.NoSquare {
			t.Errorf("SquareByName(%q) = %v", name, sq)
		}
	}
	if n := game.SquareName(p, 28); n != "e4" {
		t.Errorf("square 28 is %s", n)
	}
	if n := game.SquareName(p, game.NoSquare); n != "?" {
		t.Errorf("NoSquare is %s", n)
	}
	if pc := p.PieceAt(game.NoSquare); pc != game.NoPiece {
		t.Errorf("the %v stands on NoSquare", pc)
	}
}

func TestStrings(t *testing.T) {
	for _, c := range []struct {
		value fmt.Stringer
		want  string
	}{
		{game.NewMove(12, 28), "12-28"},
		{game.NewMove(52, 60).WithPromotion(0, game.Knight), "52-60n"},
		{game.NewMove(52, 60).WithPromotion(1, game.Rook), "52-60qr"},
		{game.NoMove, "-"},
		{game.NoSquare, "-"},
		{game.Square(9), "9"},
		{game.Black, "Black"},
		{game.Knight.Of(game.Black), "black knight"},
		{game.Slide, "slide"},
		{game.Promote, "promote"},
	} {
		if got := c.value.String(); got != c.want {
			t.Errorf("%T %d = %q, want %q", c.value, c.value, got, c.want)
		}
	}
}

func ExamplePosition() {
	p, err := shrink.NewChess().Parse("4k3/8/8/8/7b/8/3P4/4K2R w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sq := range p.Checkers() {
		fmt.Println(p.PieceAt(sq), "on", game.SquareName(p, sq))
	}
	for _, sq := range p.Attackers(game.SquareByName(p, "h4"), game.White) {
		fmt.Println(p.PieceAt(sq), "on", game.SquareName(p, sq))
	}
	// Output:
	// black bishop on h4
	// white rook on h1
}

// A drop check marks the king of the side that has moved.
func TestCheckedAfterDropCheck(t *testing.T) {
	g, err := rules.ByName("diminuendo")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		p := g.Start()
		for !p.Outcome().Over() && p.Ply() < 60 {
			legal := p.Legal(nil)
			for _, m := range legal {
				effects := p.Effects(m)
				i := slices.IndexFunc(effects, func(e game.Effect) bool { return e.Kind == game.DropCheck })
				p.Make(m)
				marks := slices.ContainsFunc(game.CheckedSquares(p), func(sq game.Square) bool {
					return p.PieceAt(sq) == game.King.Of(p.Turn().Other())
				})
				if i >= 0 && !slices.Contains(game.CheckedSquares(p), effects[i].To) || marks && i < 0 {
					t.Errorf("%s: %v are marked after the effects %v", p, game.CheckedSquares(p), effects)
				}
				if i >= 0 {
					found++
				}
				p.Unmake()
			}
			p.Make(legal[random.IntN(len(legal))])
		}
		if found > 20 {
			return
		}
	}
	t.Errorf("only %d drop checks were found", found)
}
