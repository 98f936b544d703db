package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/sharedstudy"
)

var _ sharedstudy.Store = (*Store)(nil)

// sharedStudyRow is a row of the table shared_studies.
type sharedStudyRow struct {
	bun.BaseModel `bun:"table:shared_studies"`

	ID          string `bun:",pk"`
	Seq         int
	Name        string
	Visibility  string
	Owner       string
	OwnerName   string
	Topics      string
	Variants    string
	Words       string
	Chapters    int
	Created     int64
	Updated     int64
	SnapshotSeq int
	Snapshot    []byte
}

func (r *sharedStudyRow) row() (out sharedstudy.Row, err error) {
	out = sharedstudy.Row{
		ID: livegame.ID(r.ID), Seq: r.Seq, Name: r.Name, Visibility: sharedstudy.Visibility(r.Visibility), Words: r.Words,
		Chapters: r.Chapters, Variants: strings.Fields(r.Variants), Owner: r.Owner, OwnerName: r.OwnerName,
		Created: timeOf(r.Created), Updated: timeOf(r.Updated),
	}
	if err = json.Unmarshal([]byte(r.Topics), &out.Topics); err != nil {
		err = fmt.Errorf("study %q: column topics: %w", r.ID, err)
	}
	return out, err
}

// sharedStudyError explains an error of a method that is about shared studies.
func (s *Store) sharedStudyError(ctx context.Context, what string, err error) error {
	for _, known := range []error{sharedstudy.ErrNotFound, sharedstudy.ErrConflict, sharedstudy.ErrMany,
		sharedstudy.ErrFull} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// CreateSharedStudy implements sharedstudy.Store.
func (s *Store) CreateSharedStudy(ctx context.Context, c sharedstudy.Changes, most int) error {
	r := &c.Row
	topics, err := json.Marshal(r.Topics)
	var events studyEvents
	if err == nil {
		events, err = eventsOf(&c)
	}
	if err == nil {
		err = checkText(string(r.ID), r.Name, r.Words, r.Owner, r.OwnerName)
	}
	if err != nil {
		return s.sharedStudyError(ctx, "create a study", err)
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		if !t.IsSQLite() { // the studies of an account are counted one after the other
			var one int
			if err := t.Row(ctx, "SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", r.Owner).Scan(&one); err != nil &&
				!errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		var owner string
		err := t.Row(ctx, "SELECT COALESCE(MAX(owner), '') FROM shared_studies WHERE id = $1", string(r.ID)).Scan(&owner)
		if err != nil {
			return err
		}
		if owner != "" {
			if owner != r.Owner {
				err = sharedstudy.ErrConflict
			}
			return err
		}
		var owned int
		if err = t.Row(ctx, "SELECT COUNT(*) FROM shared_studies WHERE owner = $1", r.Owner).Scan(&owned); err == nil &&
			owned >= most {
			err = sharedstudy.ErrMany
		}
		if err != nil {
			return err
		}
		done, err := t.Do(ctx, `INSERT INTO shared_studies (id, seq, name, visibility, owner, owner_name, topics, variants,
			words, chapters, created, updated, snapshot_seq, snapshot, bytes)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (id) DO NOTHING`,
			string(r.ID), r.Seq, r.Name, string(r.Visibility), r.Owner, r.OwnerName, string(topics), variantList(r.Variants),
			r.Words, r.Chapters, r.Created.UnixMilli(), r.Updated.UnixMilli(), r.Seq, c.Snapshot, len(c.Snapshot)+events.size)
		if err == nil && !done {
			err = sharedstudy.ErrConflict
		}
		if err == nil {
			err = t.studyParts(ctx, &c, events.texts)
		}
		if err == nil {
			err = t.studyRoom(ctx, r.Owner, c.MaxBytes)
		}
		return err
	})
	return s.sharedStudyError(ctx, "create a study", err)
}

// variantList returns variants as the column has them, so that a search finds whole names.
func variantList(list []string) string { return " " + strings.Join(list, " ") + " " }

// studyEvents are events as they are stored.
type studyEvents struct {
	texts []string
	size  int // in bytes
}

func eventsOf(c *sharedstudy.Changes) (out studyEvents, err error) {
	for i := range c.Events {
		text, err := json.Marshal(&c.Events[i])
		if err != nil {
			return out, err
		}
		out.texts, out.size = append(out.texts, string(text)), out.size+len(text)
	}
	return out, nil
}

// studyRoom returns ErrFull if the studies of an account have more bytes than they may; 0: any.
func (t transaction) studyRoom(ctx context.Context, owner string, most int64) error {
	if most == 0 {
		return nil
	}
	var size int64
	err := t.Row(ctx, "SELECT COALESCE(SUM(bytes), 0) FROM shared_studies WHERE owner = $1", owner).Scan(&size)
	if err == nil && size > most {
		err = sharedstudy.ErrFull
	}
	return err
}

// studyParts stores what is in other tables, and events as texts.
func (t transaction) studyParts(ctx context.Context, c *sharedstudy.Changes, texts []string) error {
	id := string(c.Row.ID)
	for _, p := range c.Joined {
		err := checkText(p.Account, p.Name)
		if err == nil {
			_, err = t.Do(ctx,
				"INSERT INTO shared_study_people (study, number, account, name, role) VALUES ($1, $2, $3, $4, '')",
				id, p.Number, p.Account, p.Name)
		}
		if err != nil {
			return err
		}
	}
	configured := false
	for i := range c.Events {
		e := &c.Events[i]
		_, err := t.Do(ctx, "INSERT INTO shared_study_events (study, seq, event) VALUES ($1, $2, $3)", id, e.Seq, texts[i])
		if err == nil && e.Kind == sharedstudy.Assigned {
			_, err = t.Do(ctx, "UPDATE shared_study_people SET role = $3 WHERE study = $1 AND number = $2",
				id, e.Person, string(e.Role))
		}
		if err != nil {
			return err
		}
		configured = configured || e.Kind == sharedstudy.Configured
	}
	for _, e := range c.Log {
		if err := t.log(ctx, e); err != nil {
			return err
		}
	}
	if !configured {
		return nil
	}
	_, err := t.Do(ctx, "DELETE FROM shared_study_topics WHERE study = $1", id)
	for _, topic := range c.Row.Topics {
		if err == nil {
			_, err = t.Do(ctx, "INSERT INTO shared_study_topics (topic, study) VALUES ($1, $2)", topic, id)
		}
	}
	return err
}

// SharedStudy implements sharedstudy.Store.
func (s *Store) SharedStudy(ctx context.Context, id livegame.ID, after int) (out sharedstudy.Record, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	fail := func(err error) (sharedstudy.Record, error) {
		return sharedstudy.Record{}, s.sharedStudyError(ctx, "read a study", err)
	}
	var row sharedStudyRow
	find := s.read.NewSelect().Model(&row).Where("id = ?", string(id))
	if after > 0 {
		find = find.ExcludeColumn("snapshot")
	}
	found, err := s.selectOne(ctx, find)
	if err == nil && !found {
		err = sharedstudy.ErrNotFound
	}
	if err == nil {
		out.Row, err = row.row()
	}
	if err != nil {
		return fail(err)
	}
	if after > 0 && row.Seq <= after {
		return out, nil
	}
	from := after
	if after == 0 {
		from = row.SnapshotSeq
	}
	var texts []struct {
		Seq   int
		Event string
	}
	if err = s.read.NewSelect().Table("shared_study_events").Column("seq", "event").Where("study = ?", string(id)).
		Where("seq > ?", from).Order("seq").Scan(ctx, &texts); err != nil {
		return fail(err)
	}
	switch {
	case after > 0 && (len(texts) == 0 || texts[0].Seq != after+1): // some are forgotten
		return s.SharedStudy(ctx, id, 0)
	case after == 0:
		out.Snapshot, out.SnapshotSeq = row.Snapshot, row.SnapshotSeq
	}
	out.Events = make([]sharedstudy.Event, len(texts))
	for i, text := range texts {
		if err = json.Unmarshal([]byte(text.Event), &out.Events[i]); err != nil {
			return fail(fmt.Errorf("event %d of study %q: %w", text.Seq, id, err))
		}
		out.Events[i].Seq = text.Seq
	}
	// The people come after the events: who joins meanwhile is in no event yet, and does no harm.
	var people []struct {
		Number  int
		Account string
		Name    string
		Role    string
	}
	if err = s.read.NewSelect().Table("shared_study_people").Column("number", "account", "name", "role").
		Where("study = ?", string(id)).Order("number").Scan(ctx, &people); err != nil {
		return fail(err)
	}
	for _, p := range people {
		out.People = append(out.People,
			sharedstudy.Person{Number: p.Number, Account: p.Account, Name: p.Name, Role: sharedstudy.Role(p.Role)})
	}
	return out, nil
}

// ChangeSharedStudy implements sharedstudy.Store.
func (s *Store) ChangeSharedStudy(ctx context.Context, c sharedstudy.Changes) error {
	r := &c.Row
	topics, err := json.Marshal(r.Topics)
	var events studyEvents
	if err == nil {
		events, err = eventsOf(&c)
	}
	if err == nil {
		err = checkText(r.Name, r.Words, r.Owner, r.OwnerName)
	}
	if err == nil && (len(c.Events) == 0 || c.Events[0].Seq < 2) {
		err = errors.New("a change has events that follow the first ones")
	}
	if err != nil {
		return s.sharedStudyError(ctx, "change a study", err)
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		done, err := t.Do(ctx, `UPDATE shared_studies
			SET seq = $3, name = $4, visibility = $5, owner_name = $6, topics = $7, variants = $8, words = $9, chapters = $10,
			updated = $11, bytes = bytes + $13
			WHERE id = $1 AND seq = $2 AND created = $12`, string(r.ID), c.Events[0].Seq-1, r.Seq, r.Name, string(r.Visibility),
			r.OwnerName, string(topics), variantList(r.Variants), r.Words, r.Chapters, r.Updated.UnixMilli(),
			r.Created.UnixMilli(), events.size)
		if err == nil && !done {
			err = sharedstudy.ErrConflict
		}
		if err == nil && c.Snapshot != nil {
			_, err = t.Do(ctx, "UPDATE shared_studies SET snapshot = $2, snapshot_seq = $3 WHERE id = $1",
				string(r.ID), c.Snapshot, r.Seq)
		}
		if err == nil {
			err = t.studyParts(ctx, &c, events.texts)
		}
		if err == nil && c.ForgetBefore > 0 {
			_, err = t.Do(ctx, "DELETE FROM shared_study_events WHERE study = $1 AND seq < $2", string(r.ID), c.ForgetBefore)
		}
		if err == nil && c.Snapshot != nil { // counted again: some events are gone
			_, err = t.Do(ctx, "UPDATE shared_studies SET bytes = $2 + (SELECT COALESCE(SUM(OCTET_LENGTH(event)), 0) "+
				"FROM shared_study_events WHERE study = $1) WHERE id = $1", string(r.ID), len(c.Snapshot))
		}
		if err == nil {
			err = t.studyRoom(ctx, r.Owner, c.MaxBytes)
		}
		return err
	})
	return s.sharedStudyError(ctx, "change a study", err)
}

