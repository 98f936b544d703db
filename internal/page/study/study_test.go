package study

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

func options(variant string, corrections ...string) Options {
	return Options{Games: rules.All(), Lookup: rules.ByName, Variant: variant, Corrections: corrections}
}

// one reads a text with one game.
func one(t *testing.T, variant, text string) Game {
	t.Helper()
	got, err := Read(t.Context(), text, options(variant))
	if err != nil || len(got.Games) != 1 || len(got.Skipped) != 0 {
		t.Fatalf("%q: %+v, %v", text, got, err)
	}
	return got.Games[0]
}

// write writes a game and checks that it reads back as the same.
func write(t *testing.T, g Game) string {
	t.Helper()
	text, err := Write(g, rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	if again := one(t, g.Variant, text); !reflect.DeepEqual(again, g) {
		t.Errorf("the game\n%+v\nis written as\n%s\nand read as\n%+v", g, text, again)
	}
	return text
}

// Everything that a node has comes out of PGN and goes back into it.
func TestReadWrite(t *testing.T) {
	g := one(t, "shrink", `[White "Ann"]
[Result "1-0"]

{Here [%csl Gd4] begins} 1. e4 $1 {[%cal Ge2e4,Rd1d5] [%csl Yd5] [%eval 0.341,18] [%clk 0:01] best}
(1. d4 {other} d5) 1... e5 $6 $14
({rather} 1... c5 {[%eval #-3] [%clk 1:02:08.50]}) 2. Nf3 {[%cal Gz9z9] odd} 1-0`)
	want := Game{
		Variant: "shrink", Title: "Shrink Chess", Tags: []Tag{{"White", "Ann"}}, Result: "1-0",
		Root: Node{
			After: "Here begins", Circles: []Circle{{"d4", "green"}}, Children: []Node{{
				Move: "e2e4", SAN: "e4", NAGs: []int{1}, After: "best", Eval: &Eval{CP: 34, Depth: 18}, Clock: new(1000),
				Arrows: []Arrow{{"e2", "e4", "green"}, {"d1", "d5", "red"}}, Circles: []Circle{{"d5", "yellow"}},
				Children: []Node{{
					Move: "e7e5", SAN: "e5", NAGs: []int{6, 14},
					Children: []Node{{Move: "g1f3", SAN: "Nf3", After: "[%cal Gz9z9] odd", Children: []Node{}}},
				}, {
					Move: "c7c5", SAN: "c5", Before: "rather",
					Eval: &Eval{Mate: -3}, Clock: new((3600+2*60+8)*1000 + 500), Children: []Node{},
				}},
			}, {
				Move: "d2d4", SAN: "d4", After: "other", Children: []Node{{Move: "d7d5", SAN: "d5", Children: []Node{}}},
			}},
		},
	}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("got\n%+v\nwant\n%+v", g, want)
	}
	text := write(t, g)
	for _, part := range []string{
		"[%eval 0.34,18] [%clk 0:00:01] [%cal Ge2e4,Rd1d5] [%csl Yd5] best",
		"{[%csl Gd4] Here begins}",
		"({rather} 1... c5 {[%eval #-3] [%clk 1:02:08.5]})",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
}

// A game tells why it ended as all PGN does, and a text keeps that.
func TestReason(t *testing.T) {
	g := Game{Variant: "chess", Result: "0-1", Reason: "resignation", Root: Node{
		Children: []Node{{Move: "e2e4", After: "my best"}},
	}}
	text, err := Write(g, rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	again := one(t, "chess", text)
	if got := again.Root.Children[0].After; got != "my best Black wins: resignation." {
		t.Errorf("the comment is %q", got)
	}
	if want := []Tag{{"Termination", "normal"}}; !reflect.DeepEqual(again.Tags, want) || again.Reason != "" {
		t.Errorf("the tags are %q", again.Tags)
	}
	write(t, again)
}

// Tags that are not known stay, and the one that turns the board does so.
func TestTags(t *testing.T) {
	for value, flipped := range map[string]bool{"black": true, "Black": true, "white": false} {
		g := one(t, "chess", "[Orientation \""+value+"\"]\n[X-Odd_1 \"a \\\"b\\\" \\\\ c\"]\n[Nothing \"\"]\n\n1. e4 *")
		want := []Tag{{"Orientation", value}, {"X-Odd_1", `a "b" \ c`}}
		if !reflect.DeepEqual(g.Tags, want) || g.Flipped != flipped {
			t.Errorf("%q: %q, flipped: %v", value, g.Tags, g.Flipped)
		}
		write(t, g)
	}
}

// Squares bear the names of their games, after the move: rows that have closed up
// are gone.
func TestDrawingsOfVariants(t *testing.T) {
	for _, c := range []struct{ variant, text, left string }{
		{"diminuendo", "1. Bxf5+ {[%cal Gza5,Bd8z] [%csl Rz]}", ""},
		{"diminuendo", "1. Bxf5+ {[%csl Rh1]}", "[%csl Rh1]"},
		{"cheshire", "1. f4 {[%cal Ga10j1,Yj10a1]}", ""},
		{"cheshire8", "1. f4 {[%cal Ga10j1]}", "[%cal Ga10j1]"},
		{"convergent", "1. cd4 {[%csl Gd8,Rb2]}", ""},
		{"convergent", "1. cd4 {[%csl Ga1]}", "[%csl Ga1]"}, // there is no such square
		{"shrink", "[FEN \"2k/1R1/K2 w - - 0 1\"]\n\n1. Rc2+ {[%csl Ga2] [%csl Gc3]}", "[%csl Gc3]"},
		{"chess", "1. e4 {[%cal Ge2e2]}", "[%cal Ge2e2]"}, // that is a circle
		{"chess", "1. e4 {[%cal [%csl Gd4]Ge2e4]}", ""},   // one within the other
		{"chess", "1. e4 {[%eval 0x1p3] [%eval #0] [%eval 1,2,3]}", "[%eval 0x1p3] [%eval #0] [%eval 1,2,3]"},
	} {
		g := one(t, c.variant, c.text)
		n := g.Root.Children[0]
		if n.After != c.left || c.left == "" && n.Arrows == nil && n.Circles == nil {
			t.Errorf("%s, %s: %+v", c.variant, c.text, n)
		}
		write(t, g)
	}
}

// A position alone is a game without moves: of the asked game, or else of one
// that has such positions.
func TestReadFEN(t *testing.T) {
	for _, c := range []struct{ variant, text, want, warning, err string }{
		{"shrink", "2k/1R1/K2 w - - 0 1", "shrink", "", ""},
		{"shrink", "  P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p b - - 0 1\n", "diminuendo",
			"not a position of Shrink Chess; it was read as one of Diminuendo Chess", ""},
		{"diminuendo:pbnrqk", "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p b - - 0 1", "diminuendo:pbnrqk", "", ""},
		{"shrink", "2k/1R1/K2 w - -", "shrink", "", ""},
		{"shrink", `2k/1R1/K2 w - - bm Rc2; id "mate soon";`, "shrink", "", ""},
		{"shrink", "2k/1R1/K2 w -", "", "", "no en passant square"},
		{"chess", "8/8/8/8/8/8/8/8 w - - 0 1", "", "", "king"},
	} {
		got, err := Read(t.Context(), c.text, options(c.variant))
		games, warnings := got.Games, got.Warnings
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v, want %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || len(games) != 1 {
			t.Errorf("%q: %+v, %v", c.text, games, err)
			continue
		}
		if g := games[0]; g.Variant != c.want || g.FEN == "" || len(g.Root.Children) != 0 {
			t.Errorf("%q: %+v, %v", c.text, games, err)
			continue
		}
		if c.warning == "" != (len(warnings) == 0) || c.warning != "" && !strings.Contains(warnings[0].Problem, c.warning) {
			t.Errorf("%q: warnings %v", c.text, warnings)
		}
		write(t, games[0])
	}
	if g := one(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"); g.FEN != "" {
		t.Errorf("the start is kept as %q", g.FEN)
	}
}

// The printed games of the inventors are read; an error in them is reported with its place
// and a correction that helps.
func TestReplyPlacesErrors(t *testing.T) {
	data, err := os.ReadFile("../../../notation/testdata/shrink-score.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := Reply(t.Context(), string(data), options("shrink"))
	if got.Error != nil || len(got.Games) != 0 || len(got.Skipped) != 1 || got.Skipped[0].Game == nil {
		t.Fatalf("%+v", got)
	}
	e := got.Skipped[0]
	if e.Line != 14 || e.Column != 50 || e.Move != "15..." || e.Text != "Kc1 – b1" ||
		!slices.Equal(e.Legal, []string{"Kb4"}) || e.Correct != "1#15..." {
		t.Errorf("%+v", e)
	}
	again := Reply(t.Context(), string(data), options("shrink", e.Correct+e.Legal[0]))
	if again.Error != nil || len(again.Skipped) != 0 || len(again.Games) != 1 || len(again.Warnings) != 1 ||
		again.Games[0].Result != "1-0" {
		t.Errorf("corrected: %+v, %+v", again.Error, again.Warnings)
	}
}

// A fault in one game does not keep the others from being read.
func TestSkipped(t *testing.T) {
	text := "[White \"A\"]\n\n1. e4 and 1... e5 *\n\n[White \"B\"]\n\n1. e4 e5 *"
	got, err := Read(t.Context(), text, options("chess"))
	if err != nil || len(got.Games) != 1 || got.Games[0].Tags[0].Value != "B" || len(got.Skipped) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	s := got.Skipped[0]
	if s.Err.Line != 3 || s.Err.Column != 7 || s.Err.Text != "and" || s.Err.Game != 1 || len(s.Game.Root.Children) != 1 {
		t.Errorf("%+v, %v", s.Game, s.Err)
	}
	many := strings.Repeat("[White \"A\"]\n\n1. e5 *\n\n", maxSkipped+7)
	if got := Reply(t.Context(), many, options("chess")); len(got.Skipped) != maxSkipped || got.More != 7 {
		t.Errorf("%d skipped and %d more", len(got.Skipped), got.More)
	}
}

// Errors say which game they are about, and whether the text is another's.
func TestReplyErrors(t *testing.T) {
	for _, c := range []struct {
		variant, text, says, correct string
		elsewhere                    []string
		games                        int
	}{
		{"chess", "1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 d5 2. Nf6 *", "no white knight", "2#2.", nil, 1},
		{"shrink", "1. cd4 ff5 2. dc5", "", "1#1.", []string{"convergent"}, 0},
		{"shrink", "nothing of that kind", "no game found", "", nil, 0},
		{"shrink", "", "no game found", "", nil, 0},
		{"shrink", "2k/1R1/K2 x - - 0 1", "side", "", nil, 0},
		{"hopscotch", "1. e4", "unknown game", "", nil, 0},
		{"chess", strings.Repeat("1. e4 ", 400_000), "at most 2048 KB", "", nil, 0},
		{"chess", strings.Repeat("1. e4 *\n\n", 600), "more than 500 games", "", nil, 500},
		{"chess", "1. e4 {" + strings.Repeat("x", MaxComment+1) + "} *", "comment is longer", "", nil, 0},
		{"chess", wandering(t, MaxPlies+10), "longer than 1500", "", nil, 0},
	} {
		got := Reply(t.Context(), c.text, options(c.variant))
		if got.Error == nil && len(got.Skipped) == 1 {
			got.Error = &got.Skipped[0]
		}
		if got.Error == nil || !strings.Contains(got.Error.Says, c.says) || got.Error.Correct != c.correct ||
			!reflect.DeepEqual(got.Error.Elsewhere, c.elsewhere) || len(got.Games) != c.games {
			t.Errorf("%s, %.60q: %d games, %+v", c.variant, c.text, len(got.Games), got.Error)
		}
	}
}

// wandering is a game of so many plies: pawns move only when they must.
func wandering(t *testing.T, plies int) string {
	t.Helper()
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	const fen = "4k1n1/4pppp/8/8/8/8/PPPP4/1N2K3 w - - 0 1"
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[FEN %q]\n\n", fen)
	for range plies {
		legal := p.Legal(nil)
		r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		slices.SortStableFunc(legal, func(x, y game.Move) int { return cost(p, x) - cost(p, y) })
		fmt.Fprint(&b, p.UCI(legal[0]), " ")
		p.Make(legal[0])
	}
	return b.String()
}

// cost returns how bad a move is for keeping a game going.
func cost(p game.Position, m game.Move) int {
	v := p.View()
	pawn, takes := v.Pieces[m.From()].Type() == game.Pawn, v.Pieces[m.To()] != game.NoPiece
	p.Make(m)
	defer p.Unmake()
	switch {
	case p.Outcome().Over():
		return 9
	case takes:
		return 5
	case pawn:
		return 1
	}
	return 0
}

// shuffling is a game of so many plies in which kings go to and fro.
func shuffling(plies int) string {
	var b strings.Builder
	b.WriteString("[FEN \"k7/p7/8/8/8/8/P7/K7 w - - 0 1\"]\n\n")
	for i := range plies {
		b.WriteString([]string{"Kb1 ", "Kb8 ", "Ka1 ", "Ka8 "}[i%4])
	}
	return b.String()
}

// Moves after a repetition are kept: it must be claimed, and analysis goes on.
func TestReadPastARepetition(t *testing.T) {
	got, err := Read(t.Context(), shuffling(20), options("chess"))
	if err != nil || len(got.Games) != 1 || len(got.Warnings) != 0 {
		t.Fatalf("%v %v", got.Warnings, err)
	}
	n, plies := &got.Games[0].Root, 0
	for ; len(n.Children) > 0; n = &n.Children[0] {
		plies++
	}
	if plies != 20 {
		t.Errorf("%d plies are left", plies)
	}
}

// What is not sound is not written.
func TestWriteErrors(t *testing.T) {
	move := func(n Node) Game {
		if n.Move == "" {
			n.Move = "e2e4"
		}
		return Game{Variant: "chess", Result: "*", Root: Node{Children: []Node{n}}}
	}
	deep := Node{}
	for range MaxPlies + 1 {
		deep = Node{Move: "e2e4", Children: []Node{deep}}
	}
	for _, c := range []struct {
		name string
		g    Game
		says string
	}{
		{"variant", Game{Variant: "go", Result: "*"}, "unknown game"},
		{"FEN", Game{Variant: "chess", FEN: "8/8 w", Result: "*"}, "FEN"},
		{"result", Game{Variant: "chess"}, "unknown result"},
		{"tag", Game{Variant: "chess", Result: "*", Tags: []Tag{{"Bad name", "x"}}}, "tag name"},
		{"derived tag", Game{Variant: "chess", Result: "*", Tags: []Tag{{"FEN", "x"}}}, "cannot be set"},
		{"move", move(Node{Move: "e2e5"}), `e2e5`},
		{"twice", Game{Variant: "chess", Result: "*", Root: Node{Children: []Node{{Move: "e2e4"}, {Move: "e2e4"}}}}, "twice"},
		{"mark", move(Node{NAGs: []int{256}}), "after ply 1, e2e4: the mark $256"},
		{"color", move(Node{Circles: []Circle{{"e4", "pink"}}}), "pink"},
		{"cell", move(Node{Circles: []Circle{{"e9", "red"}}}), "e9"},
		{"arrow", move(Node{Arrows: []Arrow{{"e2", "e2", "red"}}}), "itself"},
		{"drawings", move(Node{Circles: make([]Circle, MaxDrawn+1)}), "at most"},
		{"eval", move(Node{Eval: &Eval{CP: 5, Mate: 2}}), "evaluation"},
		{"clock", move(Node{Clock: new(-1)}), "clock"},
		{"comment", move(Node{After: strings.Repeat("x", MaxComment+1)}), "longer"},
		{"root", Game{Variant: "chess", Result: "*", Root: Node{Circles: []Circle{{"e9", "red"}}}}, "before the first move"},
		{"deep", Game{Variant: "chess", Result: "*", Root: deep}, "e2e4"},
	} {
		if text, err := Write(c.g, rules.ByName); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %q", c.name, err, text)
		}
	}
}
