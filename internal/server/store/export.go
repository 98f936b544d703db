package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// exports are what an account gets of its data, beside games, studies and what features export. A package that stores
// more of a person adds a line. No query shows a secret, or what identifies another player.
var exports = []struct{ name, query string }{
	{"account", "SELECT name, role, bot, created, muted, email, language FROM accounts WHERE id = $1"},
	{"sessions", "SELECT device, created, used FROM sessions WHERE account = $1 ORDER BY created"},
	{"tokens", "SELECT name, scopes, created, used FROM tokens WHERE account = $1 ORDER BY created"},
	{"passkeys", "SELECT name, created, used FROM passkeys WHERE account = $1 ORDER BY created"},
	{"shared-studies", "SELECT p.study AS id, s.name, p.role, s.created, s.updated FROM shared_study_people AS p " +
		"JOIN shared_studies AS s ON s.id = p.study WHERE p.account = $1 AND p.role <> '' ORDER BY s.created"},
}

// Export calls put with each kind of data of an account: a list of rows by column. Moments are milliseconds since 1970.
func (s *Store) Export(ctx context.Context, id string, put func(name string, rows []map[string]any) error) error {
	export := func(name, query string) error {
		rows, err := db.All[map[string]any](ctx, s.db, query, id)
		if err == nil && name == "account" && len(rows) == 0 {
			err = auth.ErrNotFound
		}
		if err == nil {
			err = put(name, append([]map[string]any{}, rows...)) // not nil
		}
		if err != nil {
			return fmt.Errorf("export %s: %w", name, err)
		}
		return nil
	}
	for _, e := range exports {
		if err := export(e.name, e.query); err != nil {
			return err
		}
	}
	for _, d := range s.data {
		for _, e := range d.Exports {
			if err := export(e.Name, e.Query); err != nil {
				return err
			}
		}
	}
	comments, err := s.studyComments(ctx, id)
	if err != nil {
		return fmt.Errorf("export study-comments: %w", err)
	}
	return put("study-comments", comments)
}

// studyComments returns what an account has written in studies, its own and those of others. Only a study
// that it reads is named.
func (s *Store) studyComments(ctx context.Context, id string) ([]map[string]any, error) {
	rows := []map[string]any{}
	studies, err := db.All[livegame.ID](ctx, s.db,
		"SELECT study FROM shared_study_people WHERE account = $1 ORDER BY study", id)
	if err != nil {
		return nil, err
	}
	for _, name := range studies {
		r, err := s.SharedStudy(ctx, name, 0)
		if errors.Is(err, sharedstudy.ErrNotFound) { // it was deleted meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		study, err := sharedstudy.Load(&r)
		if err != nil { // the rest is exported
			rows = append(rows, map[string]any{"study": name, "error": "the study cannot be read"})
			continue
		}
		for _, c := range study.WrittenBy(id) {
			out := map[string]any{"study": name, "chapter": c.Chapter, "line": c.Line, "text": c.Text}
			if study.MayRead(id) {
				out["name"] = study.Name
			}
			rows = append(rows, out)
		}
	}
	return rows, nil
}
