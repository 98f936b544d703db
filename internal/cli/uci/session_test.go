package uci_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/internal/cli/uci"
	"github.com/wane-chess/wane/rules"
)

func config(t testing.TB, e engineio.Engine) uci.Config {
	t.Helper()
	games := rules.All()
	slices.Reverse(games) // chess first
	return uci.Config{
		Name: "test", Author: "me", Engine: e, NewNode: eval.NewNode, Games: games, ByName: rules.ByName,
		Seed: func() uint64 { return 7 },
	}
}

func talk(t testing.TB, c uci.Config) *engineiotest.Conversation {
	t.Helper()
	return engineiotest.Start(t,
		func(ctx context.Context, in io.Reader, out io.Writer) error { return uci.Run(ctx, in, out, c) })
}

// fake starts a conversation with a test engine.
func fake(t testing.TB) (*engineiotest.Conversation, *engineiotest.Engine) {
	t.Helper()
	e := engineiotest.NewEngine(t.Errorf)
	return talk(t, config(t, e)), e
}

func TestHandshake(t *testing.T) {
	k, _ := fake(t)
	k.Send("uci", "isready", "quit")
	k.Expect("uciok")
	said := strings.Join(k.Skipped(), "\n")
	for _, want := range []string{
		"id name test", "id author me",
		"option name UCI_Variant type combo default chess var chess var cheshire8 var cheshire var diminuendo var " +
			"convergent var shrink",
		"option name Hash type spin default 16 min 1 max 65536", "option name Clear Hash type button",
		"option name Threads type spin default 1 min 1", "option name MultiPV type spin default 1 min 1",
		"option name Ponder type check default false", "option name Skill Level type spin default 20 min 0 max 20",
		"option name UCI_LimitStrength type check default false",
		"option name UCI_Elo type spin default 2000 min 600 max 2000",
		"option name OwnBook type check default false",
		"option name Move Overhead type spin default 10 min 0 max 5000",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the answer to uci lacks %q:\n%s", want, said)
		}
	}
	k.Expect("readyok")
	if rest, err := k.End(); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

// With OwnBook, the book answers as long as it has moves, but does not analyze.
func TestOwnBook(t *testing.T) {
	k, _ := fake(t)
	ask := func(nodes int, lines ...string) string {
		t.Helper()
		k.Send(lines...)
		k.Expect("info depth 1", fmt.Sprintf(" nodes %d ", nodes))
		return k.Expect("bestmove")
	}
	const searched = 1000 // nodes of the test engine
	k.Send("setoption name UCI_Variant value shrink", "position startpos")
	ask(searched, "go depth 1")
	got := ask(0, "setoption name OwnBook value true", "go movetime 1")
	if !slices.Contains([]string{"bestmove e2e4", "bestmove e2e3", "bestmove g1f3", "bestmove d2d4"}, got) {
		t.Errorf("the book says %q", got)
	}
	ask(searched, "go depth 1 searchmoves a2a3")
	ask(searched, "go mate 2 depth 1")
	ask(searched, "go infinite", "stop")
	ask(searched, "position startpos moves a2a3 a7a6 h2h3 h7h6", "go depth 1")
	k.Send("quit")
}

// Programs that choose only among the announced variants reach the other rankings by an option, in any order.
func TestRanking(t *testing.T) {
	const variant, ranking = "setoption name UCI_Variant value diminuendo", "setoption name Diminuendo Ranking value "
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{variant}, "diminuendo"},
		{[]string{variant, ranking + "PBNRQK+qk"}, "diminuendo:pbnrqk+qk"},
		{[]string{ranking + "pbnrqk", variant}, "diminuendo:pbnrqk"},
		{[]string{ranking + "pbnrqk", variant, ranking + "<empty>"}, "diminuendo"},
		{[]string{ranking + "pbnrqk", variant, "setoption name UCI_Variant value shrink"}, "shrink"},
		{[]string{ranking + "pbnrqk"}, "chess"},
		{[]string{variant, ranking + "pbnrqk", ranking + "x"}, "diminuendo:pbnrqk"},
	} {
		k, _ := fake(t)
		k.Send(c.lines...)
		k.Send("d")
		if got := k.Expect("Game: "); got != "Game: "+c.want {
			t.Errorf("%q: %s, want %s", c.lines, got, c.want)
		}
	}
}

