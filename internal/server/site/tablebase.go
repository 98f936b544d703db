package site

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/tablebase"
)

// Tables are tablebases, as in *tablebase.Tables.
type Tables interface {
	// CompletePieces is the largest number of pieces with tables of every material of a
	// game, MaxPieces that of its largest table.
	CompletePieces(g game.Game) int
	MaxPieces(g game.Game) int
	Probe(p game.Position) (tablebase.Result, error)
	Moves(p game.Position) ([]tablebase.MoveResult, error)
}

// Ending is the tablebase result of a position, for the side to move, and of its
// moves (GET /api/tablebase/{variant}).
type Ending struct {
	Variant   string       `json:"variant"`
	FEN       string       `json:"fen"`
	Turn      string       `json:"turn" enum:"white,black" doc:"the side to move; all results are for it"`
	Category  string       `json:"category" enum:"win,draw,loss" doc:"result for the side to move with perfect play"`
	Plies     int          `json:"plies" doc:"plies to mate with perfect play; 0 if mated or drawn"`
	Mate      int          `json:"mate" doc:"the same in moves of the winner"`
	Counted   bool         `json:"counted,omitempty" doc:"the fifty-move rule, which the tables ignore, may end the game before the mate"`
	Checkmate bool         `json:"checkmate,omitempty"`
	Stalemate bool         `json:"stalemate,omitempty"`
	Moves     []EndingMove `json:"moves" doc:"every legal move, the best first: the shortest win or the longest defense"`
}

// EndingMove is a legal move and its result, for the side that plays it.
type EndingMove struct {
	Move      string `json:"move" doc:"UCI move"`
	SAN       string `json:"san"`
	Category  string `json:"category" enum:"win,draw,loss" doc:"result for the side that plays the move"`
	Plies     int    `json:"plies" doc:"plies to mate, this one included; 0 in a draw"`
	Mate      int    `json:"mate" doc:"the same in moves of the winner"`
	Checkmate bool   `json:"checkmate,omitempty" doc:"the move mates"`
	Stalemate bool   `json:"stalemate,omitempty" doc:"the move stalemates"`
}

// tablePieces returns the number of pieces in the largest table of a game; 0: there
// are no tables.
func (s *API) tablePieces(g game.Game) int {
	if s.o.Tables == nil || !tablebase.Supports(g) {
		return 0
	}
	return s.o.Tables.MaxPieces(g)
}

type endingOutput struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *Ending
}

// tablebaseAPI looks positions up in the tablebases.
func (s *API) tablebaseAPI(k *web.Kit) {
	type probe struct {
		Variant string `path:"variant" maxLength:"40" doc:"shrink or convergent"`
		FEN     string `query:"fen" required:"true" maxLength:"200" doc:"the position"`
		Condition
	}
	op := web.Get("/api/tablebase/{variant}", "probe-tablebase",
		"The result of an endgame of Shrink Chess or Convergent Chess",
		web.Public(web.ADay, limits.Rules))
	op.Description = "The result of a position with few pieces and of each legal move, the best first, " +
		"with perfect play. Every result is for the side to move in the position of the request: " +
		"that of a move is its mover's too, so a move that wins is a \"win\". " +
		"Distances are to mate with best play by both sides; one of a move counts the move itself.\n\n" +
		"The fifty-move rule and repetitions are ignored, " +
		"and so is everything in the FEN but the board and the side to move.\n\n" +
		"The tables have all positions with few pieces, and some with more; " +
		"GET /api/variants gives the largest number of pieces as tables. " +
		"In Shrink Chess, every rank and file must be occupied and no color may castle. " +
		"The code of any other position is outside; it is no-table if this server lacks the table."
	web.Handle(k, op, func(_ context.Context, in *probe) (*endingOutput, error) {
		out, err := s.ending(in.Variant, in.FEN, &in.Condition)
		if err != nil {
			return nil, err
		}
		return out, nil
	})
}

// ending looks up a position. Its errors are fit for clients, except those of
// damaged files.
func (s *API) ending(variant, fen string, m *Condition) (*endingOutput, error) {
	g, err := s.o.Lookup(variant)
	switch {
	case err != nil || !tablebase.Supports(g):
		return nil, problem.Missing("There are tables of Shrink Chess and " +
			"Convergent Chess only: request /api/tablebase/shrink or /api/tablebase/convergent.")
	case s.tablePieces(g) == 0:
		return nil, problem.New(http.StatusNotFound, problem.CodeNoTable, "This server has no tablebases.")
	}
	p, err := g.Parse(fen)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	r, err := s.o.Tables.Probe(p)
	if err != nil {
		return nil, s.unknown(g, err)
	}
	// The result does not change, only its JSON.
	out := &endingOutput{Status: http.StatusOK, ETag: etag(s.o.Version, "ending", p.String())}
	if !m.Modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	moves, err := s.o.Tables.Moves(p)
	if err != nil {
		return nil, s.unknown(g, err)
	}
	out.Body = endingView(p, r, moves)
	return out, nil
}

// unknown returns the error of a position that is in no table.
func (s *API) unknown(g game.Game, err error) error {
	var outside *tablebase.OutsideError
	var missing *tablebase.MissingError
	switch {
	case errors.As(err, &outside):
		return problem.New(http.StatusUnprocessableEntity, problem.CodeOutside, problem.Sentence(err))
	case errors.As(err, &missing):
		return problem.New(http.StatusNotFound, problem.CodeNoTable,
			"This server has no table of "+missing.Material+", only all tables of at most "+
				strconv.Itoa(s.o.Tables.CompletePieces(g))+" pieces.")
	}
	return err // such as a damaged file
}

// endingView shows the results of a position and of its moves.
func endingView(p game.Position, r tablebase.Result, moves []tablebase.MoveResult) *Ending {
	e := &Ending{
		Variant: p.Game().Name(), FEN: p.String(), Turn: gameview.ColorName(p.Turn()), Category: r.Outcome.String(),
		Plies: r.DTM, Mate: winnersMoves(r), Counted: r.Cursed(p.Halfmoves()), Moves: make([]EndingMove, len(moves)),
	}
	if len(moves) == 0 {
		e.Checkmate, e.Stalemate = p.InCheck(), !p.InCheck()
	}
	written := notation.NewMoves(p)
	for i, m := range moves {
		v := &e.Moves[i]
		*v = EndingMove{
			Move: p.UCI(m.Move), SAN: written.SAN(m.Move), Category: m.Result.Outcome.String(), Plies: m.Result.DTM,
			Mate: winnersMoves(m.Result),
		}
		p.Make(m.Move)
		if p.LegalCount() == 0 {
			v.Checkmate, v.Stalemate = p.InCheck(), !p.InCheck()
		}
		p.Unmake()
	}
	return e
}

// winnersMoves returns the number of moves that the winner needs.
func winnersMoves(r tablebase.Result) int { return (r.DTM + 1) / 2 }
