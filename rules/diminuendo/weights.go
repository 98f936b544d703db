package diminuendo

// live holds the weights in use.
//
// Tuned by 'wane tune diminuendo --data dim1.txt --data dim2.txt --epochs 60'
// on 88697 positions of 3400 games: before, loss 0.025779, on games held back
// 0.024793; after, loss 0.024789, on games held back 0.023820.
var live = weights{
	//                    -   K    Q    R    B    N    P
	Strength:     [7]S{0, 8, 687, 540, 204, 282, 95},
	Comeback:     124,
	QueenishKing: 8,
	FlexiblePawn: 41,

	Mobility: [7][2]S{{}, {}, {14, 40}, {21, 4}, {15, 8}, {33, -9}, {}},
	Centre:   [7][2]S{{}, {-99, 29}, {28, 30}, {-39, 73}, {10, -11}, {-12, 33}, {-1, -23}},
	Ring:     [7][2]S{{}, {}, {-5, 1}, {33, -6}, {-8, -16}, {4, 5}, {39, -51}},
	Attacker: [8]S{2, 0, 7, 14, 19, 46, 62, 65},

	Pawn:   [8][2]S{{}, {66, 77}, {36, 66}, {-36, 83}, {-11, 36}, {2, 6}, {}, {}},
	Passed: [8][2]S{{}, {43, 121}, {37, 90}, {-10, 44}, {26, 29}, {4, 14}, {0, 6}, {}},

	Loose:      [2]S{83, 42},
	PawnThreat: [2]S{77, 53},
	Push:       [2]S{68, 37},
	HangsOnZ:   [2]S{58, 12},
	DropCheck:  [2]S{-14, -26},
	Tempo:      9,
}
