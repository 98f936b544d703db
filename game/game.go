// Package game is the contract between the rules of a game and everything
// else: search, notation, pictures, servers. It knows no variant.
//
// A Game makes Positions. A Position is played on in place: Make plays a move
// and Unmake takes it back, to any depth, and neither allocates once the
// position has grown to the depth in use. The embedded Node is the part that a
// search needs; the rest serves people.
package game

// Game is one set of rules with its start position. Games hold no state of
// play and are safe for concurrent use.
type Game interface {
	// Name is the identifier used on command lines, in records and in URLs,
	// such as "shrink" or "diminuendo:pbnrqk+qk".
	Name() string
	// Title is the name for people, such as "Shrink Chess".
	Title() string
	// Info describes the game to pages, servers and pictures: see InfoOf.
	Info() Info
	// Rules tells a player the rules, with every ruling that can come up, in
	// Markdown.
	Rules() string
	// Start returns a new position at the start of a game.
	Start() Position
	// Parse reads a FEN. Its errors are *FENError.
	Parse(fen string) (Position, error)
}

// Node is what a search sees of a position. One goroutine at a time may use it.
type Node interface {
	// Turn is the side to move.
	Turn() Color
	// Key is equal for two positions of a game exactly if the rules call them
	// equal: same men, same side to move, same possibilities from here on. The
	// counts of moves and repetitions are not part of it.
	Key() uint64
	// InCheck tells whether the side to move is in check.
	InCheck() bool
	// AppendMoves appends the moves of the asked kinds to dst. Every legal move
	// of the kind is among them; a few may be illegal, which Make finds out.
	// Noisy moves are captures, promotions and whatever else changes the
	// balance at once; Quiet ones are the rest.
	AppendMoves(dst []ScoredMove, k Kind) []ScoredMove
	// Make plays a move that AppendMoves or Legal gave for this very position.
	// It returns false, with nothing changed, if the move is illegal.
	Make(Move) bool
	// Unmake takes back the last move made. It panics if there is none.
	Unmake()
	// Ply is the number of moves that Unmake can take back.
	Ply() int
	// Repetitions is how often this position has occurred before in the moves
	// made so far.
	Repetitions() int
	// Terminal recognises ends that need no list of moves: threefold repetition,
	// the move count, dead positions, a lost king. The score is the mover's: 0,
	// or −Mate if the mover has lost. Checkmate and stalemate are not among
	// them: see StalemateScore. A mate on the hundredth halfmove counts before
	// the move count.
	Terminal() (Score, bool)
	// StalemateScore is what the side to move scores when it has no legal move
	// and is not in check: 0, or −Mate where the rules say so.
	StalemateScore() Score
	// Eval is a static evaluation for the side to move, in centipawns.
	Eval() Score
	// SEE tells whether the captures that a move begins on its target
	// square, each side taking with its least man and stopping when it likes,
	// leave the mover at least that many centipawns better off (static exchange
	// evaluation; what the man on the target is worth counts for a capture, a
	// promotion counts what it wins). It is a quick estimate, by the values that
	// Eval counts with. The move is one that AppendMoves gave for this position.
	SEE(m Move, least Score) bool
	// MakeNullMove passes: the turn goes to the other side, with no right to capture
	// en passant. Unmake takes it back. It returns false, with nothing changed,
	// where a search learns nothing from it: in check, and where the game thinks
	// that the duty to move may itself be what loses (zugzwang).
	MakeNullMove() bool
}

// Position is a Node that people can read.
type Position interface {
	Node
	// Game returns the rules that the position belongs to.
	Game() Game
	// Clone returns an independent copy, with the moves made so far.
	Clone() Position
	// Legal appends every legal move to dst. A move that promotes men stands
	// there once for each choice.
	Legal(dst []Move) []Move
	// LegalCount returns the number of legal moves, faster than Legal.
	LegalCount() int
	// String returns the FEN, which Game.Parse reads back.
	String() string
	// UCI returns a legal move in engine form, such as "e2e4" or "e1d2bn".
	UCI(Move) string
	// Effects tells what a legal move does, in the order in which a person
	// would tell it. Applied to View, the effects give the View after the move.
	Effects(Move) []Effect
	// View shows the board and the men.
	View() View
	// Outcome tells whether the game has ended, who won and why.
	Outcome() Outcome
	// Halfmoves is the count towards the draw by the move count, in plies.
	Halfmoves() int
	// Fullmove is the number of the current move, from 1, raised after Black's.
	Fullmove() int
	// Attackers returns the squares, in ascending order, from which pieces of a color
	// attack a square: where they could capture if an enemy stood there and
	// neither pins, checks nor the turn kept them from it. En passant is no attack.
	// It returns nil for a square that is not on the board.
	Attackers(sq Square, by Color) []Square
	// Checkers returns the squares, in ascending order, of the pieces that give
	// check to the side to move: none exactly if InCheck is false.
	Checkers() []Square
	// TimeoutOutcome is the outcome if that side's time runs out now: a loss, or a draw
	// if the other side could never win.
	TimeoutOutcome(loser Color) Outcome
}

// Tuned is a Game whose evaluation has weights that can be fitted to the results
// of games.
type Tuned interface {
	Game
	// Weights returns a pointer to the struct of weights in use, whose fields are
	// Scores and arrays of Scores, of any dimension. They are common to the
	// package: change them only while no position of it is being evaluated, and
	// call Reweigh afterwards.
	Weights() any
	// Reweigh brings what was derived from the weights up to date, also for
	// positions made before.
	Reweigh()
}

// Color is one of the two players.
type Color uint8

// The sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (s Color) Other() Color { return s ^ 1 }

// String returns "White" or "Black".
func (s Color) String() string {
	if s == White {
		return "White"
	}
	return "Black"
}

// Letter returns "w" or "b", as a FEN has it.
func (s Color) Letter() string {
	if s == White {
		return "w"
	}
	return "b"
}

// Score is an evaluation in centipawns. Scores beyond ±MateBound tell a forced
// end: Mate−n is a win in n plies, −Mate+n a loss in n. Every score fits in 16
// bits.
type Score int32

// Limits of scores.
const (
	Infinite  Score = 32500
	Mate      Score = 32000
	MateBound Score = 31000 // scores of |s| > MateBound are mates
)

// Kind selects moves for AppendMoves. Kinds may be or-ed.
type Kind uint8

// The kinds of moves.
const (
	Noisy Kind = 1 << iota
	Quiet
	All = Noisy | Quiet
)
