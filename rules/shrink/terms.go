package shrink

import "github.com/wane-chess/wane/game"

// terms are what Eval counts with in both games, in centipawns. The last
// dimension is {in the middle game, in the endgame}; in between counts what is
// in between. Rows are counted from the side's first, 0; those of pawns back from
// their last, 7, as what matters of them is the way that is left.
type terms struct {
	Tempo [2]game.Score // the right to move

	Piece  [7][2]game.Score     // a man, by game.PieceType
	Square [7][32][2]game.Score // by game.PieceType, four times the row plus the distance from the nearer rim

	// A man by the squares that it attacks, those aside which the enemy's pawns
	// attack or the side's own king and pawns hold.
	Knight [9][2]game.Score
	Bishop [14][2]game.Score
	Rook   [15][2]game.Score
	Queen  [28][2]game.Score

	BishopPair  [2]game.Score
	BishopPawns [2]game.Score    // own pawn on a square of the bishop's colour
	Outpost     [2][2]game.Score // knight, bishop guarded by a pawn where no enemy pawn can come to attack it
	Sheltered   [2]game.Score    // knight or bishop behind a pawn
	OpenFile    [2][2]game.Score // rook on a file without pawns, without own pawns
	Seventh     [2]game.Score    // rook on row 6 with the enemy king behind it

	Isolated  [2]game.Score    // no own pawn on the next files
	Doubled   [2]game.Score    // an own pawn behind it on the file
	Backward  [2]game.Score    // no own pawn can come to guard its next step, which an enemy pawn guards
	Guarded   [8][2]game.Score // guarded by a pawn, by row
	Phalanx   [8][2]game.Score // beside a pawn, by row
	Passed    [8][2]game.Score // no enemy pawn can stop it, by row
	Clear     [8][2]game.Score // and nothing stands or guards ahead of it, by row
	Step      [8][2]game.Score // or at least not on the next square
	Blockaded [8][2]game.Score // a man on that square, by row
	Helped    [8][2]game.Score // which the side attacks
	OwnKing   [8][2]game.Score // a step that the own king is away from that square, by row
	Hunter    [8][2]game.Score // a step that the enemy king is away from it, by row

	Shelter [2][8][2]game.Score // the nearest own pawn ahead on the king's file, on one beside it, by row; 0: none
	Storm   [2][8][2]game.Score // the nearest enemy pawn there by the rows between; 0: none
	Danger  [48][2]game.Score   // how much is aimed at the king: see dangerOf

	PawnThreat  [7][2]game.Score // a man by game.PieceType that a safe pawn attacks
	PushThreat  [2]game.Score    // a man other than a pawn that a pawn can attack with a safe step
	MinorThreat [7][2]game.Score // a man by game.PieceType that a knight or bishop attacks
	RookThreat  [7][2]game.Score // or a rook, of badly guarded men
	KingThreat  [2]game.Score    // or the king
	Hanging     [2]game.Score    // an attacked man that nothing guards

	Mop [2][2]game.Score // against a bare king: a step of it from the centre, a step of the kings towards each other
}

// table is what terms come to, in the form in which Eval reads them.
type table struct {
	square                         [16][8][64]taper // with the man's worth; by the files of the board, the type, the square as its side sees it
	knight, bishop, rook           [16]taper
	queen                          [32]taper
	guarded, phalanx               [8]taper
	passed, clear, step, blockaded [8]taper
	helped, ownKing, hunter        [8]taper
	shelter, storm                 [2][8]taper
	danger                         [64]taper
	pawnThreat, minorThreat        [8]taper
	rookThreat                     [8]taper
	tempo                          taper
	bishopPair, bishopPawns        taper
	outpostKnight, outpostBishop   taper
	sheltered                      taper
	openFile, halfOpenFile         taper
	seventh                        taper
	isolated, doubled, backward    taper
	pushThreat, kingThreat         taper
	hanging                        taper
	mopEdge, mopNear               taper
	worth                          [8]int32 // for exchanges
}

func newTable(w *terms) *table {
	t := &table{}
	for p := game.King; p <= game.Pawn; p++ {
		for files := 1; files <= 8; files++ {
			for sq := range 64 {
				if file := sq & 7; file < files {
					t.square[files][p][sq] = pair(w.Piece[p]) + pair(w.Square[p][sq>>3*4+min(file, files-1-file)])
				}
			}
		}
		t.worth[p] = max(1, int32(w.Piece[p][0]+w.Piece[p][1])/2)
	}
	t.worth[game.NoPieceType], t.worth[game.King] = 0, int32(game.MateBound)
	for _, c := range []struct {
		to   []taper
		from [][2]game.Score
	}{
		{t.knight[:], w.Knight[:]},
		{t.bishop[:], w.Bishop[:]},
		{t.rook[:], w.Rook[:]},
		{t.queen[:], w.Queen[:]},
		{t.guarded[:], w.Guarded[:]},
		{t.phalanx[:], w.Phalanx[:]},
		{t.passed[:], w.Passed[:]},
		{t.clear[:], w.Clear[:]},
		{t.step[:], w.Step[:]},
		{t.blockaded[:], w.Blockaded[:]},
		{t.helped[:], w.Helped[:]},
		{t.ownKing[:], w.OwnKing[:]},
		{t.hunter[:], w.Hunter[:]},
		{t.shelter[0][:], w.Shelter[0][:]},
		{t.shelter[1][:], w.Shelter[1][:]},
		{t.storm[0][:], w.Storm[0][:]},
		{t.storm[1][:], w.Storm[1][:]},
		{t.danger[:], w.Danger[:]},
		{t.pawnThreat[:], w.PawnThreat[:]},
		{t.minorThreat[:], w.MinorThreat[:]},
		{t.rookThreat[:], w.RookThreat[:]},
	} {
		for i := range c.from {
			c.to[i] = pair(c.from[i])
		}
	}
	t.tempo = pair(w.Tempo)
	t.bishopPair, t.bishopPawns = pair(w.BishopPair), pair(w.BishopPawns)
	t.outpostKnight, t.outpostBishop = pair(w.Outpost[0]), pair(w.Outpost[1])
	t.sheltered, t.seventh = pair(w.Sheltered), pair(w.Seventh)
	t.openFile, t.halfOpenFile = pair(w.OpenFile[0]), pair(w.OpenFile[1])
	t.isolated, t.doubled, t.backward = pair(w.Isolated), pair(w.Doubled), pair(w.Backward)
	t.pushThreat, t.kingThreat, t.hanging = pair(w.PushThreat), pair(w.KingThreat), pair(w.Hanging)
	t.mopEdge, t.mopNear = pair(w.Mop[0]), pair(w.Mop[1])
	return t
}