// With UCI_ShowWDL the chances stand behind each score.
func TestShowWDL(t *testing.T) {
	k, e := fake(t)
	e.Score = -engine.Mate + 4
	k.Send("setoption name UCI_ShowWDL value true", "go depth 1")
	k.Expect(" score mate -2 wdl 0 0 1000 nodes")
	k.Expect("info depth 1 currmove a2a3 currmovenumber 1")
	k.Expect("bestmove")
	k.Send("setoption name UCI_ShowWDL value false", "go depth 1")
	k.Expect(" score mate -2 nodes")
}

// In an analysis there is no book, and no limited strength.
func TestAnalyseMode(t *testing.T) {
	k, e := fake(t)
	k.Send("setoption name UCI_Variant value shrink", "setoption name OwnBook value true",
		"setoption name Skill Level value 0", "setoption name UCI_AnalyseMode value true", "go movetime 1")
	k.Expect("bestmove a2a3")
	if l := <-e.Started; l.Weakness.Lapses != 0 || l.Nodes != 0 {
		t.Errorf("an analysis is limited to %+v", l)
	}
}

// Invalid input gets an answer that says what is expected, and changes nothing.
func TestNonsense(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"xyzzy 1 2", []string{"unknown command", `"xyzzy 1 2"`, "expected one of bench, d, "}},
		{"\x00\x01\xff", []string{"unknown command"}},
		{strings.Repeat("x", 1<<20), []string{"more than 1048576 bytes"}},
		{"position startpos e2e4", []string{`unknown "e2e4", ignored`, "expected position startpos"}},
		{"setoption", []string{"expected setoption name NAME value VALUE"}},
		{"setoption Hash 3", []string{"expected setoption name NAME value VALUE"}},
		{"setoption name", []string{"unknown option", "UCI_Variant, Hash"}},
		{"setoption name Foo value 3", []string{`unknown option "Foo"`}},
		{"setoption name Hash value 0", []string{"setoption Hash", `"0"`, "(1–65536)"}},
		{"setoption name hash value 2000", []string{"setoption Hash", "no more than 1024 MB"}},
		{"setoption name Threads", []string{"setoption Threads", "an integer"}},
		{"setoption name UCI_Elo value 99999999999999999999", []string{"setoption UCI_Elo", "(600–2000)"}},
		{"setoption name UCI_LimitStrength value maybe", []string{"expected true or false"}},
		{"setoption name UCI_Opponent value GM 2800", []string{"setoption UCI_Opponent", "computer or human"}},
		{"setoption name SyzygyPath value /tables", []string{"SyzygyPath is ignored"}},
		{"setoption name Diminuendo Ranking value abc", []string{"setoption Diminuendo Ranking"}},
		{"setoption name Contempt value 3", []string{`unknown option "Contempt", ignored`}},
		{"ponderhit", []string{"is not pondering"}},
		{"bench", []string{"not available"}},
		{"bench 5", []string{`bench: unknown "5", ignored`}},
	} {
		t.Run(clip(c.line), func(t *testing.T) {
			k, _ := fake(t)
			k.Send(c.line)
			k.Expect(append(c.want, "info string ")...)
			k.Send("d", "go depth 1") // the session still works
			k.Expect("Game: chess")
			k.Expect("bestmove ")
			k.Send("quit")
			if rest, err := k.End(); err != nil {
				t.Errorf("%q, %v", rest, err)
			}
		})
	}
}

