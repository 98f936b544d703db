package puzzle

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// MaxMate is the longest mate of a puzzle, in moves of the solver.
const MaxMate = 5

// MaxPlies bounds the length of a solution.
const MaxPlies = 15

// Goal is what the side to move has to reach.
type Goal string

// The goals.
const (
	Mate Goal = "mate" // force mate in the fewest moves: Puzzle.MateIn
	Win  Goal = "win"  // keep a won position won
	Draw Goal = "draw" // hold a draw in a position in which all other moves lose
	Gain Goal = "gain" // win decisively, as the engine judges
)

// Proof is how it is known that no other move reaches the goal.
type Proof string

// The proofs.
const (
	Exhaustive Proof = "exhaustive" // all moves of both sides were tried (package engine/mate)
	Tablebase  Proof = "tablebase"  // all moves were looked up (package tablebase)
	Solved     Proof = "solver"     // all moves were solved to the end of the game (package engine/solver)
	Searched   Proof = "search"     // the engine's judgment, confirmed by a longer search
)

// proofs lists which proofs a goal can have.
var proofs = map[Goal][]Proof{
	Mate: {Exhaustive},
	Win:  {Tablebase, Solved},
	Draw: {Tablebase, Solved},
	Gain: {Searched},
}

// Puzzle is a position with the only solution.
type Puzzle struct {
	ID      string   `json:"id"`      // follows from variant, position and solution: see Identify
	Variant string   `json:"variant"` // the name of the game
	FEN     string   `json:"fen" doc:"the position to solve; the side to move is the solver"`
	Moves   []string `json:"moves" doc:"the solution as UCI: the solver's moves and the replies in turn"` // the last is the solver's
	Goal    Goal     `json:"goal" enum:"mate,win,draw,gain"`
	Proof   Proof    `json:"proof" enum:"exhaustive,tablebase,solver,search" doc:"how it is known that no other move reaches the goal"`
	Rating  int      `json:"rating" doc:"how hard the puzzle is, on the scale of players' ratings"`
	Themes  []Theme  `json:"themes"` // in the order of Themes
}

// Lookup finds a game by its name, as rules.ByName does.
type Lookup = func(name string) (game.Game, error)

// digits are those of an ID: small letters that are not easily confused.
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// Identify returns the ID of a puzzle: 7 characters that follow from its variant, its position
// without the two counters, and its solution.
func (p *Puzzle) Identify() string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.Variant + "|" + position(p.FEN) + "|" + p.Solution())) // a hash never fails
	sum := h.Sum64()
	sum ^= sum >> 32
	id := make([]byte, 7)
	for i := range id {
		id[i] = digits[sum>>(5*i)%32]
	}
	return string(id)
}

// position returns a FEN without halfmove clock and move number.
func position(fen string) string {
	fields := strings.Fields(fen)
	return strings.Join(fields[:min(4, len(fields))], " ")
}

// Solution returns the moves of the solution with spaces between them.
func (p *Puzzle) Solution() string { return strings.Join(p.Moves, " ") }

// MateIn is the number of moves in which the solver mates; 0 if the goal is not Mate.
func (p *Puzzle) MateIn() int {
	if p.Goal != Mate {
		return 0
	}
	return p.SolverMoves()
}

// SolverMoves is the number of the solver's moves in the solution.
func (p *Puzzle) SolverMoves() int { return (len(p.Moves) + 1) / 2 }

// Has reports whether the puzzle has a theme.
func (p *Puzzle) Has(t Theme) bool { return slices.Contains(p.Themes, t) }

// Start returns the position to solve. Its errors are those of lookup, and *game.FENError.
func (p *Puzzle) Start(lookup Lookup) (game.Position, error) {
	g, err := lookup(p.Variant)
	if err != nil {
		return nil, err
	}
	return g.Parse(p.FEN)
}

// Replay returns the position to solve and the moves of the solution. The error says which
// move is not legal.
func (p *Puzzle) Replay(lookup Lookup) (game.Position, []game.Move, error) {
	return notation.Line{Variant: p.Variant, FEN: p.FEN, Moves: p.Moves}.Parse(lookup)
}

// check returns an error about what is wrong with a record whatever the rules say.
func (p *Puzzle) check() error {
	switch {
	case len(p.Moves) == 0 || len(p.Moves)%2 == 0 || len(p.Moves) > MaxPlies:
		return message.Errorf("the solution has %d moves: expected an odd number, 1–%d", len(p.Moves), MaxPlies)
	case proofs[p.Goal] == nil:
		return message.Errorf("unknown goal %.20q: expected mate, win, draw or gain", string(p.Goal))
	case !slices.Contains(proofs[p.Goal], p.Proof):
		return message.Errorf("a puzzle with the goal %s cannot have the proof %.20q: expected %s",
			string(p.Goal), string(p.Proof), listed(proofs[p.Goal]))
	case p.MateIn() > MaxMate:
		return message.Errorf("mate in %d: expected at most %d", p.MateIn(), MaxMate)
	case p.Rating < MinRating || p.Rating > MaxRating:
		return message.Errorf("the rating %d is out of range (%d–%d)", p.Rating, MinRating, MaxRating)
	case p.ID != p.Identify():
		return message.Errorf("the ID is %.20q: expected %s, which follows from the position and the solution",
			p.ID, p.Identify())
	}
	for _, t := range p.Themes {
		if !slices.Contains(Themes, t) {
			return message.Errorf("unknown theme %.30q", string(t))
		}
	}
	return nil
}
