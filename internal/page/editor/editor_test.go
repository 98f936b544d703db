package editor_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/rules"
)

// desk is a user who sets up a position.
type desk struct {
	t testing.TB
	editor.Draft
}

// at opens a game at a FEN.
func at(t testing.TB, variant, fen string) *desk {
	t.Helper()
	d := &desk{t: t}
	d.State.Variant = variant
	return d.do(editor.DraftEdit{Do: "fen", Text: fen})
}

// do makes an edit that must be possible, and checks what comes of it.
func (d *desk) do(e editor.DraftEdit) *desk {
	d.t.Helper()
	next, err := editor.Do(rules.ByName, d.State, e)
	if err != nil {
		d.t.Fatalf("%s, %+v: %v", d.State.FEN, e, err)
	}
	d.Draft = next
	d.sound(e)
	return d
}

// sound checks that all that a setup says belongs together.
func (d *desk) sound(e editor.DraftEdit) {
	d.t.Helper()
	fail := func(format string, args ...any) {
		d.t.Helper()
		d.t.Fatalf("%s %s after %+v: "+format, append([]any{d.State.Variant, d.State.FEN, e}, args...)...)
	}
	g, err := rules.ByName(d.State.Variant)
	if err != nil {
		d.t.Fatal(err)
	}
	draft, unread := g.(rulekit.SetupParser).ParseSetup(d.State.FEN)
	if len(unread) > 0 || draft.String() != d.State.FEN {
		fail("it reads back as %s, unread is %v", draft, unread)
	}
	if problem := gametest.Judge(g.(rulekit.SetupParser), draft); problem != "" {
		fail("%s", problem)
	}
	p, err := g.Parse(d.State.FEN)
	if (err == nil) != (len(d.Faults) == 0) {
		fail("the faults are %+v, Parse says %v", d.Faults, err)
	}
	if err == nil && d.View.FEN != p.String() || err != nil && d.View.FEN != d.State.FEN {
		fail("the board view has the FEN %s", d.View.FEN)
	}
	squares, pieces := map[int]bool{}, map[int]bool{}
	for _, c := range d.View.Squares {
		squares[c.Key] = true
	}
	for _, m := range d.View.Pieces {
		if pieces[m.Key] || !squares[m.Square] {
			fail("the pieces are %v", d.View.Pieces)
		}
		pieces[m.Key] = true
	}
	if len(squares) != len(d.View.Squares) || len(squares) != len(draft.Board.Squares) ||
		len(pieces) != len(d.State.Pieces) {
		fail("%d keys for %d squares, %d pieces", len(squares), len(draft.Board.Squares), len(pieces))
	}
	for _, f := range d.Faults {
		if slices.ContainsFunc(f.Squares, func(key int) bool { return !squares[key] }) {
			fail("%+v is about squares that are not there", f)
		}
	}
	data, err := json.Marshal(d.State)
	var back editor.DraftState
	if err != nil || json.Unmarshal(data, &back) != nil || back.FEN != d.State.FEN ||
		!slices.Equal(back.Pieces, d.State.Pieces) {
		fail("the state does not survive JSON: %s, %v", data, err)
	}
}

// key returns the key of the square with that name.
func (d *desk) key(name string) int {
	d.t.Helper()
	for _, c := range d.View.Squares {
		if c.Name == name {
			return c.Key
		}
	}
	d.t.Fatalf("%s has no cell %s", d.State.FEN, name)
	return 0
}

