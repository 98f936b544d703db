package lichess

import (
	"context"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/web"
)

// gameToImport is a game that was played elsewhere.
type gameToImport struct {
	PGN string `json:"pgn" doc:"one game; the tag Variant names its variant, without it the game is chess"`
}

// importedGame is the answer to an imported game.
type importedGame struct {
	ID  string `json:"id" doc:"of the study that has the game"`
	URL string `json:"url" doc:"of the study's page"`
}

// importAPI imports games. There are no games but those that are played here: a game becomes a study of the account.
func (s *Server) importAPI(k *web.Kit) {
	if s.o.Studies == nil {
		return
	}
	type in struct{ Form gameToImport }
	type output struct{ Body importedGame }
	op := program(web.Post("/api/import", "import-game", "Import a game as a private study",
		sharedstudy.ChangesStudy(limits.Create)))
	web.Handle(k, op, func(ctx context.Context, in *in) (*output, error) {
		id, err := s.o.Studies.ImportGame(ctx, k, in.Form.PGN)
		if err != nil {
			return nil, err
		}
		return &output{importedGame{string(id), s.address("/studies/" + string(id))}}, nil
	})

	op = program(web.Get("/api/games/export/imports", "export-imports", "The games that you have imported, as PGN",
		web.Read(web.Account, web.Scopes(auth.StudyRead), limits.Search)))
	op.Description = "Each from its study, as it is now; the one that has changed last is the first."
	op.Lasts = true
	op.Responses = web.DocumentResponse(web.PGNType, "The games")
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Stream, error) {
		return k.Download(ctx, "wane-imports.pgn", s.o.Studies.Imported(web.CallerID(ctx)))
	})
}
