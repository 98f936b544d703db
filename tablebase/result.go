package tablebase

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// MaxPieces is the largest number of pieces in a table, kings included.
const MaxPieces = 6

// Result is the game-theoretic result of a position, for the side to move.
type Result struct {
	Outcome game.WDL
	// DTM is the distance to mate in plies with best play: odd for a win, even for a
	// loss, 0 if the side to move is mated. It is 0 in a draw.
	DTM int
}

// Cursed reports whether the fifty-move rule may come before the mate, given the
// halfmove clock in plies. It need not: a capture or a pawn move resets the clock.
func (r Result) Cursed(halfmoves int) bool {
	return r.DTM > 0 && halfmoves+r.DTM > game.MaxHalfmoves
}

// Score is the result as an engine counts: 0, engine.Mate−DTM or −engine.Mate+DTM.
func (r Result) Score() engine.Score {
	return engine.Score(r.Outcome) * (engine.Mate - engine.Score(r.DTM))
}

// Before is the result of the position before the best move, if r is the result after
// it.
func (r Result) Before() Result {
	if r.Outcome == game.WDLDraw {
		return r
	}
	return Result{-r.Outcome, r.DTM + 1}
}

// String returns, for example, "win in 5 plies", "draw" or "mated".
func (r Result) String() string {
	switch {
	case r.Outcome == game.WDLDraw:
		return "draw"
	case r.Outcome == game.WDLLoss && r.DTM == 0:
		return "mated"
	}
	return message.Sprintf("%v in %s", r.Outcome, message.Plural(r.DTM, "ply"))
}

// OutsideError says why no table can hold a position.
type OutsideError struct{ Reason string }

// Error implements error.
func (e *OutsideError) Error() string { return "outside the tables: " + e.Reason }

// MissingError says that the table of a position is not open.
type MissingError struct {
	Material string // such as "KQRvKR"
}

// Error implements error.
func (e *MissingError) Error() string {
	return message.Sprintf("no table of %s is open", e.Material)
}

// MoveResult is a legal move and its result for the side that makes it.
type MoveResult struct {
	Move   game.Move
	Result Result
}

// Moves looks up every legal move of a position, the best first: the shortest win or the
// longest defense. p stays as it is. Errors are those of Probe.
func (t *Tables) Moves(p game.Position) ([]MoveResult, error) {
	if _, err := t.Probe(p); err != nil {
		return nil, err
	}
	p = p.Clone()
	var list []MoveResult
	for _, m := range p.Legal(nil) {
		p.Make(m)
		r, err := t.Probe(p)
		p.Unmake()
		if err != nil {
			return nil, err
		}
		list = append(list, MoveResult{m, r.Before()})
		// The best is first. (A stable sort of package slices is 10 kB of WebAssembly.)
		for i := len(list) - 1; i > 0 && list[i].Result.Score() > list[i-1].Result.Score(); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	return list, nil
}
