package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// begin are weights far from the planted ones, except those that nothing touches.
var begin = fakeWeights{pieces: [3][2]engine.Score{{60, 60}, {200, 200}, {0, 0}}, hidden: 0}

func TestRecoversPlantedWeights(t *testing.T) {
	g := newFake("fake", begin)
	g.w.never = [2]engine.Score{7, -7}
	r, err := Run(t.Context(), fakeData(t, g, 1000), quick())
	if err != nil {
		t.Fatal(err)
	}
	if g.w.pieces != begin.pieces || *g.derived != *g.w {
		t.Errorf("the game was left with %+v, %+v", *g.w, *g.derived)
	}
	g.use(r)
	if g.w.never != [2]engine.Score{7, -7} {
		t.Errorf("weights that no position has became %v", g.w.never)
	}
	g.w.never = [2]engine.Score{}
	if off := far(g.w); off > 2 {
		t.Errorf("the weights are off by %v: %+v", off, *g.w)
	}
	if !r.Better() || r.After.Held > 1e-5 || r.Before.Held < 1e-3 {
		t.Errorf("the losses are %v and %v", r.Before, r.After)
	}
	if d := math.Abs(r.After.Train - r.Model.Train); d > 1e-6 {
		t.Errorf("the linear model is off by %v", d)
	}
	if r.Touched != 9 || r.Weights != 12 || r.Positions != 5000 || r.Games != 1000 || r.Train+r.Held != 5000 ||
		r.Held < 300 || r.Held > 700 {
		t.Errorf("the result is %+v", r)
	}
}

