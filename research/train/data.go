package train

import (
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/selfplay"
)

// Data are positions of a game, with results and scores.
type Data struct {
	game    game.Game
	classic engine.Evaluator // nil: the network is to replace the evaluation by hand
	layout  *network.Layout
	samples []sample
	games   int32
	digest  hash.Hash64 // of everything read
}

// sample is a position as the fit needs it.
type sample struct {
	board  network.Board
	game   int32   // the number of its game
	result float32 // for the side to move
	score  float32 // the search's, in centipawns, for the side to move
	base   float32 // what the network is to correct, in centipawns, for the side to move; 0 if it replaces that
}

// NewData returns an empty set of positions of a game. residual is whether a network is to correct the evaluation by
// hand instead of replacing it.
func NewData(g game.Game, residual bool) *Data {
	d := &Data{game: g, layout: network.For(g), digest: fnv.New64a()}
	if residual {
		d.classic = eval.Classic(g)
	}
	return d
}

// Read adds the positions of a file of package selfplay.
func (d *Data) Read(r io.Reader, name string) error {
	before := d.games
	return selfplay.Read(r, name, func(_, number int, s selfplay.Sample) error {
		if s.Game != d.game.Name() {
			return fmt.Errorf("position of %s, expected %s", s.Game, d.game.Name())
		}
		p, err := d.game.Parse(s.FEN)
		if err != nil {
			return err
		}
		_, _ = io.WriteString(d.digest, s.String())
		d.games = before + int32(number)
		_, _ = fmt.Fprint(d.digest, d.games)
		x := sample{game: d.games, result: float32(s.Result), score: float32(s.Score)}
		if d.layout.Read(p, &x.board); p.Turn() == game.Black {
			x.result, x.score = 1-x.result, -x.score
		}
		if d.classic != nil {
			x.base = float32(d.classic.NewNode(p).Eval())
			_, _ = fmt.Fprint(d.digest, x.base)
		}
		d.samples = append(d.samples, x)
		return nil
	})
}

// split returns the indexes of the training positions and of the held-out ones: those of about this percentage of the
// games.
func (d *Data) split(seed uint64, percent int) (train, held []uint32) {
	for i := range d.samples {
		rng := rand.New(rand.NewPCG(seed, uint64(d.samples[i].game)))
		if rng.IntN(100) < percent {
			held = append(held, uint32(i))
		} else {
			train = append(train, uint32(i))
		}
	}
	return train, held
}
