package editor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
)

// faults tells what is wrong with the setup, and what would mend it.
func (t *table) faults() []DraftFault {
	found := t.game.Faults(t.Setup)
	var out []DraftFault
	for _, f := range found {
		told := DraftFault{Text: f.Hint}
		for _, sq := range f.Cells {
			told.Cells = append(told.Cells, int(t.keys.Cell[sq]))
		}
		for _, m := range t.candidates(f) {
			if t.helps(m.Edit, f, found) {
				told.Mends = append(told.Mends, m)
			}
		}
		out = append(out, told)
	}
	return out
}

// helps reports whether a fault is gone after an edit, and no other has come.
func (t *table) helps(e DraftEdit, f game.Fault, before []game.Fault) bool {
	d := *t.Setup
	try := table{lookup: t.lookup, game: t.game, Setup: &d, keys: t.keys, next: t.next}
	if edits[e.Do](&try, e) != nil {
		return false
	}
	for _, g := range try.game.Faults(&d) {
		known := slices.ContainsFunc(before, func(b game.Fault) bool { return b.Hint == g.Hint })
		if g.Hint == f.Hint || !known {
			return false
		}
	}
	return true
}

// most is how many pieces a fault may be about for each to be offered to be taken
// off.
const most = 3

// candidates are the edits that might mend a fault.
func (t *table) candidates(f game.Fault) []Mend {
	switch f.Err.Field {
	case "castling rights":
		letter := t.Rights.Text[f.Err.Column-t.Rights.Column]
		return []Mend{{"Take this right away", DraftEdit{Do: "rights", Text: strings.ReplaceAll(t.Rights.Text, string(letter), "")}}}
	case "en passant square":
		return []Mend{{"No en passant", DraftEdit{Do: "passed"}}}
	}
	other := t.Turn.Other()
	mends := []Mend{{fmt.Sprintf("Let %v move", other), DraftEdit{Do: "turn", Text: strings.ToLower(other.String())}}}
	if len(f.Cells) > most {
		return mends
	}
	for _, sq := range f.Cells {
		label := fmt.Sprintf("Take the %v on %s off", t.Pieces[sq].Type(), t.Name(sq))
		mends = append(mends, Mend{label, DraftEdit{Do: "lift", Cells: []int{int(t.keys.Cell[sq])}}})
	}
	return mends
}