// SharedStudies implements sharedstudy.Store.
func (s *Store) SharedStudies(ctx context.Context, q sharedstudy.Query) ([]sharedstudy.Row, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []sharedStudyRow
	const most = 30
	query := s.read.NewSelect().Model(&rows).ExcludeColumn("snapshot", "words").
		Order("updated DESC", "id DESC").Limit(most)
	if q.Limit > 0 {
		query = query.Limit(int64(q.Limit))
	}
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
		at := q.Before.Updated.UnixMilli()
		query = query.Where("(updated < ? OR updated = ? AND id < ?)", at, at, string(q.Before.ID))
	}
	err := checkText(append(slices.Clone(q.Words), q.Topic, q.Variant, q.Owner, q.Account, string(q.Before.ID))...)
	if err == nil {
		err = query.Scan(ctx)
	}
	list := make([]sharedstudy.Row, len(rows))
	for i := range rows {
		if err == nil {
			list[i], err = rows[i].row()
		}
	}
	if err != nil {
		return nil, s.sharedStudyError(ctx, "list studies", err)
	}
	return list, nil
}

// StudyTopics implements sharedstudy.Store.
func (s *Store) StudyTopics(ctx context.Context, prefix string, limit int) ([]sharedstudy.Topic, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var list []sharedstudy.Topic
	err := checkText(prefix)
	if err == nil {
		err = s.read.NewRaw(`SELECT topic AS name, COUNT(*) AS studies FROM shared_study_topics
			JOIN shared_studies ON id = study
			WHERE visibility = 'public' AND topic LIKE ?0 ESCAPE '\' GROUP BY topic ORDER BY studies DESC, topic
			LIMIT ?1`, likeText(prefix)+"%", limit).Scan(ctx, &list)
	}
	return list, s.sharedStudyError(ctx, "list topics", err)
}