// Unknown words are reported and ignored, and the rest of the line counts.
func TestUnknownWords(t *testing.T) {
	for _, c := range []struct {
		line, reported string
		want           string // what a later d says, or the answer to go
	}{
		{"go fish depth 1", `go: unknown "fish", ignored: expected depth, `, "bestmove "},
		{"go depth 1 wtime 60000 btime 60000 foo", `go: unknown "foo"`, "bestmove "},
		{"joho go depth 1", `unknown command "joho"`, "bestmove "},
		{"position please startpos moves e2e4", `position: unknown "please", ignored`,
			"FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
		{"position startpos now moves e2e4", `position: unknown "now", ignored`,
			"FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
		{"position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1 foo bar moves h1g1", `position: unknown "foo bar", ignored`,
			"FEN: 6k1/8/8/8/8/8/8/K5R1 b - - 1 1"},
		{"position fen 6k1/8/8/8/8/8/8/K6R w - - foo moves h1g1", `position: unknown "foo", ignored`,
			"FEN: 6k1/8/8/8/8/8/8/K5R1 b - - 1 1"},
		{"go depth", "go: depth: the number is missing", "bestmove "},
		{"go depth nodes 10", "go: depth: the number is missing", "bestmove "},
		{"go depth x", `go: depth: value "x": expected an integer (1–1000); ignored`, "bestmove "},
		{"go depth x", "go: no limit is left, the search takes 1s", "bestmove "},
		{"go btime 60000 wtime x", `go: wtime: value "x"`, "bestmove "},
		{"go depth 0", `go: depth: value "0": expected an integer (1–1000); taken as 1`, "bestmove "},
		{"go nodes -1", "go: nodes: value", "bestmove "},
		{"go nodes 99999999999999999999 depth 1", "go: nodes: value", "bestmove "},
		{"go perft -1", `go: perft: value "-1": expected an integer (0–30); taken as 0`, "Nodes searched: 1"},
		{"go perft x", "go: perft: value", "bestmove "},
		{"go searchmoves e2e5 e2e4 depth 1", `go searchmoves: "e2e5"`, "bestmove e2e4"},
		{"setoption the name UCI_Variant value shrink", `setoption: unknown "the", ignored`, "Game: shrink"},
	} {
		k, _ := fake(t)
		k.Send(c.line)
		k.Expect("info string " + c.reported)
		k.Send("d", "stop")
		if line := k.Expect(c.want); strings.Contains(line, "(none)") {
			t.Errorf("%s: %s", c.line, line)
		}
		k.Send("quit")
		if rest, err := k.End(); err != nil {
			t.Errorf("%s: %q, %v", c.line, rest, err)
		}
	}
}

// After a rejected position, or variant, nothing speaks of another one: go answers that
// there is no move. The next good position or variant ends that, and so does a new game
// after a rejected position.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		line, why string
		good      []string // what ends it
	}{
		{"position", "expected position startpos", []string{"position startpos"}},
		{"position nowhere", `unknown "nowhere": expected position startpos`, []string{"ucinewgame"}},
		{"position fen", `unknown "fen": expected`, []string{"ucinewgame", "position startpos"}},
		{"position fen 8/8 w - - 0 1", "parse FEN: the board has 8×2", []string{"ucinewgame"}},
		{"position fen 4k3/8/8/8/8/8/8/4K3 w XY - 0 1", "unknown castling right 'X'", []string{"position startpos"}},
		{"position fen 4k3/8/8/8/8/8/8/4K3 w KQ xy 0 1", `parse FEN: unknown square "xy"`, []string{"position startpos"}},
		{"position fen 4k3/8/8/8/8/8/8/4K2k w K - 0 1", "parse FEN: a second black king", []string{"ucinewgame"}},
		{"position fen 4k3/8/8/8/8/8/4r3/4K3 b q - 0 1", "parse FEN: the white king", []string{"ucinewgame"}},
		{"position startpos moves e2e4 e2e4 d2d4", `move 2: "e2e4": no piece`, []string{"position startpos moves e2e4 e7e5"}},
		{"position startpos moves 0000", `move 1: "0000": not a UCI move`, []string{"position startpos"}},
		{"setoption name UCI_Variant value go", `unknown game "go"`, []string{"setoption name UCI_Variant value chess"}},
		{"setoption name UCI_Variant value go", `unknown game "go"`, []string{"setoption name UCI_Variant value shrink"}},
	} {
		k, e := fake(t)
		none := func() {
			t.Helper()
			k.Expect("info string", "no position is set", c.why)
			k.Expect("bestmove (none)")
			k.NotSkipped("cp")
		}
		k.Send("position startpos moves d2d4", c.line)
		k.Expect("info string", c.why)
		k.Send("go depth 3")
		none()
		k.Send("go searchmoves d7d5 foo wtime 1 btime 1")
		none()
		k.NotSkipped("rnbqkbnr")
		k.Send("d", "eval", "go perft 2", "isready")
		for _, command := range []string{"d", "eval", "go perft"} {
			k.Expect("info string "+command+": no position is set", c.why)
		}
		k.Expect("readyok")
		k.Send("go infinite", "isready")
		k.Expect("readyok")
		k.NotSkipped("bestmove")
		k.Send("stop")
		none()
		k.Send("go ponder", "isready")
		k.Expect("readyok")
		k.NotSkipped("bestmove")
		k.Send("ponderhit")
		none()
		if len(e.Started) > 0 {
			t.Errorf("%s: the engine searches", c.line)
		}
		k.Send(c.good...)
		k.Send("go depth 1", "d")
		k.Expect("bestmove a2a3")
		k.Expect("FEN: ")
		k.Send("quit")
		if rest, err := k.End(); err != nil {
			t.Errorf("%s: %q, %v", c.line, rest, err)
		}
	}
}