// Results alone contain less information, but enough. K is the planted one.
func TestLearnsFromResults(t *testing.T) {
	g := newFake("fake", planted)
	o := quick()
	o.Lambda, o.K, o.Epochs, o.L2 = 1, 0, 30, 2
	d := fakeData(t, g, 2000)
	r, err := Run(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.K < 0.93 || r.K > 1.07 {
		t.Errorf("K is %.3f, want about 1", r.K)
	}
	*g.w = begin
	o.K = 1
	if r, err = Run(t.Context(), d, o); err != nil {
		t.Fatal(err)
	}
	g.use(r)
	if off := far(g.w); off > 40 {
		t.Errorf("the weights are off by %v: %+v", off, *g.w)
	}
}

func TestFixedWeightsStay(t *testing.T) {
	g := newFake("fake", begin)
	o := quick()
	o.Fix = []string{"PIECES[1]", "late", "tempo"}
	r, err := Run(t.Context(), fakeData(t, g, 200), o)
	if err != nil {
		t.Fatal(err)
	}
	g.use(r)
	if g.w.pieces[1] != begin.pieces[1] || g.w.Pair.Late != 0 || g.w.tempo != 0 || g.w.pieces[0] == begin.pieces[0] {
		t.Errorf("the weights are %+v", *g.w)
	}
}

// A larger L2 keeps the weights nearer to their origin.
func TestPullToTheStart(t *testing.T) {
	moved := func(l2 float64) (sum float64) {
		g := newFake("fake", begin)
		o := quick()
		o.L2 = l2
		r, err := Run(t.Context(), fakeData(t, g, 200), o)
		if err != nil {
			t.Fatal(err)
		}
		g.use(r)
		return math.Abs(float64(g.w.pieces[1][0] - begin.pieces[1][0]))
	}
	if none, some, much := moved(0), moved(20), moved(10000); none <= some+1 || some <= much+1 || much > 10 {
		t.Errorf("weights move by %v, %v and %v with a growing pull", none, some, much)
	}
}

// The number of threads and interruptions after any stage make no difference.
func TestDeterministicAndResumable(t *testing.T) {
	fit := func(threads, stop int, file string) (fakeWeights, error) {
		g := newFake("fake", begin)
		o := quick()
		o.Epochs, o.Rounds, o.Threads, o.Checkpoint = 30, 2, threads, file
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Progress = func(string, int, int, string) {
			if stop--; stop == 0 {
				cancel()
			}
		}
		r, err := Run(ctx, fakeData(t, g, 500), o)
		if err != nil {
			return *g.w, err
		}
		g.use(r)
		return *g.w, nil
	}
	straight := filepath.Join(t.TempDir(), "straight")
	want, err := fit(1, 0, straight)
	if err != nil {
		t.Fatal(err)
	}
	end := readState(t, straight)
	if end.Round != 1 || end.Descent.Epoch != 30 || slices.Equal(end.Start, valuesOf(newFake("fake", begin))) {
		t.Errorf("after two rounds of 30 epochs the state is %+v", end)
	}
	if got, err := fit(3, 0, ""); err != nil || got != want {
		t.Errorf("three threads give %+v, %v instead of %+v", got, err, want)
	}
	for stop := 1; stop < 25; stop += 3 {
		file := filepath.Join(t.TempDir(), "state")
		got, err := fit(2, stop, file)
		if !errors.Is(err, context.Canceled) && err != nil {
			t.Fatal(err)
		}
		if err != nil && got != begin {
			t.Errorf("interrupted after report %d it left %+v", stop, got)
		}
		if got, err := fit(2, 0, file); err != nil || got != want {
			t.Errorf("resumed after report %d it gives %+v, %v instead of %+v", stop, got, err, want)
		}
		if got := readState(t, file); !reflect.DeepEqual(got, end) { // to the last bit
			t.Errorf("resumed after report %d it ends in %+v instead of %+v", stop, got.Descent, end.Descent)
		}
	}
}

func readState(t *testing.T, name string) (s state) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheckpointRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	g := newFake("fake", begin)
	d := fakeData(t, g, 50)
	o := quick()
	o.Checkpoint, o.Epochs = file, 5
	r, err := Run(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	g.use(r)
	for _, c := range []struct {
		content string
		want    string
	}{
		{"", "is the checkpoint of another fit"}, // the weights have changed
		{"{", "is not a checkpoint"},
		{`{"Settings": "x"}`, "is the checkpoint of another fit"},
	} {
		if c.content != "" {
			if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Run(t.Context(), d, o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q: %v, want %s", c.content, err, c.want)
		}
	}
}

func TestGroups(t *testing.T) {
	g := newFake("fake", begin)
	r, err := Run(t.Context(), fakeData(t, g, 400), quick())
	if err != nil {
		t.Fatal(err)
	}
	g.use(r)
	var names []string
	for _, x := range r.Groups {
		names = append(names, fmt.Sprintf("%s %d/%d", x.Name, x.Touched, x.Weights))
	}
	want := []string{"tempo 1/1", "pieces 6/6", "Early 1/1", "Late 1/1", "never 0/2", "hidden 0/1"}
	if !slices.Equal(names, want) {
		t.Errorf("the groups are %v, want %v", names, want)
	}
	pieces, pair, never := r.Groups[1], r.Groups[2], r.Groups[4]
	if pieces.Zeroed < 10*pair.Zeroed || pair.Zeroed < 1e-5 || never.Zeroed != 0 || pieces.Kept < 1e-3 ||
		pieces.Largest < 90 || pieces.Mean > pieces.Largest {
		t.Errorf("the groups are %+v", r.Groups)
	}
	// Zeroed is the actual growth of the loss.
	d := fakeData(t, g, 400)
	o := quick()
	truth, err := lossesOf(d, o)
	if err != nil {
		t.Fatal(err)
	}
	g.w.Pair.Early = 0
	g.Reweigh()
	zeroed, err := lossesOf(d, o)
	if err != nil {
		t.Fatal(err)
	}
	if grew := zeroed - truth; math.Abs(grew-pair.Zeroed) > 1e-6 {
		t.Errorf("zeroing Early costs %v, reported %v", grew, pair.Zeroed)
	}
	var text strings.Builder
	if err := r.Report(&text); err != nil || !strings.Contains(text.String(), "largest") ||
		strings.Count(text.String(), "\n") != 8 {
		t.Errorf("%v\n%s", err, text.String())
	}
}

// lossesOf returns the loss over all positions with the current weights.
func lossesOf(d *Data, o Options) (float64, error) {
	o.Held, o.Epochs, o.Fix = 0, 1, []string{"tempo", "pieces", "Early", "Late", "never", "hidden"}
	r, err := Run(context.Background(), d, o)
	if err != nil {
		return 0, err
	}
	return r.Before.Train, nil
}

func TestRunRefuses(t *testing.T) {
	g := newFake("fake", begin)
	d := fakeData(t, g, 20)
	for _, c := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Epochs = 0 }, "epochs 0: expected 1–"},
		{func(o *Options) { o.Rate = math.NaN() }, "rate NaN"},
		{func(o *Options) { o.Lambda = 1.5 }, "lambda 1.5: expected 0–1"},
		{func(o *Options) { o.Fix = []string{"pieces[7]"} },
			`no weight is called "pieces[7]": expected one of tempo, pieces, Early, Late, never, hidden`},
		{func(o *Options) { o.Fix = []string{"me"} }, `no weight is called "me"`},
		{func(o *Options) { o.Threads = 0 }, "threads 0"},
	} {
		o := quick()
		c.change(&o)
		if _, err := Run(t.Context(), d, o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
	if _, err := Run(t.Context(), NewData(g, g, nil), quick()); err == nil ||
		!strings.Contains(err.Error(), "no training positions") {
		t.Errorf("without data the error is %v", err)
	}
}

func TestDataErrors(t *testing.T) {
	g := newFake("fake", begin)
	for _, c := range []struct{ text, want string }{
		{"fake | 1 0 0 0 0 0 0 0 w | 1 | 0 | 9\n# x\nfake | 1 w | 1 | 0 | 9",
			`games.txt:3: bad position "1 w": expected eight numbers`},
		{"other | 1 0 0 0 0 0 0 0 w | 1 | 0 | 9", `games.txt:1: unknown game "other"`},
		{"stranger | 1 0 0 0 0 0 0 0 w | 1 | 0 | 9",
			"games.txt:1: position of stranger: its evaluator does not use the weights of fake"},
		{"fake | 1 0 0 0 0 0 0 0 w | 2 | 0 | 9", `games.txt:1: bad result "2": expected 1, 0.5 or 0`},
	} {
		d := NewData(g, g, func(name string) (game.Game, error) {
			switch name {
			case "fake":
				return g, nil
			case "stranger":
				return nil, errors.New("position of stranger: its evaluator does not use the weights of fake")
			}
			return nil, fmt.Errorf("unknown game %q", name)
		})
		err := d.Read(strings.NewReader(c.text), "games.txt")
		if err == nil {
			_, err = Run(t.Context(), d, quick())
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}