// names returns the names of the squares with those keys.
func (d *desk) names(keys []int) string {
	var names []string
	for _, key := range keys {
		for _, c := range d.View.Squares {
			if c.Key == key {
				names = append(names, c.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

func (d *desk) put(pieces string) *desk {
	d.t.Helper()
	for pt := range strings.FieldsSeq(pieces) {
		d.do(editor.DraftEdit{Do: "put", Piece: pt[:1], Squares: []int{d.key(pt[1:])}})
	}
	return d
}

func (d *desk) on(do string, names ...string) *desk {
	d.t.Helper()
	e := editor.DraftEdit{Do: do}
	for _, name := range names {
		e.Squares = append(e.Squares, d.key(name))
	}
	return d.do(e)
}

func (d *desk) text(do, text string) *desk {
	d.t.Helper()
	return d.do(editor.DraftEdit{Do: do, Text: text})
}

func (d *desk) numbers(do string, n ...int) *desk {
	d.t.Helper()
	return d.do(editor.DraftEdit{Do: do, Numbers: n})
}

// is checks the FEN.
func (d *desk) is(fen string) *desk {
	d.t.Helper()
	if d.State.FEN != fen {
		d.t.Fatalf("it is %s, want %s", d.State.FEN, fen)
	}
	return d
}

// faulty checks the faults, by parts of their sentences; sound is none.
func (d *desk) faulty(parts ...string) *desk {
	d.t.Helper()
	ok := len(parts) == len(d.Faults)
	for i := range parts {
		ok = ok && strings.Contains(d.Faults[i].Text, parts[i])
	}
	if !ok {
		d.t.Fatalf("%s: the faults are\n%+v\nwant %q", d.State.FEN, d.Faults, parts)
	}
	return d
}

// fix makes the edit with that label.
func (d *desk) fix(label string) *desk {
	d.t.Helper()
	for _, f := range d.Faults {
		for _, m := range f.Fixes {
			if m.Label == label {
				return d.do(m.Edit)
			}
		}
	}
	d.t.Fatalf("%s: no fix %q in %+v", d.State.FEN, label, d.Faults)
	return nil
}

// TestEndings sets up what people would, from nothing.
func TestEndings(t *testing.T) {
	// The ending with three pieces on three by three squares.
	at(t, "shrink", "").do(editor.DraftEdit{Do: "clear"}).is("8/8/8/8/8/8/8/8 w - - 0 1").
		faulty("White has no king", "Black has no king").
		numbers("size", 3, 3).is("3/3/3 w - - 0 1").
		put("kc3 Rb2").faulty("White has no king").put("Ka1").is("2k/1R1/K2 w - - 0 1").faulty().
		numbers("size", 3, 1).is("K2 w - - 0 1").faulty("Black has no king")
	// Vanished squares: the rook looks through one, the king cannot go there.
	at(t, "cheshire8", "").do(editor.DraftEdit{Do: "clear"}).put("Ke1 ke8 Re4").
		faulty("Black’s king on e8 is attacked by the rook on e4").
		fix("Let Black move").faulty().on("vanish", "e5").on("vanish", "e1").on("vanish", "d1").
		is("4k3/8/8/4*3/4R3/8/8/3**3 b - - 0 1").faulty("White has no king").
		put("Kd1").is("4k3/8/8/4*3/4R3/8/8/3K*3 b - - 0 1").faulty()
	// A piece on the double square, in a ranking in which pieces become kings.
	d := at(t, "diminuendo", "").do(editor.DraftEdit{Do: "clear"}).put("Ke1 ke7 Kz")
	d.faulty("White has 2 kings").text("variant", "diminuendo:pbnrqk").faulty()
	if d.State.Variant != "diminuendo:pbnrqk" || d.View.FEN != "5/6/7/3K3/K5k/6/5 w - - 0 1" {
		t.Errorf("it is %s %s", d.State.Variant, d.View.FEN)
	}
	// An intruder on a royal square.
	at(t, "convergent", "").do(editor.DraftEdit{Do: "clear"}).put("Ke1 ke8 Pd8").
		faulty("White’s pawn on d8 checks Black from its royal square").
		fix("Let Black move").faulty().text("turn", "white").fix("Remove the pawn on d8").faulty().
		is("***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1")
}

// TestFaults names what is wrong, with the squares that it is about.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ variant, fen, text, squares string }{
		{"shrink", "k2/3/K1K w - - 0 1", "White has 2 kings: leave one of them.", "a1 c1"},
		{"shrink", "k1P/3/K2 w - - 0 1", "White’s pawn on c3 cannot be there: white pawns promote on the top rank.", "c3"},
		{"shrink", "k2/3/K1p w - - 0 1", "Black’s pawn on c1 cannot be there: black pawns promote on rank 1.", "c1"},
		{"shrink", "k2/3/R1K w - - 0 1",
			"Black’s king on a3 is attacked by the rook on a1, but it is White’s turn: let Black move, or end the attack.",
			"a3 a1"},
		{"shrink", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
			"Castling right K needs a white rook on h1 and the white king on that rank with two or three squares between.",
			"e1"},
		{"shrink", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "En passant on e6 needs a black pawn on e5.", "e6"},
		{"shrink", "4k3/8/8/8/8/4K3 w - e4 0 1", "En passant is impossible here, since double steps need eight ranks.", "e4"},
		{"chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White’s pawn on a1 cannot be there: pawns stand on ranks 2 to 7.", "a1"},
		{"chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
			"Castling right K needs the white king on e1 and a white rook on h1.", "d1"},
		{"convergent", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***2*** w - - 0 1", "White has no king: put one on the board.", ""},
		{"convergent", "***1k***/*6*/*6*/*3R2*/*6*/*6*/*6*/***1K*** w - - 0 1",
			"Black’s king on e8 is attacked by the rook on e5, but it is White’s turn: let Black move, or end the attack.",
			"e8 e5"},
		{"convergent", "***1k***/*6*/*6*/*6*/*6*/*6*/*K5*/***1r*** b - - 0 1",
			"Black’s rook on e1 checks White from its royal square, but it is Black’s turn: let White move, or remove the rook.",
			"e1"},
		{"cheshire8", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
			"White’s pawn on h8 cannot be there: pawns start on the second rank and promote on the last.", "h8"},
		{"cheshire8", "3k4/8/8/8/8/8/8/4K3 w Kk - 0 1", "Black’s king can only be unmoved (k) on e8.", "d8 e8"},
		{"cheshire8", "4k3/4*3/8/8/8/8/8/4K3 b K - 0 1", "", ""},
		{"cheshire8", "4k3/4*3/8/8/8/8/8/4K3 w K - 0 1",
			"Black’s king on e8 is attacked by the king on e1, but it is White’s turn: let Black move, or end the attack.",
			"e8 e1"},
		{"cheshire8", "3k4/8/8/4p3/8/8/8/4K3 w - e6 0 1",
			"En passant on e6 needs e7 vanished, where the pawn came from.", "e6"},
		{"diminuendo", "5/6/7/3K2k/7/6/5 w - - 0 1",
			"White’s king cannot be on z: no piece becomes a king in this ranking.", "z"},
		{"diminuendo", "5/6/7/K5k/6P/6/5 b - - 0 1",
			"White’s pawn on e7 cannot be there: pawns promote on the last square of their file.", "e7"},
		{"diminuendo", "5/6/7/k1R3K/7/6/5 w - - 0 1",
			"Black’s king on d1 is attacked by the rook on d3, but it is White’s turn: let Black move, or end the attack.",
			"d1 d3"},
		{"diminuendo", "5/6/7/k2R2K/7/6/5 w - - 0 1", "", ""},
		{"diminuendo:pbnrqk", "5/6/7/K6/7/6/5 w - - 0 1", "Black has no king: put one on the board.", ""},
	} {
		d := at(t, c.variant, c.fen)
		if c.text == "" {
			d.faulty()
			continue
		}
		if d.faulty(c.text); d.Faults[0].Text != c.text || d.names(d.Faults[0].Squares) != c.squares {
			t.Errorf("%s %s: %q about %q, want %q about %q",
				c.variant, c.fen, d.Faults[0].Text, d.names(d.Faults[0].Squares), c.text, c.squares)
		}
	}
	// All of them at once.
	at(t, "chess", "k7/8/8/8/8/8/8/P2K1K2 w KQ e6 0 1").
		faulty("White has 2 kings", "pawn on a1", "right K needs", "right Q needs", "e6 needs")
}

// TestFixes offers what helps and nothing else.
func TestFixes(t *testing.T) {
	at(t, "shrink", "4k3/8/8/8/8/8/8/R3K3 w KQ e6 0 1").fix("Remove this right").is("4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1").
		fix("No en passant").is("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").faulty()
	at(t, "chess", "4k2P/8/8/8/8/8/8/4K2K w - - 0 1").fix("Remove the king on h1").fix("Remove the pawn on h8").faulty()
	// Both kings attacked: no one can be given the move.
	d := at(t, "chess", "r3k3/8/8/8/8/8/8/K3R3 w - - 0 1")
	for _, m := range d.faulty("attacked").Faults[0].Fixes {
		if strings.HasPrefix(m.Label, "Let") {
			t.Errorf("%q is offered", m.Label)
		}
	}
	if d = at(t, "chess", "8/8/8/8/8/8/8/K7 w - - 0 1"); len(d.Faults) != 1 || d.Faults[0].Fixes != nil {
		t.Errorf("the faults are %+v", d.Faults)
	}
}

// TestUnread takes from a text what can be read.
func TestUnread(t *testing.T) {
	for _, c := range []struct {
		variant, text, fen string
		unread             []string
	}{
		{"shrink", "2k/1R1/K2", "2k/1R1/K2 w - - 0 1", []string{"parse FEN: no side to move, expected four to six"}},
		{"shrink", "2k/1x1/K4 b KQz e9 x 3 more", "2k2/5/K4 b KQ - 0 3", []string{
			"unexpected text", `invalid halfmove clock "x"`, "unknown letter 'x'", "rank 1 has 5 squares, expected 3",
			"unknown castling right 'z'", `unknown square "e9"`}},
		{"shrink", "k*K w - - 0 1", "k1K w - - 0 1", []string{"a missing square"}},
		{"shrink", "9/" + strings.Repeat("8/", 8) + "kK w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
			[]string{"10 ranks", "rank 8 has at least 9"}},
		{"shrink", "/ w - - 0 1", "1/1 w - - 0 1", []string{"rank 2 has no squares", "rank 1 has no squares"}},
		{"chess", "4k3/8/4K3 w - - 0 1", "4k3/8/4K3/8/8/8/8/8 w - - 0 1", []string{"8×3 squares"}},
		{"cheshire8", "4k*2/8/8/8/8/8/8/4K3 w KQ - 0 1", "4k*2/8/8/8/8/8/8/4K3 w K - 0 1",
			[]string{`unknown castling rights "KQ"`}},
		{"convergent", "***1k***/*6*/*6*/*6p/*6*/*6*/*6*/***1K*** w K e3 0 1",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1",
			[]string{"h5 is not a square", `castling rights "K"`, `en passant square "e3"`}},
		{"diminuendo", "5/6/7/K6k/7é/6/5 w - - 0 1", "5/6/7/K6/7/6/5 w - - 0 1",
			[]string{"file d has at least 8 squares", "unknown letter", "file e has at least 8 squares"}},
		{"diminuendo", "5/6/7/K5k/7 w - - 0 1", "5/6/7/K5k/7/6/5 w - - 0 1", []string{"only 5 files"}},
		{"diminuendo", "5/6/7/K5k/6/6/5/P w - - 0 1", "5/6/7/K5k/7/6/5 w - - 0 1",
			[]string{"file e has 6 squares", "unexpected text"}},
	} {
		d := at(t, c.variant, c.text).is(c.fen)
		ok := len(d.Unread) == len(c.unread)
		for i := range c.unread {
			ok = ok && strings.Contains(d.Unread[i], c.unread[i])
		}
		if !ok {
			t.Errorf("%s: unread is %q, want %q", c.text, d.Unread, c.unread)
		}
	}
}
