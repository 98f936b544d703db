package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/tablebase"
)

// solved is the game whose endings are known.
const solved = "shrink"

// Tables know endings of Shrink Chess, as *tablebase.Tables do.
type Tables interface {
	// CompletePieces is the largest number of pieces of which every ending is known, MaxPieces that of
	// which some are.
	CompletePieces() int
	MaxPieces() int
	Probe(p game.Position) (tablebase.Result, error)
	Moves(p game.Position) ([]tablebase.MoveResult, error)
}

// tablePieces is how many men a position of the game may have at most to be in a
// table; 0 if there are no tables.
func (s *API) tablePieces(variant string) int {
	if s.o.Tables == nil || variant != solved {
		return 0
	}
	return s.o.Tables.MaxPieces()
}

type endingOutput struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Body         *protocol.Ending
}

// tablebaseAPI tells the truth about endings.
func (s *API) tablebaseAPI(api huma.API) {
	type probe struct {
		Variant string `path:"variant" maxLength:"40" doc:"shrink: the endings of no other game are known"`
		FEN     string `query:"fen" required:"true" maxLength:"200" doc:"the position"`
		Condition
	}
	op := s.operation(http.MethodGet, "/api/tablebase/{variant}", "probe-tablebase", "Who wins an ending of Shrink Chess, and how soon", limits.Rules, false)
	op.Description = "The truth about a position of few men, and about every legal move in it, the best first. Every result is that for the side to move in the position asked about: " +
		"that of a move is its mover's too, so a move that wins is a \"win\". Distances are to mate, if the winner hurries and the loser resists; one of a move counts the move itself.\n\n" +
		"Fifty moves without a capture or a pawn's move and positions that have occurred before are left out of account, and so is everything in the FEN but the board and the side to move.\n\n" +
		"Positions of Shrink Chess are known in which every row and column is occupied and nobody may castle any more, all of few men and perhaps some of more; " +
		"GET /api/variants says in tables how many men there are at most. Others are refused with the code outside, and those that could be in a table but are in none here with no-table."
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *probe) (*endingOutput, error) {
		out, err := s.ending(in.Variant, in.FEN, &in.Condition)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return out, nil
	})
}

// ending answers a question about a position. Its errors are fit for clients,
// but those that are the server's fault.
func (s *API) ending(variant, fen string, m *Condition) (*endingOutput, error) {
	switch {
	case variant != solved:
		return nil, problem.New(http.StatusNotFound, protocol.CodeNotFound, "There are tables for Shrink Chess only: ask for /api/tablebase/"+solved+".")
	case s.tablePieces(variant) == 0:
		return nil, problem.New(http.StatusNotFound, protocol.CodeNoTable, "This server has no tables of endings.")
	}
	g, err := s.o.Lookup(solved)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(fen)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	r, err := s.o.Tables.Probe(p)
	if err != nil {
		return nil, s.unknown(err)
	}
	// The truth does not change, only how it is told.
	out := &endingOutput{Status: http.StatusOK, CacheControl: forADay, ETag: etag(s.o.Version, "ending", p.String())}
	if !m.modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	moves, err := s.o.Tables.Moves(p)
	if err != nil {
		return nil, s.unknown(err)
	}
	out.Body = endingView(p, r, moves)
	return out, nil
}

// unknown says why a position is in no table.
func (s *API) unknown(err error) error {
	var outside *tablebase.OutsideError
	var missing *tablebase.MissingError
	switch {
	case errors.As(err, &outside):
		return problem.New(http.StatusUnprocessableEntity, protocol.CodeOutside, problem.Sentence(err))
	case errors.As(err, &missing):
		return problem.New(http.StatusNotFound, protocol.CodeNoTable,
			"This server has no table of "+missing.Material+", only all of at most "+strconv.Itoa(s.o.Tables.CompletePieces())+" men.")
	}
	return err // a file is damaged, say
}

// endingView shows what is known of a position and of its moves.
func endingView(p game.Position, r tablebase.Result, moves []tablebase.MoveResult) *protocol.Ending {
	e := &protocol.Ending{
		Variant: p.Game().Name(), FEN: p.String(), Turn: views.ColorName(p.Turn()), Category: r.Outcome.String(), Plies: r.DTM, Mate: winnersMoves(r),
		Counted: r.Cursed(p.Halfmoves()), Moves: make([]protocol.EndingMove, len(moves)),
	}
	if len(moves) == 0 {
		e.Checkmate, e.Stalemate = p.InCheck(), !p.InCheck()
	}
	written := notation.NewMoves(p)
	for i, m := range moves {
		v := &e.Moves[i]
		*v = protocol.EndingMove{Move: p.UCI(m.Move), SAN: written.SAN(m.Move), Category: m.Result.Outcome.String(), Plies: m.Result.DTM, Mate: winnersMoves(m.Result)}
		p.Make(m.Move)
		if p.LegalCount() == 0 {
			v.Checkmate, v.Stalemate = p.InCheck(), !p.InCheck()
		}
		p.Unmake()
	}
	return e
}

// winnersMoves is how many moves the winner needs.
func winnersMoves(r tablebase.Result) int { return (r.DTM + 1) / 2 }
