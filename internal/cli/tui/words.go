package tui

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// briefPhrases describe moves in few words: the panel is narrow, and its title already
// has the two squares.
var briefPhrases = notation.Language{
	Pieces: notation.English.Pieces,
	Colors: notation.English.Colors,
	Names:  notation.English.Names,

	Captures:          "Captures the {captured}.",
	CapturesEnPassant: "Captures the {captured} on {where} en passant.",
	Castles:           "Castles: the rook goes from {rook} to {beside}.",
	Expelled:          "The {color} {piece} on {at} leaves the board.",
	Drops:             "The {color} {piece} drops on {at} as a {into}.",
	DropsExpelling:    "The {color} {piece} drops on {at} as a {into}; the {victim} there leaves the board.",
	Becomes:           "On {at} it becomes a {into}.",
	BecomesNothing:    "On {at} it vanishes.",
	DropCheck:         "Drop check: the {piece} on {from} attacks the king on {at}, which does not count this turn.",
	Vanishes:          "Square {from} vanishes.",
	RankCollapses:     "Rank {line} disappears.",
	FileCollapses:     "File {line} disappears.",
	Promotes:          "The {color} pawn becomes a {into} on {at}.",
	RoyalSquare:       "The {piece} stands on {rival}'s royal square: check.",
	Check:             "{rival} is in check.",
	Checkmate:         "{rival} is checkmated.",
	KingLost:          "{rival} has lost the last king.",
	Stalemate:         notation.English.Stalemate,
	StalemateLoses:    notation.English.StalemateLoses,
}

// openPhrases are briefPhrases before the promotions are chosen: without promotions
// (see promotes), and without check, which depends on them.
var openPhrases = func() notation.Language {
	p := briefPhrases
	p.Promotes = ""
	p.RoyalSquare, p.Check, p.Checkmate, p.KingLost, p.Stalemate, p.StalemateLoses = "", "", "", "", "", ""
	return p
}()

// promotes returns a sentence with the pawns that a move promotes, by their squares
// after the move; "" if none.
func promotes(v *game.View, effects []game.Effect) string {
	var names []string
	for _, e := range effects {
		if e.Kind == game.Promote {
			names = append(names, v.Board.Name(int(e.To)))
		}
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return "A pawn promotes on " + names[0] + "."
	default:
		return fmt.Sprintf("%d pawns promote, on %s and %s.", n, strings.Join(names[:n-1], ", "), names[n-1])
	}
}

// narrate returns the effects of a legal move in words, without the step from square
// to square; "" if there are none.
func narrate(phrases *notation.Language, p game.Position, move game.Move) string {
	var out []string
	for _, s := range phrases.Narrate(p, move) {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// fromTo formats a move as its two squares: "e2–e4", "e4×d5".
func fromTo(v *game.View, move game.Move, effects []game.Effect) string {
	link := "–"
	for _, e := range effects {
		if e.Kind == game.Capture {
			link = "×"
		}
	}
	return v.Board.Name(int(move.From())) + link + v.Board.Name(int(move.To()))
}

// letters returns the letters of pieces.
func letters(pieces []game.Piece) string {
	b := make([]byte, 0, 2*len(pieces))
	for _, pc := range pieces {
		b = append(b, pc.Letter())
	}
	return string(b)
}
