package uci_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/internal/cli/uci"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// The limits of go reach the engine.
func TestLimits(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		line string
		want engine.Limits
	}{
		{"go", engine.Limits{}},
		{"go infinite", engine.Limits{}},
		{"go depth 5", engine.Limits{Depth: 5}},
		{"go nodes 500 mate 2", engine.Limits{Nodes: 500, Mate: 2}},
		{"go movetime 20", engine.Limits{MoveTime: 20 * ms}},
		{"go movetime 0", engine.Limits{MoveTime: ms}},
		{"go wtime 1000 btime 2000 winc 10 binc 20 movestogo 7", engine.Limits{Clock: engine.Clock{
			Remaining: 2000 * ms, Increment: 20 * ms, MovesToGo: 7, Overhead: 10 * ms,
		}}},
		{"go wtime 1000 btime -5", engine.Limits{Clock: engine.Clock{Remaining: ms, Overhead: 10 * ms}}},
		{"go ponder wtime 1 btime 3", engine.Limits{Clock: engine.Clock{Remaining: 3 * ms, Overhead: 10 * ms, Ponder: true}}},
		{"go wtime 1000 depth 3", engine.Limits{Depth: 3}}, // no clock for the side to move
	} {
		t.Run(c.line, func(t *testing.T) {
			k, e := fake(t)
			k.Send("position startpos moves e2e4", c.line, "stop", "quit")
			k.Expect("bestmove")
			got, want := <-e.Started, c.want
			want.MultiPV, want.Weakness.Seed = 1, 7
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("the engine got %+v, want %+v", got, want)
			}
		})
	}
}

func TestSearchMovesAndLines(t *testing.T) {
	k, e := fake(t)
	k.Send("setoption name MultiPV value 3", "setoption name Move Overhead value 50",
		"go searchmoves e2e4 d2d4 wtime 100 btime 100")
	k.Expect("bestmove e2e4 ponder a7a6")
	l := <-e.Started
	if l.MultiPV != 3 || len(l.SearchMoves) != 2 || l.Clock.Overhead != 50*time.Millisecond {
		t.Errorf("%+v", l)
	}
}

func TestInfoLines(t *testing.T) {
	for _, c := range []struct {
		score engine.Score
		want  string
	}{{31, "score cp 31 "}, {-7, "score cp -7 "}, {engine.Mate - 3, "score mate 2 "},
		{-engine.Mate + 4, "score mate -2 "}} {
		k, e := fake(t)
		e.Score = c.score
		k.Send("go depth 1")
		k.Expect("info depth 1 seldepth 2 multipv 1 ",
			c.want+"nodes 1000 nps 1000 hashfull 3 tbhits 0 time 1000 pv a2a3 a7a6")
		k.Expect("bestmove a2a3 ponder a7a6")
	}
}

// Without a legal move there is no search; a message says why.
func TestNoMoves(t *testing.T) {
	for _, c := range []struct{ fen, why, score string }{
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "White wins: checkmate", "mate 0"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw: stalemate", "cp 0"},
	} {
		k, _ := fake(t)
		k.Send("position fen "+c.fen, "go depth 5")
		k.Expect("info string", c.why)
		k.Expect("score " + c.score)
		k.Expect("bestmove (none)")
	}
}

// The last line before the move leads to the mate that it scores, also if the search was
// cut short just when it saw the mate.
func TestWholeMates(t *testing.T) {
	k := talk(t, config(t, search.New(eval.NewNode)))
	for _, c := range []struct{ variant, fen string }{
		{"cheshire8", "r******r/pp*****p/n2**2p/k**b*p*P/1pQ**1**/**P3P1/P*******/R***K*NR w K - 0 1"},
		{"cheshire",
			"k*******r*/p*****ppp*/1*1*b***1*/***p******/*1p**1*3/" +
				"*1***QN1P1/P*1****1P*/R*1P2P3/**P*******/*K*****NR* w - - 0 1"},
		{"shrink", "3k1/3p1/R3p/1P3/P3r/2r2/R2K1 b - - 0 1"},
		{"convergent", "***2***/*2k1N1*/*6*/*b3pP*/*2nr2*/*6*/*6*/***K1*** b - - 0 1"},
		{"chess", "8/8/8/3k4/8/8/4q3/7K b - - 0 1"},
	} {
		mates := 0
		for nodes := 500; nodes <= 20_000; nodes += 1950 {
			k.Send("setoption name UCI_Variant value "+c.variant, "ucinewgame", "position fen "+c.fen,
				fmt.Sprint("go nodes ", nodes))
			k.Expect("bestmove")
			lines := k.Skipped()
			words := strings.Fields(lines[len(lines)-1])
			at, pv := slices.Index(words, "mate"), slices.Index(words, "pv")
			if at < 0 {
				continue
			}
			mates++
			p, moves, err := notation.Line{Variant: c.variant, FEN: c.fen, Moves: words[pv+1:]}.Replay(rules.ByName)
			want := (len(moves) + 1) / 2
			if len(moves)%2 == 0 {
				want = -want
			}
			if err != nil || !p.Outcome().Over() || words[at+1] != fmt.Sprint(want) {
				t.Errorf("%s, %d nodes: %s: %v", c.variant, nodes, strings.Join(words, " "), err)
			}
		}
		if mates == 0 {
			t.Errorf("%s: no mate is seen", c.fen)
		}
	}
}

