package wane_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func Example() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	b := wane.NewBoard(g)
	for _, san := range []string{"e4", "d5", "exd5"} {
		m, err := b.ParseSAN(san)
		if err != nil {
			log.Fatal(err)
		}
		said, err := b.Narrate(m)
		if err != nil || b.Push(m) != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.Join(said, " "))
	}
	fmt.Println(b.FEN(), b.Outcome())
	fmt.Println(len(b.Moves()), "legal moves")
	fmt.Println(game.Perft(b.Position(), 4)) // leaves four plies deeper
	// Output:
	// The white pawn goes from e2 to e4.
	// The black pawn goes from d7 to d5.
	// The white pawn goes from e4 to d5 and captures the pawn there. Rank 4 is empty and disappears.
	// rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 In progress
	// 21 legal moves
	// 268622
}

func Example_engine() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("2k/1R1/K2 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	best, err := search.New(eval.NewNode).Search(context.Background(), p, engine.Limits{Depth: 6}, nil)
	if err != nil {
		log.Fatal(err)
	}
	_, line := notation.MoveTexts(p, best.PV)
	moves, _ := engine.MateIn(best.Score)
	fmt.Println(strings.Join(line, " "), "mates in", moves)
	// Output:
	// Rc2+ Ka3 Ra2# mates in 2
}

func Example_effects() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.PieceAt(game.SquareByName(p, "e4")))
	for m := range game.Moves(p) {
		for _, effect := range p.Effects(m) {
			if effect.Kind == game.CollapseRank {
				fmt.Println(p.UCI(m), notation.SAN(p, m), "removes rank", effect.Index+1)
			}
		}
	}
	// Output:
	// white pawn
	// e4e5 e5 removes rank 4
	// e4d5 exd5 removes rank 4
}

// TestDocsShowTheExamples compares the Go blocks of the documents with the
// examples, which the compiler and the other tests check.
func TestDocsShowTheExamples(t *testing.T) {
	for _, e := range []struct{ page, source, name string }{
		{"README.md", "example_test.go", "Example"},
		{"docs/embedding.md", "board_test.go", "ExampleBoard"},
		{"docs/embedding.md", "hill_test.go", ""},
		{"docs/embedding.md", "example_test.go", "Example_effects"},
		{"docs/embedding.md", "example_test.go", "Example_engine"},
		{"docs/embedding.md", "notation/example_test.go", "ExampleReadString"},
		{"docs/embedding.md", "notation/example_test.go", "ExampleTree_Cursor"},
		{"docs/embedding.md", "tablebase/example_test.go", "ExampleTables_Moves"},
	} {
		page, err := os.ReadFile(e.page)
		if err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(e.source)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(source), "\nfunc "+e.name+"() {\n")
		body, _, found := strings.Cut(body, "\n}\n")
		body = strings.ReplaceAll("\n"+body, "\n\t", "\n")
		if e.name == "" { // all but the imports and the tests
			_, body, _ = strings.Cut(string(source), "\n)\n")
			body, _, found = strings.Cut(body, "\n\n// A game that")
		}
		if !found || !strings.Contains(string(page), "```go"+body+"\n```\n") {
			t.Errorf("%s lacks the Go block of %s:%s", e.page, e.name, body)
		}
	}
}
