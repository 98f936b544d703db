package sharedstudy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// ErrNotFound is the error of a study that there is not, or that the account may not read.
var ErrNotFound error = problem.Missing("There is no such study, or it is private.")

// errConflict: the study has changed since it was read.
var errConflict = errors.New("the study has changed")

// Row is what lists show of a study.
type Row struct {
	ID         livegame.ID
	Seq        int // of the last event
	Name       string
	Visibility Visibility
	Topics     []string
	Words      string // what searches look through, in lower case
	Chapters   int
	Variants   []string // of the chapters, each once
	Owner      string   // ID of the account; "": it was deleted
	Created    time.Time
	Updated    time.Time
}

// Record is all that is stored of a study.
type Record struct {
	Row
	Snapshot    []byte // see Study.Snapshot; compressed
	SnapshotSeq int
	People      []Participant // by number; roles are those after the last event
	Events      []Event       // after the snapshot
}

// row is a row of the table shared_studies.
type row struct {
	bun.BaseModel `bun:"table:shared_studies"`
	Row

	Variants    string
	SnapshotSeq int
	Snapshot    []byte
}

func (r *row) listed() Row {
	r.Row.Variants = strings.Fields(r.Variants)
	return r.Row
}

// changes are what a batch stores.
type changes struct {
	Row    Row // after the last event
	Events []Event
	Joined []Participant // new people, by number
	Log    []admin.Entry // what moderators did
	// Snapshot, if not nil, replaces the one that is stored. Events before ForgetBefore are deleted.
	Snapshot     []byte
	ForgetBefore int
	// MaxBytes is how many bytes the snapshots and events of all studies of the owner may have afterwards; 0: any. If they
	// have more, nothing is stored, and the error is errFull.
	MaxBytes int64

	topics string   // JSON
	events []string // JSON
	size   int      // of the events, in bytes
}

// encode makes the texts of topics and events.
func (c *changes) encode() error {
	topics, err := json.Marshal(c.Row.Topics)
	c.topics = string(topics)
	for i := 0; err == nil && i < len(c.Events); i++ {
		var text []byte
		text, err = json.Marshal(&c.Events[i])
		c.events = append(c.events, string(text))
		c.size += len(text)
	}
	return err
}

// variantList returns variants as the column has them, so that a search finds whole names.
func variantList(list []string) string { return " " + strings.Join(list, " ") + " " }

