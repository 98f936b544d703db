package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/wane-chess/wane/internal/atomicfile"
)

// Restored says what Restore has done.
type Restored struct {
	Contents        // of the database now
	Replaced bool   // there was a database
	Kept     string // its file now; empty: it was not kept
	Lost     Loss
	// Unread is why the replaced database could not be compared; nil: Lost is exact.
	Unread error
}

// Loss is what a replaced database had and the backup lacks.
type Loss struct {
	Games  int
	Moves  int
	Events int // moves included
}

// ErrInUse is the error of Restore while another program has the database open.
var ErrInUse = errors.New("another program has the database open: stop it first")

// Restore replaces the SQLite database at an address by a backup, or another copy of a
// database, that it has verified first. It fails with ErrInUse while any program has the
// database open. The replaced database stays beside the new one if keep is true. After an
// error the database is as it was.
func Restore(ctx context.Context, address, file string, keep bool) (Restored, error) {
	path, err := sqliteFile(address, fmt.Sprintf("stop all nodes, and restore it with pg_restore --clean --if-exists "+
		"--single-transaction --no-owner --dbname=%q %q", libpqAddress(address), file))
	if err != nil {
		return Restored{}, err
	}
	r, err := restoreSQLite(ctx, path, file, keep)
	if err != nil {
		return Restored{}, fmt.Errorf("restore %s: %w", path, sqliteError(err))
	}
	return r, nil
}

func restoreSQLite(ctx context.Context, path, file string, keep bool) (r Restored, err error) {
	backup, err := existingFile(file)
	if err != nil {
		return r, err
	}
	// No server may begin to use the database meanwhile: each takes this lock to open it.
	unlock, err := lockFile(ctx, path+"-lock")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	old, err := existingFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return r, err
	case os.SameFile(old, backup):
		return r, fmt.Errorf("%s is the database itself", file)
	default:
		r.Replaced = true
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return r, err
		}
		if r.Unread = closeLog(ctx, path); inUse(r.Unread) {
			return r, fmt.Errorf("%w (%w)", ErrInUse, r.Unread)
		}
	}
	part, now, err := stageCopy(ctx, file, path)
	if err != nil {
		return r, err
	}
	r.Contents = now
	if r.Replaced && r.Unread == nil {
		r.Lost, r.Unread = lost(ctx, path, part)
	}
	if err := ctx.Err(); err != nil {
		return r, errors.Join(err, removeDatabase(part))
	}
	kept := ""
	if keep {
		kept = path + ".replaced-" + time.Now().UTC().Format("20060102T150405Z")
	}
	if err := setAside(path, kept); err != nil {
		return r, errors.Join(err, removeDatabase(part))
	}
	if r.Replaced {
		r.Kept = kept
	}
	return r, atomicfile.Commit(part, path, true)
}

// closeLog moves what a database's write-ahead log has into its file. That fails while
// another connection has the database open.
func closeLog(ctx context.Context, path string) (err error) {
	db, err := openExisting(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var mode string
	return db.QueryRowContext(ctx, "PRAGMA journal_mode = delete").Scan(&mode)
}

// lost compares a database with its replacement, event by event: after an earlier restore
// both may have gone on from the same one.
func lost(ctx context.Context, old, now string) (l Loss, err error) {
	db, err := openExisting(old, "query_only(on)")
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "ATTACH DATABASE ? AS now", fileURI(now)+"?"+
		url.Values{"mode": {"ro"}}.Encode()); err != nil {
		return l, err
	}
	err = db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM main.games WHERE id NOT IN (SELECT id FROM now.games)),
		count(*) FILTER (WHERE kind = 'move'), count(*) FROM main.events AS e WHERE NOT EXISTS (SELECT 1 FROM now.events AS n
		WHERE n.game = e.game AND n.seq = e.seq AND n.kind = e.kind AND n.at = e.at AND n.command = e.command
		AND n.move = e.move)`).
		Scan(&l.Games, &l.Moves, &l.Events)
	return l, err
}

// setAside gives a database's file a second name, unless that is empty, and moves or
// removes the files beside it. A log that is left there, even without a database, would be
// taken for the new one's.
func setAside(path, kept string) error {
	if kept != "" {
		err := os.Link(path, kept)
		if err != nil && !errors.Is(err, fs.ErrExist) { // this file system may have no links
			err = os.Rename(path, kept)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, end := range sideFiles {
		var err error
		if kept != "" {
			err = os.Rename(path+end, kept+end)
		} else {
			err = os.Remove(path + end)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
