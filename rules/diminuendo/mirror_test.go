package diminuendo

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// mirrored returns the FEN with the board turned over and the sides exchanged.
func mirrored(fen string) string {
	fields := strings.Fields(fen)
	files := strings.Split(fields[0], "/")
	for i, file := range files {
		pieces := []rune(file)
		slices.Reverse(pieces)
		for j, c := range pieces {
			if unicode.IsUpper(c) {
				pieces[j] = unicode.ToLower(c)
			} else {
				pieces[j] = unicode.ToUpper(c)
			}
		}
		files[i] = string(pieces)
	}
	fields[0] = strings.Join(files, "/")
	if fields[1] == "w" {
		fields[1] = "b"
	} else {
		fields[1] = "w"
	}
	return strings.Join(fields, " ")
}

// TestMirror checks that the rules are the same for both sides: White's pawns go up by other sums than Black's go down.
func TestMirror(t *testing.T) {
	for i, name := range sampleNames {
		g := named(t, name)
		walk := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: uint64(i), Plies: 80}
		walk.Run(t, func(p game.Position) {
			q := parse(t, name, mirrored(p.String()))
			if a, b := game.Perft(p, 2), game.Perft(q, 2); a != b {
				t.Errorf("%s: perft 2 is %d in %s, %d in %s", name, a, p, b, q)
			}
			if p.InCheck() != q.InCheck() || p.Key() == q.Key() {
				t.Errorf("%s: %s and %s differ in check, or have one key", name, p, q)
			}
		})
	}
}
