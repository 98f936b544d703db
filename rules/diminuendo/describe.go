package diminuendo

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// strengths are the piece types from weak to strong, as the inventor ranks them,
// without the king.
var strengths = []game.PieceType{game.Pawn, game.Bishop, game.Knight, game.Rook, game.Queen}

// gain returns how many places stronger a piece becomes, negative if weaker. ok is false
// if one of the types is the king or NoPieceType.
func gain(from, to game.PieceType) (places int, ok bool) {
	a, b := slices.Index(strengths, from), slices.Index(strengths, to)
	return b - a, a >= 0 && b >= 0
}

// many is the gain or loss in places from which a note warns.
const many = 3

// Describe says in a sentence what happens to captured pieces of a rung.
func (r Ranking) Describe(rung Rung) string {
	switch {
	case rung.Piece != game.King && rung.Into == game.NoPieceType:
		return message.Sprintf("A captured %v leaves the board.", rung.Piece)
	case rung.Piece != game.King && rung.Into == game.King:
		return message.Sprintf("A captured %v comes back as a king.", rung.Piece)
	case rung.Piece != game.King:
		return message.Sprintf("A captured %v comes back as a %v.", rung.Piece, rung.Into)
	case r[0] == game.King:
		return "The king is never captured, and never moves to z."
	case rung.Into == game.NoPieceType:
		return "A king is never captured. A king that moves to z vanishes."
	}
	return message.Sprintf("A king is never captured. A king that moves to z becomes a %v.", rung.Into)
}

// Royal says in sentences what the ranking means for kings, and how games end.
func (r Ranking) Royal() []string {
	i := slices.Index(r[:], game.King)
	if i == 0 {
		return []string{
			"Each side has one king, from the first move to the last. Checkmate it to win.",
			"No piece becomes a king. The king cannot move to z, since that would leave its side without one.",
		}
	}
	before := r[i-1]
	all := []string{
		"Every king is royal: after your move none of your kings may be attacked. " +
			"A side that cannot save all of its kings is checkmated.",
		message.Sprintf("A captured %v comes back as a king, which may be in check on z at once. "+
			"Your own %v becomes a king when it moves to z, if it is not attacked there.", before, before),
		message.Sprintf("In theory a side can have %d kings. It must always keep one.", r.Ladder()[i].Most),
	}
	if i == len(r)-1 {
		all = append(all, "With two kings or more, one of them may move to z and vanish: then there are fewer to guard.")
	} else {
		all = append(all, message.Sprintf("With two kings or more, one of them may move to z and become a %v: "+
			"then there are fewer to guard.", r[i+1]))
	}
	return append(all, "A king on z is never captured, but a capture elsewhere expels it. "+
		"A side that loses its last king in this way loses the game.")
}

// Notes says in sentences what is special about the ranking.
func (r Ranking) Notes() (notes []string) {
	switch r {
	case Default:
		notes = append(notes, "The inventor’s choice, "+
			"and the only ranking that he had played much when he published the game.")
	case Default.Reverse():
		notes = append(notes, "The inventor’s ranking read backwards. He suggested the name Crescendo for such games.")
	}
	ladder := r.Ladder()
	notes = append(notes, r.direction())
	for _, rung := range ladder {
		switch places, ok := gain(rung.Piece, rung.Into); {
		case ok && places >= many:
			notes = append(notes, message.Sprintf("A captured %v comes back as a %v: think twice before you capture one.",
				rung.Piece, rung.Into))
		case ok && places <= -many:
			notes = append(notes, message.Sprintf("A captured %v comes back as a mere %v.", rung.Piece, rung.Into))
		}
	}
	for _, rung := range ladder {
		switch {
		case rung.Piece == game.Queen && rung.OnZ:
			attacked := bitboard.Count(attacksFrom[ZSquare].Rook | attacksFrom[ZSquare].Bishop)
			notes = append(notes, message.Sprintf("A queen can be on z. "+
				"On an empty board it attacks %d of the 42 other squares from there.", attacked))
		case rung.Piece == game.Queen:
			notes = append(notes, "No queen is ever on z.")
		case rung.Piece == game.Pawn && rung.OnZ:
			notes = append(notes, "A pawn on z promotes in three steps.")
		}
	}
	return append(notes, r.ending())
}

// Direction returns the types that become weaker when captured, and those that become
// stronger, by the inventor's ranking. Kings, and pieces that become kings, are in
// neither list.
func (r Ranking) Direction() (weaker, stronger []game.PieceType) {
	for _, rung := range r.Ladder() {
		switch places, ok := gain(rung.Piece, rung.Into); {
		case ok && places > 0:
			stronger = append(stronger, rung.Piece)
		case ok:
			weaker = append(weaker, rung.Piece)
		}
	}
	return weaker, stronger
}

// direction says Direction in a sentence.
func (r Ranking) direction() string {
	weaker, stronger := r.Direction()
	apart := ""
	if r[0] != game.King {
		apart = ", kings apart"
	}
	switch {
	case len(stronger) == 0:
		return "A diminuendo throughout" + apart + ": no piece grows stronger by being captured."
	case len(weaker) == 0:
		return "A crescendo throughout" + apart + ": no piece grows weaker by being captured."
	}
	return message.Sprintf("Captured %s grow stronger, captured %s weaker.",
		list(plurals(stronger)), list(plurals(weaker)))
}

func plurals(types []game.PieceType) (words []string) {
	for _, pt := range types {
		words = append(words, pt.String()+"s")
	}
	return words
}

// ending says which captured pieces do not come back.
func (r Ranking) ending() string {
	if last := r[len(r)-1]; last != game.King {
		return message.Sprintf("A captured %v does not come back. "+
			"Other pieces leave the board only when they are captured on z or expelled from it.", last)
	}
	return "Every captured piece comes back. Pieces leave the board only when they are captured on z or expelled from it."
}

// choice says which game of the family this is.
func (g Game) choice() string {
	var becomes []string
	verb := "becomes "
	for _, rung := range g.ranking.Ladder() {
		if rung.Piece != game.King && rung.Into != game.NoPieceType {
			becomes = append(becomes, message.Sprintf("a %v %sa %v", rung.Piece, verb, rung.Into))
			verb = ""
		}
	}
	gone := ""
	if last := g.ranking[len(g.ranking)-1]; last != game.King {
		gone = message.Sprintf("; a %v leaves the board", last)
	}
	text := message.Sprintf("**In this game** the ranking is %s: when captured, %s%s.",
		strings.Join(strings.Split(strings.ToUpper(g.ranking.String()), ""), " "), list(becomes), gone)
	if g.queenishKing {
		text += " Kings are queenish: they also make one step like a bishop."
	}
	if g.flexiblePawns {
		text += " Pawns are flexible: they also move to the squares that they attack."
	}
	return text
}

// list joins words by commas, the last by and.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// wrap breaks a text into lines of at most so many characters.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
