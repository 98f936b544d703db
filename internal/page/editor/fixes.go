package editor

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/message"
)

// faults lists what is wrong with the setup, with fixes.
func (t *table) faults() []DraftFault {
	found := t.game.Faults(t.Setup)
	var out []DraftFault
	for _, f := range found {
		fault := DraftFault{Text: f.Hint}
		for _, sq := range f.Squares {
			fault.Squares = append(fault.Squares, int(t.keys.Square[sq]))
		}
		for _, m := range t.candidates(f) {
			if t.helps(m.Edit, f, found) {
				fault.Fixes = append(fault.Fixes, m)
			}
		}
		out = append(out, fault)
	}
	return out
}

// helps reports whether an edit removes a fault and adds no other.
func (t *table) helps(e DraftEdit, f rulekit.Fault, before []rulekit.Fault) bool {
	d := *t.Setup
	try := table{lookup: t.lookup, game: t.game, Setup: &d, keys: t.keys, next: t.next}
	if edits[e.Do](&try, e) != nil {
		return false
	}
	for _, g := range try.game.Faults(&d) {
		known := slices.ContainsFunc(before, func(b rulekit.Fault) bool { return b.Hint == g.Hint })
		if g.Hint == f.Hint || !known {
			return false
		}
	}
	return true
}

// maxRemovals is the number of squares of a fault up to which removing each piece is a
// candidate.
const maxRemovals = 3

// candidates are the edits that might fix a fault.
func (t *table) candidates(f rulekit.Fault) []Fix {
	switch f.Err.Field {
	case "castling rights":
		letter := t.Rights.Text[f.Err.Column-t.Rights.Column]
		others := strings.ReplaceAll(t.Rights.Text, string(letter), "")
		return []Fix{{"Remove this right", DraftEdit{Do: "rights", Text: others}}}
	case "en passant square":
		return []Fix{{"No en passant", DraftEdit{Do: "en-passant"}}}
	}
	other := t.Turn.Other()
	fixes := []Fix{{message.Sprintf("Let %v move", other), DraftEdit{Do: "turn", Text: strings.ToLower(other.String())}}}
	if len(f.Squares) > maxRemovals {
		return fixes
	}
	for _, sq := range f.Squares {
		label := message.Sprintf("Remove the %v on %s", t.Pieces[sq].Type(), t.Name(sq))
		fixes = append(fixes, Fix{label, DraftEdit{Do: "remove", Squares: []int{int(t.keys.Square[sq])}}})
	}
	return fixes
}
