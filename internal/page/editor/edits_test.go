package editor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/rules"
)

// piece returns the key of the piece on a square.
func (d *desk) piece(cell string) int {
	d.t.Helper()
	for _, m := range d.View.Pieces {
		if m.Square == d.key(cell) {
			return m.Key
		}
	}
	d.t.Fatalf("%s: no piece on %s", d.State.FEN, cell)
	return 0
}

// TestPiecesKeepKeys: a piece that moves keeps its key, one that is put has a new key.
func TestPiecesKeepKeys(t *testing.T) {
	d := at(t, "chess", "")
	king, rook := d.piece("e1"), d.piece("a8")
	d.on("move", "e1", "a8")
	if d.piece("a8") != king {
		t.Error("the king that moved has another key")
	}
	if d.put("re1"); d.piece("e1") == king || d.piece("e1") == rook {
		t.Error("a new rook has an old key")
	}
	if d.on("remove", "a8").put("Ka8"); d.piece("a8") == king {
		t.Error("a new king has the key of the removed one")
	}
	// A piece that stands where it stood keeps its key; others take keys of pieces of their type.
	d = at(t, "chess", "")
	king, pawn := d.piece("e1"), d.piece("e2")
	d.text("fen", "4k3/8/8/8/4P3/8/8/3K4 w - - 0 1")
	if d.piece("d1") != king {
		t.Error("the king of the new text is another")
	}
	first := d.piece("e4")
	if d.text("fen", "").piece("e2") != pawn && first == pawn {
		t.Error("the pawn did not go home")
	}
	// However often: the keys do not run out.
	for range 600 {
		d.put("Qd4")
	}
}

