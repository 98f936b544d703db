package atlas

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/wane-chess/wane/game"
)

// measurement is something that is measured of each game. Its value for a ranking is the
// mean over its games.
type measurement struct {
	name     string // of the column
	title    string // for people
	unit     string
	decimals int // in the table that is shipped
	section  Section
	errors   bool // the shipped table has the standard errors
	// of returns the value of a game with a number; NaN if it has none.
	of func(g *Game, number int) float64
}

// percent makes a measurement of something that a game has or not.
func percent(has func(*Game) bool) func(*Game, int) float64 {
	return func(g *Game, _ int) float64 {
		if has(g) {
			return 100
		}
		return 0
	}
}

func number(of func(*Game) int32) func(*Game, int) float64 {
	return func(g *Game, _ int) float64 { return float64(of(g)) }
}

func ended(why game.Reason) func(*Game, int) float64 {
	return percent(func(g *Game) bool { return g.Reason == why })
}

// points are those of White, or of the other side, in percent.
func points(g *Game, of game.Color) float64 {
	switch g.Result {
	case game.Draw:
		return 50
	case game.WinFor(of):
		return 100
	}
	return 0
}

func white(g *Game, _ int) float64 { return points(g, game.White) }

func moves(g *Game, _ int) float64 { return float64(g.Plies) / 2 }

// later is the number of plies after the opening.
func later(g *Game) float64 { return float64(g.Plies - OpeningPlies) }

func changes(p game.PieceType) func(*Game, int) float64 {
	return number(func(g *Game) int32 { return g.Changes[p] })
}

var drawn = percent(func(g *Game) bool { return g.Result == game.Draw })

// measurements are all measurements, in the order of the table.
var measurements = []measurement{
	{"white", "White's score", "%", 1, Plain, true, white},
	{"draws", "Draws", "%", 1, Plain, true, drawn},
	{"moves", "Length", "moves", 1, Plain, true, moves},
	{"leads", "Lead changes", "a game", 2, Plain, true, number(func(g *Game) int32 { return g.LeadChanges })},
	{"skill", "Stronger side's score", "%", 1, Skill, true,
		func(g *Game, n int) float64 { return points(g, Stronger(n)) }},
	{"swing", "Change of the score", "centipawns a ply", 0, Plain, false, func(g *Game, _ int) float64 {
		if later(g) < 2 {
			return math.NaN()
		}
		return float64(g.Swing) / (later(g) - 1)
	}},
	{"captures", "Captures", "a game", 1, Plain, false, number(func(g *Game) int32 { return g.Captures })},
	{"drops", "Pieces that come back", "a game", 1, Plain, false, number(func(g *Game) int32 { return g.Drops })},
	{"expelled", "Pieces expelled from z", "a game", 1, Plain, false, number(func(g *Game) int32 { return g.Expelled })},
	{"left", "Pieces left at the end", "", 1, Plain, false, number(func(g *Game) int32 { return g.Left })},
	{"branching", "Legal moves", "a position", 1, Plain, false, func(g *Game, _ int) float64 {
		if later(g) < 1 {
			return math.NaN()
		}
		return float64(g.LegalMoves) / later(g)
	}},
	{"first", "First capture", "move", 1, Plain, false, func(g *Game, _ int) float64 {
		if g.FirstCapture == 0 {
			return math.NaN()
		}
		return float64(g.FirstCapture+1) / 2
	}},
	{"kingsGained", "Pieces that become kings", "a game", 2, Plain, false,
		number(func(g *Game) int32 { return g.KingsGained })},
	{"kingsLost", "Kings that change or leave", "a game", 2, Plain, false,
		number(func(g *Game) int32 { return g.KingsLost })},
	{"changesK", "Kings that change", "a game", 2, Plain, false, changes(game.King)},
	{"changesQ", "Queens that change", "a game", 2, Plain, false, changes(game.Queen)},
	{"changesR", "Rooks that change", "a game", 2, Plain, false, changes(game.Rook)},
	{"changesN", "Knights that change", "a game", 2, Plain, false, changes(game.Knight)},
	{"changesB", "Bishops that change", "a game", 2, Plain, false, changes(game.Bishop)},
	{"changesP", "Pawns that change", "a game", 2, Plain, false, changes(game.Pawn)},
	{"checkmate", "Ends by checkmate", "%", 1, Plain, false, ended(game.Checkmate)},
	{"kingGone", "Ends as the last king is gone", "%", 1, Plain, false, ended(game.KingLost)},
	{"stalemate", "Ends by stalemate", "%", 1, Plain, false, ended(game.Stalemate)},
	{"repetition", "Ends by repetition", "%", 1, Plain, false, ended(game.Repetition)},
	{"fifty", "Ends by the fifty-move rule", "%", 1, Plain, false, ended(game.FiftyMoves)},
	{"dead", "Ends with two kings alone", "%", 1, Plain, false, ended(game.DeadPosition)},
	{"tooLong", "Cut off after 200 moves", "%", 1, Plain, false, ended(TooLong)},
	{"whiteQk", "White's score, queenish kings", "%", 1, QueenishKings, false, white},
	{"drawsQk", "Draws, queenish kings", "%", 1, QueenishKings, false, drawn},
	{"movesQk", "Length, queenish kings", "moves", 1, QueenishKings, false, moves},
	{"whiteFp", "White's score, flexible pawns", "%", 1, FlexiblePawns, false, white},
	{"drawsFp", "Draws, flexible pawns", "%", 1, FlexiblePawns, false, drawn},
	{"movesFp", "Length, flexible pawns", "moves", 1, FlexiblePawns, false, moves},
	{"whiteQkFp", "White's score, both options", "%", 1, BothOptions, false, white},
	{"drawsQkFp", "Draws, both options", "%", 1, BothOptions, false, drawn},
	{"movesQkFp", "Length, both options", "moves", 1, BothOptions, false, moves},
}

