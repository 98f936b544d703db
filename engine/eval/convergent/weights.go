package convergent

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

// values are the weights, in centipawns. A pair is {in the middle game, in the endgame};
// positions between are interpolated. Pieces are indexed by game.PieceType. Ranks count
// from the side's own end, files from the edge to the center.
type values struct {
	Piece    [8]weights.Pair       // a piece
	Square   [8][8][4]weights.Pair // a piece on a rank and file
	Mobility [8][17]weights.Pair   // by the number of squares that a piece may go to and enemy pawns do not attack

	// The race to the royal squares. A piece enters a square if it could go there
	// now or after those before it, and guards it likewise. The tables are indexed by
	// the turn (the guards', the attacker's), by how many enter and by how many guard.
	Race       [2][6][6]engine.Score // for each enemy royal square
	RaceEither [2][6][6]engine.Score // the same for pieces that enter or guard either square, if any enter
	Near       [8][4]weights.Pair    // by the number of squares from where a piece would enter
	Aid        [8][4]weights.Pair    // by the number of squares from where a piece would guard

	// The kings.
	KingRing      [8]weights.Pair // for each square at the enemy king that a piece attacks
	KingAttackers [8]weights.Pair // by the number of pieces that attack squares at the enemy king; pawns count as one
	KingRoom      [9]weights.Pair // by the number of squares that the king could go to
	SafeCheck     [8]weights.Pair // a check that a piece could give unpunished
	Pinned        [8]weights.Pair // a piece that may not leave the line to its king

	// Pieces that stand well or badly.
	BishopPair     weights.Pair    // two bishops
	PieceSupported [8]weights.Pair // a piece that a pawn guards
	Pushes         weights.Pair    // for each move that a pawn has
	Grip           weights.Pair    // for each square before the enemy's royal squares that only its side attacks
	Supported      [8]weights.Pair // a pawn that a pawn guards, by its rank
	Phalanx        [8]weights.Pair // a pawn with a pawn beside it, by its rank

	// Threats.
	PawnThreat  [8]weights.Pair // an enemy piece that a pawn attacks
	MinorThreat [8]weights.Pair // an enemy queen or rook that a knight or bishop attacks
	RookThreat  weights.Pair    // an enemy queen that a rook attacks
	Hanging     [8]weights.Pair // an enemy piece that is attacked and not guarded
	Tempo       weights.Pair    // the turn
}

//go:embed weights.txt
var tunedText string

// tuned returns the weights that are part of the program.
var tuned = sync.OnceValue(func() values { return weights.MustRead[values](tunedText) })

// Weights implements engine.Tunable.
func (e *Evaluator) Weights() []engine.Weight { return weights.Named(tunedText, &e.weights) }
