package shrink

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Reset and Parse accept the same pieces, and read them alike, whatever was played before.
func TestReset(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	counts := map[bool]int{}
	got := New().Start().(*Position)
	letters := []byte("PNBRQKpnbrqk")
	runs := strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6", "11111", "5",
		"1111", "4", "111", "3", "11", "2")
	for range 20_000 {
		ranks, files := 1+r.IntN(8), 1+r.IntN(8)
		var p bitboard.Pieces
		grid := []byte(strings.Repeat(strings.Repeat("1", files)+"/", ranks))
		put := func(letter byte) {
			rank, file := r.IntN(ranks), r.IntN(files)
			at := (ranks-1-rank)*(files+1) + file
			if grid[at] != '1' {
				return
			}
			grid[at] = letter
			color, letter := game.Color(0), letter
			if letter >= 'a' {
				color, letter = game.Black, letter-'a'+'A'
			}
			p = p.With(game.Square(8*rank+file), game.PieceTypeOf(letter).Of(color))
		}
		put('K')
		put('k')
		for range r.IntN(5) {
			put(letters[r.IntN(len(letters))])
		}
		turn := game.Color(r.IntN(2))
		text := runs.Replace(strings.TrimSuffix(string(grid), "/")) + " " + turn.Letter() + " - - 0 1"
		want, err := New().Parse(text)
		before := got.String()
		ok := got.Reset(p, ranks, files, turn)
		if ok != (err == nil) {
			t.Fatalf("%s: %v, Parse says %v", text, ok, err)
		}
		counts[ok]++
		if !ok {
			if got.String() != before {
				t.Fatalf("%s is rejected, but %s became %s", text, before, got)
			}
			continue
		}
		moves := got.Legal(nil)
		if got.String() != want.String() || got.Key() != want.Key() || got.Ply() != 0 ||
			got.Repetitions() != want.Repetitions() ||
			!slices.Equal(moves, want.Legal(nil)) {
			t.Fatalf("%s is %s, want %s", text, got, want)
		}
		if len(moves) > 0 {
			got.Make(moves[r.IntN(len(moves))])
		}
	}
	if counts[true] < 2000 || counts[false] < 2000 {
		t.Errorf("%d boards are accepted, %d rejected", counts[true], counts[false])
	}
	for _, size := range [][2]int{{0, 3}, {3, 0}, {9, 3}, {3, 9}, {-1, 3}} {
		if got.Reset(got.State().Pieces, size[0], size[1], game.White) {
			t.Errorf("a board of %d ranks and %d files is accepted", size[0], size[1])
		}
	}
}
