package proofs_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/proofs"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/cheshire"
)

var update = flag.Bool("update", false, "make the proofs in theorems again, and docs/small-games.md")

const page = "../../docs/small-games.md"

// boards lists the boards, each with the ranks between the pieces and the orders of pieces, one of each
// pair that are mirror images.
var boards = []struct {
	game, name, middle, rights string
	orders                     []string
}{
	{cheshireTitle, "3×4", "ppp/PPP", "Kk", three},
	{cheshireTitle, "3×5", "ppp/3/PPP", "Kk", three},
	{cheshireTitle, "4×4", "pppp/PPPP", "Kk", four},
	{cheshireTitle, "4×5", "pppp/4/PPPP", "Kk", four},
	{cheshireTitle, "5×5", "ppppp/5/PPPPP", "Kk", []string{"RNBQK"}},
	{shrinkTitle, "3×4", "ppp/PPP", "-", three},
	{shrinkTitle, "3×5", "ppp/3/PPP", "-", three},
	{shrinkTitle, "4×4", "pppp/PPPP", "-", four},
}

const (
	cheshireTitle = "Cheshire Cat Chess"
	shrinkTitle   = "Shrink Chess"
	// shrinkNodes is how many nodes the engine looks at for each position.
	shrinkNodes = 12_000
)

var (
	three = orders("KRN", "KRB", "KNB", "KQR", "KQN", "KQB")
	four  = orders("KRNB", "KQRN")
)

// orders returns all orders of each set of pieces, but not both of two mirror images.
func orders(sets ...string) (list []string) {
	seen := map[string]bool{}
	var add func(done, left string)
	add = func(done, left string) {
		if left == "" {
			if !seen[mirrored(done)] {
				seen[done] = true
				list = append(list, done)
			}
			return
		}
		for i := range left {
			add(done+left[i:i+1], left[:i]+left[i+1:])
		}
	}
	for _, set := range sets {
		add("", set)
	}
	return list
}

