package atlas

import (
	"context"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/wane-chess/wane/internal/page/atlastable"
)

// writeSamples plays a typical game of each ranking again and writes them all.
func writeSamples(ctx context.Context, w io.Writer, d *Data) error {
	id, err := EngineID()
	if err != nil {
		return err
	}
	if id != d.Settings.Engine {
		return fmt.Errorf("the games were played by the engine %s, this is %s: play them again, or use --replay=false",
			d.Settings.Engine, id)
	}
	p, err := NewPlayer(d.Settings)
	if err != nil {
		return err
	}
	for i, ranking := range Rankings {
		games, numbers := d.Games(Plain, i)
		n := typical(games)
		if n < 0 {
			if _, err := w.Write([]byte{0}); err != nil {
				return err
			}
			continue
		}
		moves, g, err := p.Moves(ctx, Plain, i, numbers[n])
		if err != nil {
			return err
		}
		if g != games[n] {
			return fmt.Errorf("game %d of %v is another when it is played again", numbers[n], ranking)
		}
		packed, err := atlastable.Pack(Plain.Variant(ranking), moves)
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
func typical(games []Game) int {
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
