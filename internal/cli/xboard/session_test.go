package xboard_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/internal/cli/engineio/engineiotest"
	"github.com/wane-chess/wane/internal/cli/xboard"
	"github.com/wane-chess/wane/rules"
)

func config(e engineio.Engine) xboard.Config {
	return xboard.Config{Name: "test", Engine: e, ByName: rules.ByName, Seed: func() uint64 { return 7 }}
}

// talk starts a conversation as XBoard does.
func talk(t testing.TB, e engineio.Engine) *engineiotest.Conversation {
	t.Helper()
	k := engineiotest.Start(t, func(ctx context.Context, in io.Reader, out io.Writer) error {
		return xboard.Run(ctx, in, out, config(e))
	})
	k.Send("xboard", "protover 2", "accepted done", "new", "random", "easy")
	k.Expect("feature done=1")
	return k
}

// fake starts a conversation with a test engine.
func fake(t testing.TB) (*engineiotest.Conversation, *engineiotest.Engine) {
	t.Helper()
	e := engineiotest.NewEngine(t.Errorf)
	return talk(t, e), e
}

func TestFeatures(t *testing.T) {
	k, _ := fake(t)
	said := strings.Join(k.Skipped(), "\n")
	for _, want := range []string{
		"feature done=0", `myname="test"`, `variants="normal,convergent"`, "setboard=1", "ping=1", "usermove=1", "san=0",
		"sigint=0",
		"sigterm=0", "reuse=1", "time=1", "draw=1", "highlight=1", "memory=1", "smp=1", "nps=0", "playother=1",
		`option="Level -spin 8 1 8"`, `option="OwnBook -check 0"`, `option="Clear Hash -button"`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the answer to protover lacks %q:\n%s", want, said)
		}
	}
}

// At the end of the input, the engine still plays its move and answers what waits for it.
func TestPipe(t *testing.T) {
	for _, c := range []struct {
		depth int // 60 is not reached before the end
		end   string
		want  bool
	}{{4, "", true}, {60, "quit\n", false}, {60, "analyze\n", false}} {
		lines := fmt.Sprintf("new\nsd %d\nusermove e2e4\nping 1\n%s", c.depth, c.end)
		var out strings.Builder
		err := xboard.Run(t.Context(), strings.NewReader(lines), &out, config(search.New(eval.NewNode)))
		if got := strings.HasPrefix(out.String(), "move "); err != nil || got != c.want {
			t.Errorf("end %q: %v, and a move: %v, want %v:\n%s", c.end, err, got, c.want, &out)
		}
		if got := strings.HasSuffix(out.String(), "\npong 1\n"); got != c.want {
			t.Errorf("end %q: an answer to ping: %v, want %v:\n%s", c.end, got, c.want, &out)
		}
	}
}

// Invalid input gets an answer that says what is expected, and changes nothing.
func TestNonsense(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"xyzzy", "Error (unknown command): xyzzy"},
		{"\x00\x01 a", "Error (unknown command):"},
		{strings.Repeat("x", 1<<20), "Error (a line of more than 1048576 bytes"},
		{"nps 100", "Error (unknown command): nps 100"},
		{"edit\nPz9\n.", "Error (there is no square z9): Pz9"},
		{"edit\nP\n.", "Error (expected a piece with its square, such as Pa4"},
		{"edit\n#\n.", "tellusererror Illegal position: "},
		{"exclude e2e5", `Error ("e2e5": the white pawn on e2 cannot go to e5`},
		{"include best", `Error ("best": not a UCI move`},
		{"undo", "Error (no move to take back): undo"},
		{"remove", "Error (no move to take back): remove"},
		{"level 40", "Error (invalid time control: expected level MOVES MINUTES:SECONDS INCREMENT"},
		{"level 40 x 0", "Error (invalid time control"},
		{"level 40 5:y 0", "Error (invalid time control"},
		{"level 0 0 0", "Error (invalid time control"},
		{"level 0 1e300 0", "Error (invalid time control"},
		{"st", "Error (invalid time"},
		{"st -3", "Error (invalid time"},
		{"st NaN", "Error (invalid time"},
		{"sd x", "Error (invalid depth"},
		{"time x", "Error (invalid time: expected centiseconds): time x"},
		{"otim 99999999999999999999", "Error (invalid time"},
		{"memory 0", "Error (invalid size"},
		{"memory 70000", "Error (no more than 1024 MB): memory 70000"},
		{"cores x", "Error (invalid number of cores"},
		{"option Level=9", "Error (invalid value: expected an integer (1–8)): option Level=9"},
		{"option Fish=9", "Error (unknown option): option Fish=9"},
		{"usermove e2e5", "Illegal move (the white pawn on e2 cannot go to e5: a pawn does not move like that): e2e5"},
		{"usermove", "Illegal move (not a UCI move, "},
		{"e2e5", "Illegal move (the white pawn"},
		{"variant shrink", "tellusererror Shrink Chess has a board that changes"},
		{"variant cheshire", "tellusererror Cheshire"},
		{"variant diminuendo:pbnrqk", "tellusererror Diminuendo"},
		{"variant atomic", "tellusererror wane plays only normal and convergent"},
		{"setboard 8/8 w", "tellusererror Illegal position: parse FEN: "},
	} {
		t.Run(c.line[:min(len(c.line), 40)], func(t *testing.T) {
			k, _ := fake(t)
			k.Send(c.line)
			k.Expect(c.want)
			k.Send("new", "usermove e2e4") // the session still works
			k.Expect("move a7a6")
			k.Send("quit")
			if rest, err := k.End(); err != nil || len(rest) > 0 {
				t.Errorf("%q, %v", rest, err)
			}
		})
	}
}

