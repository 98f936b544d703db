package diminuendo

// live holds the weights in use.
var live = weights{
	//                    -   K    Q    R    B    N    P
	Strength:     [7]S{0, 33, 671, 549, 208, 276, 115},
	Comeback:     125,
	QueenishKing: 10,
	FlexiblePawn: 38,

	Mobility: [7][2]S{{}, {}, {19, 42}, {31, -5}, {16, 1}, {35, -13}, {}},
	Centre:   [7][2]S{{}, {-87, 28}, {33, 30}, {-37, 69}, {15, -6}, {-15, 28}, {-4, -20}},
	Ring:     [7][2]S{{}, {}, {3, 7}, {27, -7}, {-3, -22}, {9, 8}, {38, -42}},
	Attacker: [8]S{0, 0, 8, 12, 20, 48, 62, 65},

	Pawn:   [8][2]S{{}, {59, 73}, {42, 61}, {-35, 87}, {-6, 32}, {2, 6}, {}, {}},
	Passed: [8][2]S{{}, {37, 115}, {34, 83}, {-10, 45}, {24, 22}, {4, 14}, {0, 6}, {}},

	Loose:      [2]S{77, 36},
	PawnThreat: [2]S{75, 47},
	Push:       [2]S{50, 20},
	HangsOnZ:   [2]S{58, 14},
	DropCheck:  [2]S{-14, -29},
	Tempo:      5,
}
