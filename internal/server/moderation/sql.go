package moderation

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// add stores a report, or returns errOpen or errMany.
func (s *Service) add(
	ctx context.Context, from, about string, d *NewReport, at time.Time, list []Message,
) error {
	messages, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		// Reports of one account come one after the other.
		if err := feature.LockAccount(ctx, t, from); err != nil {
			return err
		}
		open, err := db.All[string](ctx, t,
			"SELECT reported FROM reports WHERE decided = 0 AND reporter <> '' AND reporter = $1", from)
		switch {
		case err != nil:
			return err
		case slices.Contains(open, about):
			return errOpen
		case len(open) >= maxOpen:
			return errMany
		}
		_, err = t.Do(ctx, `INSERT INTO reports
			(at, reporter, reported, reason, text, place, messages, decided, outcome, moderator)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0, '', '')`, at, from, about, d.Reason, d.Text, d.Place, string(messages))
		return err
	})
}

// Cases returns the accounts with open reports, but for one that a moderator cannot decide about: those with most
// reports first, and of them those that wait longest.
func (s *Service) Cases(ctx context.Context, but string, limit int) (out Cases, err error) {
	type row struct {
		Case
		Reported string
	}
	list, err := db.All[row](ctx, s.o.DB,
		`SELECT reported, COUNT(*) AS reports, MIN(at) AS first, MAX(at) AS last FROM reports
		WHERE decided = 0 AND reported <> $1 GROUP BY reported ORDER BY reports DESC, first, reported LIMIT $2`, but, limit)
	if err != nil {
		return out, err
	}
	out.Cases = make([]Case, len(list)) // not nil
	out.Open, err = db.One[int](ctx, s.o.DB, nil,
		"SELECT COUNT(DISTINCT reported) FROM reports WHERE decided = 0 AND reported <> $1", but)
	if err != nil || len(list) == 0 {
		return out, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i], out.Cases[i] = list[i].Reported, list[i].Case
	}
	type reason struct {
		Reported string
		Reason   Reason
	}
	given, err := db.All[reason](ctx, s.o.DB,
		"SELECT DISTINCT reported, reason FROM reports WHERE decided = 0 AND reported IN ("+db.Marks(len(ids))+")",
		db.Args(ids)...)
	if err != nil {
		return out, err
	}
	people, err := auth.People(ctx, s.o.DB, ids...)
	for i := range out.Cases {
		c := &out.Cases[i]
		for _, r := range reasons {
			if slices.Contains(given, reason{ids[i], r}) {
				c.Reasons = append(c.Reasons, r)
			}
		}
		if p := people[ids[i]]; p != nil {
			c.Person = *p
		}
	}
	return out, err
}

// On returns the reports on an account, the latest first.
func (s *Service) On(ctx context.Context, id string, limit int) ([]Report, error) {
	type row struct {
		Report
		From string // ID of the reporter
		Said []Message
	}
	rows, err := db.All[row](ctx, s.o.DB,
		`SELECT id, at, reporter AS "from", reason, text, place, messages AS said, decided, outcome, moderator AS "by"
		FROM reports WHERE reported = $1 ORDER BY id DESC LIMIT $2`, id, limit)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].From
	}
	people, err := auth.People(ctx, s.o.DB, ids...)
	list := make([]Report, len(rows))
	for i, r := range rows {
		list[i], list[i].Reporter = r.Report, people[r.From]
		for _, m := range r.Said {
			m.ReportMessage.At = db.Milliseconds(m.At)
			list[i].Messages = append(list[i].Messages, m.ReportMessage)
		}
	}
	return list, err
}

// countOpen counts the open reports on an account up to an ID.
func (s *Service) countOpen(ctx context.Context, account string, upTo int64) (int, error) {
	return db.One[int](ctx, s.o.DB, nil,
		"SELECT count(*) FROM reports WHERE reported = $1 AND id <= $2 AND decided = 0", account, upTo)
}

// decide closes the open reports on an account, and notes in the log what entry returns for their number; or it returns
// errDecided if there are none.
func (s *Service) decide(
	ctx context.Context, account string, d Decision, by string, at time.Time, entry func(n int) admin.Entry,
) error {
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		n, err := t.Exec(ctx, "UPDATE reports SET decided = $3, outcome = $4, moderator = $5 "+
			"WHERE reported = $1 AND id <= $2 AND decided = 0", account, d.UpTo, at, d.Outcome, by)
		if err != nil {
			return err
		}
		if n == 0 {
			return errDecided
		}
		return admin.Note(ctx, t, entry(n))
	})
}

// forget deletes reports that were decided long ago.
func (s *Service) forget(ctx context.Context) error {
	return s.o.DB.Forget(ctx, s.o.Now().Add(-keep), "reports", "id", "decided", "decided > 0")
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget: feature.Statements("DELETE FROM reports WHERE reported = $1",
		"UPDATE reports SET reporter = '' WHERE reporter = $1 AND reporter <> ''"),
	Exports: []feature.Export{{
		Name:  "reports",
		Query: "SELECT at, reason, text, place FROM reports WHERE reporter = $1 AND reporter <> '' ORDER BY at",
	}},
}