// estimate is the mean of a measurement over the games of a ranking.
type estimate struct {
	mean   float64
	stdErr float64 // standard error of the mean; NaN without games
	noise  float64 // the unbiased estimate of the square of the standard error
}

// report is what is measured in a run.
type report struct {
	settings Settings
	games    map[Section]int // of the ranking that has the fewest, by section
	total    int
	// by measurement and ranking
	estimates [][]estimate
}

func measure(d *Data) *report {
	r := &report{settings: d.Settings, total: d.Len(), games: map[Section]int{}}
	for range measurements {
		r.estimates = append(r.estimates, make([]estimate, len(Rankings)))
	}
	for _, s := range Sections {
		for i := range Rankings {
			games, numbers := d.Games(s, i)
			if i == 0 || len(games) < r.games[s] {
				r.games[s] = len(games)
			}
			for k, m := range measurements {
				if m.section == s {
					r.estimates[k][i] = m.estimate(games, numbers)
				}
			}
		}
	}
	return r
}

// estimate estimates the mean of the measurement from the games of a ranking.
func (m *measurement) estimate(games []Game, numbers []int) estimate {
	var values []float64
	for n := range games {
		if v := m.of(&games[n], numbers[n]); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if m.section == Skill { // the two games of an opening are not independent
		values = pairs(values)
	}
	return estimated(values, m.unit == "%")
}

// pairs returns the means of each two values.
func pairs(values []float64) (means []float64) {
	for i := 1; i < len(values); i += 2 {
		means = append(means, (values[i-1]+values[i])/2)
	}
	return means
}

// estimated returns the estimate of a mean from values. Where they are percentages, the
// standard error is never zero: it is that of two values more, 0 and 100 (as Agresti and
// Coull propose for shares).
func estimated(values []float64, percentages bool) estimate {
	n := float64(len(values))
	e := estimate{mean: stat.Mean(values, nil), noise: stat.Variance(values, nil) / n}
	e.stdErr = math.Sqrt(e.noise)
	if percentages && n > 0 {
		more := append(slices.Clone(values), 0, 100)
		e.stdErr = stat.StdDev(more, nil) / math.Sqrt(n+2)
	}
	return e
}

// index returns the index of a measurement.
func index(name string) int {
	for i, m := range measurements {
		if m.name == name {
			return i
		}
	}
	panic("no measurement " + name)
}

// means returns the means of a measurement by ranking.
func (r *report) means(name string) []float64 {
	var all []float64
	for _, e := range r.estimates[index(name)] {
		all = append(all, e.mean)
	}
	return all
}

// spread separates how much a measurement differs between rankings from the noise of its
// estimates: the standard deviation of the true values, and the share of the variance of the
// estimates that is not noise.
func (r *report) spread(name string) (sd, reliability float64) {
	row := r.estimates[index(name)]
	noise := 0.0
	for _, e := range row {
		noise += e.noise / float64(len(row))
	}
	_, variance := stat.MeanVariance(r.means(name), nil)
	if variance == 0 {
		return 0, 0
	}
	return math.Sqrt(max(variance-noise, 0)), max(variance-noise, 0) / variance
}
