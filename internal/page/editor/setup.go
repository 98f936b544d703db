package editor

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// Lookup returns the game with that identifier.
type Lookup func(name string) (game.Game, error)

// table is a setup on which one works.
type table struct {
	lookup Lookup
	game   game.SetupParser
	*game.Setup
	keys   boardview.Keys
	next   uint8 // the key that is tried first for whatever is new
	unread []string
	steps  []boardview.Step
}

// Do makes an edit. The error says what is wrong with the state or the edit, and
// what would be right; a setup with faults is no error.
func Do(lookup Lookup, s DraftState, e DraftEdit) (Draft, error) {
	t, err := open(lookup, s)
	if err != nil {
		return Draft{}, err
	}
	do, ok := edits[e.Do]
	if !ok {
		return Draft{}, fmt.Errorf("no edit %.20q: there are %s", e.Do, editNames)
	}
	if err := do(t, e); err != nil {
		return Draft{}, err
	}
	return t.tell(), nil
}

// open lays a state out.
func open(lookup Lookup, s DraftState) (*table, error) {
	t := &table{lookup: lookup, next: uint8(s.Next)}
	var err error
	if t.game, err = t.drafter(s.Variant); err != nil {
		return nil, err
	}
	t.Setup, _ = t.game.ParseSetup(t.text(s.FEN))
	t.keys = boardview.NewKeys(t.View)
	t.restore(s)
	return t, nil
}

// drafter returns the game with that name.
func (t *table) drafter(name string) (game.SetupParser, error) {
	g, err := t.lookup(name)
	if err != nil {
		return nil, err
	}
	d, ok := g.(game.SetupParser)
	if !ok {
		return nil, fmt.Errorf("positions of %s cannot be set up", g.Title())
	}
	return d, nil
}

// text returns a FEN, or that of the start if it is empty.
func (t *table) text(fen string) string {
	if strings.TrimSpace(fen) == "" {
		return t.game.Start().String()
	}
	return fen
}

// read replaces the setup by what a FEN says.
func (t *table) read(fen string) {
	old, keys := t.View, t.keys
	d, unread := t.game.ParseSetup(t.text(fen))
	t.Setup = d
	for _, wrong := range unread {
		t.unread = append(t.unread, wrong.Error()+".")
	}
	t.rekey(old, keys)
}

// position returns the position that the setup is, or nil if it is none.
func (t *table) position() game.Position {
	if p, err := t.game.Parse(t.String()); err == nil {
		return p
	}
	return nil
}

// tell returns the setup as one sees it.
func (t *table) tell() Draft {
	d := Draft{
		State: t.state(), Scene: boardview.Still(t.View, t.keys, t.position()),
		Faults: t.faults(), Unread: t.unread, Halfmoves: t.Halfmoves, Fullmove: t.Fullmove,
	}
	d.Scene.Steps = t.steps
	if d.Scene.FEN == "" {
		d.Scene.FEN = d.State.FEN
	}
	o := t.game.SetupOptions(t.Setup)
	d.Vanish = o.Vanished
	for _, r := range o.Rights {
		d.Rights = append(d.Rights, DraftRight{Letter: string(r.Letter), Label: r.Label, Possible: r.Possible, Given: t.Has(r.Letter)})
	}
	d.Passed = t.passed(o.EnPassant)
	if o.MaxFiles > 0 {
		d.Size = []int{t.Board.Files, t.Board.Ranks, o.MaxFiles, o.MaxRanks}
		files, ranks := t.emptyLines()
		d.Empty = len(files)+len(ranks) > 0
	}
	return d
}

// passed lists the cells to choose from for en passant.
func (t *table) passed(possible []game.Square) []DraftPlace {
	var places []DraftPlace
	given := false
	for _, sq := range possible {
		p := DraftPlace{Key: int(t.keys.Cell[sq]), Name: t.Name(sq), Given: t.Name(sq) == t.EnPassant.Text}
		given = given || p.Given
		places = append(places, p)
	}
	if c := t.Board.SquareByName(t.EnPassant.Text); c != nil && !given {
		places = append(places, DraftPlace{Key: int(t.keys.Cell[c.ID]), Name: c.Name, Given: true})
	}
	return places
}
