package gametest

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

var twinPositions = flag.Int("twin.positions", 1500, "positions that each game is compared with its slow twin over")

// Twin is a second, slow and literal transcription of a game's rules. Given a
// FEN it returns, for every legal move in UCI, the FEN after that move,
// and whether the side to move is in check.
type Twin func(fen string) (after map[string]string, check bool, err error)

// CompareTwin compares the game with its twin over random games from the given
// FENs (the start, if there are none): the same moves, the same positions after
// them, the same checks. The flag -twin.positions says over how many positions;
// -short divides it by five.
func CompareTwin(t *testing.T, g game.Game, twin Twin, fens ...string) {
	t.Helper()
	compareTwin(t, g, twin, fens, twinShare(1))
}

// CompareTwins compares several games of one family with their twins as
// CompareTwin does, and shares the positions among them.
func CompareTwins(t *testing.T, cases ...TwinCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Game.Name(), func(t *testing.T) {
			compareTwin(t, c.Game, c.Twin, c.FENs, twinShare(len(cases)))
		})
	}
}

// twinShare is how many positions each of so many games is compared over.
func twinShare(games int) int {
	n := *twinPositions
	if testing.Short() {
		n /= 5
	}
	return max(n/games, 1)
}

func compareTwin(t *testing.T, g game.Game, twin Twin, fens []string, left int) {
	t.Helper()
	if len(fens) == 0 {
		fens = []string{g.Start().String()}
	}
	for seed := uint64(1); left > 0 && !t.Failed(); seed++ {
		w := Walk{Game: g, FEN: fens[int(seed)%len(fens)], Seed: seed, Plies: 200}
		w.Run(t, func(p game.Position) {
			left--
			CompareTwinAt(t, p, twin, w.rand)
		})
	}
}

// CompareTwinAt compares one position. Of more than 300 moves it compares the
// positions after a sample; r may be nil for the first 300.
func CompareTwinAt(t testing.TB, p game.Position, twin Twin, r *rand.Rand) {
	t.Helper()
	fen := p.String()
	want, check, err := twin(fen)
	if err != nil {
		t.Errorf("%s: the twin refuses %s: %v", p.Game().Name(), fen, err)
		return
	}
	if check != p.InCheck() {
		t.Errorf("%s, %s: InCheck is %v, the twin says %v", p.Game().Name(), fen, p.InCheck(), check)
	}
	legal := p.Legal(nil)
	got := map[string]game.Move{}
	for _, m := range legal {
		got[p.UCI(m)] = m
	}
	if d := difference(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))); d != "" {
		t.Errorf("%s, %s: %s", p.Game().Name(), fen, d)
		return
	}
	if len(legal) > 300 {
		if r != nil {
			r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		}
		legal = legal[:300]
	}
	for _, m := range legal {
		text := p.UCI(m)
		p.Make(m)
		if s := p.String(); s != want[text] {
			t.Errorf("%s, %s, after %s:\n got %s\ntwin %s", p.Game().Name(), fen, text, s, want[text])
		}
		p.Unmake()
	}
}

// difference returns the texts that only one of two sorted lists has.
func difference(got, twin []string) string {
	var more, less []string
	for _, s := range got {
		if _, ok := slices.BinarySearch(twin, s); !ok {
			more = append(more, s)
		}
	}
	for _, s := range twin {
		if _, ok := slices.BinarySearch(got, s); !ok {
			less = append(less, s)
		}
	}
	if len(more)+len(less) == 0 {
		return ""
	}
	return fmt.Sprintf("the twin does not have [%s]; only the twin has [%s]",
		strings.Join(more, " "), strings.Join(less, " "))
}
