package tune

import (
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/selfplay"
)

// Data are positions with results.
type Data struct {
	game      game.Game
	evaluator engine.Tunable
	lookup    func(string) (game.Game, error)
	rules     []game.Game // the variants of the positions
	index     map[string]uint16
	files     []string
	samples   []sample
	fens      fenList // of the samples
	games     int
	digest    hash.Hash64 // of everything read
}

// sample is a position as the fit needs it.
type sample struct {
	rules  uint16 // in Data.rules
	file   uint16 // in Data.files
	line   int32
	number int32 // number of its game
	result float32
	score  int16
}

// NewData returns an empty set of positions for the weights of an evaluator of that
// game. Lookup returns the variant that a position names, or an error if the evaluator
// is not for it.
func NewData(g game.Game, e engine.Tunable, lookup func(string) (game.Game, error)) *Data {
	return &Data{game: g, evaluator: e, lookup: lookup, index: map[string]uint16{}, fens: newFENList(),
		digest: fnv.New64a()}
}

// Positions returns the number of positions.
func (d *Data) Positions() int { return len(d.samples) }

// Games returns the number of games that the positions are from.
func (d *Data) Games() int { return d.games }

// Read adds the positions of a file of package selfplay.
func (d *Data) Read(r io.Reader, name string) error {
	if len(d.files) == 1<<16 {
		return errors.New("too many files")
	}
	before, file := d.games, uint16(len(d.files))
	d.files = append(d.files, name)
	return selfplay.Read(r, name, func(line, number int, s selfplay.Sample) error {
		rules, err := d.rulesOf(s.Game)
		if err != nil {
			return err
		}
		_, _ = io.WriteString(d.digest, s.String())
		d.games = before + number
		d.fens.add(s.FEN)
		d.samples = append(d.samples, sample{rules, file, int32(line), int32(d.games), float32(s.Result), int16(s.Score)})
		return nil
	})
}

// rulesOf returns the index of a variant.
func (d *Data) rulesOf(name string) (uint16, error) {
	if i, ok := d.index[name]; ok {
		return i, nil
	}
	g, err := d.lookup(name)
	if err != nil {
		return 0, err
	}
	i := uint16(len(d.rules))
	d.rules = append(d.rules, g)
	d.index[name] = i
	return i, nil
}

// board parses the position of a sample.
func (d *Data) board(s *sample, fen string) (engine.Node, error) {
	p, err := d.rules[s.rules].Parse(fen)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", d.files[s.file], s.line, err)
	}
	return d.evaluator.NewNode(p), nil
}

// split returns the indexes of the training positions and of the held-out ones: those
// of about this percentage of the games.
func (d *Data) split(seed uint64, percent int) (train, held []uint32) {
	var rng *rand.Rand
	number, hold := int32(-1), false
	for i := range d.samples {
		if s := &d.samples[i]; s.number != number {
			number = s.number
			rng = rand.New(rand.NewPCG(seed, uint64(number)))
			hold = rng.IntN(100) < percent
		}
		if hold {
			held = append(held, uint32(i))
		} else {
			train = append(train, uint32(i))
		}
	}
	return train, held
}
