package server_test

import (
	"context"
	"maps"

	"github.com/wane-chess/wane/internal/server/gamestore"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// onePuzzle is the puzzle of the server that gets any requests.
var onePuzzle = func() puzzle.Puzzle {
	p := puzzle.Puzzle{
		Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Moves: []string{"a1a8"}, Goal: puzzle.Mate,
		Proof: puzzle.Exhaustive, Rating: 900, Themes: []puzzle.Theme{puzzle.MateIn1},
	}
	p.ID = p.Identify()
	return p
}()

// somePuzzles returns puzzles for a server. What people publish is never sound.
func somePuzzles(db *gamestore.Store) *puzzles.Service {
	return puzzles.New(puzzles.Options{
		DB: db.DB(), Library: puzzles.List{onePuzzle}, Lookup: rules.ByName,
		Prove: func(context.Context, string, string) (puzzle.Puzzle, error) {
			return puzzle.Puzzle{}, &puzzles.UnsoundError{Moves: []string{"a1a8"}, Text: "there is only one legal move"}
		},
	})
}

// The examples of what is about puzzles, openings, studies and tournaments.
func init() {
	maps.Copy(bodies, map[string]string{
		"/api/puzzles": `{"variant":"chess","fen":"6k1/5ppp/8/8/8/8/P7/R5K1 w - - 0 1","note":"my first"}`,
		"/api/puzzles/attempts": `{"attempts":[{"id":"attempt-1","puzzle":"` + onePuzzle.ID +
			`","moves":["a1a8"],"rated":true,"ms":5000,"at":1780243200000}]}`,
		"/api/puzzles/runs":               `{"kind":"storm","variant":"mixed"}`,
		"/api/puzzles/runs/{run}/answers": `{"first":0,"answers":[{"moves":["a1a8"]}],"end":true,"have":8}`,
		"/api/puzzles/{id}/vote":          `{"vote":1}`,
		"/api/puzzles/{id}/report":        `{"reason":"second","text":"Ra7 mates, too."}`,
		"/api/admin/puzzles/{id}":         `{"sound":true,"reason":"proved again"}`,

		"/api/studies": `{"id":"endings","name":"Endings","visibility":"unlisted","topics":["kings"],` +
			`"chapters":[{"chapter":"one","head":{"name":"One","variant":"shrink"}}],"pgn":"1. e4 *"}`,
		"/api/studies/{id}/commands": `{"since":0,"commands":[{"kind":"line","base":3,"chapter":"one","path":["e2e4"],` +
			`"moves":["e7e5"]},{"kind":"comment","base":3,"chapter":"one","path":["e2e4"],"comment":{"was":"","text":"best"}}]}`,
		"/api/studies/{id}/import": `{"pgn":"1. e4 *","variant":"shrink"}`,
		"/api/studies/{id}/clone":  `{"id":"copy","name":"A copy"}`,

		"/api/openings/names":             `{"variant":"shrink","moves":["e2e4","e7e5"],"name":"The Lion"}`,
		"/api/openings/names/{id}/hide":   `{"hidden":true,"all":true}`,
		"/api/openings/names/{id}/settle": `{"settled":true}`,

		"/api/tournaments": `{"id":"friday-arena","system":"arena","name":"Friday","variant":"shrink",` +
			`"control":{"base":180000,"increment":2000},"starts":1780243200000,"minutes":60}`,
		"/api/tournaments/{id}/join": `{"password":"miau"}`,
	})
}
