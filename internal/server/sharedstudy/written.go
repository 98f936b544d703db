package sharedstudy

import (
	"context"
	"errors"
	"strings"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Export calls put with each study that an account owns, as PGN, and the name of its file.
func (s *Service) Export(ctx context.Context, account string, put func(name, text string) error) error {
	q := Query{Account: account, Owned: true, Limit: studiesPerPage}
	for {
		rows, err := s.List(ctx, q)
		if err != nil {
			return err
		}
		for i := range rows {
			r := &rows[i]
			q.Before = Cursor{Updated: r.Updated, ID: r.ID}
			var text string
			err := s.Read(ctx, r.ID, account, func(st *Study) (err error) {
				text, err = st.PGN(st.Chapters, s.o.Lookup)
				return err
			})
			if errors.Is(err, ErrNotFound) { // it was deleted meanwhile
				continue
			}
			if err == nil {
				err = put("shared-studies/"+string(r.ID)+".pgn", text)
			}
			if err != nil {
				return err
			}
		}
		if len(rows) < studiesPerPage {
			return nil
		}
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