// No position is one of an unknown variant.
func TestUnknownVariant(t *testing.T) {
	k, _ := fake(t)
	k.Send("setoption name UCI_Variant value atomic", "ucinewgame", "position startpos moves e2e4", "go depth 1")
	k.Expect("position: UCI_Variant", `unknown game "atomic"`)
	k.Expect("bestmove (none)")
	k.Send("setoption name UCI_Variant value chess", "position startpos moves e2e4", "go depth 1")
	k.Expect("bestmove a7a6")
}

// What a FEN says of castling and en passant although it is impossible is dropped, and
// the search goes on; so are invalid counts.
func TestLenientPosition(t *testing.T) {
	const castles, passes = "castling right '%s' is impossible", "en passant on %s is impossible"
	for _, c := range []struct {
		variant, fen string
		dropped      []string
		want         string
	}{
		{"chess", "4k3/4p3/8/8/8/8/4P3/4K3 w KQkq - 0 1", []string{
			fmt.Sprintf(castles, "K"), fmt.Sprintf(castles, "Q"), fmt.Sprintf(castles, "k"), fmt.Sprintf(castles, "q"),
		}, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"chess", "r3k3/8/8/8/8/8/8/4K2R w KQkq e6 3 4", []string{
			fmt.Sprintf(castles, "Q"), fmt.Sprintf(castles, "k"), fmt.Sprintf(passes, "e6"),
		}, "r3k3/8/8/8/8/8/8/4K2R w Kq - 3 4"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KK e4", []string{
			"duplicate castling right 'K'", fmt.Sprintf(passes, "e4"),
		}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"shrink", "k/3/K w KQkq e6 0 1", []string{"rank 2"}, ""},
		{"shrink", "2k/1R1/K2 w KQ e6 0 1", []string{
			`unknown square "e6"`, fmt.Sprintf(castles, "K"), fmt.Sprintf(castles, "Q"),
		}, "2k/1R1/K2 w - - 0 1"},
		{"cheshire8", "4k3/8/8/8/8/8/8/3K4 w KQkq - 0 1", []string{
			`unknown castling rights "KQkq"`, `unknown castling rights "KQkq"`, fmt.Sprintf(castles, "K"),
		}, "4k3/8/8/8/8/8/8/3K4 w k - 0 1"},
		{"convergent", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w KQkq e3 0 1", []string{
			`castling rights "KQkq"`, `en passant square "e3"`,
		}, "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1"},
		{"chess", `r3k3/8/8/8/8/8/8/4K3 b - - bm Ra1; hmvc 7; id "x y";`, []string{
			"operations of EPD are ignored: bm, id",
		}, "r3k3/8/8/8/8/8/8/4K3 b - - 7 1"},
	} {
		k, _ := fake(t)
		k.Send("setoption name UCI_Variant value "+c.variant, "position fen "+c.fen, "d")
		for _, dropped := range c.dropped {
			k.Expect("info string position: ", dropped)
		}
		if c.want == "" {
			k.Expect("no position is set")
			continue
		}
		k.Expect("FEN: " + c.want)
		k.NotSkipped("no position")
		k.Send("go depth 1")
		if best := k.Expect("bestmove "); best == "bestmove (none)" {
			t.Errorf("%s: %s", c.fen, best)
		}
	}
}

// Without a legal move among those to search there is no answer, in a position with
// moves.
func TestIllegalSearchMoves(t *testing.T) {
	for _, line := range []string{"go searchmoves e2e5 depth 1", "go depth 1 searchmoves foo", "go searchmoves depth 1"} {
		k, e := fake(t)
		k.Send(line)
		k.Expect("info string go searchmoves: no legal move to search, expected one such as a2a3")
		k.Expect("bestmove (none)")
		if len(e.Started) > 0 {
			t.Errorf("%s: the engine searches", line)
		}
		k.Send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go searchmoves h8h7 depth 1")
		k.Expect("info string no move to search: White wins: checkmate")
		k.Expect("bestmove (none)")
	}
}

func clip(s string) string { return s[:min(len(s), 40)] }

