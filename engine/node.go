package engine

import "github.com/wane-chess/wane/game"

// Node is a position as a search needs it: scored moves, SEE, null moves and a static
// evaluation. An evaluator of the position's game makes it (see package engine/eval). One
// goroutine at a time may use a Node.
type Node interface {
	// Turn is the side to move.
	Turn() game.Color
	// Key is the key of the position.
	Key() uint64
	// InCheck reports whether the side to move is in check.
	InCheck() bool
	// AppendMoves appends the legal moves to dst. The score of a move is a hint for
	// the order in which to search, higher first, within ±30,000; captures of a queen
	// are near 1000.
	AppendMoves(dst []ScoredMove) []ScoredMove
	// AppendNoisy appends only the noisy legal moves.
	AppendNoisy(dst []ScoredMove) []ScoredMove
	// LegalCount returns the number of legal moves.
	LegalCount() int
	// Make plays a move that AppendMoves returned for this position.
	Make(game.Move)
	// Unmake takes back the last move or null move.
	Unmake()
	// MakeNullMove passes the turn. The next move cannot capture en passant. The halfmove
	// clock advances, as with any move. Repetitions do not count across a null move. Unmake
	// takes it back. MakeNullMove returns false, and changes nothing, where a null move is
	// unsafe: in check, and where zugzwang is likely.
	MakeNullMove() bool
	// Repetitions is the number of earlier occurrences of the position.
	Repetitions() int
	// Halfmoves is the halfmove clock, in plies.
	Halfmoves() int
	// Terminal recognizes the ends of a game that need no list of moves, as
	// game.Position does.
	Terminal() (game.WDL, bool)
	// Stalemate is the result, for the side to move, of a stalemate: no legal move and no
	// check.
	Stalemate() game.WDL
	// Eval is the static evaluation for the side to move, in centipawns, well
	// below mate scores.
	Eval() Score
	// SEE reports whether the static exchange evaluation of a move from AppendMoves reaches
	// the threshold, in centipawns: whether the side to move gains at least that much by the
	// captures on the target square, where each side captures with its least valuable piece
	// and may stop.
	SEE(m game.Move, threshold Score) bool
	// PieceCount is the number of pieces of both sides.
	PieceCount() int
	// Structure has the keys of parts of the position. A search learns by them where Eval is wrong.
	Structure() Structure
	// Position is the position of the node, and changes with it. Tables look it up; a search
	// needs only the other methods.
	Position() game.Position
}

// Structure has the keys of the pawns, of the knights and bishops, of White's pieces but pawns, and of
// Black's. Keys are equal where the same pieces of the part stand on the same squares, and else
// differ in all bits.
type Structure [4]uint64

// NodeFunc makes a node for a position, from a copy with its history. Any number of
// goroutines may call it at once.
type NodeFunc func(game.Position) Node

// ScoredMove is a legal move with the data for ordering and pruning.
type ScoredMove struct {
	Move     game.Move
	Score    int32      // higher first; the search may overwrite it
	Piece    game.Piece // the piece that moves, before a promotion
	Captured game.Piece // the captured piece, also en passant, or NoPiece
	Noisy    bool       // captures, promotes or otherwise changes the balance at once
}

// Weight is a named number of an evaluator.
type Weight struct {
	// Name is the name of a group, such as "Mobility", with an index for each
	// dimension of the group: "Mobility[3][0]".
	Name  string
	Value *Score // in centipawns unless the group says otherwise
}

// Evaluator is an evaluation of one game. A game may have any number of evaluators.
type Evaluator interface {
	// NewNode returns a node for a position of the evaluator's game, from a copy with its
	// history. It panics for a position of another game. Any number of goroutines may call
	// it at once.
	NewNode(game.Position) Node
}

// Tunable is an Evaluator with named weights, which can be fitted to games.
type Tunable interface {
	Evaluator
	// Weights lists the weights, always in the same order. Change them only while
	// no node evaluates, and call Reweigh afterwards.
	Weights() []Weight
	// Reweigh updates all values derived from the weights, also for existing nodes.
	Reweigh()
}
