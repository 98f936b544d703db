package diminuendo_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// twinDefaultFENs reach the rules that random games from the start seldom meet.
var twinDefaultFENs = []string{
	twinStart,
	// Pieces dropped on z that attack the king of the side that dropped them: its turn,
	// and the turn after.
	"P3p/RP3r/Q1P1pn1/BK1n1bb/1NP1Pnk/RN2pr/P3p b - - 0 5",
	"P3p/RP4/Q1P1pn1/BK1n1bb/1NB2nk/Rr4/P3N b - - 0 8",
	"P3p/RP4/Q1P1pn1/BK1N2b/1NB2nk/1n4/b3N w - - 0 10",
	"1P2p/R4r/Q1P1p2/BB1n2b/KNnb1nk/RP2pB/P3p b - - 0 8",
	"4p/b4r/2P1p2/B2N1B1/KBp3k/RP2p1/P2R1 w - - 0 17",
	"4p/b4B/2P1p2/B2n3/KB4k/Rp2R1/P4 b - - 0 18",
	// Every kind of piece on z, either side's, with lines through it free.
	"3P1/2P3/KBq2r1/3Rpk1/7/bN4/5 b - - 0 40",
	"kq3/4B1/P1rPpR1/3Rp2/5N1/1Qn3/1K2b w - - 0 40",
	"P4/3pr1/1R2pq1/3r1p1/7/1QPNk1/K4 b - - 0 40",
	"1RQ1p/4rq/N6/3rnk1/2pP3/4bK/3B1 b - - 0 40",
	"1q1Qr/nN3b/7/1P1N2k/2p4/4K1/P2R1 b - - 0 40",
	"NpRr1/3B2/n6/3N3/2q1Pp1/2k1pK/5 b - - 0 40",
	"1nP1N/1b1K1Q/r2R3/3n3/2Bk3/qPp2p/5 w - - 0 40",
	"5/3KR1/r3BN1/2kn3/4P2/1Pp2n/q1Qp1 b - - 0 40",
	"QPrk1/q1P1n1/3pN2/3B3/2bB3/3PpK/5 w - - 0 40",
	"1b2R/4n1/1KP2q1/kN1B3/3p3/6/5 b - - 0 40",
	"5/P1p3/4Q2/1PKb1np/PRb3r/2BN2/2kq1 w - - 0 40",
	"3Pk/1B4/4p2/2KbP2/QR3p1/NPb3/2nr1 b - - 0 40",
	"2p2/1PppR1/3P3/3P1K1/k2r2b/2P2B/NQq2 b - - 0 40",
	"3K1/n5/N6/3PBk1/P1p4/4r1/qQP2 b - - 0 40",
	"q4/1p1K2/rkP4/3pP2/1p1R1n1/P5/Q3N w - - 0 40",
	"2Bp1/R5/Nnk4/3pr2/K1bQ3/1p4/4q w - - 0 40",
	"5/1R4/1B3p1/K2p3/1P3N1/4q1/4k b - - 0 40",
	"5/1R4/1B3p1/K2P3/1p3N1/4q1/4k w - - 0 40",
	"5/1R4/1B3p1/K2n3/1p3N1/4q1/4k b - - 0 40",
	"5/6/2B1p2/K1R4/2p1r2/3q2/4k w - - 0 40",
	"5/6/2B1p2/K1R1n2/2p1r2/3q2/4k b - - 0 40",
	"5/6/2P1p2/KBP1pb1/2P1p2/6/4k w - - 0 40",
	"5/6/2P1p2/KBP1pb1/2P1p2/6/4k b - - 0 40",
	// Promotions, with and without capture, and all files.
	"3P1/1p2r1/3n3/Kp3P1/2N4/4P1/2kpR w - - 0 40",
	"1p1P1/1p2P1/1p3P1/Kp3Pk/1p3P1/1p2P1/1p1P1 w - - 0 40",
	"1p1P1/1p2P1/1p3P1/Kp3Pk/1p3P1/1p2P1/1p1P1 b - - 0 40",
	// The edge of the count: a capture, and only a capture, resets it.
	"4p/b5/2P1p2/B6/K4k1/R5/P2p1 w - - 98 60",
}

