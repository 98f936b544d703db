package cheshire

import "github.com/wane-chess/wane/game"

// weights are what Eval counts with, in centipawns. The last dimension of most
// is {on a full board, on an empty one}: what counts in between is between, by
// the squares that are left.
type weights struct {
	Tempo [2]game.Score    // the right to move
	Piece [7][2]game.Score // a man, by game.PieceType
	Pair  [2]game.Score    // two bishops or more

	// A man by the squares that it can go to and no enemy pawn guards.
	Knight [9][2]game.Score
	Bishop [16][2]game.Score
	Rook   [18][2]game.Score
	Queen  [28][2]game.Score
	Stuck  [7][2]game.Score  // a man by game.PieceType with no square left on any of its lines
	Lines  [7][2]game.Score  // a square that is left on a slider's lines, whatever stands between
	Spare  [16][2]game.Score // a side's moves by men to squares that no enemy pawn guards and by its king to safe ones, two together
	Ground [2]game.Score     // a square to land on that a side sees and the enemy does not
	Front  [2]game.Score     // one that both see

	Pawn    [9][2]game.Score // by the steps left to promotion
	Blocked [2]game.Score    // one that cannot step straight on
	Onward  [2][2]game.Score // a second step that it could take after the first, and a third
	Mute    [2]game.Score    // no step ahead and no square left to capture on
	Guarded [2]game.Score    // guarded by a pawn

	Queenly   [2]game.Score       // a king that has not moved
	FarReach  [2]game.Score       // a safe square that it can go to beyond a king's step
	Escapes   [9][2]game.Score    // squares beside the king that it could go to
	Room      [13][2]game.Score   // squares two such steps away
	Exposed   [2][2]game.Score    // a square from which an enemy queen would give check: to a king that has moved, to one that has not
	Siege     [7][2]game.Score    // a square beside the enemy king that a man sees, by game.PieceType
	Besiegers [6][2]game.Score    // how many men see such a square
	Checks    [7][4][2]game.Score // a safe check to give, by game.PieceType and the enemy king's escapes
	Pinned    [2]game.Score       // an own man that shields the king from a check and must go on doing so
}

var weight = weights{
	Tempo:     [2]game.Score{39, -61},
	Piece:     [7][2]game.Score{{0, 0}, {0, 0}, {720, 317}, {204, 104}, {217, 72}, {225, 41}, {48, 45}},
	Pair:      [2]game.Score{2, -9},
	Knight:    [9][2]game.Score{{0, -16}, {7, -14}, {45, 42}, {63, 117}, {63, 133}, {73, 146}, {73, 151}, {69, 155}, {86, 158}},
	Bishop:    [16][2]game.Score{{-15, -43}, {12, -5}, {23, 84}, {59, 97}, {61, 119}, {52, 152}, {58, 162}, {82, 177}, {59, 156}, {59, 172}, {100, 187}, {92, 187}, {94, 190}, {95, 192}, {96, 194}, {97, 195}},
	Rook:      [18][2]game.Score{{-15, -51}, {46, -14}, {7, 86}, {31, 115}, {37, 149}, {45, 142}, {65, 194}, {49, 183}, {49, 205}, {72, 226}, {98, 228}, {117, 236}, {110, 249}, {114, 250}, {116, 254}, {119, 257}, {120, 259}, {122, 261}},
	Queen:     [28][2]game.Score{{-14, -113}, {47, -36}, {55, 103}, {68, 131}, {95, 164}, {83, 234}, {90, 268}, {95, 280}, {105, 302}, {93, 339}, {141, 340}, {116, 361}, {130, 385}, {137, 364}, {137, 383}, {132, 396}, {150, 407}, {212, 422}, {159, 412}, {196, 422}, {180, 424}, {204, 433}, {183, 431}, {188, 433}, {189, 435}, {190, 437}, {191, 439}, {192, 440}},
	Stuck:     [7][2]game.Score{{0, 0}, {0, 0}, {-393, -386}, {-138, -33}, {-110, -42}, {-105, -53}, {0, 0}},
	Lines:     [7][2]game.Score{{0, 0}, {0, 0}, {-1, -15}, {13, 2}, {5, -3}, {0, 0}, {0, 0}},
	Spare:     [16][2]game.Score{{61, 179}, {-32, 47}, {-63, -44}, {-46, -44}, {1, -30}, {15, 5}, {22, 14}, {26, 32}, {18, 64}, {30, 53}, {23, 57}, {19, 69}, {11, 60}, {-13, 62}, {-28, 67}, {-42, 102}},
	Ground:    [2]game.Score{1, 19},
	Front:     [2]game.Score{-8, 15},
	Pawn:      [9][2]game.Score{{0, 0}, {74, 63}, {76, 40}, {65, -10}, {5, -6}, {-25, 5}, {-13, 7}, {-44, 27}, {-13, 1}},
	Blocked:   [2]game.Score{-17, -42},
	Onward:    [2][2]game.Score{{3, 52}, {9, 5}},
	Mute:      [2]game.Score{-92, 32},
	Guarded:   [2]game.Score{-12, 20},
	Queenly:   [2]game.Score{178, 48},
	FarReach:  [2]game.Score{-5, 32},
	Escapes:   [9][2]game.Score{{6, -209}, {-92, -94}, {-30, -82}, {6, 0}, {23, 35}, {42, 37}, {59, 46}, {13, 38}, {22, 40}},
	Room:      [13][2]game.Score{{-40, -53}, {-15, -41}, {-1, -7}, {3, 31}, {24, 35}, {25, 43}, {28, 41}, {5, 39}, {8, 46}, {9, 49}, {15, 52}, {8, 54}, {13, 55}},
	Exposed:   [2][2]game.Score{{-19, 8}, {-3, -14}},
	Siege:     [7][2]game.Score{{0, 0}, {0, 0}, {52, 4}, {7, -9}, {29, -29}, {31, 13}, {0, 0}},
	Besiegers: [6][2]game.Score{{3, 4}, {-28, -3}, {5, -6}, {59, 46}, {47, 43}, {60, 60}},
	Checks:    [7][4][2]game.Score{{{0, 0}, {0, 0}, {0, 0}, {0, 0}}, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}, {{57, 120}, {75, 80}, {40, 39}, {79, 25}}, {{63, 123}, {42, 60}, {49, 52}, {70, 26}}, {{71, 124}, {61, 72}, {52, 55}, {43, 16}}, {{81, 127}, {90, 94}, {78, 60}, {71, 25}}, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}},
	Pinned:    [2]game.Score{5, -57},
}