// Nothing is played while a variant or a position is rejected, and nothing speaks of
// the position before.
func TestRefused(t *testing.T) {
	const start = "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ line, good string }{
		{"variant shrink", "variant normal"},
		{"variant shrink", "new"},
		{"setboard 8/8 w", start},
		{"setboard 8/8 w", "new"},
	} {
		k, e := fake(t)
		k.Send("usermove e2e4")
		k.Expect("move a7a6")
		<-e.Started
		k.Send(c.line, "usermove e2e4")
		k.Expect("Illegal move (")
		k.Send("go", "lift e2", "hint", "draw", "analyze", "exit", "undo")
		k.Expect("Error (", "go")
		k.Expect("Error (", "undo")
		k.Send("ping 3")
		k.Expect("pong 3")
		k.NotSkipped("highlight")
		k.NotSkipped("Hint")
		k.NotSkipped("offer")
		if len(e.Started) > 0 {
			t.Errorf("%s: the engine searches", c.line)
		}
		if c.line == "variant shrink" {
			k.Send(start)
			k.Expect("Error (Shrink Chess has a board", "setboard")
		}
		k.Send(c.good, "force", "usermove e2e4", "go")
		k.Expect("move a7a6")
	}
}

// A castling right that is impossible is dropped, the counts may be missing, and a
// record of EPD is a position.
func TestLenientSetboard(t *testing.T) {
	k, _ := fake(t)
	k.Send("force", "setboard r3k3/8/8/8/8/8/8/R3K3 w KQkq e6 hmvc 3; bm Ra8;", "lift e1")
	for _, letter := range []string{"K", "k"} {
		k.Expect("# setboard: parse FEN: castling right '" + letter + "' is impossible")
	}
	k.Expect("# setboard: parse FEN: en passant on e6 is impossible")
	k.Expect("# setboard: operations of EPD are ignored: bm")
	k.Expect("highlight 8/8/8/8/8/8/3YYY2/2YY1Y2")
}

// The time settings reach the engine.
func TestTime(t *testing.T) {
	const cs = 10 * time.Millisecond
	over := 30 * time.Millisecond
	for _, c := range []struct {
		lines []string
		want  engine.Limits
	}{
		{nil, engine.Limits{Clock: engine.Clock{Remaining: 5 * time.Minute, MovesToGo: 40, Overhead: over}}},
		{[]string{"level 0 2 12"},
			engine.Limits{Clock: engine.Clock{Remaining: 2 * time.Minute, Increment: 12 * time.Second, Overhead: over}}},
		{[]string{"level 20 0:30 0.5", "time 2500"},
			engine.Limits{Clock: engine.Clock{Remaining: 2500 * cs, Increment: 500 * time.Millisecond, MovesToGo: 20,
				Overhead: over}}},
		{[]string{"level 0 1 1", "time -5", "sd 7"},
			engine.Limits{Depth: 7, Clock: engine.Clock{Remaining: time.Millisecond, Increment: time.Second, Overhead: over}}},
		{[]string{"st 0.5"}, engine.Limits{MoveTime: 470 * time.Millisecond}},
		{[]string{"st 1", "option Move Overhead=0", "sd 3"}, engine.Limits{MoveTime: time.Second, Depth: 3}},
		{[]string{"st 1", "level 0 1 0"}, engine.Limits{Clock: engine.Clock{Remaining: time.Minute, Overhead: over}}},
	} {
		k, e := fake(t)
		k.Send(c.lines...)
		k.Send("usermove e2e4", "?")
		k.Expect("move a7a6")
		c.want.Weakness.Seed = 7
		if got := <-e.Started; fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%q: %+v, want %+v", c.lines, got, c.want)
		}
	}
	// Moves count towards the time control.
	k, e := fake(t)
	k.Send("level 2 1 0", "usermove e2e4")
	k.Expect("move a7a6")
	k.Send("usermove d2d4")
	k.Expect("move a6a5")
	k.Send("usermove d4d5")
	k.Expect("move ")
	for _, want := range []int{2, 1, 2} {
		if l := <-e.Started; l.Clock.MovesToGo != want {
			t.Errorf("%d moves to go, want %d", l.Clock.MovesToGo, want)
		}
	}
}