// insert stores a study with its first events, of which the owner is the first person. It changes nothing if the owner
// has one of that ID. The error is errTaken if another account has, and errMany if the owner has most.
func (s *Service) insert(ctx context.Context, c changes, most int) error {
	r := &c.Row
	if err := c.encode(); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		// The studies of an account are counted one after the other.
		if err := feature.LockAccount(ctx, t, r.Owner); err != nil && !errors.Is(err, auth.ErrNotFound) {
			return err
		}
		owner, err := db.One[string](ctx, t, nil, "SELECT owner FROM shared_studies WHERE id = $1", r.ID)
		switch {
		case err != nil:
			return err
		case owner != "" && owner != r.Owner:
			return errTaken
		case owner != "":
			return nil
		}
		owned, err := db.One[int](ctx, t, nil, "SELECT COUNT(*) FROM shared_studies WHERE owner = $1", r.Owner)
		if err != nil {
			return err
		}
		if owned >= most {
			return errMany
		}
		if err := t.Need(ctx, errTaken, `INSERT INTO shared_studies (id, seq, name, visibility, owner,
			topics, variants, words, chapters, created, updated, snapshot_seq, snapshot, bytes)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2, $12, $13) ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Seq, r.Name, r.Visibility, r.Owner, c.topics, variantList(r.Variants), r.Words, r.Chapters,
			r.Created, r.Updated, c.Snapshot, len(c.Snapshot)+c.size); err != nil {
			return err
		}
		return c.parts(ctx, t)
	})
}

// update adds events, if they follow the last one and the study is that of Row.Created, and notes in the log what
// moderators did. Else it returns errConflict.
func (s *Service) update(ctx context.Context, c changes) error {
	if len(c.Events) == 0 || c.Events[0].Seq < 2 {
		return errors.New("a change has events that follow the first ones")
	}
	r := &c.Row
	if err := c.encode(); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Need(ctx, errConflict, `UPDATE shared_studies
			SET seq = $3, name = $4, visibility = $5, topics = $6, variants = $7, words = $8, chapters = $9,
			updated = $10, bytes = bytes + $12
			WHERE id = $1 AND seq = $2 AND created = $11`, r.ID, c.Events[0].Seq-1, r.Seq, r.Name, r.Visibility,
			c.topics, variantList(r.Variants), r.Words, r.Chapters, r.Updated, r.Created, c.size); err != nil {
			return err
		}
		if c.Snapshot != nil {
			if _, err := t.Exec(ctx, "UPDATE shared_studies SET snapshot = $2, snapshot_seq = $3 WHERE id = $1",
				r.ID, c.Snapshot, r.Seq); err != nil {
				return err
			}
		}
		return c.parts(ctx, t)
	})
}

// parts stores what is in other tables. It returns errFull if the studies of the owner have more bytes than they may.
func (c *changes) parts(ctx context.Context, t db.Tx) error {
	id := c.Row.ID
	var err error
	exec := func(statement string, args ...any) {
		if err == nil {
			_, err = t.Exec(ctx, statement, append([]any{id}, args...)...)
		}
	}
	for _, p := range c.Joined {
		exec("INSERT INTO shared_study_people (study, number, account, role) VALUES ($1, $2, $3, '')",
			p.Number, p.ID)
	}
	var list []string
	var args []any
	configured := false
	for i := range c.Events {
		e := &c.Events[i]
		list = append(list, fmt.Sprintf("($1, $%d, $%d)", 2+2*i, 3+2*i))
		args = append(args, e.Seq, c.events[i])
		configured = configured || e.Kind == Configured
		if e.Kind == Assigned {
			exec("UPDATE shared_study_people SET role = $3 WHERE study = $1 AND number = $2", e.Person, e.Role)
		}
	}
	exec("INSERT INTO shared_study_events (study, seq, event) VALUES "+strings.Join(list, ", "), args...)
	if configured {
		exec("DELETE FROM shared_study_topics WHERE study = $1")
		for _, topic := range c.Row.Topics {
			exec("INSERT INTO shared_study_topics (study, topic) VALUES ($1, $2)", topic)
		}
	}
	if c.ForgetBefore > 0 {
		exec("DELETE FROM shared_study_events WHERE study = $1 AND seq < $2", c.ForgetBefore)
	}
	if c.Snapshot != nil { // counted again: some events are gone
		exec("UPDATE shared_studies SET bytes = $2 + (SELECT COALESCE(SUM(OCTET_LENGTH(event)), 0) "+
			"FROM shared_study_events WHERE study = $1) WHERE id = $1", len(c.Snapshot))
	}
	for _, e := range c.Log {
		if err == nil {
			err = admin.Note(ctx, t, e)
		}
	}
	if err != nil || c.MaxBytes == 0 {
		return err
	}
	size, err := db.One[int64](ctx, t, nil,
		"SELECT COALESCE(SUM(bytes), 0) FROM shared_studies WHERE owner = $1", c.Row.Owner)
	if err == nil && size > c.MaxBytes {
		err = errFull
	}
	return err
}

// Stored returns a study, or ErrNotFound. With after, there is no snapshot, and the events are those after that number;
// if some of them are forgotten, the snapshot comes, too.
func Stored(ctx context.Context, d *db.DB, id livegame.ID, after int) (out Record, err error) {
	r, err := db.One[row](ctx, d, ErrNotFound,
		`SELECT id, seq, name, visibility, owner, topics, variants, words, chapters, created, updated,
		snapshot_seq, CASE WHEN $2 = 0 THEN snapshot END AS snapshot FROM shared_studies WHERE id = $1`, id, after)
	out.Row = r.listed()
	if err != nil || after > 0 && r.Seq <= after {
		return out, err
	}
	from := after
	if after == 0 {
		from, out.Snapshot, out.SnapshotSeq = r.SnapshotSeq, r.Snapshot, r.SnapshotSeq
	}
	type eventRow struct {
		Seq   int
		Event Event
	}
	rows, err := db.All[eventRow](ctx, d,
		"SELECT seq, event FROM shared_study_events WHERE study = $1 AND seq > $2 ORDER BY seq", id, from)
	if err != nil {
		return out, err
	}
	if after > 0 && (len(rows) == 0 || rows[0].Seq != after+1) { // some are forgotten
		return Stored(ctx, d, id, 0)
	}
	for _, r := range rows {
		r.Event.Seq = r.Seq
		out.Events = append(out.Events, r.Event)
	}
	// The people come after the events: who joins meanwhile is in no event yet, and does no harm.
	out.People, err = db.All[Participant](ctx, d,
		"SELECT number, account AS id, role FROM shared_study_people WHERE study = $1 ORDER BY number", id)
	var ids []string
	for _, p := range out.People {
		if p.ID != "" {
			ids = append(ids, p.ID)
		}
	}
	if err != nil {
		return out, err
	}
	people, err := auth.People(ctx, d, ids...)
	for i := range out.People {
		if p := people[out.People[i].ID]; p != nil {
			out.People[i].Person = *p
		}
	}
	return out, err
}

// Query selects studies. Zero fields do not restrict it.
type Query struct {
	Account string // studies in which the account has a role; "": public ones
	Owned   bool   // with Account: only those that it owns
	Shared  bool   // with Account: only those that it does not own
	Owner   string // public studies of this account
	Topic   string
	Variant string   // a chapter is of this variant
	Words   []string // all occur in Row.Words; in lower case
	// Before continues a list after its last row.
	Before Cursor
	Limit  int // 0: 30
}

// Cursor is a place in a list, which is ordered by Updated and ID. The zero value is its beginning.
type Cursor struct {
	Updated time.Time
	ID      livegame.ID
}

// List lists studies.
func (s *Service) List(ctx context.Context, q Query) (list []Row, _ error) {
	rows, err := db.Select[row](ctx, s.o.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
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
			query = query.Where(`words LIKE ? ESCAPE '\'`, "%"+db.Like(word)+"%")
		}
		if q.Before.ID != "" {
			query = query.Where("(updated < ?0 OR updated = ?0 AND id < ?1)", q.Before.Updated.UnixMilli(), q.Before.ID)
		}
		return query
	})
	for i := range rows {
		list = append(list, rows[i].listed())
	}
	return list, err
}

