// Package gametest tests implementations of package game.
//
// Conform checks the contract on random games. CompareTwin compares the rules move for move with a Twin, a slow
// and literal second transcription, and PerftTable with the figures of a file.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// Conform plays random games and checks in every position that the game keeps
// the contract of game.Position: Unmake restores everything, the running key
// equals the key from scratch, FENs and UCI moves are unique, FENs read back,
// game.IsLegal tells illegal moves, attackers and checkers
// agree with the captures, a clone is independent, effects applied to a view give
// the next view, Outcome and Terminal agree, setups have faults exactly if Parse
// rejects them, and each move of an acyclic game lowers PliesLeft. Extra start
// positions are given as FENs. With -short it plays fewer games.
func Conform(t *testing.T, g game.Game, fens ...string) {
	t.Helper()
	games := 60
	if testing.Short() {
		games = 12
	}
	if looks := []string{"classic", "court", "trio", "mist"}; !slices.Contains(looks, game.InfoOf(g).Look) {
		t.Errorf("the look is %q, expected one of %q", game.InfoOf(g).Look, looks)
	}
	starts := append([]string{g.Start().String()}, fens...)
	seen := map[uint64]string{}
	for i, fen := range starts {
		for n := range max(games/len(starts), 2) {
			w := Walk{Game: g, FEN: fen, Seed: uint64(1000*i + n), Plies: 160}
			w.Run(t, func(p game.Position) { conformOne(t, p, w.rand, seen) })
			if t.Failed() {
				return
			}
		}
	}
}

// Walk is one random game. It prefers moves with many effects in a third of
// its choices, so that captures, collapses and drops are common.
type Walk struct {
	Game  game.Game
	FEN   string // where it starts
	Seed  uint64
	Plies int // the most it plays
	rand  *rand.Rand
}

// Run plays the game and calls visit in each position, the last one included.
// It ends early when the game does.
func (w *Walk) Run(t testing.TB, visit func(game.Position)) {
	t.Helper()
	w.rand = rand.New(rand.NewPCG(w.Seed, 0x77616e65))
	p, err := w.Game.Parse(w.FEN)
	if err != nil {
		t.Errorf("%s: %q: %v", w.Game.Name(), w.FEN, err)
		return
	}
	var moves []game.Move
	for range w.Plies {
		visit(p)
		if t.Failed() || p.Outcome().Over() {
			return
		}
		moves = p.Legal(moves[:0])
		m := moves[w.rand.IntN(len(moves))]
		if w.rand.IntN(3) == 0 {
			for range 8 {
				if n := moves[w.rand.IntN(len(moves))]; len(p.Effects(n)) > len(p.Effects(m)) {
					m = n
				}
			}
		}
		p.Make(m)
	}
	visit(p)
}

// conformOne checks one position. Of very many moves it tries a sample.
func conformOne(t *testing.T, p game.Position, r *rand.Rand, seen map[uint64]string) {
	t.Helper()
	before := NewSnapshot(p)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, %s: %s", p.Game().Name(), before.FEN, fmt.Sprintf(format, args...))
	}
	legal := p.Legal(nil)
	if n := p.LegalCount(); n != len(legal) {
		fail("LegalCount is %d, Legal has %d moves", n, len(legal))
	}

	again, err := p.Game().Parse(before.FEN)
	if err != nil {
		fail("does not parse: %v", err)
		return
	}
	if s := again.String(); s != before.FEN {
		fail("reads back as %s", s)
	}
	if again.Key() != p.Key() {
		fail("the running key is %x, from scratch it is %x", p.Key(), again.Key())
	}
	if !again.View().Equal(p.View()) {
		fail("the view differs from that of the position read back")
	}
	if v := p.View(); v.Board != p.Board() {
		fail("Board is not that of the View")
	} else {
		for sq := range game.Square(255) {
			want := game.NoPiece
			if v.Board.Square(int(sq)) != nil {
				want = v.Pieces[sq]
			}
			if got := p.PieceAt(sq); got != want {
				fail("PieceAt(%d) is %v, the View has %v", sq, got, want)
			}
		}
	}
	if d := NewSnapshot(again).Diff(before); d != "" {
		fail("the position read back differs: %s", d)
	}
	core := strings.Join(strings.Fields(before.FEN)[:3], " ")
	if other, ok := seen[p.Key()]; ok && other != core {
		fail("has the key of %s", other)
	}
	seen[p.Key()] = core

	texts := map[string]game.Move{}
	for _, m := range legal {
		s := p.UCI(m)
		if other, twice := texts[s]; twice {
			fail("moves %v and %v are both %s", other, m, s)
		}
		if m == game.NoMove || m>>30 != 0 {
			fail("%s is %v: a legal move is neither zero nor has its top bits set", s, m)
		}
		texts[s] = m
	}
	checkLegalTo(p, legal, fail)
	checkIsLegal(p, legal, fail)
	checkAttackers(p, legal, fail)
	checkAcyclic(p, legal, fail)
	checkClone(p, legal, fail)
	checkSetups(p, fail)

	sample := slices.Clone(legal)
	if len(sample) > 400 {
		r.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
		sample = sample[:400]
	}
	for _, m := range sample {
		text := p.UCI(m)
		want := p.View().Apply(p.Effects(m))
		p.Make(m)
		if p.Ply() != before.Ply+1 {
			fail("Ply after %s is %d, it was %d", text, p.Ply(), before.Ply)
		}
		if !p.View().Equal(want) {
			fail("the effects of %s lead to another view than %s", text, p)
		}
		p.Unmake()
		if d := NewSnapshot(p).Diff(before); d != "" {
			fail("Unmake of %s: %s", text, d)
			return
		}
	}
	checkOutcome(p, legal, fail)
}

// NoAllocations checks that playing through the tree of the position to that
// depth a second time allocates nothing.
func NoAllocations(t *testing.T, p game.Position, depth int) {
	t.Helper()
	var c Counter
	run := func() {
		c.Perft(p, depth)
		p.InCheck()
		p.Terminal()
	}
	run()
	if n := testing.AllocsPerRun(3, run); n != 0 {
		t.Errorf("%s: %v allocations in a perft of depth %d, want none", p.Game().Name(), n, depth)
	}
}