// TestSizes: lines come at the far ends, and go as in the game.
func TestSizes(t *testing.T) {
	d := at(t, "shrink", "")
	h1 := d.key("h1")
	d.numbers("size", 8, 5).is("rnbqkbnr/pppppppp/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	if len(d.View.Steps) != 3 || d.View.Steps[0].Kind != "collapse" || *d.View.Steps[0].Box != [4]float64{0, 0, 8, 7} {
		t.Errorf("three lines go in the steps %+v", d.View.Steps)
	}
	d.numbers("size", 8, 3).is("pppppppp/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	d.numbers("size", 7, 4).is("7/ppppppp/PPPPPPP/RNBQKBN w KQkq - 0 1")
	if d.numbers("size", 8, 8); d.key("h1") == h1 {
		t.Error("a new square has the key of one that went")
	}
	d.is("8/8/8/8/8/ppppppp1/PPPPPPP1/RNBQKBN1 w KQkq - 0 1")
	if !d.Empty || fmt.Sprint(d.Size) != "[8 8 8 8]" {
		t.Errorf("empty lines: %v, size %v", d.Empty, d.Size)
	}
	if d.on("close").is("ppppppp/PPPPPPP/RNBQKBN w KQkq - 0 1"); d.Empty || len(d.View.Steps) != 6 {
		t.Errorf("empty lines: %v, %d steps", d.Empty, len(d.View.Steps))
	}
	at(t, "shrink", "").on("clear").on("close").is("8/8/8/8/8/8/8/8 w - - 0 1")
	// What is said of en passant goes with its square.
	at(t, "shrink", "4k3/8/p7/2pP4/8/8/8/4K3 w - c6 0 1").numbers("size", 8, 7).is("4k3/p7/2pP4/8/8/8/4K3 w - c6 0 1").
		numbers("size", 8, 6).is("4k3/p7/2pP4/8/8/4K3 w - c5 0 1").
		faulty("En passant is impossible here, since double steps need eight ranks").
		numbers("size", 8, 2).is("2pP4/4K3 w - - 0 1")
	if d = at(t, "cheshire", ""); d.Size != nil || !d.Vanish {
		t.Errorf("Cheshire has the size %v and vanish %v", d.Size, d.Vanish)
	}
}

// TestOptions offers what can be set.
func TestOptions(t *testing.T) {
	rights := func(d *desk) string {
		var s []string
		for _, r := range d.Rights {
			s = append(s, fmt.Sprintf("%s %v %v", r.Letter, r.Possible, r.Given))
		}
		return strings.Join(s, ", ")
	}
	d := at(t, "shrink", "r3k3/8/8/8/8/8/8/4K2R w Kk - 0 1")
	if got, want := rights(d), "K true true, Q false false, k false true, q true false"; got != want {
		t.Errorf("the rights are %s, want %s", got, want)
	}
	if got, want := rights(d.text("rights", "qK")), "K true true, Q false false, k false false, q true true"; got != want {
		t.Errorf("the rights are %s, want %s", got, want)
	}
	d.is("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").text("rights", "").is("r3k3/8/8/8/8/8/8/4K2R w - - 0 1")
	if got, want := rights(at(t, "cheshire", "").on("remove", "f1")), "K false true, k true true"; got != want {
		t.Errorf("the rights are %s, want %s", got, want)
	}
	enPassant := func(d *desk) string {
		var s []string
		for _, p := range d.EnPassant {
			s = append(s, fmt.Sprintf("%s %v", p.Name, p.Given))
		}
		return strings.Join(s, ", ")
	}
	d = at(t, "chess", "4k3/8/8/PpPpP3/8/8/8/4K3 w - - 0 1")
	if got, want := enPassant(d), "b6 false, d6 false"; got != want {
		t.Errorf("en passant: %s, want %s", got, want)
	}
	d.on("en-passant", "d6").is("4k3/8/8/PpPpP3/8/8/8/4K3 w - d6 0 1")
	if got, want := enPassant(d), "b6 false, d6 true"; got != want {
		t.Errorf("en passant: %s, want %s", got, want)
	}
	d.on("remove", "d5").faulty("d6 needs")
	if got, want := enPassant(d), "b6 false, d6 true"; got != want {
		t.Errorf("en passant: %s, want %s", got, want)
	}
	d.text("turn", "white").faulty("d6 needs").text("turn", "black").is("4k3/8/8/PpP1P3/8/8/8/4K3 b - - 0 1")
	// Of no use, so it is no fault, and not in what others are shown.
	d = at(t, "chess", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").faulty()
	if d.View.FEN != "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1" {
		t.Errorf("the board view has the FEN %s", d.View.FEN)
	}
	if got, want := enPassant(at(t, "cheshire8", "4k3/3*4/8/3pP3/8/8/8/4K3 w - - 0 1")), "d6 false"; got != want {
		t.Errorf("en passant: %s, want %s", got, want)
	}
	d.numbers("counts", 12, 40).is("4k3/8/8/3p4/8/8/8/4K3 w - d6 12 40")
}

// TestOutcome expects check and the end of the game to be reported in legal positions.
func TestOutcome(t *testing.T) {
	d := at(t, "shrink", "k/R/K b - - 0 1")
	if d.View.Result != "1-0" || d.View.Reason != "checkmate" || d.names(d.View.Check) != "a3" || d.View.Turn != "black" {
		t.Errorf("mate is %+v", d.View)
	}
	if d.put("pa1"); d.View.Result != "" || d.View.Check != nil {
		t.Errorf("without a king it is %+v", d.View)
	}
}

// TestSwap turns positions round.
func TestSwap(t *testing.T) {
	for _, c := range [][3]string{
		{"chess", "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 3 9", "4k2r/8/8/3Pp3/8/8/8/R3K3 w Qk e6 3 9"},
		{"shrink", "2k/1R1/K2 w - - 0 1", "k2/1r1/2K b - - 0 1"},
		{"cheshire8", "4k3/*7/8/8/8/8/8/R3K3 w K - 0 1", "r3k3/8/8/8/8/8/*7/4K3 b k - 0 1"},
		{"convergent", "***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPP1*/*RNBBNR*/***QK*** b - - 0 1",
			"***qk***/*rnbbnr*/*ppppp1*/*6*/*6*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1"},
		{"diminuendo", "P3p/R5/QNP1pnq/BBBR1bb/KNP1pnk/RP2pr/P3p w - - 0 1",
			"P3p/5r/QNP1pnq/BB1rbbb/KNP1pnk/RP2pr/P3p b - - 0 1"},
	} {
		at(t, c[0], c[1]).on("swap").is(c[2]).on("swap").is(c[1])
	}
}

// TestWrongEdits refuses what makes no sense, and says what would.
func TestWrongEdits(t *testing.T) {
	for _, c := range []struct {
		variant string
		edit    editor.DraftEdit
		want    string
	}{
		{"chess", editor.DraftEdit{Do: "burn"}, `unknown edit "burn": expected fen, start`},
		{"chess", editor.DraftEdit{Do: "put", Piece: "x", Squares: []int{0}}, `unknown piece "x": expected one of`},
		{"chess", editor.DraftEdit{Do: "put", Squares: []int{0}}, `unknown piece "": expected one of`},
		{"chess", editor.DraftEdit{Do: "put", Piece: "K"}, "the edit put has 0 squares, expected 1"},
		{"chess", editor.DraftEdit{Do: "put", Piece: "K", Squares: []int{99}}, "no square has the key 99"},
		{"chess", editor.DraftEdit{Do: "remove", Squares: []int{-1}}, "no square has the key -1"},
		{"chess", editor.DraftEdit{Do: "move", Squares: []int{1}}, "the edit move has 1 squares, expected 2"},
		{"chess", editor.DraftEdit{Do: "move", Squares: []int{20, 1}}, "there is no piece on e3"},
		{"chess", editor.DraftEdit{Do: "vanish", Squares: []int{20}}, "squares do not vanish in Chess"},
		{"cheshire", editor.DraftEdit{Do: "vanish"}, "expected 1"},
		{"chess", editor.DraftEdit{Do: "size", Numbers: []int{3, 3}}, "the board of Chess has a fixed size"},
		{"diminuendo", editor.DraftEdit{Do: "close"}, "the board of Diminuendo Chess has a fixed size"},
		{"shrink", editor.DraftEdit{Do: "size", Numbers: []int{9, 3}}, "the size is [9 3], expected files (1–8)"},
		{"shrink", editor.DraftEdit{Do: "size"}, "the size is [], expected"},
		{"chess", editor.DraftEdit{Do: "turn", Text: "green"}, `unknown color "green"`},
		{"chess", editor.DraftEdit{Do: "rights", Text: "KX"}, `unknown rights "KX" in Chess`},
		{"chess", editor.DraftEdit{Do: "rights", Text: "KK"}, `unknown rights "KK" in Chess`},
		{"convergent", editor.DraftEdit{Do: "rights", Text: "K"}, `unknown rights "K" in Convergent`},
		{"diminuendo", editor.DraftEdit{Do: "en-passant", Squares: []int{0}}, "there is no en passant in Diminuendo"},
		{"chess", editor.DraftEdit{Do: "counts", Numbers: []int{1, 0}},
			"the counts are [1 0], expected halfmoves (0–9999) and"},
		{"chess", editor.DraftEdit{Do: "variant", Text: "draughts"}, `unknown game "draughts"`},
		{"draughts", editor.DraftEdit{Do: "start"}, `unknown game "draughts"`},
		{"chess", editor.DraftEdit{Do: "fen", Text: strings.Repeat("8/", 300)}, "the text has 600 bytes"},
	} {
		_, err := editor.Do(rules.ByName, editor.DraftState{Variant: c.variant}, c.edit)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %s", c.variant, c.edit, err, c.want)
		}
	}
	plain := func(string) (game.Game, error) { return struct{ game.Game }{mustFind("chess")}, nil }
	_, err := editor.Do(plain, editor.DraftState{}, editor.DraftEdit{Do: "start"})
	if err == nil || err.Error() != "the positions of Chess cannot be edited" {
		t.Errorf("a game without drafts: %v", err)
	}
}

func mustFind(name string) game.Game {
	g, err := rules.ByName(name)
	if err != nil {
		panic(err)
	}
	return g
}

// TestStrangeStates takes states that no edit gave.
func TestStrangeStates(t *testing.T) {
	for _, s := range []editor.DraftState{
		{Variant: "shrink", FEN: "nonsense"},
		{Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", Squares: []int{1, 2}},
		{Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", Squares: []int{1, 1, 2, 3, 4, 5, 6, 7, 8}},
		{Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", Squares: []int{1, 2, 3, 4, 5, 6, 7, 8, 900}},
		{Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", Squares: []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, Pieces: []int{0, 1, 2}},
		{Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", Squares: []int{1, 2, 3, 4, 5, 6, 7, 8, 9},
			Pieces: []int{1, -2}, Next: -7},
		{Variant: "diminuendo", FEN: "2k/1R1/K2 w - - 0 1", Next: 1 << 40},
	} {
		d := &desk{t: t}
		d.State = s
		d.text("turn", "black").text("variant", "diminuendo+qk").text("variant", "cheshire8").
			text("variant", "chess").on("start").
			is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	}
}

// TestVariant keeps the pieces where the board is the same.
func TestVariant(t *testing.T) {
	at(t, "diminuendo", "5/6/7/K5k/7/6/5 b - - 3 4").text("variant", "diminuendo:pbnrqk+fp").
		is("5/6/7/K5k/7/6/5 b - - 3 4")
	at(t, "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").text("variant", "shrink").is("4k3/8/8/8/8/8/8/4K2R w K - 0 1").
		text("variant", "convergent").is(mustFind("convergent").Start().String()).faulty()
}
