package sharedstudy

import (
	"context"
	"errors"
	"strings"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// Export calls put with each study that an account owns, as PGN, and the name of its file.
func (s *Service) Export(ctx context.Context, account string, put func(name, text string) error) error {
	next := s.owned(account, func(st *Study) []*Chapter { return st.Chapters }, func(id livegame.ID, text string) error {
		return put("shared-studies/"+string(id)+".pgn", text)
	})
	for {
		if more, err := next(ctx); err != nil || !more {
			return err
		}
	}
}

// Imported returns the parts of a file with the games of an account that ImportGame has made studies of, the study that
// has changed last first.
func (s *Service) Imported(account string) web.Parts {
	var b strings.Builder
	next := s.owned(account, func(st *Study) (list []*Chapter) {
		if c := st.Chapter(importedPrefix + "1"); c != nil {
			list = append(list, c)
		}
		return list
	}, func(_ livegame.ID, text string) error {
		_, err := b.WriteString(text + "\n")
		return err
	})
	return func(ctx context.Context) (string, bool, error) {
		b.Reset()
		more, err := next(ctx)
		return b.String(), more, err
	}
}

// owned returns a function that calls put with chapters to show, as PGN, of each of the next studies that an account
// owns, and says whether it has more.
func (s *Service) owned(
	account string, show func(*Study) []*Chapter, put func(id livegame.ID, text string) error,
) func(context.Context) (more bool, err error) {
	q := Query{Account: account, Owned: true, Limit: studiesPerPage}
	return func(ctx context.Context) (bool, error) {
		rows, err := s.List(ctx, q)
		for i := 0; err == nil && i < len(rows); i++ {
			r := &rows[i]
			q.Before = Cursor{Updated: r.Updated, ID: r.ID}
			var text string
			err = s.Read(ctx, r.ID, account, func(st *Study) (err error) {
				text, err = st.PGN(show(st), s.o.Lookup)
				return err
			})
			if errors.Is(err, ErrNotFound) { // it was deleted meanwhile
				err = nil
			}
			if err == nil && text != "" {
				err = put(r.ID, text)
			}
		}
		return len(rows) == studiesPerPage, err
	}
}

// written returns what an account has written in studies, its own and those of others. Only a study that it reads is
// named.
func written(ctx context.Context, d *db.DB, account string) (rows []map[string]any, _ error) {
	studies, err := db.All[livegame.ID](ctx, d,
		"SELECT study FROM shared_study_people WHERE account = $1 ORDER BY study", account)
	if err != nil {
		return nil, err
	}
	for _, id := range studies {
		r, err := Stored(ctx, d, id, 0)
		if errors.Is(err, ErrNotFound) { // it was deleted meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		s, err := r.study()
		if err != nil { // the rest is exported
			rows = append(rows, map[string]any{"study": id, "error": "the study cannot be read"})
			continue
		}
		rows = append(rows, s.writtenBy(account)...)
	}
	return rows, nil
}

// writtenBy returns the comments of an account.
func (s *Study) writtenBy(account string) (rows []map[string]any) {
	p := s.Person(account)
	if p == nil {
		return nil
	}
	for _, c := range s.Chapters {
		var line []string
		var look func(n *Node)
		look = func(n *Node) {
			if mine := n.Of(p.Number); mine != nil {
				row := map[string]any{"study": s.ID, "chapter": c.ID, "line": strings.Join(line, " "), "text": mine.Text}
				if s.MayRead(account) {
					row["name"] = s.Name
				}
				rows = append(rows, row)
			}
			for _, child := range n.Children {
				line = append(line, child.SAN)
				look(child)
				line = line[:len(line)-1]
			}
		}
		look(c.Root)
	}
	return rows
}
