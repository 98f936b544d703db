package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

var _ sharedstudy.Store = (*Store)(nil)

// sharedStudyRow is a row of the table shared_studies.
type sharedStudyRow struct {
	bun.BaseModel `bun:"table:shared_studies"`
	sharedstudy.Row

	Variants    string
	SnapshotSeq int
	Snapshot    []byte
}

func (r *sharedStudyRow) row() sharedstudy.Row {
	r.Row.Variants = strings.Fields(r.Variants)
	return r.Row
}

// CreateSharedStudy implements sharedstudy.Store.
func (s *Store) CreateSharedStudy(ctx context.Context, c sharedstudy.Changes, most int) error {
	r := &c.Row
	parts, err := partsOf(&c)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		// The studies of an account are counted one after the other.
		if err := feature.LockAccount(ctx, t.Tx, r.Owner); err != nil && !errors.Is(err, auth.ErrNotFound) {
			return err
		}
		owner, err := db.One[string](ctx, t, nil, "SELECT owner FROM shared_studies WHERE id = $1", r.ID)
		switch {
		case err != nil:
			return err
		case owner != "" && owner != r.Owner:
			return sharedstudy.ErrConflict
		case owner != "":
			return nil
		}
		owned, err := db.One[int](ctx, t, nil, "SELECT COUNT(*) FROM shared_studies WHERE owner = $1", r.Owner)
		if err != nil {
			return err
		}
		if owned >= most {
			return sharedstudy.ErrMany
		}
		if err := t.Need(ctx, sharedstudy.ErrConflict, `INSERT INTO shared_studies (id, seq, name, visibility, owner,
			owner_name, topics, variants, words, chapters, created, updated, snapshot_seq, snapshot, bytes)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $2, $13, $14) ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Seq, r.Name, r.Visibility, r.Owner, r.OwnerName, parts.topics, variantList(r.Variants), r.Words, r.Chapters,
			r.Created, r.Updated, c.Snapshot, len(c.Snapshot)+parts.size); err != nil {
			return err
		}
		return t.studyParts(ctx, &c, parts)
	})
}

// variantList returns variants as the column has them, so that a search finds whole names.
func variantList(list []string) string { return " " + strings.Join(list, " ") + " " }

// studyParts are topics and events as they are stored.
type studyParts struct {
	topics string
	events [][]any // rows of the table
	size   int     // of the events, in bytes
}

func partsOf(c *sharedstudy.Changes) (out studyParts, err error) {
	topics, err := json.Marshal(c.Row.Topics)
	out.topics = string(topics)
	for i := 0; err == nil && i < len(c.Events); i++ {
		var text []byte
		text, err = json.Marshal(&c.Events[i])
		out.events = append(out.events, []any{c.Row.ID, c.Events[i].Seq, string(text)})
		out.size += len(text)
	}
	return out, err
}

// studyParts stores what is in other tables. It returns ErrFull if the studies of the owner have more bytes than they
// may.
func (t transaction) studyParts(ctx context.Context, c *sharedstudy.Changes, parts studyParts) error {
	id := c.Row.ID
	var people, topics [][]any
	for _, p := range c.Joined {
		people = append(people, []any{id, p.Number, p.Account, p.Name, ""})
	}
	if err := t.insert(ctx, "shared_study_people", columns("study number account name role"), people, ""); err != nil {
		return err
	}
	if err := t.insert(ctx, "shared_study_events", columns("study seq event"), parts.events, ""); err != nil {
		return err
	}
	configured := false
	for i := range c.Events {
		e := &c.Events[i]
		configured = configured || e.Kind == sharedstudy.Configured
		if e.Kind != sharedstudy.Assigned {
			continue
		}
		if _, err := t.Exec(ctx, "UPDATE shared_study_people SET role = $3 WHERE study = $1 AND number = $2",
			id, e.Person, e.Role); err != nil {
			return err
		}
	}
	for _, e := range c.Log {
		if err := admin.Note(ctx, t.Tx, e); err != nil {
			return err
		}
	}
	if configured {
		if _, err := t.Exec(ctx, "DELETE FROM shared_study_topics WHERE study = $1", id); err != nil {
			return err
		}
		for _, topic := range c.Row.Topics {
			topics = append(topics, []any{topic, id})
		}
		if err := t.insert(ctx, "shared_study_topics", columns("topic study"), topics, ""); err != nil {
			return err
		}
	}
	if c.ForgetBefore > 0 {
		if _, err := t.Exec(ctx, "DELETE FROM shared_study_events WHERE study = $1 AND seq < $2",
			id, c.ForgetBefore); err != nil {
			return err
		}
	}
	if c.Snapshot != nil { // counted again: some events are gone
		if _, err := t.Exec(ctx, "UPDATE shared_studies SET bytes = $2 + (SELECT COALESCE(SUM(OCTET_LENGTH(event)), 0) "+
			"FROM shared_study_events WHERE study = $1) WHERE id = $1", id, len(c.Snapshot)); err != nil {
			return err
		}
	}
	return t.checkStudyBytes(ctx, c)
}

// checkStudyBytes returns ErrFull if the studies of the owner have more bytes than they may.
func (t transaction) checkStudyBytes(ctx context.Context, c *sharedstudy.Changes) error {
	if c.MaxBytes == 0 {
		return nil
	}
	size, err := db.One[int64](ctx, t, nil,
		"SELECT COALESCE(SUM(bytes), 0) FROM shared_studies WHERE owner = $1", c.Row.Owner)
	if err == nil && size > c.MaxBytes {
		err = sharedstudy.ErrFull
	}
	return err
}

// SharedStudy implements sharedstudy.Store.
func (s *Store) SharedStudy(ctx context.Context, id livegame.ID, after int) (out sharedstudy.Record, err error) {
	row, err := db.One[sharedStudyRow](ctx, s.db, sharedstudy.ErrNotFound,
		`SELECT id, seq, name, visibility, owner, owner_name, topics, variants, words, chapters, created, updated,
		snapshot_seq, CASE WHEN $2 = 0 THEN snapshot END AS snapshot FROM shared_studies WHERE id = $1`, id, after)
	out.Row = row.row()
	if err != nil || after > 0 && row.Seq <= after {
		return out, err
	}
	from := after
	if after == 0 {
		from, out.Snapshot, out.SnapshotSeq = row.SnapshotSeq, row.Snapshot, row.SnapshotSeq
	}
	type eventRow struct {
		Seq   int
		Event sharedstudy.Event
	}
	rows, err := db.All[eventRow](ctx, s.db,
		"SELECT seq, event FROM shared_study_events WHERE study = $1 AND seq > $2 ORDER BY seq", id, from)
	if err != nil {
		return out, err
	}
	if after > 0 && (len(rows) == 0 || rows[0].Seq != after+1) { // some are forgotten
		return s.SharedStudy(ctx, id, 0)
	}
	out.Events = values(rows, func(r *eventRow) sharedstudy.Event {
		r.Event.Seq = r.Seq
		return r.Event
	})
	// The people come after the events: who joins meanwhile is in no event yet, and does no harm.
	out.People, err = db.All[sharedstudy.Person](ctx, s.db,
		"SELECT number, account, name, role FROM shared_study_people WHERE study = $1 ORDER BY number", id)
	return out, err
}

// ChangeSharedStudy implements sharedstudy.Store.
func (s *Store) ChangeSharedStudy(ctx context.Context, c sharedstudy.Changes) error {
	if len(c.Events) == 0 || c.Events[0].Seq < 2 {
		return errors.New("a change has events that follow the first ones")
	}
	r := &c.Row
	parts, err := partsOf(&c)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, sharedstudy.ErrConflict, `UPDATE shared_studies
			SET seq = $3, name = $4, visibility = $5, owner_name = $6, topics = $7, variants = $8, words = $9, chapters = $10,
			updated = $11, bytes = bytes + $13
			WHERE id = $1 AND seq = $2 AND created = $12`, r.ID, c.Events[0].Seq-1, r.Seq, r.Name, r.Visibility, r.OwnerName,
			parts.topics, variantList(r.Variants), r.Words, r.Chapters, r.Updated, r.Created, parts.size); err != nil {
			return err
		}
		if c.Snapshot != nil {
			if _, err := t.Exec(ctx, "UPDATE shared_studies SET snapshot = $2, snapshot_seq = $3 WHERE id = $1",
				r.ID, c.Snapshot, r.Seq); err != nil {
				return err
			}
		}
		return t.studyParts(ctx, &c, parts)
	})
}

// SharedStudies implements sharedstudy.Store.
func (s *Store) SharedStudies(ctx context.Context, q sharedstudy.Query) ([]sharedstudy.Row, error) {
	rows, err := db.Select[sharedStudyRow](ctx, s.db, func(query *bun.SelectQuery) *bun.SelectQuery {
		limit := q.Limit
		if limit <= 0 {
			limit = 30
		}
		query = query.ExcludeColumn("snapshot", "words").Order("updated DESC", "id DESC").Limit(int64(limit))
		mine := "id IN (SELECT study FROM shared_study_people WHERE account = ? AND role <> '')"
		switch {
		case q.Account == "":
			query = query.Where("visibility = 'public'")
		case q.Owned:
			query = query.Where("owner = ?", q.Account)
		case q.Shared:
			query = query.Where(mine, q.Account).Where("owner <> ?", q.Account)
		default:
			query = query.Where(mine, q.Account)
		}
		if q.Owner != "" {
			query = query.Where("owner = ?", q.Owner)
		}
		if q.Topic != "" {
			query = query.Where("id IN (SELECT study FROM shared_study_topics WHERE topic = ?)", q.Topic)
		}
		if q.Variant != "" {
			query = query.Where("(variants LIKE ? OR variants LIKE ?)", "% "+q.Variant+" %", "% "+q.Variant+":%")
		}
		for _, word := range q.Words {
			query = query.Where(`words LIKE ? ESCAPE '\'`, "%"+likeText(word)+"%")
		}
		if q.Before.ID != "" {
			query = query.Where("(updated < ?0 OR updated = ?0 AND id < ?1)", q.Before.Updated.UnixMilli(), q.Before.ID)
		}
		return query
	})
	return values(rows, (*sharedStudyRow).row), err
}