func mirrored(text string) string {
	b := []byte(text)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

func startOf(order, middle, rights string) string {
	return strings.ToLower(order) + "/" + middle + "/" + order + " w " + rights + " - 0 1"
}

func fileOf(title, board, order string) string {
	name := strings.Replace(board, "×", "x", 1) + "-" + strings.ToLower(order) + ".proof.gz"
	if title == shrinkTitle {
		name = "shrink-" + name
	}
	return filepath.Join("theorems", name)
}

// gameOf returns a game on a board of any size.
func gameOf(title, fen string) (game.Game, error) {
	if title == shrinkTitle {
		return rules.ByName("shrink")
	}
	return cheshire.NewForFEN(fen)
}

// parsed returns a position of a game on a board of any size.
func parsed(t testing.TB, title, fen string) game.Position {
	t.Helper()
	g, err := gameOf(title, fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, name string) *proofs.Proof {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	pr, err := proofs.Read(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return pr
}

// quick is the size, in bytes, below which the program in another language checks a file in the test.
const quick = 15_000

// TestTheorems checks every proof here, in a short run one of five, the small ones also by a program in another
// language, and that the page has their results.
func TestTheorems(t *testing.T) {
	s, err := solver.New(nil, 64)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	var small []string
	tables := map[string]*strings.Builder{}
	for _, b := range boards {
		if tables[b.game] == nil {
			tables[b.game] = &strings.Builder{}
		}
		table := tables[b.game]
		fmt.Fprintf(table, "\n### %s\n\n| Pieces | Result | Mate in | Positions |\n| --- | --- | --: | --: |\n", b.name)
		for _, order := range b.orders {
			name := fileOf(b.game, b.name, order)
			p := parsed(t, b.game, startOf(order, b.middle, b.rights))
			if *update {
				var pr *proofs.Proof
				if b.game == shrinkTitle {
					pr, err = proofs.MakeEndless(t.Context(), search.New(eval.NewNode), p, shrinkNodes, 100_000)
				} else {
					pr, err = proofs.Make(t.Context(), s, p, solver.Limits{}, 100_000)
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, written(t, pr), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			pr := read(t, name)
			if pr.Start != proofs.Text(p) {
				t.Errorf("%s is a proof of %s", name, pr.Start)
			}
			files++
			if !testing.Short() || files%5 == 0 {
				if err := pr.Check(p.Game()); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if info, err := os.Stat(name); err == nil && info.Size() < quick && (!testing.Short() || files%5 == 0) {
				small = append(small, name)
			}
			fmt.Fprintf(table, "| %s | %s | %s | %d |\n", order,
				map[game.Result]string{game.WhiteWins: "White wins", game.BlackWins: "Black wins", game.Draw: "draw"}[pr.Result],
				longest(t, p, pr), len(pr.Strategies[0])+len(pr.Strategies[1]))
		}
	}
	text := pageText
	for title, table := range tables {
		text = strings.Replace(text, "TABLES OF "+title+"\n", table.String(), 1)
	}
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(page); err != nil || string(old) != text {
		t.Errorf("%s is not current: go test ./proofs -run Theorems -update (%v)", page, err)
	}
	if all, err := filepath.Glob("theorems/*"); err != nil || len(all) != files {
		t.Errorf("there are %d files, want %d (%v)", len(all), files, err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: check.py has not checked the proofs; Go has")
	}
	if out, err := exec.CommandContext(t.Context(), python,
		append([]string{"check.py"}, small...)...).CombinedOutput(); err != nil ||
		strings.Count(string(out), "\n") != len(small) {
		t.Errorf("check.py: %v\n%s", err, out)
	}
}

// longest returns how many moves the winner needs at most with the strategy, "–" in drawn games.
func longest(t *testing.T, p game.Position, pr *proofs.Proof) string {
	t.Helper()
	if pr.Result == game.Draw {
		return "–"
	}
	color := game.White
	if pr.Result == game.BlackWins {
		color = game.Black
	}
	known := map[string]int{}
	var plies func() int
	plies = func() int {
		text := proofs.Text(p)
		if n, ok := known[text]; ok {
			return n
		}
		most := 0
		for _, m := range p.Legal(nil) {
			if p.Turn() == color && p.UCI(m) != pr.Strategies[color&1][text] {
				continue
			}
			p.Make(m)
			most = max(most, 1+plies())
			p.Unmake()
		}
		known[text] = most
		return most
	}
	return fmt.Sprint((plies() + 1) / 2)
}

func written(t testing.TB, pr *proofs.Proof) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := pr.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, err := io.WriteString(w, text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func unzipped(t testing.TB, name string) string {
	t.Helper()
	var text bytes.Buffer
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := text.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Both checkers reject what is wrong.
func TestWrongProofs(t *testing.T) {
	python, _ := exec.LookPath("python3")
	win, draw := unzipped(t, fileOf(cheshireTitle, "3×4", "KRN")), unzipped(t, fileOf(cheshireTitle, "3×5", "KRN"))
	white, _, _ := strings.Cut(draw, "strategy black")
	endless, _, _ := strings.Cut(unzipped(t, fileOf(shrinkTitle, "3×4", "KRQ")), "strategy black")
	lines := strings.Split(strings.TrimSpace(draw), "\n")
	cut := strings.LastIndexByte(lines[5], ' ')
	for _, c := range []struct{ what, text string }{
		{"nothing", ""},
		{"another format", strings.Replace(win, "proof 1", "proof 2", 1)},
		{"an unknown result", strings.Replace(win, "white wins", "white", 1)},
		{"the other color wins", strings.Replace(win, "white wins", "black wins", 1)},
		{"a win as a draw", strings.Replace(win, "white wins", "draw", 1)},
		{"a draw as a win", strings.Replace(white, "result draw", "result white wins", 1)},
		{"an endless game as a win", strings.Replace(endless, "result draw", "result white wins", 1)},
		{"another game", strings.Replace(win, "Cheshire Cat Chess, 3×4", "Shrink Chess", 1)},
		{"an unknown game", strings.Replace(win, "Cheshire Cat Chess, 3×4", "Chess", 1)},
		{"a strategy is missing", white},
		{"a position that no game reaches", strings.Replace(win, "white 2\n", "white 3\nanything at all\n", 1)},
		{"a number with more behind it", strings.Replace(win, "white 2\n", "white 2x\n", 1)},
		{"a start where the king can be taken",
			strings.NewReplacer("start krn/ppp/PPP/KRN", "start 1k1/RQR/1K1", "3×4", "3×3").Replace(win)},
		{"another board in the title", strings.Replace(win, "3×4", "9×9", 1)},
		{"a line is missing", strings.Replace(draw, lines[5]+"\n", "", 1)},
		{"the last line is missing", strings.Join(lines[:len(lines)-1], "\n") + "\n"},
		{"an illegal move", strings.Replace(draw, lines[5], lines[5][:cut]+" a1a9", 1)},
		{"another start", strings.Replace(win, "start krn", "start rkn", 1)},
	} {
		name := filepath.Join(t.TempDir(), "wrong.proof.gz")
		if err := os.WriteFile(name, zipped(t, c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		pr, err := proofs.Read(bytes.NewReader(zipped(t, c.text)))
		if err == nil {
			var g game.Game
			if g, err = gameOf(pr.Title, pr.Start+" 0 1"); err == nil {
				err = pr.Check(g)
			}
		}
		if err == nil {
			t.Errorf("%s: the proof is accepted", c.what)
		}
		if python == "" {
			continue
		}
		if out, err := exec.CommandContext(t.Context(), python, "-O", "check.py", name).CombinedOutput(); err == nil {
			t.Errorf("%s: check.py accepts the proof: %s", c.what, out)
		}
	}
}

func TestLimits(t *testing.T) {
	s, err := solver.New(nil, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fen   string
		nodes uint64
		most  int
		want  error
	}{
		{startOf("RNBQK", "ppppp/5/PPPPP", "Kk"), 1000, 1000, proofs.ErrUnsolved},
		{startOf("RNKB", "pppp/4/PPPP", "Kk"), 0, 10, proofs.ErrTooLarge},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 60 1", 10, 10, proofs.ErrCounted},
	} {
		p := parsed(t, cheshireTitle, c.fen)
		if _, err := proofs.Make(t.Context(), s, p, solver.Limits{Nodes: c.nodes}, c.most); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.fen, err, c.want)
		}
	}
	if _, err := proofs.Make(t.Context(), s, rules.All()[0].Start(), solver.Limits{}, 10); !errors.Is(err,
		solver.ErrEndless) {
		t.Errorf("Shrink Chess: %v", err)
	}
}

// MakeEndless proves wins of both colors and draws, the same way each time, within limits.
func TestMakeEndless(t *testing.T) {
	e := search.New(eval.NewNode)
	for fen, want := range map[string]game.Result{
		"krn/ppp/PPP/KRN w - - 0 1": game.WhiteWins,
		"krn/ppp/PPP/KRN b - - 0 1": game.BlackWins,
		"krq/ppp/PPP/KRQ w - - 0 1": game.Draw,
		"kbr/3/KBR w - - 0 1":       game.Draw,
		"k/R/K b - - 0 1":           game.WhiteWins, // mated
	} {
		p := parsed(t, shrinkTitle, fen)
		pr, err := proofs.MakeEndless(t.Context(), e, p, 300, 10_000)
		if err != nil || pr.Result != want {
			t.Fatalf("%s: %+v (%v), want %v", fen, pr, err, want)
		}
		if err := pr.Check(p.Game()); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
		again, err := proofs.MakeEndless(t.Context(), e, p, 300, 10_000)
		if err != nil || !bytes.Equal(written(t, pr), written(t, again)) {
			t.Errorf("%s: another proof the second time (%v)", fen, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		fen  string
		most int
		want error
	}{
		{t.Context(), "krq/ppp/PPP/KRQ w - - 0 1", 30, proofs.ErrTooLarge},
		{t.Context(), "krq/ppp/PPP/KRQ w - - 1 1", 10_000, proofs.ErrCounted},
		{gone, "krq/ppp/PPP/KRQ w - - 0 1", 10_000, context.Canceled},
	} {
		if _, err := proofs.MakeEndless(c.ctx, e, parsed(t, shrinkTitle, c.fen), 300, c.most); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.fen, err, c.want)
		}
	}
}

// Whatever a file has, Read and Check return, and a proof that is read is written again.
func FuzzRead(f *testing.F) {
	f.Add("wane proof 1\ngame Cheshire Cat Chess, 3×4\nstart krn/ppp/PPP/KRN w Kk -\nresult white wins\n" +
		"strategy white 1\nkrn/ppp/PPP/KRN w Kk - a2b3\n")
	f.Add("wane proof 1\ngame Shrink Chess\nstart kbr/3/KBR w - -\nresult draw\nstrategy white 1\nkbr/3/KBR w - - c1c3\n" +
		"strategy black 0\n")
	f.Add("wane proof 1\ngame x\nstart x\nresult draw\nstrategy white 0\nstrategy black 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		pr, err := proofs.Read(bytes.NewReader(zipped(t, text)))
		if err != nil {
			return
		}
		if len(pr.Start) < 40 { // a small board, quickly checked
			if g, err := gameOf(pr.Title, pr.Start+" 0 1"); err == nil {
				_ = pr.Check(g)
			}
		}
		if _, err := proofs.Read(bytes.NewReader(written(t, pr))); err != nil {
			t.Errorf("it cannot be read again: %v", err)
		}
	})
}
