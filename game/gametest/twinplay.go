package gametest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// TwinPerft checks a twin by itself: want holds the number of leaves below the
// FEN at depth 1, 2, 3 and so on. With -short it stops at depth 3.
func TwinPerft(t *testing.T, twin Twin, fen string, want ...int) {
	t.Helper()
	level := []string{fen}
	for depth, leaves := range want {
		if testing.Short() && depth >= 3 {
			return
		}
		var next []string
		for _, fen := range level {
			after, _, err := twin(fen)
			if err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
			next = slices.AppendSeq(next, maps.Values(after))
		}
		if len(next) != leaves {
			t.Errorf("%s: %d leaves at depth %d, want %d", fen, len(next), depth+1, leaves)
		}
		level = next
	}
}

// TwinReplay plays moves in UCI, which spaces separate, by the twin
// alone, and returns the FEN after the last. A "+" behind a move says that it
// gives check, a "#" that it mates; a move without a mark must do neither.
func TwinReplay(t *testing.T, twin Twin, fen, moves string) string {
	t.Helper()
	for ply, marked := range strings.Fields(moves) {
		after, _, err := twin(fen)
		if err != nil {
			t.Fatalf("ply %d, %s: %v", ply+1, fen, err)
		}
		move := strings.TrimRight(marked, "+#")
		next, ok := after[move]
		if !ok {
			t.Fatalf("ply %d, %s: no legal move %s", ply+1, fen, move)
		}
		answers, check, err := twin(next)
		if err != nil {
			t.Fatalf("ply %d, %s after %s: %v", ply+1, next, move, err)
		}
		mark := ""
		switch {
		case check && len(answers) == 0:
			mark = "#"
		case check:
			mark = "+"
		}
		if move+mark != marked {
			t.Errorf("ply %d, %s: %s is marked %s", ply+1, fen, move+mark, marked)
		}
		fen = next
	}
	return fen
}

// TwinCase is a game with its twin, and positions to start from.
type TwinCase struct {
	Game game.Game
	Twin Twin
	FENs []string
}

// FuzzTwin compares games with their twins along games that the fuzzer chooses:
// its first byte takes the case, its second the start, and each of the rest a
// move. The seeds are one short game from each start.
func FuzzTwin(f *testing.F, cases ...TwinCase) {
	f.Helper()
	for i, c := range cases {
		for j := range c.FENs {
			f.Add([]byte{byte(i), byte(j), byte(7 * j), 200, 31, byte(100 + j), 5, 77, 150})
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 150 {
			return
		}
		c := cases[int(data[0])%len(cases)]
		p, err := c.Game.Parse(c.FENs[int(data[1])%len(c.FENs)])
		if err != nil {
			t.Fatal(err)
		}
		CompareTwinAt(t, p, c.Twin, nil)
		for _, b := range data[2:] {
			legal := p.Legal(nil)
			if t.Failed() || len(legal) == 0 || p.Outcome().Over() {
				return
			}
			// One byte reaches every move of a short list and a spread of a
			// long one.
			i := int(b) % len(legal)
			if len(legal) > 256 {
				i = int(b) * (len(legal) - 1) / 255
			}
			p.Make(legal[i])
			CompareTwinAt(t, p, c.Twin, nil)
		}
	})
}