// StudyTopics implements sharedstudy.Store.
func (s *Store) StudyTopics(ctx context.Context, prefix string, limit int) ([]sharedstudy.Topic, error) {
	return db.All[sharedstudy.Topic](ctx, s.db, `SELECT topic AS name, COUNT(*) AS studies FROM shared_study_topics
		JOIN shared_studies ON id = study WHERE visibility = 'public' AND topic >= $1 AND topic < $2
		GROUP BY topic ORDER BY studies DESC, topic LIMIT $3`, prefix, prefix+"\U0010FFFF", limit)
}

// deleteStudies deletes the studies in which a column has a value. It first waits for changes in progress.
func (t transaction) deleteStudies(ctx context.Context, column string, value any) error {
	ids, err := db.All[string](ctx, t, "DELETE FROM shared_studies WHERE "+column+" = $1 RETURNING id", value)
	if err != nil || len(ids) == 0 {
		return err
	}
	of := " WHERE study IN (" + db.Marks(len(ids)) + ")"
	return t.Each(ctx, []string{"DELETE FROM shared_study_events" + of, "DELETE FROM shared_study_people" + of,
		"DELETE FROM shared_study_topics" + of}, db.Args(ids)...)
}

// DeleteSharedStudy implements sharedstudy.Store.
func (s *Store) DeleteSharedStudy(ctx context.Context, id livegame.ID) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error { return t.deleteStudies(ctx, "id", id) })
}

// forgetStudies deletes the studies of an account that is deleted, and its name in those of others.
// What it has written there stays, without a name.
func (t transaction) forgetStudies(ctx context.Context, account string) error {
	if err := t.deleteStudies(ctx, "owner", account); err != nil {
		return err
	}
	_, err := t.Exec(ctx,
		"UPDATE shared_study_people SET account = '', name = '', role = '' WHERE account = $1", account)
	return err
}
