package rankings

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Trial is a position in which either side can take each of the five types of pieces
// that can be taken, each of them with another piece.
const Trial = "5/6/K1Q1q1k/RP3pr/1b3B1/6/n3N w - - 0 1"

// RankingFacts are what one can say of one game of the family.
type RankingFacts struct {
	Name     string       `json:"name"`  // identifier, such as "diminuendo:pbnrqk+qk"
	Title    string       `json:"title"` // for people
	Order    string       `json:"order"` // six letters in lower case
	Queenish bool         `json:"queenish"`
	Flexible bool         `json:"flexible"`
	Ladder   []Rung       `json:"ladder"` // in the ranking's order
	Royal    []string     `json:"royal"`  // sentences: who is royal, and how a game ends
	Notes    []string     `json:"notes"`  // sentences: what is special
	Reverse  RankingKin   `json:"reverse"`
	Circle   []RankingKin `json:"circle"` // the five other beginnings of the same circle of men
	Start    string       `json:"start"`  // FEN
	Trial    string       `json:"trial"`  // FEN of a position in which to try captures
}

// Rung is one of the six steps of a ranking.
type Rung struct {
	Piece string `json:"man"`            // letter in lower case
	Into  string `json:"into,omitempty"` // what he becomes; left out: he leaves the board
	Told  string `json:"told"`           // the same in a sentence
	OnZ   bool   `json:"onZ"`            // such men can come to stand on the double cell
	Start int    `json:"start"`          // how many each side begins with
	Most  int    `json:"most"`           // how many it may come to have, promotions not counted
}

// RankingKin is another game of the family.
type RankingKin struct {
	Name  string `json:"name"`
	Order string `json:"order"`
}

// Of returns the facts about a game. The error says that it is none of the family.
func Of(g game.Game) (*RankingFacts, error) {
	d, ok := g.(diminuendo.Game)
	if !ok {
		return nil, fmt.Errorf("%s has no ranking: expected a game of the family of Diminuendo Chess, such as diminuendo:pbnrqk", g.Title())
	}
	r := d.Ranking()
	f := &RankingFacts{
		Name: d.Name(), Title: d.Title(), Order: r.String(), Queenish: d.QueenishKing(), Flexible: d.FlexiblePawns(),
		Royal: r.Royal(), Notes: r.Notes(), Reverse: kin(d, r.Reverse()), Start: d.Start().String(), Trial: Trial,
	}
	for _, rung := range r.Ladder() {
		f.Ladder = append(f.Ladder, Rung{
			Piece: letter(rung.Piece), Into: letter(rung.Into), Told: r.Describe(rung), OnZ: rung.OnZ, Start: rung.Start, Most: rung.Most,
		})
	}
	for n := 1; n < len(r); n++ {
		f.Circle = append(f.Circle, kin(d, r.Turn(n)))
	}
	return f, nil
}

// kin is the game with another ranking and the same options.
func kin(d diminuendo.Game, r diminuendo.Ranking) RankingKin {
	return RankingKin{Name: diminuendo.New(r, d.QueenishKing(), d.FlexiblePawns()).Name(), Order: r.String()}
}

// letter returns a type's letter in lower case, or nothing.
func letter(p game.PieceType) string {
	if p == game.NoPieceType {
		return ""
	}
	return strings.ToLower(string(p.Letter()))
}

// Read returns the game of the family that a person has typed: an identifier, or
// only the letters of a ranking, in either case and with spaces, commas or hyphens
// between them if he likes. The error says what is wrong and what would be right.
func Read(text string) (game.Game, error) {
	tidy := strings.ToLower(strings.NewReplacer(" ", "", "\t", "", ",", "", "-", "", "–", "", ">", "", "→", "").Replace(text))
	if tidy == "" {
		return nil, fmt.Errorf("nothing was given; expected the six letters K Q R N B P in any order, or an identifier such as diminuendo:pbnrqk+qk")
	}
	if !strings.HasPrefix(tidy, "diminuendo") {
		tidy = "diminuendo:" + tidy
	}
	return diminuendo.ByName(tidy)
}
