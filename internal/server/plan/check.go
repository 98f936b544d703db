package plan

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/notation"
)

// colorsOf returns the colors that a player has in a game.
func colorsOf(player string, snap *manager.Snapshot) livegame.ColorSet {
	return livegame.ColorSet{player != "" && snap.Seats[0].Guest == player, player != "" && snap.Seats[1].Guest == player}
}

// mayPut returns why a player cannot store lines, whatever their moves.
func mayPut(l Lines, snap *manager.Snapshot) error {
	me := colorsOf(l.Player, snap)
	switch {
	case me.None():
		return refuse(livegame.NotYourSeat, "Only the players of a game have conditional moves in it.")
	case !snap.Header.TimeControl.Correspondence() || me[0] && me[1] || snap.Seats[0].Engine() || snap.Seats[1].Engine():
		return refuse(livegame.NotAllowed, "Conditional moves are for games by correspondence with another player.")
	case snap.Status == livegame.Finished:
		return refuse(livegame.GameOver, "The game is over.")
	case snap.Status != livegame.Live:
		return refuse(livegame.NotStarted, "The game has not begun.")
	case len(l.Moves) == 0: // to delete them is possible at any time
		return nil
	case me[snap.Summary.Turn]:
		return refuse(livegame.NotYourTurn, "Conditional moves answer a move of the opponent: move first.")
	case l.Ply != len(snap.Moves):
		return refuse(livegame.Stale, "The position has changed since.")
	}
	return nil
}

// check returns what is wrong with lines that begin in a position, in which the opponent is to
// move, as an error for the player. Lines that others contain are left out, and moves get their
// UCI form.
func check(lines [][]string, p game.Position) ([][]string, error) {
	if len(lines) > MaxLines {
		return nil, refuse(livegame.NotAllowed, "There are at most %d lines of conditional moves.", MaxLines)
	}
	answers := map[string]string{} // by the moves before
	var clean [][]string
	for i, line := range lines {
		if len(line) < 2 || len(line)%2 != 0 || len(line) > MaxPlies {
			return nil, refuse(livegame.NotAllowed,
				"Line %d has %d moves: expected 2 to %d, with an answer of yours at the end.", i+1, len(line), MaxPlies)
		}
		moves, err := read(line, p.Clone())
		if err != nil {
			return nil, refuse(livegame.IllegalMove, "Line %d: %v.", i+1, err)
		}
		for n := 1; n < len(moves); n += 2 {
			before := strings.Join(moves[:n], " ")
			if other, ok := answers[before]; ok && other != moves[n] {
				return nil, refuse(livegame.NotAllowed, "Line %d answers %s by %s, but another line by %s.", i+1, moves[n-1],
					moves[n], other)
			}
			answers[before] = moves[n]
		}
		clean = append(clean, moves)
	}
	return maximal(clean), nil
}

// read returns a line in UCI and plays it. The error is for people, without a full stop.
func read(line []string, p game.Position) ([]string, error) {
	moves := make([]string, len(line))
	for n, text := range line {
		if len(text) > livegame.MaxMoveText {
			return nil, fmt.Errorf("the text of a move has at most %d characters", livegame.MaxMoveText)
		}
		if p.Outcome().Over() {
			return nil, fmt.Errorf("the game is over after %d moves", n)
		}
		m, err := notation.NewMoves(p).ParseMove(text)
		if err != nil {
			return nil, err
		}
		moves[n] = p.UCI(m)
		p.Make(m)
	}
	return moves, nil
}

// checkNote returns why a player cannot store a note.
func checkNote(n Note, snap *manager.Snapshot) error {
	switch {
	case colorsOf(n.Player, snap).None():
		return refuse(livegame.NotYourSeat, "Only the players of a game have notes beside it.")
	case !utf8.ValidString(n.Text):
		return refuse(livegame.NotAllowed, "The note is not UTF-8.")
	case utf8.RuneCountInString(n.Text) > MaxNote:
		return refuse(livegame.NotAllowed, "A note has at most %d characters.", MaxNote)
	}
	return nil
}

func refuse(c livegame.Code, format string, args ...any) error {
	return &livegame.Error{Code: c, Message: fmt.Sprintf(format, args...)}
}
