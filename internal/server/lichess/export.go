package lichess

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// chessPGN is the type of PGN.
const chessPGN = "application/x-chess-pgn"

func (s *Server) exportAPI(k *web.Kit) {
	type export struct {
		GamePath
		Accept    string `header:"Accept" doc:"application/json for JSON"`
		PGNInJSON bool   `query:"pgnInJson" doc:"the PGN, too, in JSON"`
	}
	op := program(web.Get("/game/export/{id}", "export-game", "A game as PGN or JSON",
		web.Read(web.Visitor, web.AnyToken, limits.Read)))
	op.Responses = map[string]*huma.Response{"200": {Description: "The game", Content: map[string]*huma.MediaType{
		chessPGN: {Schema: &huma.Schema{Type: huma.TypeString}}, "application/json": {Schema: schemaOf[exported](k)},
	}}}
	web.Handle(k, op, func(ctx context.Context, in *export) (*web.Stream, error) {
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.ID))
		if err != nil {
			return nil, err
		}
		asJSON := strings.Contains(in.Accept, "application/json")
		pgn := ""
		if !asJSON || in.PGNInJSON {
			if pgn, err = s.o.PGN(ctx, snap); err != nil {
				return nil, err
			}
		}
		if asJSON {
			return s.document(s.export(&snap, pgn))
		}
		return answer(chessPGN, []byte(pgn)), nil
	})
}

// answer answers with a document.
func answer(kind string, body []byte) *web.Stream {
	return &web.Stream{Body: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
	}}
}

// document answers with JSON, for operations that may answer with a stream instead.
func (s *Server) document(value any) (*web.Stream, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return answer("application/json", append(body, '\n')), nil
}

// list answers with values, each on a line.
func (s *Server) list(values []any) (*web.Stream, error) {
	var body []byte
	for _, value := range values {
		b, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		body = append(append(body, b...), '\n')
	}
	return answer(ndjson, body), nil
}
