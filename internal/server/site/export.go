package site

import (
	"archive/zip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/web"
)

// Files is a feature that has files of accounts: Export calls put with each.
type Files interface {
	Export(ctx context.Context, account string, put func(name, text string) error) error
}

// exportTime bounds an export, however slow the client is.
const exportTime = 5 * time.Minute

// exportReadme explains the files.
const exportReadme = `These are your data on this server.

games.pgn       your finished games
studies.json    what you keep with the analysis board
shared-studies  your studies, as PGN
study-comments.json  your comments in all studies
*.json          the rest; times are milliseconds since 1970

Passwords and the secrets of sessions, tokens and passkeys are not here: the server does not know them. ` +
	`Backups of the server are not here either.
`

// exportAPI sends an account all its data.
func (s *API) exportAPI(k *web.Kit) {
	op := web.Get("/api/account/export", "export-account", "All your data as a ZIP file",
		web.Read(web.Account, web.NoToken, limits.Search))
	op.Description = "Games as PGN, the rest as JSON. It counts as a download of games. " +
		"If it fails or takes more than five minutes, it breaks off; the file is then damaged."
	op.Lasts = true
	op.Responses = documentResponse("application/zip", "The data")
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Stream, error) {
		leave, err := k.EnterDownload(ctx)
		if err != nil {
			return nil, err
		}
		return &web.Stream{Body: func(w http.ResponseWriter, r *http.Request) {
			defer leave()
			w.Header().Set("Content-Type", "application/zip")
			w.Header().Set("Content-Disposition", `attachment; filename="wane-data.zip"`)
			if r.Method == http.MethodHead {
				return
			}
			ctx, cancel := context.WithTimeout(ctx, exportTime)
			defer cancel()
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTime))
			if err := s.export(ctx, k, w, &web.Identity(ctx).Account); err != nil {
				k.BreakOff(ctx, err)
			}
		}}, nil
	})
}

// export writes the file.
func (s *API) export(ctx context.Context, k *web.Kit, out io.Writer, a *auth.Account) error {
	z := zip.NewWriter(out)
	file := func(name string, write func(io.Writer) error) error {
		w, err := z.Create(name)
		if err == nil {
			err = write(w)
		}
		return err
	}
	asJSON := func(name string, value any) error {
		return file(name+".json", func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(value)
		})
	}
	text := func(name, text string) error {
		return file(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	err := text("README.txt", exportReadme)
	if err == nil {
		err = s.o.Accounts.Export(ctx, a.ID, func(name string, rows []map[string]any) error { return asJSON(name, rows) })
	}
	for _, f := range s.o.Files {
		if err == nil {
			err = f.Export(ctx, a.ID, text)
		}
	}
	if err == nil && s.o.Archive != nil {
		err = file("games.pgn", func(w io.Writer) error {
			next := s.o.Archive.PGN(k, &archive.Query{Viewer: a.ID, Mine: true})
			for more := true; more; {
				text, rest, err := k.Next(ctx, next)
				if err != nil {
					return err
				}
				if _, err := io.WriteString(w, text); err != nil {
					return err
				}
				more = rest
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	return z.Close()
}
