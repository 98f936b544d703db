package shrink

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

type pair = weights.Pair

// values is what Eval counts with, in centipawns. A pair is {in the middle game, in the
// endgame}, in Shrink Chess {on the full board with all pieces, on the smallest with the
// fewest}; positions between are interpolated. Ranks count from the side's first, 0.
// Ranks of pawns count back from their last, 7, since the steps that are left matter.
type values struct {
	Tempo pair // the right to move

	Piece  [7]pair     // a piece, by game.PieceType
	Square [7][32]pair // by game.PieceType, four times the rank plus the distance from the nearer rim

	// A piece by the squares that it attacks, without those which the enemy's pawns
	// attack or the side's own king and pawns hold.
	KnightMobility [9]pair
	BishopMobility [14]pair
	RookMobility   [15]pair
	QueenMobility  [28]pair

	BishopPair      pair
	BishopPawns     pair    // own pawn on a square of the bishop's color
	Outpost         [2]pair // knight, bishop guarded by a pawn where no enemy pawn can come to attack it
	MinorBehindPawn pair    // knight or bishop behind a pawn
	OpenFile        [2]pair // rook on a file without pawns, without own pawns
	RookOnSeventh   pair    // rook on rank 6 with the enemy king behind it

	Isolated        pair       // no own pawn on the next files
	Doubled         pair       // an own pawn behind it on the file
	Backward        pair       // no own pawn can come to guard its next step, which an enemy pawn guards
	Supported       [8]pair    // guarded by a pawn, by rank
	Phalanx         [8]pair    // beside a pawn, by rank
	Passed          [8]pair    // no enemy pawn can stop it, by rank
	PassedFree      [8]pair    // and nothing stands or guards ahead of it, by rank
	PassedStep      [8]pair    // or at least not on the next square
	PassedBlocked   [8]pair    // a piece on that square, by rank
	PassedGuarded   [8]pair    // which the side attacks
	PassedOwnKing   [8]pair    // a step that the own king is away from that square, by rank
	PassedEnemyKing [8]pair    // a step that the enemy king is away from it, by rank
	Shelter         [2][8]pair // the nearest own pawn ahead on the king's file, on one beside it, by rank; 0: none
	Storm           [2][8]pair // the nearest enemy pawn there by the ranks between; 0: none
	KingDanger      [48]pair   // how much is aimed at the king: see danger

	PawnThreat  [7]pair // a piece by game.PieceType that a safe pawn attacks
	PushThreat  pair    // a piece other than a pawn that a pawn can attack with a safe step
	MinorThreat [7]pair // a piece by game.PieceType that a knight or bishop attacks
	RookThreat  [7]pair // or a rook, of badly guarded pieces
	KingThreat  pair    // or the king
	Hanging     pair    // an attacked piece that nothing guards

	MopUp [2]pair // against a bare king: a step of it from the center, a step of the kings towards each other

	// Only in Shrink Chess.
	KingRoom    [9]pair // safe squares beside the king
	AloneOnRank [7]pair // a piece by game.PieceType alone on its rank: when it leaves, the rank goes
	AloneOnFile [7]pair // a piece alone on its file

	// A rank ahead of a pawn, by the pawn's rank, that a single own piece, a single enemy piece keeps up.
	RankAhead [2][8]pair
	// All pieces on a pawn's last rank, for each of the side's pawns two steps or less away.
	LastRankCrowd [9]pair
}

//go:embed weights.txt
var shrinkText string

//go:embed weights-chess.txt
var chessText string

var (
	tunedShrink = sync.OnceValue(func() values { return weights.MustRead[values](shrinkText) })
	tunedChess  = sync.OnceValue(func() values { return weights.MustRead[values](chessText) })
)

// Weights implements engine.Tunable.
func (e *Evaluator) Weights() []engine.Weight { return weights.Named(e.text, &e.weights) }