// A ping during a search for a move is answered after the move; one during pondering
// at once. The move comes at once when asked for.
func TestPing(t *testing.T) {
	k, e := fake(t)
	k.Send("st 1000", "usermove e2e4")
	<-e.Started
	k.Send("ping 1", "?", "ping 2")
	k.Expect("move a7a6")
	k.NotSkipped("pong")
	k.Expect("pong 1")
	k.Expect("pong 2")
	k.Send("usermove d2d4", "ping 3", "usermove d4d5")
	k.Expect("Illegal move (it is the engine's turn): d4d5")
	k.Send("force") // this ends the search without a move
	k.Expect("pong 3")
	k.NotSkipped("move a")
	k.Send("?", "ping 4")
	k.Expect("pong 4")
	k.NotSkipped("move a")
}

// The lines before a game's end, and its result.
func TestResults(t *testing.T) {
	const chessMate = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" // a mate in the engine's first move
	const convergentMate = "***2***/*2K3*/*6*/*6*/*6*/*1p3P*/*k4R*/***2*** w - - 0 1"
	for _, c := range []struct {
		name  string
		lines []string
		want  string // "" for none
	}{
		{"the opponent mates", []string{"setboard " + chessMate, "usermove g1g7"}, "1-0 {White wins: checkmate}"},
		{"the opponent mates in a match",
			[]string{"variant convergent", "computer", "setboard " + convergentMate, "usermove d7d8"},
			"1-0 {White wins: checkmate}"},
		{"stalemate", []string{"setboard 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "usermove f5f7"}, "1/2-1/2 {Draw: stalemate}"},
		{"no claim in force mode", []string{"force", "setboard " + chessMate, "usermove g1g7"}, ""},
		{"no legal move", []string{"force", "setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go"}, "1-0 {White wins: checkmate}"},
		{"repetition", []string{
			"force", "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8", "usermove g1f3", "usermove g8f6",
			"usermove f3g1", "playother", "usermove f6g8",
		}, "1/2-1/2 {Draw: threefold repetition}"},
	} {
		k, _ := fake(t)
		k.Send(c.lines...)
		if c.want != "" {
			k.Expect(c.want)
		}
		k.Send("ping 9")
		k.Expect("pong 9")
		k.NotSkipped("move ")
		k.NotSkipped("1-0 ")
	}
}

// The engine claims its win, except in a match in a game whose rules XBoard does not
// know: there the loser resigns.
func TestOwnVictory(t *testing.T) {
	const chessMate = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
	const convergentMate = "***2***/*2K3*/*6*/*6*/*6*/*1p3P*/*k4R*/***2*** w - - 0 1"
	for _, c := range []struct {
		lines  []string
		claims bool
	}{
		{[]string{"setboard " + chessMate}, true},
		{[]string{"computer", "setboard " + chessMate}, true},
		{[]string{"variant convergent", "setboard " + convergentMate}, true},
		{[]string{"variant convergent", "computer", "setboard " + convergentMate}, false},
	} {
		k := talk(t, search.New(eval.NewNode))
		k.Send("force", "sd 3")
		k.Send(c.lines...)
		k.Send("go", "ping 1")
		k.Expect("move ")
		k.Send("ping 2")
		k.Expect("pong 2")
		if said := strings.Contains(strings.Join(k.Skipped(), "\n"), "1-0 {White wins: checkmate}"); said != c.claims {
			t.Errorf("%q: claimed: %v, want %v", c.lines, said, c.claims)
		}
	}
}

func TestConvergentSetup(t *testing.T) {
	k, _ := fake(t)
	k.Send("variant convergent")
	k.Expect("setup (PNBRQ................Kpnbrq................k) 8x10+0_fairy " +
		"********/***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNBBNR*/***QK***/******** w - - 0 1")
	for _, pt := range []string{"K& K", "Q& KAD", "R& R3", "B& B3", "N& N", "P& mfWfFsmW"} {
		k.Expect("piece " + pt)
	}
	k.Send("usermove b3b4")
	k.Expect("move ")
	k.Send("variant normal", "ping 1") // which XBoard knows
	k.Expect("pong 1")
	k.NotSkipped("setup")
	k.Send("usermove e2e4")
	k.Expect("move a7a6")
}

func TestHighlight(t *testing.T) {
	k, _ := fake(t)
	for _, c := range []struct{ board, square, want string }{
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4", "8/8/8/3RY3/8/8/8/8"},
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e7", "8/8/8/8/8/8/8/8"},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5", "8/8/3RY3/8/8/8/8/8"}, // en passant
		{"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7", "MM6/8/8/8/8/8/8/8"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "8/8/8/8/8/8/3YYY2/3Y1YY1"},
	} {
		k.Send("force", "setboard "+c.board, "lift "+c.square, "put a1", "hover a1")
		if got := k.Expect("highlight"); got != "highlight "+c.want {
			t.Errorf("%s on %s: %s, want %s", c.square, c.board, got, c.want)
		}
	}
	k.Send("setboard r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "lift b7")
	k.Expect("choice QRBN")
	k.Send("variant convergent", "lift b3", "lift z9", "lift")
	k.Expect("highlight 8/8/8/8/8/1YY5/8/8/8/8") // in a frame
}

// XBoard sends positions of Convergent Chess with the frame or without.
func TestFrame(t *testing.T) {
	const inside = "***2***/*2K3*/*6*/*6*/*6*/*1p3P*/*k4R*/***2***"
	for _, board := range []string{inside, "********/" + inside + "/********"} {
		k, _ := fake(t)
		k.Send("variant convergent", "force", "setboard "+board+" w - - 0 1", "lift d7", "usermove d7d8", "go")
		k.Expect("highlight 8/3YY3/2Y1Y3/2YYY3/8/8/8/8/8/8")
		k.Expect("1-0 {White wins: checkmate}")
		k.Send("setboard ********/******** w - - 0 1", "setboard ********/ w - - 0 1")
		k.Expect("tellusererror Illegal position")
		k.Expect("tellusererror Illegal position")
	}
}

// Draws are accepted when the engine is clearly worse.
func TestDraw(t *testing.T) {
	for score, accepts := range map[engine.Score]bool{0: false, 300: false, -49: false, -50: true,
		-engine.Mate + 4: true} {
		for _, pondering := range []string{"easy", "hard"} {
			k, e := fake(t)
			e.Score = score
			k.Send(pondering, "usermove e2e4")
			k.Expect("move")
			k.Send("draw", "ping 1")
			k.Expect("pong 1")
			if got := strings.Contains(strings.Join(k.Skipped(), ""), "offer draw"); got != accepts {
				t.Errorf("%s, at %d it accepts: %v, want %v", pondering, score, got, accepts)
			}
		}
	}
}

// The real engine plays both games against itself.
func TestGames(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 14
	}
	for _, name := range []string{"normal", "convergent"} {
		t.Run(name, func(t *testing.T) {
			colors := [2]*engineiotest.Conversation{talk(t, search.New(eval.NewNode)), talk(t, search.New(eval.NewNode))}
			for _, k := range colors {
				k.Send("variant "+name, "sd 3", "hard", "computer")
			}
			colors[0].Send("go")
			for ply := range plies {
				k := colors[ply%2]
				line := k.Expect("") // the next line about the game
				for !strings.HasPrefix(line, "move ") && !strings.HasPrefix(line, "1") && !strings.HasPrefix(line, "0-1") {
					if strings.HasPrefix(line, "Illegal") || strings.HasPrefix(line, "Error") {
						t.Fatalf("ply %d: %s", ply, line)
					}
					line = k.Expect("")
				}
				if !strings.HasPrefix(line, "move ") {
					t.Logf("ply %d: %s", ply, line)
					return
				}
				colors[1-ply%2].Send("time 1000", "otim 1000", "usermove "+strings.TrimPrefix(line, "move "))
			}
		})
	}
}
