package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// ParseMove reads a legal move as UCI or in short algebraic notation; see
// Moves.ParseMove.
func ParseMove(p game.Position, text string) (game.Move, error) { return NewMoves(p).ParseMove(text) }

// ParseMove reads a legal move as UCI or, if it is none, in short algebraic
// notation; see ParseSAN. Errors are *MoveError.
func (ms *Moves) ParseMove(text string) (game.Move, error) {
	if m, err := ms.ParseUCI(text); err == nil {
		return m, nil
	}
	return ms.ParseSAN(text)
}

// ParseSAN reads a legal move in short algebraic notation; see Moves.ParseSAN.
func ParseSAN(p game.Position, text string) (game.Move, error) {
	if m, _, ok := quick(p, text, make([]game.Move, 0, 16)); ok { // as programs write moves; NewMoves costs more
		return m, nil
	}
	return NewMoves(p).ParseSAN(text)
}

// ParseSAN reads a legal move in short algebraic notation, leniently: the signs
// for captures, checks and changes may be missing, promotions may be written
// "e8Q" or "e8(Q)", castling with zeros, comments such as "!?" may follow, and
// more of the origin may be named than is needed. UCI and the long form are read too.
// The promotions and, for a pawn that captures, its file must be there. Errors are
// *MoveError.
func (ms *Moves) ParseSAN(text string) (game.Move, error) {
	r, err := ms.Parse(text)
	return r.Move, err
}

// Reading is a move as a text describes it.
type Reading struct {
	Move    game.Move
	Notes   []string // wrong marks of check, mate or drop check, such as "marked as check, but it is checkmate"
	NAGs    []int    // for glyphs such as "!?"
	Remarks []string // in brackets after the move
}

// Parse reads a legal move in any notation. What the text states about the piece, its
// square, the captured piece and what a piece becomes must hold. Errors are *MoveError.
func (ms *Moves) Parse(text string) (Reading, error) {
	s := strings.TrimSpace(text)
	ends := func(n int) bool { return strings.Trim(s[n:], ".,; ") == "" }
	c, n, ok := scanMove(s, true)
	if !ok || !ends(n) {
		example := ""
		if len(ms.legal) > 0 {
			example = message.Sprintf(", expected something like %s or %s", ms.SAN(ms.legal[0]), ms.p.UCI(ms.legal[0]))
		}
		problem := "not a move"
		if ok {
			problem = message.Sprintf("unexpected text after the move %s", s[:n])
		}
		return Reading{}, &MoveError{Text: text, Problem: problem + example}
	}
	m, notes, err := ms.match(c)
	if err != nil && s[0] == 'b' { // it may stand for a bishop, but the file comes first
		if c2, n2, ok := scanMove("B"+s[1:], true); ok && ends(n2) {
			if m2, notes2, err2 := ms.match(c2); err2 == nil {
				c, m, notes, err = c2, m2, notes2, nil
			}
		}
	}
	if err != nil {
		return Reading{}, err
	}
	return Reading{m, notes, c.glyphs, c.remarks}, nil
}
