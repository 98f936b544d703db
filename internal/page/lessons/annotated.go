//go:build !js

package lessons

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/notation"
)

// AnnotatedGame is a game worth playing through, with notes.
type AnnotatedGame struct {
	Name    string `json:"name"` // part of its address
	Title   string `json:"title"`
	Variant string `json:"variant"`
	boardview.Format
	White     string          `json:"white"`
	Black     string          `json:"black"`
	Credit    string          `json:"credit"` // whose game it is
	Annotator string          `json:"annotator,omitempty"`
	Source    GameSource      `json:"source"`
	Intro     string          `json:"intro"`
	FEN       string          `json:"fen,omitempty"` // empty: the start
	Result    string          `json:"result"`
	Reason    string          `json:"reason,omitempty"` // why it ended, if the rules ended it
	Plies     int             `json:"plies"`
	Moves     []AnnotatedMove `json:"moves"` // the main line
	PGN       string          `json:"pgn"`

	order string
}

// GameSource is where a game was printed.
type GameSource struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

// AnnotatedMove is a move with what is said of it.
type AnnotatedMove struct {
	Move   string `json:"move"` // in UCI
	SAN    string `json:"san"`
	Number int    `json:"number"` // of the move, as score sheets count
	Black  bool   `json:"black,omitempty"`
	NAGs   []int  `json:"nags,omitempty"`
	// Before stands before a move that opens a variation, Text after a move.
	Before string `json:"before,omitempty"`
	Text   string `json:"text,omitempty"`
	// Variations are variations that replace this move.
	Variations [][]AnnotatedMove `json:"variations,omitempty"`
}

// Map returns a copy of the game in which f was applied to every note.
func (s *AnnotatedGame) Map(f func(markdown string) string) *AnnotatedGame {
	out := *s
	out.Intro = f(s.Intro)
	out.Moves = mapNotes(s.Moves, f)
	return &out
}

func mapNotes(notes []AnnotatedMove, f func(string) string) []AnnotatedMove {
	some := func(text string) string {
		if text == "" {
			return ""
		}
		return f(text)
	}
	return apply(notes, func(n AnnotatedMove) AnnotatedMove {
		n.Before, n.Text = some(n.Before), some(n.Text)
		n.Variations = apply(n.Variations, func(line []AnnotatedMove) []AnnotatedMove { return mapNotes(line, f) })
		return n
	})
}

// outline returns the game without its moves, for lists.
func (s *AnnotatedGame) outline() AnnotatedGame {
	out := *s
	out.Moves, out.PGN = []AnnotatedMove{}, ""
	return out
}

// splitSource splits a tag such as "Parton <https://example.org/page>". Without an
// address all of it is the name.
func splitSource(tag string) GameSource {
	name, rest, _ := strings.Cut(tag, " <")
	if address, ok := strings.CutSuffix(rest, ">"); ok && strings.HasPrefix(address, "http") {
		return GameSource{name, address}
	}
	return GameSource{Name: tag}
}

// readAnnotatedGame reads the game of a PGN file with that name.
func readAnnotatedGame(name, text string, lookup Lookup) (*AnnotatedGame, error) {
	o := notation.ReadOptions{Lookup: lookup, Format: notation.PGN, Strict: true}
	trees, warnings, err := notation.ReadString(text, o)
	switch {
	case err != nil:
		return nil, err
	case len(warnings) > 0:
		return nil, fmt.Errorf("%v", warnings[0])
	case len(trees) != 1:
		return nil, fmt.Errorf("%d games: expected one", len(trees))
	}
	t := trees[0]
	s := &AnnotatedGame{
		Format:    boardview.FormatOf(t.Game()),
		Name:      name,
		Title:     t.Tag("Event"),
		Variant:   t.Game().Name(),
		White:     cmp.Or(t.Tag("White"), "?"),
		Black:     cmp.Or(t.Tag("Black"), "?"),
		Credit:    t.Tag("Credit"),
		Annotator: t.Tag("Annotator"),
		Intro:     paragraphs(t.Root.Comments),
		FEN:       t.FEN(),
		Result:    t.Result.String(),
		PGN:       t.PGN(),
		order:     fmt.Sprintf("%4s", t.Tag("Round")),
	}
	s.Source = splitSource(t.Tag("Source"))
	for tag, value := range map[string]string{
		"Event": s.Title, "Credit": s.Credit, "Source": s.Source.Name, "Round": t.Tag("Round"),
	} {
		if value == "" {
			return nil, fmt.Errorf("the tag %s is missing", tag)
		}
	}
	c := t.Cursor()
	s.Moves = notes(c)
	s.Plies = len(s.Moves)
	c.Seek(t.End())
	if o := c.Position().Outcome(); o.Over() {
		s.Reason = string(o.Reason)
		if o.Result != t.Result {
			return nil, fmt.Errorf("the result is given as %v, but the moves lead to %v", t.Result, o.Result)
		}
	}
	return s, nil
}

// notes returns the line from where the cursor stands, with its variations, and
// leaves the cursor there.
func notes(c *notation.Cursor) []AnnotatedMove {
	var out []AnnotatedMove
	for c.Node().Next() != nil {
		children := len(c.Node().Children)
		n := note(c, 0)
		for i := 1; i < children; i++ {
			first := note(c, i)
			c.Forward(i)
			n.Variations = append(n.Variations, append([]AnnotatedMove{first}, notes(c)...))
			c.Back()
		}
		out = append(out, n)
		c.Forward(0)
	}
	for range out {
		c.Back()
	}
	return out
}

// note is the i-th move from where the cursor stands.
func note(c *notation.Cursor, i int) AnnotatedMove {
	pos, n := c.Position(), c.Node().Children[i]
	return AnnotatedMove{
		Move: pos.UCI(n.Move), SAN: notation.SAN(pos, n.Move), Number: pos.Fullmove(), Black: pos.Turn() == game.Black,
		NAGs: n.NAGs, Before: paragraphs(n.StartingComments), Text: paragraphs(n.Comments),
	}
}

// paragraphs makes a text of comments, a paragraph of each.
func paragraphs(comments []string) string { return strings.Join(comments, "\n\n") }
