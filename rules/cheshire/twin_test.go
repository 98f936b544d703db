package cheshire_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/cheshire"
)

// twinFENs and twinSmallFENs reach the rules that random games from the start
// seldom meet, with many squares gone.
//
//nolint:lll // FENs of 10×10 squares
var twinFENs = []string{
	twinStart,
	// Unmoved kings: in check, with one piece or none but gaps between them, on
	// the point of a long first move, and one moved against one unmoved.
	"rrn**kRn*r/p****p*p**/1p*pp****p/1*1**1*1**/P*2*1*1*q/*****1*PQ*/**r**P****/******1**1/***P****PP/***B*K**RR b Kk - 0 31",
	"*r*bqk*n*r/*p*pp*p***/r1pn1Q1*rp/p4**p1b/3*1p4/2*1*1*2P/7*1*/2B2P4/PPPPP*PPP*/RRNB*K*NRR b Kk - 3 12",
	"rr*b*k*n*r/****p*****/********p*/**1b****p*/*p*1*****1/*1B1p*pNp1/Q****P*1*P/*q******R*/******PP**/*****K**R* w Kk - 0 35",
	"rrnbqkb*rr/p**pp*p*p*/4p1np2/1pp6p/10/10/*9/2PPP3N1/PP***PPPPP/RRN*QKB*RR w Kk - 0 7",
	"rrn**k**rr/***pp*pppp/**p2pn3/1p1*q**1*1/3**5/R1*1*4*/1PbBPP**1*/*N3**1N1/*P*P**PPPP/*R*B*K**RR w Kk - 0 18",
	"*rn**k****/***pp*****/**p**p***1/*******p*B/1*****1**1/*p*1*P3*/*P***P****/*NR*K**PPP/*P*P**P***/*R******RR b k - 1 34",
	"rrnbqk*nrr/pp*p*pp*p*/2p4p1p/4p4b/10/3P6/3*1P4/1P6PP/P*P*P*PP**/RRNBQKBNRR b Kk - 0 6",
	"rrnbqkbnrr/*p****pppp/p1p1pp4/3p6/10/10/6P2P/P2KP2P2/*PPP*P**P*/RRNBQ*BNRR b k - 1 6",
	"r**bqkr**r/***pp***p*/*******p**/p*p*1p**1p/1p*3*2n/1*B1Np2*1/*P1nrP**Q1/P*P*1K***P/***P**PPP*/RR******RR w k - 3 25",
	// Double steps over gaps, beside pawns that may not take onto the gap; en
	// passant where the square remains.
	"rrn*qkbnrr/*p*pp*pppp/pbp2p4/10/10/10/2P4Q2/5P*3/PP*PP*PPPP/RRNB*KBNRR w Kk - 2 5",
	"rrnbq*bnrr/*ppp*****p/4pp2p1/*5*p2/*5pN1k/*1N6*/p1P1P2P*K/1*4P1*1/PP*P*P**PP/RR*BQ*B*RR w - - 0 12",
	"rrn*q***r*/*p****p***/*bp1*p**1r/****QP1ppp/p1**1*1n2/B**1p*1NK*/**k*P*P*1P/P1P*1**P*R/*P*P****P*/RR*R****** b - - 2 26",
	"*rnb***Br*/*p**p***p*/r1**4br/p1*p1p*p*p/2p3*2k/1P*1P**3/1**1**PpP1/P***2*R1P/**KP******/R*NB***NRR b - i3 0 21",
	// Promotions.
	"*r*b**b**r/*p*******p/r*Np*p*1*k/**pn*1*p*p/*2*P***1*/***1**PP1*/**PPP****K/**1*BB*1*P/Pp******r*/RR******RR b - - 0 30",
	"rr***kbn*R/*p********/**1*1Np***/p*pp*1****/P****1*2N/*P2**1***/**n***1PP*/*1P**P*1*R/***pP*P***/*R*BQ*K*R* b k - 0 30",
	// Few squares left.
	"*r********/**********/**Bp*bn**r/******p**p/*p*1p***1k/1**2*P**1/********PR/**K*1P*PR*/**********/RRN******* b - - 0 37",
	"rr********/**********/*bp*******/**********/p*****p**K/****p*****/****P*P*P*/P*P*1**P**/*k********/R**R****** w - - 0 42",
}