// At the end of the input, a search with a limit finishes, and one without is stopped.
func TestEndOfInput(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  int
	}{{[]string{"go movetime 20", "go infinite", "go depth 2"}, 3}, {[]string{"go infinite"}, 1},
		{[]string{"go ponder depth 1"}, 1},
		{[]string{"go ponder", "ponderhit"}, 1}, {[]string{"go ponder infinite movetime 1000000", "ponderhit"}, 1},
		{nil, 0}} {
		k, _ := fake(t)
		k.Send(c.lines...)
		k.Close()
		rest, err := k.End()
		n := strings.Count(strings.Join(rest, "\n"), "bestmove a2a3")
		if err != nil || n != c.want {
			t.Errorf("%q: %d answers, want %d: %q, %v", c.lines, n, c.want, rest, err)
		}
	}
}

// A session ends when its output is closed.
func TestClosedOutput(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	err := uci.Run(context.Background(), strings.NewReader("uci\ngo infinite\n"), w,
		config(t, engineiotest.NewEngine(t.Errorf)))
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v, want that the pipe is closed", err)
	}
}

func TestContextEndsTheSession(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := engineiotest.NewEngine(t.Errorf)
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, "go infinite\n")
		<-e.Started
		cancel()
	}()
	if err := uci.Run(ctx, r, io.Discard, config(t, e)); err != nil {
		t.Error(err)
	}
}

func TestPrepare(t *testing.T) {
	c := config(t, engineiotest.NewEngine(t.Errorf))
	var prepared []string
	c.Prepare = func(g game.Game) error {
		if prepared = append(prepared, g.Name()); g.Name() == "shrink" {
			return errors.New("not this one")
		}
		return nil
	}
	k := talk(t, c)
	k.Send("uci", "position startpos", "go depth 1", "position startpos", "setoption name UCI_Variant value convergent",
		"go depth 1",
		"setoption name UCI_Variant value shrink", "isready", "position startpos")
	_, err := k.End()
	if got := fmt.Sprint(prepared); err == nil || err.Error() != "not this one" || got != "[chess convergent shrink]" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestBench(t *testing.T) {
	c := config(t, engineiotest.NewEngine(t.Errorf))
	c.Bench = func(_ context.Context, w io.Writer) error {
		_, _ = fmt.Fprintln(w, "42 nodes")
		return errors.New("tired")
	}
	k := talk(t, c)
	k.Send("bench", "isready")
	k.Expect("42 nodes")
	k.Expect("info string bench: tired")
}

// The real engine plays every game to its end, or for a number of moves.
func TestGames(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 12
	}
	for _, name := range []string{"chess", "shrink", "convergent", "diminuendo:pbnrqk+qk", "cheshire", "cheshire8"} {
		t.Run(name, func(t *testing.T) {
			k := talk(t, config(t, search.New(eval.NewNode)))
			k.Send("setoption name UCI_Variant value " + name)
			g, err := rules.ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			p := g.Start()
			moves := ""
			for range plies {
				k.Send("position startpos"+moves, "go nodes 300")
				best := strings.Fields(k.Expect("bestmove"))[1]
				if best == "(none)" {
					if p.LegalCount() > 0 {
						t.Fatalf("no move in %s", p)
					}
					break
				}
				if moves == "" {
					moves = " moves"
				}
				moves += " " + best
				found := false
				for _, m := range p.Legal(nil) {
					if p.UCI(m) == best {
						p.Make(m)
						found = true
						break
					}
				}
				if !found {
					t.Fatalf("%s is illegal in %s", best, p)
				}
			}
			k.Send("position startpos"+moves, "d")
			k.Expect("FEN: " + p.String())
		})
	}
}

func TestPerft(t *testing.T) {
	k, _ := fake(t)
	k.Send("go perft 3")
	k.Expect("e2e4: 600")
	k.Expect("Nodes searched: 8902")
	k.Send("go perft 0")
	k.Expect("Nodes searched: 1")
	k.Send("go perft 30", "stop")
	k.Expect("perft stopped")
	k.Send("setoption name UCI_Variant value shrink", "position fen 2k/1R1/K2 w - - 0 1", "go perft 2", "d", "eval")
	k.Expect("b2c2: ")
	k.Expect("In check: no")
	k.Expect("Static evaluation")
	k.Send("position fen 2k/1R1/K2 w - - 0 1 moves b2c2", "go perft 1", "d")
	k.Expect("In check: yes")
}

// A position that continues the last one equals the same position set up from the
// start.
func TestPositions(t *testing.T) {
	k, _ := fake(t)
	for _, c := range []struct{ line, fen string }{
		{"position startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"position startpos moves e2e4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"position startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"position startpos moves d2d4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"},
		{"position fen rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - moves d4e5",
			"rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"},
		{"position startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
	} {
		k.Send(c.line, "d")
		k.Expect("FEN: " + c.fen)
	}
}
