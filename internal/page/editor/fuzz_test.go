package editor_test

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/page/editor"
)

// names are the games that the edits are made in.
var names = []string{
	"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "chess", "diminuendo:pbnrqk", "diminuendo:qkrbnp+qk+fp",
}

// FuzzEdits makes any edits in any position of every game.
func FuzzEdits(f *testing.F) {
	for i := range names {
		f.Add(uint8(i), uint64(i), []byte("a few edits, one after another; each takes three bytes of this text"))
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, script []byte) {
		perform(t, names[int(which)%len(names)], seed, script[:min(len(script), 300)])
	})
}

// TestRandomEdits makes many edits, one after another.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	each := 20
	if testing.Short() {
		each = 4
	}
	for i := range each * len(names) {
		script := make([]byte, 240)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		perform(t, names[i%len(names)], r.Uint64(), script)
	}
}

// perform plays a random game to some position and edits it by a script, of which
// each edit takes three bytes. Whatever is done, a setup has no fault exactly if
// its FEN is one that the game accepts: see desk.sound.
func perform(t *testing.T, name string, seed uint64, script []byte) {
	t.Helper()
	g := mustFind(name)
	fen := ""
	walk := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: seed, Plies: int(seed % 90)}
	walk.Run(t, func(p game.Position) { fen = p.String() })
	d := at(t, name, fen).faulty()
	for ; len(script) >= 3; script = script[3:] {
		d.perform(script[0], int(script[1]), int(script[2]))
	}
}

// perform makes the edit that three bytes stand for.
func (d *desk) perform(what byte, b, c int) {
	d.t.Helper()
	squares, pieces := d.View.Squares, d.View.Pieces
	from, to := squares[b%len(squares)].Key, squares[c%len(squares)].Key
	switch what % 14 {
	case 0, 1, 2:
		d.do(editor.DraftEdit{Do: "put", Piece: string("KQRBNPkqrbnp"[c%12]), Squares: []int{from}})
	case 3:
		d.do(editor.DraftEdit{Do: "remove", Squares: []int{from}})
	case 4, 5:
		if len(pieces) > 0 {
			d.do(editor.DraftEdit{Do: "move", Squares: []int{pieces[b%len(pieces)].Square, to}})
		}
	case 6:
		if d.Vanish {
			d.do(editor.DraftEdit{Do: "vanish", Squares: []int{from}})
		}
	case 7:
		if d.Size != nil {
			d.numbers("size", 1+b%d.Size[2], 1+c%d.Size[3])
		}
	case 8:
		d.text("turn", []string{"white", "black"}[b%2])
	case 9:
		letters := ""
		for i, r := range d.Rights {
			if b>>i&1 == 1 {
				letters += r.Letter
			}
		}
		d.text("rights", letters)
	case 10:
		if len(d.Rights) > 0 {
			d.do(editor.DraftEdit{Do: "en-passant", Squares: []int{from}})
		}
	case 11:
		d.on("swap")
	case 12:
		if does := []string{"close", "clear", "start"}[b%3*c%3]; d.Size != nil || does != "close" {
			d.on(does)
		}
	case 13:
		if before := len(d.Faults); before > 0 && d.Faults[0].Fixes != nil {
			if d.do(d.Faults[0].Fixes[0].Edit); len(d.Faults) >= before {
				d.t.Fatalf("%s: the fix left %d faults of %d", d.State.FEN, len(d.Faults), before)
			}
		}
	}
}
