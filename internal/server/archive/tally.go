// Package archive searches finished games, and counts the moves that were played in
// positions.
//
// A finished game is archived once. Its Record makes it searchable, and if the game is
// public, each position of its first plies is counted with the move that was played.
// The archive reads of the game in the feed, and takes its note off in the transaction
// that stores the record: no game is lost when a node dies, and none counts twice. Games
// without a result or without a move are not archived.
//
// A position is identified by a PositionHash of its text: pieces, side to move,
// rights. So transpositions count together. Explore returns what was played in a
// position: on this server, in the starter games, or in both.
//
// The starter games are games that the engine has played against itself: some hundreds
// of each variant, and of some rankings of Diminuendo Chess. Their first moves were
// drawn at random among the good ones; 'make starter' plays them again.
package archive

import (
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Played is an archived game from the point of view of one of its players.
type Played struct {
	ID       livegame.ID
	Ended    time.Time
	Variant  string
	Public   bool
	Color    game.Color
	Opponent string // ID; secret; empty: an engine
	Level    int    // of the engine; 0: none plays
	Result   game.Result
	Plies    int
	Line     string // see Record; "" for another start than the variant's
}

// Tally counts the results of games.
type Tally struct {
	White, Draws, Black int
	// Plies is their total length.
	Plies int
}

// Games returns the number of games.
func (t Tally) Games() int { return t.White + t.Draws + t.Black }

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.White += o.White
	t.Draws += o.Draws
	t.Black += o.Black
	t.Plies += o.Plies
}

// Count adds a game.
func (t *Tally) Count(r game.Result, plies int) {
	switch r {
	case game.WhiteWins:
		t.White++
	case game.BlackWins:
		t.Black++
	case game.Draw:
		t.Draws++
	default:
		return
	}
	t.Plies += plies
}

// RecentGames is how many games are remembered by ID for each move in a position.
const RecentGames = 5

// MoveTally counts the games in which a move was played in a position.
type MoveTally struct {
	Move string // in UCI; "": the game ended there
	Tally
	Last time.Time // end of the last game
	// Recent are the last archived games, the latest first. Some may be missing.
	Recent []livegame.ID
}
