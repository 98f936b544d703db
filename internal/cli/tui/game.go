package tui

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
)

// begin starts a game.
func (m *PlayModel) begin(s gameSetup) tea.Cmd {
	m.think.reset()
	seat := s.seat
	if seat == SeatRandom {
		seat = Seat(m.rnd.IntN(2))
	}
	if m.menu != nil {
		m.lastMenu = m.menu
	}
	m.setup, m.menu = s, nil
	m.close()
	m.person = [2]bool{seat != SeatBlack, seat != SeatWhite}
	m.flip = seat == SeatBlack
	m.match = newMatch(s.start)
	m.clock = newClock(s.time)
	m.saved = false
	m.hint, m.scroll, m.shown = game.NoMove, 0, nil
	m.cancel()
	color := m.match.view.Turn
	if seat != SeatBoth {
		color = game.Color(seat)
	}
	m.cur.set(m.match.view.Board, home(&m.match.view, color))
	m.inform("")
	return m.proceed()
}

// again starts a rematch with colors swapped.
func (m *PlayModel) again() tea.Cmd {
	s := m.setup
	switch s.seat {
	case SeatWhite:
		s.seat = SeatBlack
	case SeatBlack:
		s.seat = SeatWhite
	case SeatRandom, SeatBoth:
	}
	return m.begin(s)
}

// over reports whether the game has ended.
func (m *PlayModel) over() bool { return m.match.outcome.Over() }

// personToMove reports whether a human player is to move.
func (m *PlayModel) personToMove() bool { return !m.over() && m.person[m.match.pos.Turn()] }

// make plays a legal move of either color and continues the game.
func (m *PlayModel) make(move game.Move) tea.Cmd {
	if m.checkFlag() {
		return nil
	}
	now := m.o.Now()
	color := m.match.pos.Turn()
	left := [2]time.Duration{m.clock.remaining(game.White, now), m.clock.remaining(game.Black, now)}
	old := m.match.view.Board
	if !m.match.play(move, left) {
		m.warn("That move is not legal.")
		return nil
	}
	m.clock.press(color, now) // the first move starts the clocks
	m.cancel()
	m.hint, m.shown, m.saved, m.scroll = game.NoMove, nil, false, 0
	m.cur.keep(old, m.match.view.Board)
	return m.proceed()
}

// proceed starts the engine if it is to move, and the ticks of the clocks.
func (m *PlayModel) proceed() tea.Cmd {
	m.think.stop()
	if m.over() {
		m.clock.stop(m.o.Now())
		return nil
	}
	var think tea.Cmd
	if !m.personToMove() {
		think = m.startSearch(m.setup.level, false)
	}
	return tea.Batch(think, m.wake())
}

// startSearch starts a search for a move or a hint.
func (m *PlayModel) startSearch(level int, hint bool) tea.Cmd {
	now := m.o.Now()
	limits, err := engine.LevelLimits(level, m.rnd.Uint64())
	if err != nil {
		m.warn("%v", err)
		return nil
	}
	if m.clock.on() {
		color := m.match.pos.Turn()
		limits = moveTime(limits, m.clock.remaining(color, now), m.clock.control.Increment)
	}
	if !hint {
		if b, ok := book.For(m.match.pos.Game()).Play(m.match.pos, limits.Weakness); ok {
			return m.think.start(book.Answer(b), m.match.pos, limits, hint, now)
		}
	}
	return m.think.start(m.think.engine, m.match.pos, limits, hint, now)
}

// searched handles the end of a search.
func (m *PlayModel) searched(msg searchedMsg) tea.Cmd {
	if !m.think.finish(msg) || m.match == nil || m.over() {
		return nil
	}
	best := msg.info.Best()
	if msg.err == nil && best == game.NoMove {
		msg.err = errors.New("it found no move")
	}
	if msg.err != nil {
		m.warn("The engine failed: %v. Take back a move, or start a new game.", msg.err)
		return nil
	}
	if m.think.hint {
		m.hint = best
		m.cur.set(m.match.view.Board, int(best.To()))
		return nil
	}
	return m.make(best)
}

// checkFlag ends the game if a color's time has run out, and reports whether it did.
func (m *PlayModel) checkFlag() bool {
	if m.match == nil || m.over() {
		return false
	}
	now := m.o.Now()
	color, fallen := m.clock.flag(now)
	if !fallen {
		return false
	}
	m.end(m.match.pos.TimeoutOutcome(color))
	return true
}

// end ends the game with an outcome that the position does not have.
func (m *PlayModel) end(o game.Outcome) {
	m.clock.stop(m.o.Now())
	m.think.stop()
	m.cancel()
	m.hint = game.NoMove
	m.match.outcome = o
}

// undo takes back at least one move, until a human player is to move.
func (m *PlayModel) undo() tea.Cmd {
	keep := len(m.match.plies) - 1
	turn := m.match.pos.Turn()
	for ; keep >= 0; keep-- {
		if turn = turn.Other(); m.person[turn] {
			break
		}
	}
	if keep < 0 {
		m.warn("There is no move to take back.")
		return nil
	}
	m.think.stop()
	m.cancel()
	m.hint, m.shown, m.saved, m.scroll = game.NoMove, nil, false, 0
	old := m.match.view.Board
	for len(m.match.plies) > keep {
		m.clock.left, _ = m.match.undo()
	}
	m.clock.running = false
	if keep > 0 {
		m.clock.start(m.match.pos.Turn(), m.o.Now())
	}
	m.cur.keep(old, m.match.view.Board)
	m.inform("Taken back.")
	return m.wake()
}
