package tune

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// litWeights is a type of weights that the files of these tests have literals of.
type litWeights struct {
	Tempo game.Score
	Piece [7][2]game.Score
	Table [2][3]game.Score
	Pair  litPair
	Pairs [2]litPair
}

type litPair struct {
	Early, Late [2]game.Score
}

// litGame has such weights.
type litGame struct {
	game.Game
	w litWeights
}

func (g *litGame) Name() string { return "lit" }
func (g *litGame) Weights() any { return &g.w }
func (g *litGame) Reweigh()     {}

const litFile = `package lit

import "example.com/game"

// spare is not meant.
var spare = litWeights{Tempo: 4}

// live holds the weights
// in use.
var live = litWeights{
	Tempo: 5, // the right to move
	Piece: [7][2]game.Score{game.Queen: {900, 950}, game.Pawn: {100, -120}},
	// The table.
	Table: [2][3]game.Score{
		{1, 2, 3},
		{4},
	},
}

var other = 7
`

const litWant = `package lit

import "example.com/game"

// spare is not meant.
var spare = litWeights{Tempo: 4}

// live holds the weights
// in use.
//
// Tuned by somebody who wrote so much about it that one line of a comment is
// not enough for all of it.
var live = litWeights{
	Tempo: 6, // the right to move
	Piece: [7][2]game.Score{game.Queen: {900, 980}, game.Pawn: {-100, 120}, 1: {0, 7}},
	// The table.
	Table: [2][3]game.Score{
		{1, 2, 3},
		{0, 2: -9},
	},
	Pair:  litPair{[2]game.Score{1, 2}, [2]game.Score{3, 4}},
	Pairs: [2]litPair{{[2]game.Score{0, 0}, [2]game.Score{0, 0}}, {[2]game.Score{5, 0}, [2]game.Score{0, 0}}},
}

var other = 7
`

func newLit() *litGame {
	g := &litGame{}
	g.w.Tempo = 5
	g.w.Piece[game.Queen] = [2]game.Score{900, 950}
	g.w.Piece[game.Pawn] = [2]game.Score{100, -120}
	g.w.Table = [2][3]game.Score{{1, 2, 3}, {4}}
	return g
}

func litChanged() *litGame {
	g := newLit()
	g.w.Tempo = 6
	g.w.Piece[game.Queen][1] = 980
	g.w.Piece[game.Pawn] = [2]game.Score{-100, 120}
	g.w.Piece[game.King][1] = 7
	g.w.Table[1] = [3]game.Score{0, 0, -9}
	g.w.Pair = litPair{[2]game.Score{1, 2}, [2]game.Score{3, 4}}
	g.w.Pairs[1].Early[0] = 5
	return g
}

func valuesOf(t *testing.T, g game.Tuned) []game.Score {
	t.Helper()
	w, err := weightsOf(g.Weights())
	if err != nil {
		t.Fatal(err)
	}
	return w.values()
}

func writeLit(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "weights.go")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const litRemark = "somebody who wrote so much about it that one line of a comment is not enough for all of it."

// What was written can be found by its new values and changed back. The new
// elements stay, with the value 0.
func TestRewrite(t *testing.T) {
	old, now := newLit(), litChanged()
	s, err := FindSource(old, "", writeLit(t, litFile), "")
	if err != nil {
		t.Fatal(err)
	}
	if s.Var != "live" {
		t.Fatalf("it found %s", s.Var)
	}
	text, err := s.Rewrite(valuesOf(t, old), valuesOf(t, now), litRemark)
	if err != nil || string(text) != litWant {
		t.Fatalf("%v, the file became\n%s", err, text)
	}
	if s, err = FindSource(now, "", writeLit(t, string(text)), ""); err != nil || s.Var != "live" {
		t.Fatalf("afterwards it found %v, %v", s, err)
	}
	back, err := s.Rewrite(valuesOf(t, now), valuesOf(t, old), "me.")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(back), "// in use.\n//\n// Tuned by me.\nvar live") || strings.Contains(string(back), "somebody") {
		t.Errorf("the remark was not replaced:\n%s", back)
	}
	if s, err = FindSource(old, "", writeLit(t, string(back)), ""); err != nil || s.Var != "live" {
		t.Errorf("changed back it is %v, %v\n%s", s, err, back)
	}
}

