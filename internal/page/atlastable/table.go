// Package atlastable holds the atlas of the 720 rankings of Diminuendo Chess as a table:
// what self-play games say about each ranking, sample games, and some to play first. The
// module research makes it of games that it plays.
package atlastable

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Table is the atlas.
type Table struct {
	Nodes    uint64         `json:"nodes" doc:"that the engine searched for each move"`
	Seed     uint64         `json:"seed"`
	Engine   string         `json:"engine" doc:"identifies the engine that played"`
	Games    map[string]int `json:"games" doc:"how many games of each ranking: plain without options, qk, fp and qkfp with them, skill between unequal sides"`
	Rankings []string       `json:"rankings" doc:"six letters each, in lower case; the inventor’s first"`
	Columns  []Column       `json:"columns"`
	Picks    []Pick         `json:"picks" doc:"rankings to play first"`
}

// Column is one measurement of all rankings.
type Column struct {
	Name     string `json:"name" doc:"such as white or draws"`
	Decimals int    `json:"decimals" doc:"of the values and errors, which are integers: 523 with one decimal is 52.3"`
	Values   []int  `json:"values" doc:"by ranking"`
	Errors   []int  `json:"errors,omitempty" doc:"standard errors, by ranking"`
}

// Pick is a ranking that is worth playing.
type Pick struct {
	Ranking string   `json:"ranking" doc:"six letters in lower case"`
	Why     string   `json:"why" doc:"a sentence"`
	Moves   []string `json:"moves" doc:"a game of the engine at long thinking time, in UCI"`
	Result  string   `json:"result"`
	Notes   []Note   `json:"notes" doc:"about moves of the game"`
}

// Note is a note about a move.
type Note struct {
	Ply  int    `json:"ply" doc:"from 1"`
	Text string `json:"text"`
}

//go:embed table.json
var tableText []byte

// Get returns the table. It is shared: do not change it.
var Get = sync.OnceValue(func() *Table {
	t := new(Table)
	if err := json.Unmarshal(tableText, t); err != nil {
		panic(fmt.Sprintf("the built-in atlas: %v", err))
	}
	return t
})

// Value returns a measurement of a ranking and its standard error, NaN if there is none.
func (t *Table) Value(name string, ranking int) (value, stdErr float64) {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 || ranking < 0 || ranking >= len(t.Columns[i].Values) {
		return math.NaN(), math.NaN()
	}
	c := &t.Columns[i]
	unit := math.Pow10(-c.Decimals)
	value, stdErr = float64(c.Values[ranking])*unit, math.NaN()
	if len(c.Errors) > ranking {
		stdErr = float64(c.Errors[ranking]) * unit
	}
	return value, stdErr
}

// rankings are all rankings, in the order that all data have.
var rankings = slices.Collect(diminuendo.Rankings())

// RankingIndex returns the index of a ranking, six letters in lower case, in the order of
// diminuendo.Rankings, which all data have; −1 if there is no such ranking.
func RankingIndex(letters string) int {
	return slices.IndexFunc(rankings, func(r diminuendo.Ranking) bool { return r.String() == letters })
}

// Sample is a game between equal sides that is typical of its ranking.
type Sample struct {
	Moves  []string `json:"moves" doc:"in UCI"`
	Result string   `json:"result"`
	Reason string   `json:"reason" doc:"why the game ended, such as checkmate"`
}

// samplesData has the samples of all rankings, in the order of diminuendo.Rankings: a byte
// with the number of plies, and for each ply a byte with the index of the move among the
// legal ones in their order as texts.
//
//go:embed samples.bin
var samplesData []byte

// samples returns where the sample of each ranking begins.
var samples = sync.OnceValue(func() (starts []int) {
	for at := 0; at < len(samplesData); at += 1 + int(samplesData[at]) {
		starts = append(starts, at)
	}
	return starts
})

// SampleOf returns the sample of a ranking without options, nil if there is none.
func SampleOf(ranking int) (*Sample, error) {
	starts := samples()
	if ranking < 0 || ranking >= len(starts) {
		return nil, nil //nolint:nilnil // a table may lack samples
	}
	at := starts[ranking]
	packed := samplesData[at+1:]
	packed = packed[:min(len(packed), int(samplesData[at]))]
	if len(packed) == 0 {
		return nil, nil //nolint:nilnil // likewise
	}
	return unpack(diminuendo.New(rankings[ranking], false, false), packed)
}

// unpack plays a sample.
func unpack(g game.Game, packed []byte) (*Sample, error) {
	p := g.Start()
	s := &Sample{}
	for i, n := range packed {
		moves := sorted(p)
		if int(n) >= len(moves) {
			return nil, fmt.Errorf("the sample game of %s has an invalid move at ply %d", g.Name(), i+1)
		}
		s.Moves = append(s.Moves, p.UCI(moves[n]))
		p.Make(moves[n])
	}
	over := p.Outcome()
	s.Result, s.Reason = over.Result.String(), string(over.Reason)
	return s, nil
}

// sorted returns the legal moves in the order of their texts, which does not depend on how
// moves are generated.
func sorted(p game.Position) []game.Move {
	moves := p.Legal(nil)
	slices.SortFunc(moves, func(a, b game.Move) int { return cmp.Compare(p.UCI(a), p.UCI(b)) })
	return moves
}

// Pack packs the moves of a game for samples.bin. Games of more than 255 plies cannot be packed.
func Pack(g game.Game, moves []game.Move) ([]byte, error) {
	if len(moves) > math.MaxUint8 {
		return nil, fmt.Errorf("%d plies: expected at most %d", len(moves), math.MaxUint8)
	}
	p := g.Start()
	packed := []byte{byte(len(moves))}
	for _, m := range moves {
		i := slices.Index(sorted(p), m)
		if i < 0 || i > math.MaxUint8 {
			return nil, fmt.Errorf("the move %s cannot be packed", p.UCI(m))
		}
		packed = append(packed, byte(i))
		p.Make(m)
	}
	return packed, nil
}
