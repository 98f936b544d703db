package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/research/internal/task/tasktest"
	"github.com/wane-chess/wane/rules/convergent"
)

// worth is what pieces count for in the test's data, in centipawns.
var worth = [8]int{game.Queen: 900, game.Rook: 500, game.Bishop: 300, game.Knight: 300, game.Pawn: 100}

// material returns the positions of random games of Convergent Chess, as lines of 'research selfplay'. Their scores and
// results follow from the pieces.
func material(t *testing.T, games int) string {
	t.Helper()
	g := convergent.New()
	var lines strings.Builder
	for seed := range games {
		w := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: uint64(seed), Plies: 60}
		w.Run(t, func(p game.Position) {
			score := 0
			for _, pc := range p.View().Pieces {
				sign := 1
				if pc.Color() == game.Black {
					sign = -1
				}
				score += sign * worth[pc.Type()]
			}
			result := "0.5"
			switch {
			case score > 50:
				result = "1"
			case score < -50:
				result = "0"
			}
			fmt.Fprintf(&lines, "convergent | %s | %s | %d | %d\n", p, result, score, p.Ply())
		})
		lines.WriteString("# end\n")
	}
	return lines.String()
}

func dataOf(t *testing.T, text string, residual bool) *Data {
	t.Helper()
	d := NewData(convergent.New(), residual)
	if err := d.Read(strings.NewReader(text), "data"); err != nil {
		t.Fatal(err)
	}
	return d
}

// A network learns what the pieces are worth, and its integers predict nearly as well as its floating-point numbers.
func TestLearns(t *testing.T) {
	o := Defaults()
	o.Epochs, o.Batch, o.Rate, o.Held = 12, 256, 0.005, 10
	r, err := Run(t.Context(), dataOf(t, material(t, 150), false), o)
	if err != nil {
		t.Fatal(err)
	}
	first, last := r.Epochs[0], r.Epochs[len(r.Epochs)-1]
	if last.Held > first.Held/4 || r.HeldRounded > last.Held*1.2 {
		t.Errorf("held-out loss from %.5f to %.5f, with integers %.5f", first.Held, last.Held, r.HeldRounded)
	}
	// A queen more for the side to move is worth more than a pawn more, and either is good.
	eval := func(fen string) int {
		p, err := convergent.New().Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		var b network.Board
		network.For(p.Game()).Read(p, &b)
		return int(r.Network.Eval(&b))
	}
	start := convergent.New().Start().String()
	pawn, queen := eval(without(t, start, 'p')), eval(without(t, start, 'q'))
	if even := eval(start); pawn <= even || queen <= pawn {
		t.Errorf("the start is worth %d, a pawn more %d, a queen more %d", even, pawn, queen)
	}
}

// A network that corrects begins near the evaluation by hand.
func TestCorrects(t *testing.T) {
	o := Defaults()
	o.Epochs, o.Batch, o.Rate, o.Held = 6, 256, 0.005, 10
	text := material(t, 60)
	alone, err := Run(t.Context(), dataOf(t, text, false), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), dataOf(t, text, true), o)
	if err != nil {
		t.Fatal(err)
	}
	last := r.Epochs[len(r.Epochs)-1]
	if !r.Weights.Corrects || r.Epochs[0].Training > alone.Epochs[0].Training/2 || r.HeldRounded > last.Held*1.2 {
		t.Errorf("corrects: %v; first loss %.5f, alone %.5f; held-out loss %.5f, with integers %.5f",
			r.Weights.Corrects, r.Epochs[0].Training, alone.Epochs[0].Training, last.Held, r.HeldRounded)
	}
}

// without returns a FEN without the first piece of a kind.
func without(t *testing.T, fen string, piece byte) string {
	t.Helper()
	board, rest, _ := strings.Cut(fen, " ")
	i := strings.IndexByte(board, piece)
	if i < 0 {
		t.Fatalf("no %c in %s", piece, fen)
	}
	return board[:i] + "1" + board[i+1:] + " " + rest
}

// The network depends neither on the threads nor on interruptions.
func TestSame(t *testing.T) {
	text := material(t, 20)
	o := Defaults()
	o.Epochs, o.Batch, o.Held, o.Threads = 4, 100, 20, 1
	want, err := Run(t.Context(), dataOf(t, text, false), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Threads, o.State = 3, filepath.Join(t.TempDir(), "state")
	ctx, stop := context.WithCancel(t.Context())
	o.Progress = func(e Epoch) {
		if e.Number == 2 {
			stop()
		}
	}
	if _, err := Run(ctx, dataOf(t, text, false), o); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	got, err := Run(t.Context(), dataOf(t, text, false), o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Weights, want.Weights) || !reflect.DeepEqual(got.Epochs, want.Epochs) {
		t.Error("the network depends on the threads or on an interruption")
	}
	if _, err := Run(t.Context(), dataOf(t, text, true), o); err == nil || !strings.Contains(err.Error(), "another fit") {
		t.Errorf("the state of a network of another kind: %v", err)
	}
	o.Lambda = 0.3
	if _, err := Run(t.Context(), dataOf(t, text, false), o); err == nil || !strings.Contains(err.Error(), "another fit") {
		t.Errorf("the state of other options: %v", err)
	}
}

// The command writes a network that can be read, and a picture of the losses.
func TestCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("data.txt", []byte(material(t, 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := tasktest.Run(t, Command(), strings.Fields(
		"convergent data.txt -o new.nnue --epochs 2 --holdout 20 --plot loss.svg --state fit")...)
	if err != nil || !strings.Contains(out, "new.nnue has the network") {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := os.ReadFile("new.nnue")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := network.Parse(convergent.New(), file); err != nil {
		t.Error(err)
	}
	if picture, err := os.ReadFile("loss.svg"); err != nil || !strings.Contains(string(picture), "<svg") {
		t.Errorf("the picture: %v, %.80s", err, picture)
	}
	if _, err := os.Stat("fit"); err == nil {
		t.Error("the state is left")
	}
}

// The error for a wrong call says what is expected.
func TestWrongCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("one.txt", []byte(material(t, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"convergent -o x":                       "requires at least 2 arg(s)",
		"convergent one.txt":                    `"output" not set`,
		"go one.txt -o x":                       "unknown game",
		"convergent no.txt -o x":                "no such file",
		"shrink one.txt -o x":                   "one.txt:1: position of convergent, expected shrink",
		"convergent one.txt -o x --epochs 0":    "epochs 0: expected 1–1e+06",
		"convergent one.txt -o x --lambda 2":    "lambda 2: expected 0–1",
		"convergent one.txt -o x --holdout 5":   "too few games",
		"convergent one.txt -o x --rate NaN":    "rate NaN: expected",
		"convergent one.txt -o x --threads 0":   "threads 0: expected 1–1024",
		"convergent one.txt -o x --state . ":    "too few games",
		"convergent one.txt -o x --batch 0":     "batch 0: expected",
		"convergent one.txt -o x --decay 1.001": "decay 1.001: expected 0–1",
	} {
		out, err := tasktest.Run(t, Command(), strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: %v, want %q\n%s", args, err, want, out)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a network was written")
	}
}