func TestRewriteForms(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"without a comment", "package lit\n\nvar w = litWeights{Tempo: 5, REST}\n",
			"package lit\n\n// w holds the weights in use, in centipawns.\n//\n// Tuned by me.\nvar w = litWeights{Tempo: 6, "},
		{"a pointer in a group", "package lit\n\nvar (\n\t// w is it.\n\tw = &litWeights{Tempo: 5, REST}\n)\n",
			"package lit\n\nvar (\n\t// w is it.\n\t//\n\t// Tuned by me.\n\tw = &litWeights{Tempo: 6, "},
		{"no keys", "package lit\n\n// w is it.\nvar w = litWeights{5, [7][2]game.Score{2: {900, 950}, 6: {100, -120}}, [2][3]game.Score{{1, 2, 3}, {4}}, litPair{}, [2]litPair{}}\n",
			"litPair{Early: [2]game.Score{1, 2}, Late: [2]game.Score{3, 4}}, [2]litPair{1: {[2]game.Score{5, 0}, [2]game.Score{0, 0}}}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(c.text, "REST", "Piece: [7][2]game.Score{game.Queen: {900, 950}, game.Pawn: {100, -120}}, Table: [2][3]game.Score{{1, 2, 3}, {4}}", 1)
			old, now := newLit(), litChanged()
			s, err := FindSource(old, "", writeLit(t, text), "")
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Rewrite(valuesOf(t, old), valuesOf(t, now), "me.")
			if err != nil || !strings.Contains(string(got), c.want) {
				t.Fatalf("%v, the file became\n%s", err, got)
			}
			if _, err := FindSource(now, "", writeLit(t, string(got)), ""); err != nil {
				t.Errorf("it does not have the new values: %v\n%s", err, got)
			}
		})
	}
}

func TestFindSourceRefuses(t *testing.T) {
	twice := litFile + strings.Replace(litFile[strings.Index(litFile, "var live"):strings.Index(litFile, "var other")], "live", "again", 1)
	for _, c := range []struct{ name, text, variable, want string }{
		{"stale", strings.Replace(litFile, "950", "951", 1), "live", "weights.go:12:44: the file has 951, but this program was built with 950; rebuild it"},
		{"stale where nothing stands", strings.Replace(litFile, "Tempo: 5,", "", 1), "live", "the file lacks Tempo"},
		{"two", twice, "", "say with --var which of spare, live, again"},
		{"no such variable", litFile, "dead", `no variable "dead" is given a literal of type litWeights; there are: spare, live`},
		{"unknown key", strings.Replace(litFile, "game.Queen:", "lady:", 1), "live", "cannot tell which element of [7][2]game.Score this key means"},
		{"too many", strings.Replace(litFile, "{1, 2, 3}", "{1, 2, 3, 4}", 1), "live", "[3]game.Score has only 3 elements"},
		{"made elsewhere", strings.Replace(litFile, "{1, 2, 3}", "row()", 1), "live", "expected a literal of type [3]game.Score"},
		{"no Go", "packag lit", "", "expected 'package'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := FindSource(newLit(), "", writeLit(t, c.text), c.variable)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %s", err, c.want)
			}
		})
	}
	if s, err := FindSource(newLit(), "", writeLit(t, twice), "again"); err != nil || s.Var != "again" {
		t.Errorf("asked for one of two it gives %v, %v", s, err)
	}
	if _, err := FindSource(newLit(), t.TempDir(), "", ""); err == nil || !strings.Contains(err.Error(), "run this at the root of wane's source") {
		t.Errorf("where no source is, the error is %v", err)
	}
}
