package wane_test

import (
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func Example() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	p := g.Start()
	for _, text := range []string{"e4", "d5", "exd5"} {
		m, err := notation.ParseSAN(p, text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.Join(notation.Narrate(p, m), " "))
		p.Make(m)
	}
	fmt.Println(p)
	fmt.Println(p.LegalCount())
	fmt.Println(game.Perft(p, 4)) // leaves four plies deeper
	// Output:
	// The white pawn goes from e2 to e4.
	// The black pawn goes from d7 to d5.
	// The white pawn goes from e4 to d5 and takes the pawn there. Rank 4 is empty and disappears.
	// rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
	// 21
	// 268622
}

// The README shows this example as it stands above.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "\nfunc Example() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	body = strings.ReplaceAll("\n"+body, "\n\t", "\n")
	if !strings.Contains(string(readme), "```go"+body+"\n```\n") {
		t.Errorf("README.md has no Go block with%s", body)
	}
}