// deleteStudy holds the statements that delete a study. The first one waits for a change in progress.
var deleteStudy = []string{
	"DELETE FROM shared_studies WHERE id = $1", "DELETE FROM shared_study_events WHERE study = $1",
	"DELETE FROM shared_study_people WHERE study = $1",
	"DELETE FROM shared_study_topics WHERE study = $1",
}

// DeleteSharedStudy implements sharedstudy.Store.
func (s *Store) DeleteSharedStudy(ctx context.Context, id livegame.ID) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) (err error) {
		for _, statement := range deleteStudy {
			if err == nil {
				_, err = t.Do(ctx, statement, string(id))
			}
		}
		return err
	})
	return s.sharedStudyError(ctx, "delete a study", err)
}

// forgetStudies deletes the studies of an account that is deleted, and its name in those of others.
// What it has written there stays, without a name.
func (t transaction) forgetStudies(ctx context.Context, account string) error {
	ids, err := db.All[string](ctx, t, "SELECT id FROM shared_studies WHERE owner = $1", account)
	for _, id := range ids {
		for _, statement := range deleteStudy {
			if err == nil {
				_, err = t.Do(ctx, statement, id)
			}
		}
	}
	if err == nil {
		_, err = t.Do(ctx, "UPDATE shared_study_people SET account = '', name = '', role = '' WHERE account = $1", account)
	}
	return err
}
