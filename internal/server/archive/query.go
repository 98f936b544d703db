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
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Kind says who played.
type Kind string

// The kinds.
const (
	Humans Kind = "human"  // two people
	Engine Kind = "engine" // a person and an engine
	Solo   Kind = "self"   // one person played both colors
)

// ResultFilter selects games by their result. Won and Lost are those of the player that
// the query is about.
type ResultFilter string

// Won and Lost are for the player that the query is about.
const (
	WhiteWon ResultFilter = "white"
	BlackWon ResultFilter = "black"
	Drawn    ResultFilter = "draw"
	Won      ResultFilter = "won"
	Lost     ResultFilter = "lost"
)

// ColorFilter selects games by the color of a Query's player.
type ColorFilter string

// The colors.
const (
	Either ColorFilter = ""
	White  ColorFilter = "white"
	Black  ColorFilter = "black"
)

// Query selects finished games. Zero fields do not restrict it. Only the players find
// games that are not public.
type Query struct {
	Viewer string // ID of the guest who searches
	Mine   bool   // only games of the viewer
	// Player is a prefix of a player's name, ignoring case; with Mine, of the opponent's.
	Player string
	// Account is the ID of an account that plays; Player is then about its opponent. With Mine it
	// is the viewer's opponent.
	Account string
	// Colors and the results Won and Lost are about the viewer with Mine, else about the Account
	// or the Player.
	Colors   ColorFilter
	Result   ResultFilter
	Variant  string // as in livegame.Header
	Family   string // such as "diminuendo"; see Family
	Kind     Kind
	Level    int // of the engine
	MinPlies int
	MaxPlies int // 0: no limit
	// Moves are the first moves of the games, in UCI, from the variant's start; at most
	// Depth.
	Moves    []string
	From, To time.Time // ended at or after From, before To
	After    Cursor    // only games that follow it in the list
	Limit    int       // most games, the last ended first; 0: DefaultLimit
}

// ColorList returns the colors that q.Colors selects.
func (q *Query) ColorList() []game.Color {
	switch q.Colors {
	case White:
		return []game.Color{game.White}
	case Black:
		return []game.Color{game.Black}
	}
	return []game.Color{game.White, game.Black}
}

// Result returns the result that the filter selects for a player; game.Ongoing: any.
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

// DefaultLimit is the default of Query.Limit.
const DefaultLimit = 30

// Check returns what is wrong with the query. The error is meant for users.
func (q *Query) Check() error {
	about := q.Mine || q.Player != "" || q.Account != ""
	switch {
	case !utf8.ValidString(q.Player) || strings.ContainsFunc(livegame.Fold(q.Player), unicode.IsControl):
		return fmt.Errorf("the player name %q has characters that cannot be displayed", q.Player)
	case q.Mine && q.Viewer == "":
		return errors.New("your own games are unknown: you are not signed in as a guest")
	case !about && q.Colors != Either:
		return errors.New("a color needs a player: name a player, or search your own games")
	case !about && (q.Result == Won || q.Result == Lost):
		return errors.New("won and lost need a player: " +
			"name a player, or search your own games, or search games that white or black won")
	case q.MaxPlies > 0 && q.MinPlies > q.MaxPlies:
		return fmt.Errorf("the minimum of %d plies is above the maximum of %d", q.MinPlies, q.MaxPlies)
	case len(q.Moves) > Depth:
		return fmt.Errorf("the opening has %d moves, at most %d are allowed", len(q.Moves), Depth)
	case len(q.Moves) > 0 && q.Variant == "":
		return errors.New("opening moves need a variant")
	case !q.From.IsZero() && !q.To.IsZero() && !q.From.Before(q.To):
		return errors.New("the first day is after the last")
	}
	return nil
}

// Cursor is a position in the list of games, the last ended first. New games come before
// it; what follows it does not change.
type Cursor struct {
	Ended time.Time
	ID    livegame.ID
}

// String returns the cursor's text for ParseCursor; "" for none.
func (c Cursor) String() string {
	if c.ID == "" {
		return ""
	}
	return strconv.FormatInt(c.Ended.UnixMilli(), 10) + "-" + string(c.ID)
}

// ParseCursor parses the text of a cursor.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return Cursor{}, nil
	}
	at, id, _ := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" || len(id) > 64 || strings.ContainsFunc(id, invalidInID) {
		return Cursor{}, fmt.Errorf("the cursor %.40q is invalid: expected next of the previous page", text)
	}
	return Cursor{time.UnixMilli(ms).UTC(), livegame.ID(id)}, nil
}

// invalidInID reports whether a game ID cannot have a character.
func invalidInID(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// Game is a finished game.
type Game struct {
	livegame.Summary
	Ended time.Time
	// Line has the first Depth moves, as in Record; only Search gives it.
	Line string
}

// Cursor returns the game's position in the list.
func (f *Game) Cursor() Cursor { return Cursor{f.Ended, f.ID} }

// Family returns the family of a variant: "diminuendo" for all its rankings, otherwise the
// variant itself.
func Family(variant string) string {
	name, _, _ := strings.Cut(variant, ":")
	name, _, _ = strings.Cut(name, "+")
	return name
}
