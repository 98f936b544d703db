// Package feed tells features of games that have ended, so that games need not know features.
//
// The transaction that stores the end of a game leaves a note for each reader who wants it. A reader goes through its
// notes in the order in which they were stored, the first at the beginning. It takes each off in the transaction that
// does the work, which so is done once, by whatever node; or after the work, if that may be done again. A game that
// fails keeps its note, and holds up none behind it.
//
// The archive and the ratings are readers. Tournaments are not: see package tournament.
package feed

import (
	"context"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Reader is a feature that wants to know of games that have ended.
type Reader struct {
	Name  string                         // of its notes; empty: there is no reader
	Wants func(s *livegame.Summary) bool // whether a game concerns it; nil: every game does
}

// Of returns the names of the readers whom a game concerns.
func Of(readers []Reader, s *livegame.Summary) (names []string) {
	for _, r := range readers {
		if r.Wants == nil || r.Wants(s) {
			names = append(names, r.Name)
		}
	}
	return names
}

// Note says to a reader that a game has ended.
type Note struct {
	N    int64 // its place: later notes have higher numbers
	Game livegame.ID
}

// Notes returns the notes for a reader after a place, at most limit, the first at the beginning.
func Notes(ctx context.Context, q db.Queryer, reader string, after int64, limit int) ([]Note, error) {
	return db.All[Note](ctx, q,
		"SELECT n, game FROM feed WHERE reader = $1 AND n > $2 ORDER BY n LIMIT $3", reader, after, limit)
}

// Take takes a reader's note of a game off, and reports whether it was there: if not, the work has been done. If the
// game has changed since its summary was read, it returns livegame.ErrConflict, and the note stays.
func Take(ctx context.Context, t db.Tx, reader string, s *livegame.Summary) (bool, error) {
	unchanged := "SELECT id FROM games WHERE id = $1 AND seq = $2 AND white_guest = $3 AND black_guest = $4"
	if !t.IsSQLite() { // until the end of the transaction
		unchanged += " FOR NO KEY UPDATE"
	}
	id, err := db.One[livegame.ID](ctx, t, livegame.ErrConflict, unchanged,
		s.ID, s.Seq, s.Seats[game.White].Guest, s.Seats[game.Black].Guest)
	if err != nil {
		return false, err
	}
	return t.Do(ctx, "DELETE FROM feed WHERE game = $1 AND reader = $2", id, reader)
}
