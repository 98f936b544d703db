// Package lines plays out the lines of moves in requests, and charges for them by their length. Its work passes the
// gate of package web.
package lines

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/notation"
)

const (
	maxMoves  = 2000
	maxMove   = 40 // bytes
	chargedBy = 40 // moves that cost as much as one more request
)

// A Query is a line of moves in the query of a URL.
type Query struct {
	Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink"`
	FEN     string `query:"fen" maxLength:"200" doc:"start position; empty: that of the variant"`
	Moves   string `query:"moves" maxLength:"12000" example:"e2e4_e7e5" doc:"UCI moves or SAN, separated by underscores"`
}

// A Line is a line of moves in the body of a request.
type Line struct {
	Variant string   `json:"variant" maxLength:"40" doc:"such as shrink"`
	FEN     string   `json:"fen,omitempty" maxLength:"200" doc:"start position; empty: that of the variant"`
	Moves   []string `json:"moves" maxItems:"2000" doc:"UCI moves or SAN; each at most 40 characters"`
}

// Played is a line of legal moves.
type Played struct {
	Start game.Position
	Moves []game.Move
}

// End returns the position after the last move.
func (p *Played) End() game.Position {
	end := p.Start.Clone()
	for _, m := range p.Moves {
		end.Make(m)
	}
	return end
}

// Reader plays lines out. It may be used by many goroutines. Its errors are fit
// for clients.
type Reader struct {
	lookup  livegame.Lookup
	limiter *limits.Limiter
}

// NewReader makes a reader.
func NewReader(lookup livegame.Lookup, limiter *limits.Limiter) *Reader {
	return &Reader{lookup, limiter}
}

// Read plays out the line of a URL, and charges the client by its length.
func (r *Reader) Read(ctx context.Context, q Query) (*Played, error) {
	texts := frames.Split(q.Moves)
	if err := CheckLength(len(texts)); err != nil {
		return nil, err
	}
	r.charge(ctx, len(texts))
	start, err := notation.Line{Variant: q.Variant, FEN: q.FEN}.Start(r.lookup)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	moves, err := frames.Read(start, texts)
	if err != nil {
		return nil, illegal(problem.Sentence(err))
	}
	return &Played{start, moves}, nil
}

// Play plays out a line for its board views, and charges the client by its length.
func (r *Reader) Play(ctx context.Context, l Line) (*boardview.Line, error) {
	r.charge(ctx, len(l.Moves))
	g, err := r.lookup(l.Variant)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	line, err := boardview.NewLine(g, l.FEN)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	for i, move := range l.Moves {
		if len(move) > maxMove {
			return nil, problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
				"Move "+strconv.Itoa(i+1)+" is longer than 40 characters.")
		}
		if err := line.Play(move); err != nil {
			return nil, illegal("Move " + strconv.Itoa(i+1) + ": " + err.Error())
		}
	}
	return line, nil
}

// CheckLength returns an error for a line that is too long.
func CheckLength(moves int) error {
	if moves <= maxMoves {
		return nil
	}
	return problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
		"The line has "+message.Plural(moves, "ply")+"; "+message.Plural(maxMoves, "ply")+" is the maximum.")
}

// Game plays out a live game, and charges the client by its length.
func (r *Reader) Game(ctx context.Context, snap manager.Snapshot) (*Played, error) {
	r.charge(ctx, len(snap.Moves))
	start, moves, err := snap.Line().Parse(r.lookup)
	if err != nil {
		return nil, err
	}
	return &Played{start, moves}, nil
}

func (r *Reader) charge(ctx context.Context, moves int) {
	r.limiter.Charge(limits.Rules, guests.VisitOf(ctx), moves/chargedBy)
}

func illegal(text string) error {
	return problem.New(http.StatusUnprocessableEntity, string(livegame.IllegalMove), text)
}
