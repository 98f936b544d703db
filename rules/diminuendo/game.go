package diminuendo

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// startBoard is the board field of the start position, which every game of the
// family shares.
const startBoard = "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p"

// Game is one game of the family; New makes it. Games with the same rules are equal.
// It implements game.Game and game.Family.
type Game struct {
	ranking       Ranking
	queenishKing  bool
	flexiblePawns bool
}

// New returns the game with that ranking. With queenishKing, kings also step as
// bishops do; with flexiblePawns, pawns also move, not only capture, sideways-forward
// (R8). It panics if the ranking lacks a piece type; ByName returns an error instead.
func New(r Ranking, queenishKing, flexiblePawns bool) game.Game {
	if err := r.check(); err != nil {
		panic(err)
	}
	return Game{r, queenishKing, flexiblePawns}
}

// Name implements game.Game: "diminuendo" for the default ranking without options,
// else "diminuendo:" with ranking and options. ByName reads it.
func (g Game) Name() string {
	if g == (Game{ranking: Default}) {
		return Family
	}
	name := Family + ":" + g.ranking.String()
	for i, on := range [2]bool{g.queenishKing, g.flexiblePawns} {
		if on {
			name += options[i]
		}
	}
	return name
}

// Title implements game.Game.
func (g Game) Title() string {
	var notes []string
	if g.ranking != Default {
		notes = append(notes, g.Letters())
	}
	if g.queenishKing {
		notes = append(notes, "queenish king")
	}
	if g.flexiblePawns {
		notes = append(notes, "flexible pawn")
	}
	if len(notes) == 0 {
		return "Diminuendo Chess"
	}
	return "Diminuendo Chess (" + strings.Join(notes, ", ") + ")"
}

// Info implements game.Game.
func (g Game) Info() game.Info {
	return game.Info{
		Family: Family, Look: "trio",
		Summary: "On 43 hexagons, where a captured piece becomes a weaker one and returns in the middle.",
	}
}

// Variant implements game.Family.
func (Game) Variant(name string) (game.Game, error) { return ByName(name) }

// Letters returns the ranking as six letters in upper case.
func (g Game) Letters() string { return strings.ToUpper(g.ranking.String()) }

// Ranked returns the game with a ranking, given as six letters in either case, and with
// these options.
func (Game) Ranked(letters string, queenishKing, flexiblePawns bool) (game.Game, error) {
	r, err := parseRanking(strings.ToLower(letters))
	if err != nil {
		return nil, err
	}
	return New(r, queenishKing, flexiblePawns), nil
}

// Names implements game.Family.
func (Game) Names() string {
	return "diminuendo:… with any ranking, such as diminuendo:pbnrqk+qk+fp"
}

// Rules implements game.Game. After the first paragraph it says which ranking and
// options this game has.
func (g Game) Rules() string {
	title, rest, _ := strings.Cut(rulesText, "\n\n")
	idea, rest, _ := strings.Cut(rest, "\n\n")
	return strings.Join([]string{title, idea, wrap(g.choice(), 79), rest}, "\n\n")
}

// Start implements game.Game.
func (g Game) Start() game.Position {
	p, err := g.Parse(startBoard + " w - - 0 1")
	if err != nil {
		panic("diminuendo: " + err.Error())
	}
	return p
}

// rules is a game as the move generator needs it.
type rules struct {
	afterPiece [16]game.Piece // what each piece becomes in the ranking
	last       game.PieceType // the type that becomes nothing
	beforeKing game.PieceType // the type that becomes a king, if any
	queenish   uint8          // 1 if kings step as bishops, too
	flexible   bool

	lastBits, beforeKingBits [3]uint64 // the two types, as State.kind takes them
}

func (g Game) rules() rules {
	r := rules{last: g.ranking[5], flexible: g.flexiblePawns}
	if g.queenishKing {
		r.queenish = 1
	}
	for _, pt := range g.ranking {
		next := g.ranking.Next(pt)
		for _, c := range []game.Color{game.White, game.Black} {
			r.afterPiece[pt.Of(c)] = next.Of(c)
		}
		if next == game.King {
			r.beforeKing = pt
		}
	}
	for i := range 3 {
		r.lastBits[i] = uint64(r.last>>i&1) - 1
		r.beforeKingBits[i] = uint64(r.beforeKing>>i&1) - 1
	}
	return r
}