// Topic is a topic of public studies.
type Topic struct {
	Name    string `json:"name"`
	Studies int    `json:"studies" doc:"how many have it"`
}

// Topics returns the most frequent topics of public studies that begin with a text.
func (s *Service) Topics(ctx context.Context, prefix string, limit int) ([]Topic, error) {
	return db.All[Topic](ctx, s.o.DB, `SELECT topic AS name, COUNT(*) AS studies FROM shared_study_topics
		JOIN shared_studies ON id = study WHERE visibility = 'public' AND topic >= $1 AND topic < $2
		GROUP BY topic ORDER BY studies DESC, topic LIMIT $3`, prefix, prefix+"\U0010FFFF", limit)
}

// remove deletes the studies in which a column has a value. It first waits for changes in progress.
func remove(ctx context.Context, t db.Tx, column string, value any) error {
	ids, err := db.All[string](ctx, t, "DELETE FROM shared_studies WHERE "+column+" = $1 RETURNING id", value)
	if err != nil || len(ids) == 0 {
		return err
	}
	of := " WHERE study IN (" + db.Marks(len(ids)) + ")"
	return t.Each(ctx, []string{"DELETE FROM shared_study_events" + of, "DELETE FROM shared_study_people" + of,
		"DELETE FROM shared_study_topics" + of}, db.Args(ids)...)
}

// erase deletes a study.
func (s *Service) erase(ctx context.Context, id livegame.ID) error {
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error { return remove(ctx, t, "id", id) })
}

// Data is what is stored of accounts. What a deleted account has written in studies of others stays, without a name.
var Data = feature.Data{
	Forget: func(ctx context.Context, t db.Tx, ids ...string) error {
		if err := remove(ctx, t, "owner", ids[0]); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "UPDATE shared_study_people SET account = '', role = '' WHERE account = $1", ids[0])
		return err
	},
	Exports: []feature.Export{
		{Name: "shared-studies", Query: "SELECT p.study AS id, s.name, p.role, s.created, s.updated " +
			"FROM shared_study_people AS p JOIN shared_studies AS s ON s.id = p.study " +
			"WHERE p.account = $1 AND p.role <> '' ORDER BY s.created"},
		{Name: "study-comments", Rows: written},
	},
}
