package archive

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// Kind says who played with whom.
type Kind string

// The kinds of games.
const (
	Humans Kind = "human"  // two persons
	Engine Kind = "engine" // a person and an engine
	Solo   Kind = "self"   // one person had both sides
)

// ResultFilter says how games went that a Query selects.
type ResultFilter string

// The tables. Won and Lost are for the player that the query is about.
const (
	WhiteWon ResultFilter = "white"
	BlackWon ResultFilter = "black"
	Drawn    ResultFilter = "draw"
	Won      ResultFilter = "won"
	Lost     ResultFilter = "lost"
)

// ColorFilter says which side the player of a Query had.
type ColorFilter string

// The colors.
const (
	Either ColorFilter = ""
	White  ColorFilter = "white"
	Black  ColorFilter = "black"
)

// Query selects finished games. Fields that are zero select nothing out. Games
// that are not public are found by their players only.
type Query struct {
	Viewer string // identity of the guest who asks
	Mine   bool   // only games in which the viewer sits
	// Player is how the name of a player begins, in either case; with Mine, the
	// name of the opponent.
	Player string
	// Colors and the tables Won and Lost are about the viewer with Mine, else
	// about the Player.
	Colors   ColorFilter
	Result   ResultFilter
	Variant  string // as livegame.Header has it
	Family   string // all games of that family, such as "diminuendo"
	Kind     Kind
	Level    int // of the engine
	MinPlies int
	MaxPlies int // 0: no bound
	// Moves are what the games began with, in UCI, from the start of their
	// variant; at most Depth.
	Moves    []string
	From, To time.Time // ended at or after, and before
	After    Cursor    // only games that come later in the list
	Limit    int       // at most so many, the last ended first; 0: DefaultLimit
}

// ColorList returns the colors that q.Colors stands for.
func (q *Query) ColorList() []game.Color {
	switch q.Colors {
	case White:
		return []game.Color{game.White}
	case Black:
		return []game.Color{game.Black}
	}
	return []game.Color{game.White, game.Black}
}

// Result is the result that a table stands for if it is about that side;
// game.Ongoing: any.
func (e ResultFilter) Result(about game.Color) game.Result {
	switch e {
	case WhiteWon:
		return game.WhiteWins
	case BlackWon:
		return game.BlackWins
	case Drawn:
		return game.Draw
	case Won:
		return game.WinFor(about)
	case Lost:
		return game.WinFor(about.Other())
	}
	return game.Ongoing
}

// DefaultLimit is how many games Search returns if the query does not say.
const DefaultLimit = 30

// Check returns what is wrong with a query, in words for people.
func (q *Query) Check() error {
	about := q.Mine || q.Player != ""
	switch {
	case !utf8.ValidString(q.Player) || strings.ContainsFunc(Fold(q.Player), unicode.IsControl):
		return fmt.Errorf("the player %q is no name: it has signs that cannot be written", q.Player)
	case q.Mine && q.Viewer == "":
		return errors.New("nobody is known to ask for games of their own")
	case !about && q.Colors != Either:
		return errors.New("a colour is the colour of somebody: name a player, or ask for your own games")
	case !about && (q.Result == Won || q.Result == Lost):
		return errors.New("somebody has to have won or lost: name a player, or ask for your own games; or ask for games that white or black won")
	case q.MaxPlies > 0 && q.MinPlies > q.MaxPlies:
		return fmt.Errorf("the shortest game would have %d plies and the longest %d", q.MinPlies, q.MaxPlies)
	case len(q.Moves) > Depth:
		return fmt.Errorf("%d moves of the opening are given; the first %d of each game are known", len(q.Moves), Depth)
	case len(q.Moves) > 0 && q.Variant == "":
		return errors.New("moves of the opening are moves of one game: say which")
	case !q.From.IsZero() && !q.To.IsZero() && !q.From.Before(q.To):
		return errors.New("the first day comes after the last")
	}
	return nil
}

// Cursor is a place in the list of games, the last ended first. The list may grow
// at its beginning; what comes after a cursor stays.
type Cursor struct {
	Ended time.Time
	ID    livegame.ID
}

// String returns the cursor's text, which ParseCursor reads back; "" for none.
func (c Cursor) String() string {
	if c.ID == "" {
		return ""
	}
	return strconv.FormatInt(c.Ended.UnixMilli(), 10) + "-" + string(c.ID)
}

// ParseCursor reads what String has written.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return Cursor{}, nil
	}
	at, id, _ := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" || len(id) > 64 || strings.ContainsFunc(id, invalidInID) {
		return Cursor{}, fmt.Errorf("the cursor %.40q is none: give what the page before has as next", text)
	}
	return Cursor{time.UnixMilli(ms).UTC(), livegame.ID(id)}, nil
}

// invalidInID reports whether no game's name has that letter.
func invalidInID(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// Game is a game that was found.
type Game struct {
	livegame.Summary
	Ended time.Time
}

// Cursor returns the game's place in the list.
func (f *Game) Cursor() Cursor { return Cursor{f.Ended, f.ID} }

// Family returns the family that a variant belongs to: "diminuendo" for every
// ranking of it, the variant itself for others.
func Family(variant string) string {
	name, _, _ := strings.Cut(variant, ":")
	name, _, _ = strings.Cut(name, "+")
	return name
}

// Fold returns what names are compared by.
func Fold(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }
