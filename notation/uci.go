package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// ParseUCI reads a legal move as UCI; see Moves.ParseUCI.
func ParseUCI(p game.Position, text string) (game.Move, error) {
	if m := exactUCI(p, text); m != game.NoMove { // most texts are exact; NewMoves costs more
		return m, nil
	}
	return NewMoves(p).ParseUCI(text)
}

// exactUCI returns the move that Position.UCI writes as text, or NoMove.
func exactUCI(p game.Position, text string) game.Move {
	first, rest, _ := cutSquare(text)
	second, letters, ok := cutSquare(rest)
	if !ok { // no game of wane writes that, but another may
		for _, m := range p.Legal(nil) {
			if p.UCI(m) == text {
				return m
			}
		}
		return game.NoMove
	}
	from, to := p.Board().SquareByName(first), p.Board().SquareByName(second)
	if from == nil || to == nil || len(letters) > game.MaxPromotions {
		return game.NoMove
	}
	moved := p.PieceAt(game.Square(from.ID)).Type()
	for _, m := range game.LegalTo(p, make([]game.Move, 0, 16), moved, game.Square(to.ID)) {
		if int(m.From()) != from.ID {
			continue
		}
		promotes := true
		for i := range letters {
			promotes = promotes && m.Promotion(i) == game.PieceTypeOf(letters[i])
		}
		if promotes && p.UCI(m) == text {
			return m
		}
	}
	return game.NoMove
}

// ParseUCI reads a legal move as UCI, the inverse of game.Position.UCI: two squares,
// then one letter of q r b n, in either case, for each pawn that promotes. Castling
// may also be written as the king's move to its own rook, such as e1h1. Errors are
// *MoveError.
func (ms *Moves) ParseUCI(text string) (game.Move, error) {
	fail := func(choices []*route, format string, args ...any) (game.Move, error) {
		return game.NoMove, &MoveError{
			Text: text, Problem: message.Sprintf(format, args...), Choices: ms.texts(choices, ms.p.UCI),
		}
	}
	if over := ms.over(); over != "" {
		return fail(nil, "%s", over)
	}
	first, rest, ok := cutSquare(text)
	second, letters, ok2 := cutSquare(rest)
	if !ok || !ok2 {
		return fail(nil, "not a UCI move, expected two squares such as %s", ms.p.UCI(ms.legal[0]))
	}
	from, to := ms.square(first), ms.square(second)
	switch {
	case from == nil:
		return fail(nil, "no square %s: %s", first, ms.extent())
	case to == nil:
		return fail(nil, "no square %s: %s", second, ms.extent())
	}
	if problem := ms.cannotLeave(from.ID); problem != "" {
		return fail(nil, "%s", problem)
	}
	r := ms.route(game.NewMove(game.Square(from.ID), game.Square(to.ID)))
	if r == nil {
		r = ms.castlingWith(from.ID, to.ID)
	}
	if r == nil {
		problem, choices := ms.cannotGo(from.ID, to.ID)
		return fail(choices, "%s", problem)
	}
	pieces := make([]game.PieceType, len(letters))
	for i := range letters {
		pieces[i] = game.PieceTypeOf(letters[i])
	}
	m, problem := ms.promote(r, pieces, letters, strings.ToLower)
	if problem != "" {
		return fail(nil, "%s", problem)
	}
	return m, nil
}

// cutSquare splits the name of a square off the front of a text: a letter of a
// to j with one or two digits, or z.
func cutSquare(s string) (name, rest string, ok bool) {
	if s == "" {
		return "", s, false
	}
	if s[0] == 'z' {
		return "z", s[1:], true
	}
	n := 1
	for n < len(s) && n < 3 && isDigit(s[n]) {
		n++
	}
	if !isFile(s[0]) || n == 1 {
		return "", s, false
	}
	return s[:n], s[n:], true
}

func isFile(c byte) bool  { return c >= 'a' && c <= 'j' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// promote adds promotions to a route. letters are as they were given, and style turns
// the capitals of examples into the expected case.
func (ms *Moves) promote(
	r *route, pieces []game.PieceType, letters string, style func(string) string,
) (game.Move, string) {
	s := ms.shape(r)
	squares := s.promoted[:s.promotes]
	if len(squares) != len(pieces) {
		return game.NoMove, wrongCount(ms.names(squares), letters, r.first, style)
	}
	m := r.first.WithoutPromotions()
	for i, pt := range pieces {
		if pt < game.Queen || pt > game.Knight {
			return game.NoMove, message.Sprintf(
				"the pawn on %s cannot become %q, expected one of %s", ms.name(squares[i]), letters[i], style("Q R B N"))
		}
		m = m.WithPromotion(i, pt)
	}
	if ms.has(r, m) {
		return m, ""
	}
	var allowed []string
	for _, l := range ms.legal {
		if l.WithoutPromotions() == m.WithoutPromotions() && len(allowed) < 4 {
			allowed = append(allowed, style(strings.ToUpper(l.PromotionText(len(squares)))))
		}
	}
	return game.NoMove, message.Sprintf("illegal promotions, expected others such as %s", and(allowed))
}

// wrongCount says how many letters a move needs, and for which pawns.
func wrongCount(squares []string, letters string, example game.Move, style func(string) string) string {
	given := message.Sprintf("%d letters are given", len(letters))
	switch len(letters) {
	case 0:
		given = "no letter is given"
	case 1:
		given = "1 letter is given"
	}
	switch len(squares) {
	case 0:
		return "no pawn promotes in this move, but " + given
	case 1:
		return message.Sprintf("the pawn on %s promotes, but %s, expected one of %s", squares[0], given, style("Q R B N"))
	}
	n := len(squares)
	return message.Sprintf("%d pawns promote, on %s in this order, but %s, expected %d letters of %s such as %s",
		n, and(squares), given, n, style("Q R B N"), style(strings.ToUpper(example.PromotionText(n))))
}
