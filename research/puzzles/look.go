package puzzles

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// What makes a position of a game a candidate.
const (
	mateBack  = 12  // plies before the end in which a mate is looked for
	swing     = 200 // centipawns that the last move lost, at least
	decisive  = 250 // centipawns for the side to move after it
	winning   = 600 // centipawns for the side to move, with which a mate is looked for
	apart     = 6   // plies between two puzzles of one game
	perGame   = 4   // the most puzzles of one game
	fewMoves  = 4   // a position with fewer legal moves is no candidate
	smallTest = 5   // a table of more pieces is not asked
)

// look returns the puzzles of a game: the longest mate near its end, and endings and gains
// before it.
func look(ctx context.Context, pr *puzzle.Prover, r record, free int) ([]puzzle.Puzzle, error) {
	positions := replay(r)
	var out []puzzle.Puzzle
	taken := len(positions) + apart
	mate, at, err := longestMate(ctx, pr, r, positions)
	if err != nil {
		return nil, err
	}
	if at >= 0 {
		out = append(out, mate)
		taken = at
	}
	for i := len(positions) - 1; i >= 0 && len(out) < perGame; i-- {
		if taken-i < apart || !candidate(r, positions[i], i, free) {
			continue
		}
		z, err := find(ctx, pr, positions[i])
		if err != nil {
			return nil, err
		}
		if z.ID != "" {
			out = append(out, z)
			taken = i
		}
	}
	return out, nil
}

// replay returns the positions before each move, as positions without a past.
func replay(r record) []game.Position {
	p := r.start.Clone()
	out := make([]game.Position, 0, len(r.moves)+1)
	for _, m := range r.moves {
		out = append(out, alone(p))
		p.Make(m)
	}
	return out
}

// alone returns the position without its past: with both counters as in a new game.
func alone(p game.Position) game.Position {
	fields, _ := rulekit.SplitFEN(p.String()) // a position writes no errors
	q, err := p.Game().Parse(rulekit.JoinFEN(
		fields.Board.Text, fields.Turn, fields.Rights.Text, fields.EnPassant.Text, 0, 1))
	if err != nil {
		panic(err) // the rules read what they write
	}
	return q
}

// find is Prover.Find without flaws: the puzzle has no ID if there is none.
func find(ctx context.Context, pr *puzzle.Prover, p game.Position) (puzzle.Puzzle, error) {
	if p.LegalCount() < fewMoves {
		return puzzle.Puzzle{}, nil
	}
	z, err := pr.Find(ctx, p)
	var flaw *puzzle.Flaw
	if errors.As(err, &flaw) {
		return puzzle.Puzzle{}, nil
	}
	return z, err
}

// longestMate returns the longest mate near the end of a game with its ply; −1 if there is none.
func longestMate(ctx context.Context, pr *puzzle.Prover, r record,
	positions []game.Position) (best puzzle.Puzzle, at int, err error) {
	at = -1
	misses := 0
	for i := len(positions) - 1; i >= max(0, len(positions)-mateBack) && misses < 2; i -= 2 {
		if i < len(positions)-3 && r.scores[i] < winning {
			misses++
			continue
		}
		z, err := find(ctx, pr, positions[i])
		if err != nil {
			return best, at, err
		}
		switch {
		case z.MateIn() > best.MateIn():
			best, at, misses = z, i, 0
		case z.MateIn() == 0:
			misses++
		}
	}
	return best, at, nil
}

// candidate reports whether a position is worth a proof: its result can be known, or the last
// move was a mistake.
func candidate(r record, p game.Position, ply, free int) bool {
	if a, ok := p.(game.Acyclic); ok && a.FreeSquares() <= free {
		return true
	}
	if tablebase.Supports(p.Game()) && pieces(p) <= smallTest-1 {
		return true
	}
	if ply == 0 {
		return false
	}
	now, before := r.scores[ply], -r.scores[ply-1]
	return now >= decisive && now-before >= swing
}

// pieces counts the pieces of both sides.
func pieces(p game.Position) int {
	v, n := p.View(), 0
	for _, piece := range v.Pieces {
		if piece != game.NoPiece {
			n++
		}
	}
	return n
}
