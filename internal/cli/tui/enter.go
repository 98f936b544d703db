package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
)

// pressSquare chooses the piece on a square, or moves the chosen piece there. If sure is
// false, as for a click on a square without the cursor, a move with unusual effects is
// shown first and not played.
func (m *PlayModel) pressSquare(id int, sure bool) tea.Cmd {
	switch {
	case m.over():
		m.warn(gameOver)
		return nil
	case !m.personToMove():
		m.warn("It is not your move.")
		return nil
	}
	to := game.Square(id)
	if m.chosen != game.NoSquare && m.chosen != to {
		if moves := m.match.choices.between(m.chosen, to); len(moves) > 0 {
			if !sure && notable(m.effectsOf(moves[0]).effects) {
				m.inform("Click again, or press Enter, to play it.")
				return nil
			}
			return m.enter(moves)
		}
	}
	if m.chosen == game.NoSquare && m.hint != game.NoMove && m.hint.To() == to {
		if !sure && notable(m.effectsOf(m.hint).effects) {
			m.inform("Click again, or press Enter, to play the hint.")
			return nil
		}
		return m.make(m.hint)
	}
	pc := m.match.view.Pieces[to&127]
	switch {
	case m.chosen == to:
		m.chosen = game.NoSquare
	case pc == game.NoPiece:
		if m.chosen != game.NoSquare {
			m.warn("The %v cannot move there.", m.match.view.Pieces[m.chosen&127].Type())
		}
		m.chosen = game.NoSquare
	case pc.Color() != m.match.pos.Turn():
		m.warn("That %v is not yours.", pc.Type())
		m.chosen = game.NoSquare
	case len(m.match.choices.from[to&127]) == 0:
		m.warn("The %v on %s has no legal move.", pc.Type(), m.match.view.Board.Name(id))
		m.chosen = game.NoSquare
	default:
		m.chosen = to
	}
	return nil
}

// enter plays the moves of a route: the only one, or the one that the promotion dialog
// determines.
func (m *PlayModel) enter(moves []game.Move) tea.Cmd {
	if len(moves) == 1 {
		return m.make(moves[0])
	}
	effects := m.effectsOf(moves[0]).effects
	m.close()
	m.asked, m.askedOf = newPromotion(moves, effects), effects
	return nil
}

// effectsOf returns the effects of a move, and keeps those of the latest.
func (m *PlayModel) effectsOf(move game.Move) *shown {
	ply, phrases := len(m.match.plies), &briefPhrases
	if len(m.match.choices.routes[move.WithoutPromotions()]) > 1 && !m.definite(move) {
		phrases = &openPhrases
	}
	if s := m.shown; s == nil || s.ply != ply || s.move != move || s.phrases != phrases {
		effects := m.match.pos.Effects(move)
		text := narrate(phrases, m.match.pos, move)
		if phrases == &openPhrases {
			text = strings.TrimSpace(text + " " + promotes(&m.match.view, effects))
		}
		m.shown = &shown{ply, move, phrases, effects, text}
	}
	return m.shown
}

// definite reports whether a move's promotions are known: they were typed or hinted.
func (m *PlayModel) definite(move game.Move) bool {
	return move == m.hint || m.line != nil && m.typedWhole
}

// candidate returns the move to preview: the one being typed, or that of the chosen
// piece to the cursor; NoMove if there is none.
func (m *PlayModel) candidate() game.Move {
	if m.match == nil || m.over() || m.asked != nil || !m.personToMove() {
		return game.NoMove
	}
	if m.line != nil {
		return m.typed
	}
	if moves := m.match.choices.between(m.chosen, game.Square(m.cur.at)); m.chosen != game.NoSquare && len(moves) > 0 {
		return moves[0]
	}
	return game.NoMove
}

// typeMove opens the input line for a move that begins with a text.
func (m *PlayModel) typeMove(text string) {
	switch {
	case m.over():
		m.warn(gameOver)
	case !m.personToMove():
		m.warn("It is not your move.")
	default:
		m.cancel()
		m.open(askMove, text, (*PlayModel).enterText)
		m.lineChanged()
	}
}

// example returns a legal move as the user can type it.
func (m *PlayModel) example() string {
	legal := m.match.names.Legal()
	if len(legal) == 0 {
		return "e4"
	}
	san, _, _ := strings.Cut(m.match.names.SAN(legal[len(legal)/2]), "=") // a dialog asks for promotions
	return san
}

// open opens an input line.
func (m *PlayModel) open(ask, text string, enter func(*PlayModel, string) tea.Cmd) {
	m.line, m.lineAsk, m.lineFor = newInput(text), ask, enter
	m.typed, m.problem = game.NoMove, ""
}

// close closes the input line.
func (m *PlayModel) close() { m.line, m.problem, m.typed = nil, "", game.NoMove }

// typingMove reports whether the input line is open for a move.
func (m *PlayModel) typingMove() bool { return m.line != nil && m.lineAsk == askMove }

// gameOver is the note for moves after the end.
const gameOver = "The game is over: p for a rematch, n for a new game."

// askMove is the label of the input line for a move.
const askMove = "Move:"

// lineKey handles a key while the input line is open.
func (m *PlayModel) lineKey(key string, msg tea.KeyPressMsg) tea.Cmd {
	switch key {
	case "esc", "cancel":
		m.close()
	case "enter", "ok":
		return m.lineFor(m, strings.TrimSpace(m.line.Value()))
	default:
		m.line.press(msg)
		m.lineChanged()
		if m.typingMove() && key == "backspace" && m.line.Value() == "" {
			m.close() // no letter is left of what opened it
		}
	}
	return nil
}

// lineChanged checks whether the typed text is a move already.
func (m *PlayModel) lineChanged() {
	m.typed, m.problem = game.NoMove, ""
	if !m.typingMove() {
		return
	}
	if moves, err := m.match.parseMove(strings.TrimSpace(m.line.Value())); err == nil {
		m.typed, m.typedWhole = moves[0], len(moves) == 1
	}
}

// enterText plays a typed move.
func (m *PlayModel) enterText(text string) tea.Cmd {
	if text == "" {
		m.close()
		return nil
	}
	moves, err := m.match.parseMove(text)
	if err != nil {
		m.problem = err.Error()
		return nil
	}
	return m.enter(moves)
}

// parseMove parses a typed move: one move, or all moves of a route if the promotions
// are not typed.
func (m *match) parseMove(text string) ([]game.Move, error) {
	move, err := m.names.ParseSAN(text)
	if err == nil {
		return []game.Move{move}, nil
	}
	bare := strings.TrimRight(text, "+#!?= ")
	for _, moves := range m.choices.routes {
		if len(moves) < 2 || bare == "" {
			continue
		}
		route := m.view.Board.Name(int(moves[0].From())) + m.view.Board.Name(int(moves[0].To()))
		san, _, _ := strings.Cut(m.names.SAN(moves[0]), "=")
		if bare == route || bare == san || bare == strings.Replace(san, "x", "", 1) {
			return moves, nil
		}
	}
	return nil, err
}
