package manager_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// course returns a random game of at most n plies.
func course(g game.Game, plies int) []string {
	dice := rand.New(rand.NewPCG(1, 2))
	p := g.Start()
	var moves []string
	for len(moves) < plies {
		legal := p.Legal(nil)
		if len(legal) == 0 || p.Outcome().Over() {
			break
		}
		m := legal[dice.IntN(len(legal))]
		moves = append(moves, p.UCI(m))
		p.Make(m)
	}
	return moves
}

// BenchmarkDo plays moves in many games with three watchers each. The store is in memory,
// so it measures the manager alone.
func BenchmarkDo(b *testing.B) {
	for _, variant := range []string{"chess", "shrink", "diminuendo:pbnrqk", "cheshire"} {
		b.Run(variant, func(b *testing.B) {
			m, _ := managertest.Run(b,
				manager.Options{Store: managertest.NewStore(), Queue: managertest.NewBroker().Node("a"), Lookup: rules.ByName})
			rulesOf, err := rules.ByName(variant)
			if err != nil {
				b.Fatal(err)
			}
			moves, received := course(rulesOf, 60), atomic.Int64{}
			ctx, head := context.Background(), pair(blitz)
			head.Variant = variant
			b.ReportAllocs()
			var id livegame.ID
			for i := 0; b.Loop(); i++ {
				ply := i % len(moves)
				if ply == 0 {
					b.StopTimer()
					s, err := m.Create(ctx, head, "")
					if err != nil {
						b.Fatal(err)
					}
					id = s.Header.ID
					for _, guest := range []string{ann, bob, eve} {
						if _, _, err := m.Watch(ctx, id, guest, func(*manager.Update) { received.Add(1) }); err != nil {
							b.Fatal(err)
						}
					}
					b.StartTimer()
				}
				if _, err := m.Do(ctx, id, move([]string{ann, bob}[ply%2], ply, moves[ply]), 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkSnapshot does what opening a page does.
func BenchmarkSnapshot(b *testing.B) {
	h, _ := managertest.Run(b,
		manager.Options{Store: managertest.NewStore(), Queue: managertest.NewBroker().Node("a"), Lookup: rules.ByName})
	ctx := context.Background()
	s, err := h.Create(ctx, pair(blitz), "")
	if err != nil {
		b.Fatal(err)
	}
	chess, err := rules.ByName("chess")
	if err != nil {
		b.Fatal(err)
	}
	for ply, m := range course(chess, 60) {
		if _, err := h.Do(ctx, s.Header.ID, move([]string{ann, bob}[ply%2], ply, m), 0); err != nil {
			b.Fatal(fmt.Errorf("%d %s: %w", ply, m, err))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Snapshot(ctx, s.Header.ID); err != nil {
			b.Fatal(err)
		}
	}
}