// twinFamily are positions for single games of the family: many kings, kings on
// z, last kings that a capture pushes off.
var twinFamily = []struct{ name, fen string }{
	{"diminuendo:pbnrqk", "P3p/bn1Np1/Q3Bnr/3K1Nk/KB2p2/1nP1pr/P3p w - - 0 17"},
	{"diminuendo:pbnrqk", "P3p/RnBNpr/Q3pnb/3k1N1/KB2p1k/RBP1pr/P3p b - - 0 12"},
	{"diminuendo:pbnrqk", "2KQ1/6/2k1k2/3n2k/K6/6/5 b - - 0 53"},
	{"diminuendo:pbnrqk", "PB1p1/6/2r2K1/b2K2k/K2p1k1/6/4p w - - 0 35"},
	{"diminuendo:pbnrqk", "1K2p/4q1/1K5/7/7/6/3k1 b - - 5 39"},
	{"diminuendo:pbnrqk", "1p3/6/1kk1p1R/K6/1K4k/b5/B4 b - - 6 33"},
	{"diminuendo:pbnrqk", "P3p/RPBbpr/QN2pnb/B2n1N1/KNq1p1k/RBP1pr/P3p b - - 0 10"},
	{"diminuendo:qkrnbp+qk", "P1Q2/R1B2n/3PN2/2Kkrbb/2P1p2/6/4k b - - 0 13"},
	{"diminuendo:qkrnbp+qk", "P3Q/R1b1Nn/3P1r1/2KP3/2P1pk1/6/4k b - - 3 16"},
	{"diminuendo:qkrnbp+qk", "1P3/R1b1r1/3P1b1/3K3/2P1pB1/1K2k1/5 w - - 0 22"},
	{"diminuendo:qkrnbp+qk", "4p/KP3r/4k2/3Pq2/4b2/6/4p b - - 8 26"},
	{"diminuendo:qkrnbp+qk", "P3Q/R1b1rn/3P1B1/3n3/2P1p2/1K4/4k b - - 0 18"},
	{"diminuendo:bpkqnr+fp", "P2p1/RN1p2/2Ppprq/1BQk2b/K2PPnk/RPB2r/P2pp b - - 0 9"},
	{"diminuendo:bpkqnr+fp", "P1n1p/1P1N1r/RBP1k2/1B1K1bb/KN4k/RqP1k1/P3p w - - 0 11"},
	{"diminuendo:bpkqnr+fp", "4p/RP4/QpP1Knr/1B1RK1b/K3pnk/R1Bp1r/PP2p b - - 1 9"},
	{"diminuendo:bpkqnr+fp", "2R2/6/2PkB2/3k1b1/K1K2k1/2P1p1/4r b - - 0 24"},
	{"diminuendo:rnkbqp+qk+fp", "P2p1/4r1/2Q1p2/2KK1Rb/1r5/RN2pk/P3p w - - 0 16"},
	{"diminuendo:rnkbqp+qk+fp", "P1Nnp/RP2pr/2P1p1q/B2kb1b/KNB2nk/RPb1P1/P3p b - - 0 7"},
	{"diminuendo:rnkbqp+qk+fp", "P1N1p/6/2Pkp1q/KB1k1bb/2K1p1k/R1B1pr/1P3 b - - 0 15"},
	{"diminuendo:rnkbqp+qk+fp", "P4/2Qp2/K6/3q3/1R5/1N2pk/P3p w - - 5 21"},
	{"diminuendo:nbrqpk+qk+fp", "4p/RP1rpb/QN2p1r/BB1K2b/KN3nk/RPPpnr/4p w - - 0 9"},
	{"diminuendo:nbrqpk+qk+fp", "5/1K4/6r/1K1q3/1K5/1P1k1k/5 b - - 0 41"},
	{"diminuendo:nbrqpk+qk+fp", "P4/3p1r/2P4/B2q2k/K1P4/1PQp2/5 w - - 0 21"},
	{"diminuendo:kpbnrq+fp", "P2p1/RPP1p1/QN1Np1r/BB1n1bb/K1PRp1k/R1r1pr/P3p b - - 0 7"},
	{"diminuendo:kpbnrq+fp", "1p1Np/1P1B2/2r2Br/7/Rb4k/1K4/5 b - - 0 46"},
	{"diminuendo:kqrnbp+qk+fp", "1p1P1/1p2P1/1p3P1/Kp3Pk/1p3P1/1p2P1/1p1P1 w - - 0 40"},
}

// twinCases gives a spread of the family: every 31st of the 720 rankings with
// the options in turn, the games of twinFamily, and the king last and in the
// middle with both options. Each starts from the start and from its FENs.
func twinCases(t testing.TB) []gametest.TwinCase {
	fens := map[string][]string{}
	var names []string
	add := func(name, fen string) {
		if fens[name] == nil {
			names = append(names, name)
			fens[name] = []string{twinStart}
		}
		if fen != "" {
			fens[name] = append(fens[name], fen)
		}
	}
	for _, f := range twinFamily {
		add(f.name, f.fen)
	}
	add("diminuendo:qrnbpk+qk+fp", "")
	add("diminuendo:pnkrbq+qk+fp", "")
	add("diminuendo:bnprkq+qk", "")
	options := [4]string{"", "+qk", "+fp", "+qk+fp"}
	rankings := twinPermutations("kqrnbp")
	for i := 7; i < len(rankings); i += 31 {
		add("diminuendo:"+rankings[i]+options[i%4], "")
	}
	var cases []gametest.TwinCase
	for _, name := range names {
		g, err := diminuendo.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, gametest.TwinCase{Game: g, Twin: twinNamed(name).twin, FENs: fens[name]})
	}
	return cases
}

// twinPermutations lists the orders of the letters.
func twinPermutations(letters string) []string {
	if letters == "" {
		return []string{""}
	}
	var all []string
	for i := range letters {
		for _, rest := range twinPermutations(letters[:i] + letters[i+1:]) {
			all = append(all, letters[i:i+1]+rest)
		}
	}
	return all
}

func twinDefault(t testing.TB) gametest.TwinCase {
	g, err := diminuendo.ByName("diminuendo")
	if err != nil {
		t.Fatal(err)
	}
	return gametest.TwinCase{Game: g, Twin: twinNamed("diminuendo").twin, FENs: twinDefaultFENs}
}

func TestTwin(t *testing.T) { gametest.CompareTwins(t, twinDefault(t)) }

// The other rankings share as many positions as the default has.
func TestTwinRankings(t *testing.T) { gametest.CompareTwins(t, twinCases(t)...) }

func FuzzTwin(f *testing.F) { gametest.FuzzTwin(f, append(twinCases(f), twinDefault(f))...) }
