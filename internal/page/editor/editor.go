// Package editor edits positions that need not be legal. After each edit it lists
// everything that is still wrong, in sentences and by squares, and edits that fix it.
//
// It knows no variant: the game says what can be set and what is wrong
// (rulekit.SetupParser). The same code answers the server's requests and, as WebAssembly,
// the page's own. It has no state: the caller keeps the DraftState.
package editor

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// Lookup returns the game with that identifier.
type Lookup func(name string) (game.Game, error)

// table is a setup that is being edited.
type table struct {
	lookup Lookup
	game   rulekit.SetupParser
	*rulekit.Setup
	keys   boardview.Keys
	next   uint8 // the first key to try for a new square or piece
	unread []string
	steps  []boardview.Step
}

// Do makes an edit. The error says what is wrong with the state or the edit, and what is
// expected; an illegal position is no error.
func Do(lookup Lookup, s DraftState, e DraftEdit) (Draft, error) {
	t, err := open(lookup, s)
	if err != nil {
		return Draft{}, err
	}
	do, ok := edits[e.Do]
	if !ok {
		return Draft{}, message.Errorf("unknown edit %.20q: expected %s", e.Do, editNames)
	}
	if err := do(t, e); err != nil {
		return Draft{}, err
	}
	return t.draft(), nil
}

// open reads a state.
func open(lookup Lookup, s DraftState) (*table, error) {
	t := &table{lookup: lookup, next: uint8(s.Next)}
	var err error
	if t.game, err = t.parser(s.Variant); err != nil {
		return nil, err
	}
	t.Setup, _ = t.game.ParseSetup(t.text(s.FEN))
	t.keys = boardview.NewKeys(t.View)
	t.restore(s)
	return t, nil
}

// parser returns the game with that name.
func (t *table) parser(name string) (rulekit.SetupParser, error) {
	g, err := t.lookup(name)
	if err != nil {
		return nil, err
	}
	d, ok := g.(rulekit.SetupParser)
	if !ok {
		return nil, message.Errorf("the positions of %s cannot be edited", g.Title())
	}
	return d, nil
}

// text returns a FEN; if it is empty, that of the start.
func (t *table) text(fen string) string {
	if strings.TrimSpace(fen) == "" {
		return t.game.Start().String()
	}
	return fen
}

// read replaces the setup by that of a FEN.
func (t *table) read(fen string) {
	old, keys := t.View, t.keys
	d, unread := t.game.ParseSetup(t.text(fen))
	t.Setup = d
	for _, wrong := range unread {
		t.unread = append(t.unread, wrong.Error()+".")
	}
	t.rekey(old, keys)
}

// position returns the position of the setup, or nil if it is illegal.
func (t *table) position() game.Position {
	if p, err := t.game.Parse(t.String()); err == nil {
		return p
	}
	return nil
}

// draft returns the setup as the page shows it.
func (t *table) draft() Draft {
	d := Draft{
		State: t.state(), View: boardview.New(t.game, t.View, t.keys, t.position()),
		Faults: t.faults(), Unread: t.unread, Halfmoves: t.Halfmoves, Fullmove: t.Fullmove,
	}
	d.View.Steps = t.steps
	if d.View.FEN == "" {
		d.View.FEN = d.State.FEN
	}
	o := t.game.SetupOptions(t.Setup)
	d.Vanish = o.Vanished
	for _, r := range o.Rights {
		d.Rights = append(d.Rights,
			DraftRight{Letter: string(r.Letter), Label: r.Label, Possible: r.Possible, Given: t.Has(r.Letter)})
	}
	d.EnPassant = t.enPassant(o.EnPassant)
	if o.MaxFiles > 0 {
		d.Size = []int{t.Board.Files, t.Board.Ranks, o.MaxFiles, o.MaxRanks}
		files, ranks := t.emptyLines()
		d.Empty = len(files)+len(ranks) > 0
	}
	return d
}

// enPassant lists the squares to choose from for en passant.
func (t *table) enPassant(possible []game.Square) []DraftSquare {
	var squares []DraftSquare
	given := false
	for _, sq := range possible {
		s := DraftSquare{Key: int(t.keys.Square[sq]), Name: t.Name(sq), Given: t.Name(sq) == t.EnPassant.Text}
		given = given || s.Given
		squares = append(squares, s)
	}
	if sq := t.Board.SquareByName(t.EnPassant.Text); sq != nil && !given {
		squares = append(squares, DraftSquare{Key: int(t.keys.Square[sq.ID]), Name: sq.Name, Given: true})
	}
	return squares
}
