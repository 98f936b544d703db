package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Entry is what an operator did.
type Entry struct {
	ID       int64 // its number in the log
	At       time.Time
	Operator string
	Action   Action
	Game     livegame.ID // empty: several, or none
	Account  string      // key of an account; empty: none
	Detail   string
}

// LogQuery selects entries of the log.
type LogQuery struct {
	Game    livegame.ID // only what was done with a game; empty: all
	Account string      // only what was done with the account of this key; empty: all
	Before  int64       // only entries before this number; 0: all
	Limit   int
}

// Action is what was done.
type Action string

// The actions.
const (
	Closed   Action = "close"
	Deleted  Action = "delete"
	Exported Action = "export"
	// Of accounts, beside account.Actions:
	UserToken Action = "token"
	// ReportsDecided: of all open reports on an account.
	ReportsDecided Action = "reports"
	// Of puzzles, whose ID is in the detail:
	PuzzleRests    Action = "rest puzzle"
	PuzzleReleased Action = "release puzzle"
	PuzzleRemoved  Action = "remove puzzle"
	// Of names of openings, which are in the detail with their numbers:
	OpeningHidden    Action = "hide opening name"
	OpeningUnhidden  Action = "unhide opening name"
	OpeningSettled   Action = "settle opening name"
	OpeningUnsettled Action = "unsettle opening name"
	// Of studies, whose IDs and names are in the detail:
	StudyHidden   Action = "hide study"
	StudyUnhidden Action = "unhide study"
	StudyComment  Action = "remove study comment"
	// Of what an account says about itself:
	AboutRemoved Action = "remove about"
)

// Note adds an entry to the log, in the transaction that does what it is about.
func Note(ctx context.Context, t db.Tx, e Entry) error {
	_, err := t.Exec(ctx,
		"INSERT INTO admin_log (at, operator, action, game, account, detail) VALUES ($1, $2, $3, $4, $5, $6)",
		e.At, e.Operator, e.Action, e.Game, e.Account, e.Detail)
	return err
}

// Log adds an entry to the log.
func Log(ctx context.Context, d *db.DB, e Entry) error {
	return d.Write(ctx, func(ctx context.Context, t db.Tx) error { return Note(ctx, t, e) })
}

// Entries returns a part of the log, the latest first.
func Entries(ctx context.Context, d *db.DB, q LogQuery) ([]Entry, error) {
	where, args := "id > 0", []any{q.Limit}
	add := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(" AND "+condition, len(args))
	}
	if q.Game != "" {
		add("game <> '' AND game = $%d", q.Game)
	}
	if q.Account != "" {
		add("account <> '' AND account = $%d", q.Account)
	}
	if q.Before > 0 {
		add("id < $%d", q.Before)
	}
	return db.All[Entry](ctx, d, "SELECT * FROM admin_log WHERE "+where+" ORDER BY id DESC LIMIT $1", args...)
}
