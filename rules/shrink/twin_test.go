package shrink_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/shrink"
)

// twinShrinkFENs reach the rules that random games from the start seldom meet.
var twinShrinkFENs = []string{
	twinStart,
	// Castling on narrowed boards, on each side, some of it with a collapse.
	"r3k3/p1p1q1pp/np1pPP2/3P3N/PPPQ3P/RNB1KB2 b Qq - 0 10",
	"r2k2r/p1pbqpp/1pnp1n1/1Q1P2P/2N1P1P/R2K2R w KQkq - 4 17",
	"r2k3/1pq1ppr/pPb2Bp/2K1b1N/PPp2PP/R1Q1BR1 b q - 2 14",
	"rn1qk2r/p1pp1n2/bN1bpPp1/PPPP1PP1/R1BQKBR1 b Qkq - 0 11",
	"r3k2r/p1pn4/PpBb3p/3K1Nq1/P1PP4/1rQ5 b k - 0 22",
	"r2k2B1/qpp2Q2/p1PB1p1b/N1PP1NPP/P4P2/R3K2R w KQ - 3 25",
	"1b3kr/Npp2p1/rnb1P1p/PPp1PN1/P4QP/R2KB1R w KQ - 0 20",
	"rR1R1b1r/p2p1kp1/bnp4p/PP1P1PBP/1R1QK2R w K - 0 13",
	"2bk1bnr/rppP1p1p/2B2Pp1/2p3P1/Pp1B1P1P/RNQ1K2R w KQ - 2 18",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r2k3r/p1p1pp1p/8/8/8/8/P1P1PP1P/R2K3R w KQkq - 0 1",
	// En passant with a collapse of the rank, the file or both; after a double
	// step that emptied a rank; and where it would open a line to the own king.
	"k1q2b1r/p2p2pp/8/4P3/8/7P/P1P2PP1/RNB2KN1 b - - 0 10",
	"r1b1k3/1p1p3r/np2p2n/p4pP1/Pq6/bPPP3p/4P3/R2QKB1R w KQq f6 0 17",
	"r2qr1k1/n2bbppp/3pp2n/1Pp5/pP2PP2/P1BP2P1/3N2BP/R2K2NR w - c6 0 21",
	"r2nkbnr/pb1p1pp1/2q5/1Np1pPBp/1pPPP2P/1P3N2/P5PR/R2QKB2 w Qkq e6 0 14",
	"rnbqkbnr/6p1/pp3p1B/2pp3P/1P1Pp2P/P7/2P1PP2/RN1QKBNR b KQkq h3 0 9",
	"Nn1b2/p3r1/2kpp1/1np2p/PP1p1P/4P1/2P3/RNBK1R w - - 2 32",
	"3q3/r3b1p/2p1bkn/1pPp3/pP3r1/P2KNNR/R1P4/Q6 b - b3 0 36",
	"8/6p1/8/K2pP2r/8/8/8/7k w - d6 0 1",
	"4k3/8/8/8/3pP3/8/P7/4K3 b - e3 0 1",
	// Pawns of both sides about to promote, alone and several at once, where
	// some choices would leave the mover in check.
	"nR1pk/2p1P/p1pB1/4K w - - 0 51",
	"1B3/2P1P/pNb2/k3P/2KPn w - - 2 41",
	"K5/1RPkPP/1R1BR1 w - - 1 47",
	"p4/PPPkB/P3N/1KR1P b - - 0 44",
	"5k/p1P3/1pp1p1/2R1B1/1N1KRr b - - 0 38",
	"4k1/2P3/Rpp1p1/4B1/1N1KRr b - - 0 40",
	"3r4/PPkP1KPb/8/8/8/ppp2pbp/3R4 w - - 0 30",
	"3r4/PPkP1KPb/8/8/8/ppp2pbp/3R4 b - - 0 30",
	"2pKpk/P5 w - - 0 40",
	// Small boards, ranks and files that were always empty.
	"2k/1R1/K2 w - - 0 1",
	"p1k/PPP/K2 b - - 0 42",
	"1Bk/1br/RKn w - - 2 58",
	"k/P/p/K b - - 0 55",
	"1k/nP/1P/p1/PR/KB w - - 1 45",
	"rbkpK/qnb1B w - - 0 43",
	"4k3/8/8/8/8/8/3Q4/K7 w - - 98 60",
	"4k3/8/2p5/8/8/5N2/8/K7 w - - 0 60",
	"6kq/8/8/8/8/8/8/1KQ5 b - - 7 60",
}

// twinChessFENs are known hard positions of orthodox chess.
var twinChessFENs = []string{
	twinStart,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
	"1k6/8/8/8/3pP3/8/6B1/4K3 b - e3 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
}

func TestTwin(t *testing.T) {
	t.Run("shrink", func(t *testing.T) { gametest.CompareTwin(t, shrink.New(), twinShrink, twinShrinkFENs...) })
	t.Run("chess", func(t *testing.T) { gametest.CompareTwin(t, shrink.NewChess(), twinChess, twinChessFENs...) })
}

// Moves that promote five to eight pawns, in tens of thousands of ways.
func TestTwinManyPromotions(t *testing.T) {
	if testing.Short() {
		t.Skip("writes out some 300,000 positions")
	}
	for _, fen := range []string{
		"3N4/PPPPPPPP/8/8/8/k7/8/5K2 w - - 0 1", // eight at the mover's choice
		"3n4/PPPPPPPP/8/8/8/k7/8/5K2 b - - 0 1", // eight of the opponent's: none may attack a3
		"5k2/8/8/K7/8/pppppppp/4N3 w - - 0 1",   // black ones, to rank 1
		"1K3k2/8/pppppppp/1N6 w - - 0 1",        // black ones, and the king is in their way
		"1pppKppk/P7 w - - 0 40",                // five black and one white: one rank is left
		"r4rk1/PPPPPPPP/K7 b - - 0 1",           // a capture leaves the last rank occupied
	} {
		p, err := shrink.New().Parse(fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		gametest.CompareTwinAt(t, p, twinShrink, nil)
	}
}

func FuzzTwin(f *testing.F) {
	gametest.FuzzTwin(f,
		gametest.TwinCase{Game: shrink.New(), Twin: twinShrink, FENs: twinShrinkFENs},
		gametest.TwinCase{Game: shrink.NewChess(), Twin: twinChess, FENs: twinChessFENs})
}
