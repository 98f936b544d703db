package engine

import "github.com/wane-chess/wane/game"

// Board is what a search sees of a position: its moves with what orders them, SEE,
// null moves, and what it is worth. An evaluator of the position's game makes it
// (see package engine/eval). One goroutine at a time may use a Board.
type Board interface {
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
	// AppendNoisy appends those of them that are noisy.
	AppendNoisy(dst []ScoredMove) []ScoredMove
	// LegalCount returns the number of legal moves.
	LegalCount() int
	// Make plays a move that AppendMoves returned for this very position.
	Make(game.Move)
	// Unmake takes back the last move or null move.
	Unmake()
	// MakeNullMove passes the turn, without any right to capture en passant. The
	// halfmove clock continues: a null move takes a ply, like any move. No repetition is
	// counted across it, since no moves lead back over it. Unmake takes it back.
	// MakeNullMove returns false, and changes nothing, where a null move is unsafe:
	// in check, and where zugzwang is likely.
	MakeNullMove() bool
	// Repetitions is how often the position has occurred before.
	Repetitions() int
	// Halfmoves is the halfmove clock, in plies.
	Halfmoves() int
	// Terminal recognizes the ends of a game that need no list of moves, as
	// game.Position does.
	Terminal() (game.WDL, bool)
	// Stalemate is the result for a side to move without a legal move that is not
	// in check.
	Stalemate() game.WDL
	// Eval is the static evaluation for the side to move, in centipawns, well
	// below mate scores.
	Eval() Score
	// SEE reports whether static exchange evaluation of a move from AppendMoves
	// reaches the threshold, in centipawns: the captures on its target square, in
	// which each side uses its least valuable piece and may stop, leave the side
	// to move at least that much better off.
	SEE(m game.Move, threshold Score) bool
	// PieceCount is the number of pieces of both sides.
	PieceCount() int
	// Position is the position of the board, which changes with it. It is there for
	// tablebases, which look up positions (see Tables); a search needs no more than
	// the other methods.
	Position() game.Position
}

// Boards makes a board for a position: a copy with its history, on which a search
// can play. It serves any number of goroutines.
type Boards func(game.Position) Board

// ScoredMove is a legal move with what a search needs for ordering and pruning.
type ScoredMove struct {
	Move     game.Move
	Score    int32      // orders the moves; the search may overwrite it
	Piece    game.Piece // the piece that moves, as before the move
	Captured game.Piece // the piece that it captures, also en passant, or NoPiece
	Noisy    bool       // it captures, promotes or otherwise changes the balance at once
}

// Weight is a named number of an evaluator.
type Weight struct {
	// Name is the name of a group, such as "Mobility", with an index for each
	// dimension of the group: "Mobility[3][0]".
	Name  string
	Value *Score // in centipawns unless the group says otherwise
}

// Evaluator is the evaluation of one game, with weights of its own. Any number of
// evaluators of one game exist side by side.
type Evaluator interface {
	// Board returns a board for a position of the evaluator's game: a copy with its
	// history. It panics if the position is of another game. Any number of
	// goroutines may call it at once.
	Board(game.Position) Board
	// Weights lists the weights, always in the same order. Change them only while
	// no board evaluates, and call Reweigh afterwards.
	Weights() []Weight
	// Reweigh brings up to date what is derived from the weights, also for boards
	// made before.
	Reweigh()
}