// failing is an engine whose searches fail.
type failing struct{ *engineiotest.Engine }

func (failing) Search(context.Context, game.Position, engine.Limits, func(engine.Report)) (engine.Report, error) {
	return engine.Report{}, errors.New("out of order")
}

// A search that fails still answers with a legal move.
func TestFailedSearch(t *testing.T) {
	k := talk(t, config(t, failing{engineiotest.NewEngine(t.Errorf)}))
	k.Send("go depth 1")
	k.Expect("info string out of order")
	k.Expect("bestmove a2a3")
}

// An infinite search answers when it is stopped; isready is answered during it.
func TestInfinite(t *testing.T) {
	k, e := fake(t)
	k.Send("go infinite depth 1") // which the engine ends at once
	<-e.Started
	k.Send("isready")
	k.Expect("readyok")
	k.NotSkipped("bestmove")
	k.Send("d", "eval")
	k.Expect("Static evaluation")
	k.NotSkipped("bestmove")
	k.Send("stop")
	k.Expect("bestmove a2a3")
	k.Send("stop", "isready") // nothing to stop
	k.Expect("readyok")
	k.NotSkipped("bestmove")
}

func TestPonder(t *testing.T) {
	k, e := fake(t)
	k.Send("position startpos moves e2e4 e7e5", "go ponder depth 1", "isready")
	k.Expect("readyok")
	k.NotSkipped("bestmove")
	k.Send("ponderhit")
	k.Expect("bestmove")
	k.Send("go ponder wtime 1000 btime 1000", "ponderhit")
	k.Expect("bestmove")
	k.Send("go ponder movetime 1", "ponderhit")
	k.Expect("bestmove")
	k.Send("go ponder wtime 1000 btime 1000", "stop")
	k.Expect("bestmove")
	k.Send("go ponder", "position startpos", "isready") // another move was played than the expected one
	k.Expect("bestmove")
	k.Expect("readyok")
	k.Send("quit")
	if rest, err := k.End(); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
	if n := len(e.Started); n != 5 {
		t.Errorf("%d searches, want 5", n)
	}
}

// A search for a mate reports late. A hit or a stop does not wait for a report.
func TestPonderOnMate(t *testing.T) {
	k := talk(t, config(t, search.New(eval.NewNode)))
	k.Send("go ponder mate 30", "ponderhit", "isready")
	k.Expect("readyok")
	k.Send("stop")
	k.Expect("bestmove ")
}

// Commands that need the engine wait for a search with a limit, and stop one without.
// Stop and quit execute what waits, and each search answers at once.
func TestCommandsDuringASearch(t *testing.T) {
	k, e := fake(t)
	k.Send("go movetime 30", "setoption name Hash value 64", "position startpos moves e2e4", "go depth 1")
	k.Expect("bestmove a2a3")
	k.Expect("bestmove a7a6") // after e2e4
	k.Send("go infinite", "setoption name Threads value 2", "setoption name Skill Level value 3", "go infinite",
		"ucinewgame", "isready")
	k.Expect("info string", "stopped")
	k.Expect("bestmove")
	k.Expect("info string", "stopped")
	k.Expect("bestmove")
	k.Expect("readyok")
	if got := fmt.Sprint(e.Log()); got != "[hash 64 threads 2 reset]" {
		t.Errorf("the engine received %s", got)
	}
	k.Send("go movetime 100000", "go movetime 100000", "go infinite", "stop", "isready")
	for range 3 {
		k.Expect("bestmove")
	}
	k.Expect("readyok")
	k.Send("go movetime 100000", "position startpos", "go infinite", "quit")
	k.Expect("bestmove a7a6")
	k.Expect("bestmove a2a3")
	if rest, err := k.End(); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

// From a pipe, each search answers, whatever ends the session; at the end of the input, it also
// reaches its depth.
func TestPipe(t *testing.T) {
	const lines = "position startpos\ngo depth 4\nposition startpos moves e2e4\ngo depth 4\n"
	for _, end := range []string{"", "quit\n"} {
		var out strings.Builder
		err := uci.Run(t.Context(), strings.NewReader(lines+end), &out, config(t, search.New(eval.NewNode)))
		if n := strings.Count(out.String(), "\nbestmove "); err != nil || n != 2 {
			t.Errorf("end %q: %d answers, want 2, and %v:\n%s", end, n, err, &out)
		}
		if n := strings.Count(out.String(), "info depth 4 "); end == "" && n < 2 {
			t.Errorf("%d reports at depth 4, want 2:\n%s", n, &out)
		}
	}
}
