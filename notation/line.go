package notation

import (
	"errors"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Line is a start and the moves from there, as texts: the form in which programs store
// and send a game.
type Line struct {
	Variant string   `json:"variant"`       // the name of the game
	FEN     string   `json:"fen,omitempty"` // where the line begins; empty: the start of the game
	Moves   []string `json:"moves"`         // as UCI
}

// LineError reports the first move of a line that is not legal.
type LineError struct {
	Number int    // of the move in the line, from 1
	Text   string // as it was given
	Err    error  // why it cannot be played
}

// Error implements error.
func (e *LineError) Error() string { return message.Sprintf("move %d: %v", e.Number, e.Err) }

// Unwrap returns why the move cannot be played.
func (e *LineError) Unwrap() error { return e.Err }

// Start returns a new position where the line begins. Its errors are those of
// lookup, and *game.FENError.
func (l Line) Start(lookup func(name string) (game.Game, error)) (game.Position, error) {
	g, err := lookup(l.Variant)
	if err != nil {
		return nil, err
	}
	return game.ParseOrStart(g, l.FEN)
}

// Replay returns a new position after the moves, which Unmake takes back, and the
// moves. If one is not legal, the error is a *LineError, and what comes with it is
// the position before that move. Other errors are those of Start; the position is
// then nil.
func (l Line) Replay(lookup func(name string) (game.Game, error)) (game.Position, []game.Move, error) {
	p, err := l.Start(lookup)
	if err != nil {
		return nil, nil, err
	}
	moves, err := Play(p, l.Moves, ParseUCI)
	return p, moves, err
}

// Parse returns a new position where the line begins, and its moves. If one is not
// legal, the error is a *LineError, and the moves are those before it. Other errors
// are those of Start; the position is then nil.
func (l Line) Parse(lookup func(name string) (game.Game, error)) (start game.Position, moves []game.Move, err error) {
	p, moves, err := l.Replay(lookup)
	for range moves {
		p.Unmake()
	}
	return p, moves, err
}

// Tree returns the line as a game without tags or result. Errors are those of
// Replay; the tree is then nil.
func (l Line) Tree(lookup func(name string) (game.Game, error)) (*Tree, error) {
	p, moves, err := l.Parse(lookup)
	if err != nil {
		return nil, err
	}
	t, err := NewTree(p.Game(), l.FEN)
	if err != nil {
		return nil, err
	}
	at := t.Cursor()
	for _, m := range moves {
		at.add(m)
	}
	return t, nil
}

// Advance returns the position after the moves of another line, given the one
// after those of l, and the line as far as it could be played. It takes back and
// plays only the moves that differ; where the lines begin differently, or p is
// nil, it replays the other line. Errors are those of Replay.
func (l Line) Advance(
	p game.Position, to Line, lookup func(name string) (game.Game, error),
) (game.Position, Line, error) {
	if p == nil || l.Variant != to.Variant || l.FEN != to.FEN {
		at, moves, err := to.Replay(lookup)
		if at == nil {
			return nil, Line{}, err
		}
		to.Moves = to.Moves[:len(moves)]
		return at, to, err
	}
	same := 0
	for same < len(l.Moves) && same < len(to.Moves) && l.Moves[same] == to.Moves[same] {
		same++
	}
	for range l.Moves[same:] {
		p.Unmake()
	}
	moves, err := Play(p, to.Moves[same:], ParseUCI)
	if e := (*LineError)(nil); errors.As(err, &e) {
		e.Number += same
	}
	to.Moves = to.Moves[:same+len(moves)]
	return p, to, err
}

// Play reads moves with parse, such as ParseUCI, and makes them on the position.
// It stops at the first that parse rejects, with a *LineError and the moves before.
func Play(
	p game.Position, texts []string, parse func(p game.Position, text string) (game.Move, error),
) ([]game.Move, error) {
	moves := make([]game.Move, 0, len(texts))
	for i, text := range texts {
		m, err := parse(p, text)
		if err != nil {
			return moves, &LineError{i + 1, text, err}
		}
		p.Make(m)
		moves = append(moves, m)
	}
	return moves, nil
}
