// Package rankings describes the variants of Diminuendo Chess to pages: what each ranking
// does to its pieces, in sentences and as a ladder, and all 720 with traits to search for.
// The facts themselves come from rules/diminuendo.
package rankings

import (
	"errors"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Family is the name of the family, and of its game with the default ranking.
const Family = diminuendo.Family

// Has reports whether a game is of the family.
func Has(g game.Game) bool { return game.InfoOf(g).Family == Family }

// Trial is a position in which either side can capture each of the five types of pieces
// that can be captured, each with another piece.
const Trial = "5/6/K1Q1q1k/RP3pr/1b3B1/6/n3N w - - 0 1"

// RankingFacts describe one game of the family.
type RankingFacts struct {
	Name     string        `json:"name" doc:"identifier, such as diminuendo:pbnrqk+qk"`
	Title    string        `json:"title"`
	Order    string        `json:"order" doc:"six letters in lower case"`
	Queenish bool          `json:"queenish" doc:"kings also step one square diagonally"`
	Flexible bool          `json:"flexible" doc:"pawns also move, not only capture, diagonally"`
	Ladder   []Rung        `json:"ladder" doc:"in the ranking's order"`
	Royal    []string      `json:"royal" doc:"sentences: which kings are royal, and how a game ends"`
	Notes    []string      `json:"notes" doc:"sentences: what is special"`
	Reverse  RankingLink   `json:"reverse"`
	Circle   []RankingLink `json:"circle" doc:"the five rotations of the ranking"`
	Start    string        `json:"start" doc:"FEN"`
	Trial    string        `json:"trial" doc:"FEN of a position in which to try captures"`
}

// Rung is one of the six steps of a ranking.
type Rung struct {
	Piece string `json:"piece" doc:"letter in lower case"`
	Into  string `json:"into,omitempty" doc:"what it becomes; missing if it leaves the board"`
	Text  string `json:"text" doc:"the same in a sentence"`
	OnZ   bool   `json:"onZ" doc:"it can come to stand on z"`
	Start int    `json:"start" doc:"how many each side has at the start"`
	Most  int    `json:"most" doc:"how many a side can come to have without promotions"`
}

// RankingLink is another game of the family.
type RankingLink struct {
	Name  string `json:"name"`
	Order string `json:"order"`
}

// Of returns the facts about a game. It fails if the game is not of the family.
func Of(g game.Game) (*RankingFacts, error) {
	d, ok := g.(diminuendo.Game)
	if !ok {
		return nil, message.Errorf("%s has no ranking: expected a variant such as diminuendo:pbnrqk", g.Title())
	}
	r := d.Ranking()
	f := &RankingFacts{
		Name: d.Name(), Title: d.Title(), Order: r.String(), Queenish: d.QueenishKing(), Flexible: d.FlexiblePawns(),
		Royal: r.Royal(), Notes: r.Notes(), Reverse: related(d, r.Reverse()), Start: d.Start().String(), Trial: Trial,
	}
	for _, rung := range r.Ladder() {
		f.Ladder = append(f.Ladder, Rung{
			Piece: letter(rung.Piece), Into: letter(rung.Into), Text: r.Describe(rung),
			OnZ: rung.OnZ, Start: rung.Start, Most: rung.Most,
		})
	}
	for n := 1; n < len(r); n++ {
		f.Circle = append(f.Circle, related(d, r.Turn(n)))
	}
	return f, nil
}

// related returns the game with another ranking and the same options.
func related(d diminuendo.Game, r diminuendo.Ranking) RankingLink {
	return RankingLink{Name: diminuendo.New(r, d.QueenishKing(), d.FlexiblePawns()).Name(), Order: r.String()}
}

// letter returns a piece type's letter in lower case, "" for none.
func letter(pt game.PieceType) string {
	if pt == game.NoPieceType {
		return ""
	}
	return strings.ToLower(string(pt.Letter()))
}

// Read returns the game that a user typed: an identifier, or only the letters of a
// ranking, in either case, with spaces, commas or hyphens between them. The error says
// what is wrong and what is expected.
func Read(text string) (game.Game, error) {
	separators := strings.NewReplacer(" ", "", "\t", "", ",", "", "-", "", "–", "", ">", "", "→", "")
	tidy := strings.ToLower(separators.Replace(text))
	if tidy == "" {
		return nil, errors.New("no ranking was given: expected the six letters K Q R N B P in any order, " +
			"or a variant such as diminuendo:pbnrqk+qk")
	}
	if !strings.HasPrefix(tidy, Family) {
		tidy = Family + ":" + tidy
	}
	return diminuendo.ByName(tidy)
}
