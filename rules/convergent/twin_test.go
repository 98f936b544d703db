package convergent_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/convergent"
)

// twinFENs reach the rules that random games from the start seldom meet.
var twinFENs = []string{
	twinStart,
	// Pieces near the enemy's royal squares, and intruders on them.
	"***1k***/*1n1r1P*/*P2P2*/*6*/*2q3*/*2p1p1*/*1R1BN1*/***QK*** w - - 0 20",
	"***N1***/*k4r*/*2n3*/*2b3*/*3P2*/*1Q4*/*5R*/***1K*** b - - 3 30",
	"***kR***/*1q3r*/*2n3*/*2b3*/*3P2*/*1Q4*/*6*/***1K*** b - - 3 30",
	"***2***/*k1q2R*/*2r3*/*2b3*/*2pP2*/*1Q4*/*2K3*/***n1*** w - - 3 30",
	"***2***/*k4R*/*2r3*/*6*/*4B1*/*5p*/*3NK1*/***1b*** w - - 3 30",
	// Own pieces on their own royal squares.
	"***rn***/*1kp1b1*/*1p2p1*/*2P3*/*3p2*/*1P2P1*/*1BK1N1*/***NR*** w - - 5 25",
	// Kings on their way into the enemy's royal squares.
	"***2***/*2K3*/*6*/*6*/*6*/*6*/*3k2*/***2*** w - - 0 60",
	"***2***/*q2K2*/*6*/*2R3*/*2r3*/*6*/*1k2Q1*/***2*** b - - 0 60",
	// Pawns in the corners, both sides' in both ends.
	"***1k***/*P1r2P*/*p4p*/*2N3*/*3n2*/*P4P*/*p2R1p*/***K1*** w - - 0 40",
	"***1k***/*P1r2P*/*p4p*/*2N3*/*3n2*/*P4P*/*p2R1p*/***K1*** b - - 0 40",
	"***2***/*1P2P1*/*1bk1b1*/*6*/*6*/*1BK1B1*/*1p2p1*/***2*** w - - 0 40",
	"***1k***/*p4p*/*6*/*6*/*6*/*6*/*P4P*/***K1*** w - - 0 40",
	// Queens among pieces that they leap over; sliders and their three squares.
	"***qk***/*1npb2*/*pq1q1p*/*2P3*/*3p2*/*PQ1Q1P*/*2BPN1*/***QK*** w - - 0 15",
	"***1k***/*r4r*/*b4b*/*6*/*6*/*B4B*/*R4R*/***K1*** w - - 0 40",
	"***1k***/*b4r*/*6*/*2q3*/*3Q2*/*6*/*R4B*/***K1*** b - - 99 80",
}

func TestTwin(t *testing.T) { gametest.CompareTwin(t, convergent.New(), twinConvergent, twinFENs...) }

func FuzzTwin(f *testing.F) {
	gametest.FuzzTwin(f, gametest.TwinCase{Game: convergent.New(), Twin: twinConvergent, FENs: twinFENs})
}