var twinSmallFENs = []string{
	twinSmallStart,
	"r*bqkb*r/pppp*p**/B3Q*2/**1*2*p/P1*1P**1/*nN1**PN/*PPP*P*P/R*B*K**R b Kk - 0 12",
	"**b*k***/*p******/r***pn**/p*****p*/P*P*R***/****P*1*/*P*P*P**/*NB*K**r w Kk - 0 23",
	"rnbqk*nr/*pp***pp/5P2/p1bp*3/3*2P1/1P5B/P*P*PP*P/RNBQK*NR b Kk - 2 6",
	"**bqkb**/********/n*pp****/******p*/*******r/**N**P**/***nP**P/**B*KB*R w Kk - 0 24",
	"*nbqk*nr/***p***p/**p2p1*/**p1**p1/prN*p1NP/*P2P*P1/P*PP*P**/R*BQK**R b Kk - 0 13",
	"*nbqk*nr/***p*p*p/*rp4b/**p1*Np1/p1N*p3/*P2P*P1/P*PP*P*P/R*BQK**R w Kk - 0 11",
	"*nbq**nr/***p***p/**p2p1*/**p1**pk/prN*p1NP/*P2P*P1/P*PP*P**/R*BQK**R w K - 1 14",
	"rn*****r/p**p***p/bqpb*ppB/1P3**k/**1P1pP1/N*K*3P/*PP*PP**/R****BNR b - g3 0 13",
	"rnbqkbnr/*ppp*ppp/p7/4*3/3PpP2/P6N/*PP*P*PP/RNBQKB*R b Kk d3 0 4",
	"rnb**bnr/p*p**p*p/2k*p1p1/1pPp2*1/1K*PP3/NP1Q4/P****PqP/R*B**BNR w - b6 0 9",
	"rnb**b*r/ppp*ppp*/3q1n2/3*1*1p/k1Pp*P2/5BP*/PP*PP**P/RNBQK*NR b K c3 0 7",
	"rnbqkbnr/*pppp*p*/p4*1p/2K2*2/1*1P1p2/4PP1P/PPP***P*/RNBQ*BNR b k - 1 6",
	"rn*****r/p**p***p/bq***ppB/1Pp1b**k/***P1*NP/**K**1**/*PP*Pp**/R****BNR b - - 1 17",
	"r*bq*b*r/***pp*pp/n*4kn/*2N1p1*/*1P2*1P/*1*PBPP1/Pp**P***/R**QKBNR b K - 1 11",
	"****k**r/***p****/*p*P**p*/1*1**p*p/*****R**/r*******/K*b*P*B*/R*****N* w k - 0 24",
	"r***kb*r/****p*p*/nq*p*p1*/*QpPP*1p/b*1***1*/N*P*nK*N/******PP/R*B**B*R b k - 0 17",
}

func TestTwin(t *testing.T) {
	t.Run("cheshire", func(t *testing.T) { gametest.CompareTwin(t, cheshire.New(), twinCheshire, twinFENs...) })
	t.Run("cheshire8", func(t *testing.T) { gametest.CompareTwin(t, cheshire.NewSmall(), twinCheshire, twinSmallFENs...) })
}

func FuzzTwin(f *testing.F) {
	gametest.FuzzTwin(f,
		gametest.TwinCase{Game: cheshire.New(), Twin: twinCheshire, FENs: twinFENs},
		gametest.TwinCase{Game: cheshire.NewSmall(), Twin: twinCheshire, FENs: twinSmallFENs})
}
