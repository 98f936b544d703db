package diminuendo

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// sampleGames reads testdata/games.txt: the moves of each game, by its title.
func sampleGames(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	games := map[string][]string{}
	title := ""
	for line := range strings.Lines(string(text)) {
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "#":
		case len(words) == 1 && games[words[0]] == nil && !strings.ContainsAny(words[0], "12345678"):
			title = words[0]
		default:
			games[title] = append(games[title], words...)
		}
	}
	return games
}

// marked returns a legal move as the sample games mark it, and makes it.
func marked(p game.Position, m game.Move) string {
	text := p.UCI(m)
	dropCheck := ""
	for _, e := range p.Effects(m) {
		switch e.Kind {
		case game.Drop, game.Demote:
			text += ">" + string(e.Into.Type().Letter())
		case game.DropCheck:
			dropCheck = "dc"
		}
	}
	p.Make(m)
	check := ""
	switch o := p.Outcome(); {
	case o.Reason == game.Checkmate:
		check = "#"
	case p.InCheck():
		check = "+"
	}
	return text + dropCheck + check
}

// playMarked plays moves that are marked, and checks the marks.
func playMarked(t *testing.T, p game.Position, moves ...string) {
	t.Helper()
	for _, want := range moves {
		if p.Outcome().Over() {
			t.Fatalf("%s: %v, and yet %s follows", p, p.Outcome(), want)
		}
		plain, _, _ := strings.Cut(strings.TrimRight(want, "dc+#"), ">")
		legal := p.Legal(nil)
		i := slices.IndexFunc(legal, func(m game.Move) bool { return p.UCI(m) == plain })
		if i < 0 {
			t.Fatalf("%s is not legal in %s", plain, p)
		}
		before := p.String()
		if got := marked(p, legal[i]); got != want {
			t.Errorf("%s: the move is %s, want %s", before, got, want)
		}
	}
}

func TestSampleGames(t *testing.T) {
	games := sampleGames(t)
	for title, plies := range map[string]int{"one": 9, "three": 78} {
		if len(games[title]) != plies {
			t.Fatalf("game %s has %d plies, want %d", title, len(games[title]), plies)
		}
		p := named(t, "diminuendo").Start()
		playMarked(t, p, games[title]...)
		if p.Outcome().Reason != game.Checkmate {
			t.Errorf("game %s ends in %s, %v, want checkmate", title, p, p.Outcome())
		}
	}
}

// R4: the inventor calls this line of his third game mate. The rook can be
// captured, because the knight that drops does not count against the capturer.
func TestDropCheckNote(t *testing.T) {
	p := named(t, "diminuendo").Start()
	three := sampleGames(t)["three"]
	playMarked(t, p, three[:35]...) // up to 18.Rg2
	playMarked(t, p, "g4g2>Ndc", "f1f6+")
	if got := moves(p, ""); got != "d7f6 e7f6" {
		t.Errorf("answers to f1f6: %s", got)
	}
	playMarked(t, p, "d7f6>Ndc")
}
