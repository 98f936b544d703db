package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/wane-chess/wane/internal/atlas"
	"github.com/wane-chess/wane/internal/page/atlastable"
)

// writeSamples plays a typical game of each ranking again and writes them all.
func writeSamples(ctx context.Context, w io.Writer, d *atlas.Data) error {
	id, err := atlas.EngineID()
	if err != nil {
		return err
	}
	if id != d.Settings.Engine {
		return fmt.Errorf("the games were played by the engine %s, this is %s: play them again, or use -samples=false", d.Settings.Engine, id)
	}
	p, err := atlas.NewPlayer(d.Settings)
	if err != nil {
		return err
	}
	for i, ranking := range atlas.Rankings {
		games, numbers := d.Games(atlas.Plain, i)
		n := typical(games)
		if n < 0 {
			if _, err := w.Write([]byte{0}); err != nil {
				return err
			}
			continue
		}
		moves, g, err := p.Moves(ctx, atlas.Plain, i, numbers[n])
		if err != nil {
			return err
		}
		if g != games[n] {
			return fmt.Errorf("game %d of %v is another when it is played again", numbers[n], ranking)
		}
		packed, err := atlastable.Pack(atlas.Plain.Variant(ranking), moves)
		if err != nil {
			return err
		}
		if _, err := w.Write(packed); err != nil {
			return err
		}
	}
	return nil
}

// typical returns the index of the game that is nearest to the means of length and lead
// changes, in standard deviations; −1 if there is none that can be packed.
func typical(games []atlas.Game) int {
	var plies, leads []float64
	for _, g := range games {
		plies, leads = append(plies, float64(g.Plies)), append(leads, float64(g.LeadChanges))
	}
	meanPlies, sdPlies := stat.MeanStdDev(plies, nil)
	meanLeads, sdLeads := stat.MeanStdDev(leads, nil)
	best, least := -1, math.Inf(1)
	for i := range games {
		far := math.Abs(plies[i]-meanPlies)/max(sdPlies, 1) + math.Abs(leads[i]-meanLeads)/max(sdLeads, 1)
		if far < least && games[i].Plies <= math.MaxUint8 {
			best, least = i, far
		}
	}
	return best
}
