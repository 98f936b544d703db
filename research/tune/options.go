package tune

import (
	"fmt"
	"runtime"

	"github.com/wane-chess/wane/engine"
)

// Options describe a fit. Defaults returns good ones.
type Options struct {
	Epochs  int     // passes through the positions in each round
	Rounds  int     // number of linearizations, each with a fit
	Rate    float64 // approximate largest first step of a weight, in centipawns
	Batch   int     // positions in each step; 0: automatic
	Lambda  float64 // weight of the result against the search's score, 0 to 1
	L2      float64 // penalty for moving a weight by 100 centipawns, in squared errors of one position
	Held    int     // percentage of held-out games
	Seed    uint64
	Step    engine.Score // change of a weight for its numerical derivative, in centipawns
	K       float64      // steepness of the logistic curve; 0: the best fit
	Fix     []string     // fixed weights
	Threads int          // they make no difference to the result

	// Checkpoint, if not empty, is a file to save the state to, from which an
	// interrupted fit resumes.
	Checkpoint string
	// Progress, if not nil, is called with the completed part of a stage and a remark.
	Progress func(stage string, done, total int, remark string)
}

// Defaults returns good options.
func Defaults() Options {
	return Options{Epochs: 200, Rounds: 1, Rate: 1, Lambda: 0.4, L2: 50, Held: 10, Seed: 1, Step: 32,
		Threads: runtime.GOMAXPROCS(0)}
}

// check rejects invalid options.
func (o *Options) check() error {
	for _, c := range []struct {
		name        string
		value       float64
		least, most float64
	}{
		{"epochs", float64(o.Epochs), 1, 1e6},
		{"rounds", float64(o.Rounds), 1, 100},
		{"rate", o.Rate, 1e-6, 1000},
		{"batch", float64(o.Batch), 0, 1e9},
		{"lambda", o.Lambda, 0, 1},
		{"l2", o.L2, 0, 1e9},
		{"holdout", float64(o.Held), 0, 90},
		{"step", float64(o.Step), 1, 1000},
		{"k", o.K, 0, 100},
		{"threads", float64(o.Threads), 1, 1024},
	} {
		if !(c.value >= c.least && c.value <= c.most) { // also rejects NaN
			return fmt.Errorf("%s %v: expected %v–%v", c.name, c.value, c.least, c.most)
		}
	}
	return nil
}

// settings returns everything that the fit depends on.
func (t *tuner) settings() string {
	o := t.o
	return fmt.Sprintf("%s, %d positions %016x, epochs %d, rounds %d, rate %v, batch %d, lambda %v, l2 %v, held %d, "+
		"seed %d, step %d, k %v, fix %q, weights %d",
		t.data.game.Name(), t.data.Positions(), t.data.digest.Sum64(), o.Epochs, o.Rounds, o.Rate, o.Batch, o.Lambda, o.L2,
		o.Held, o.Seed, o.Step, o.K, o.Fix, t.origin)
}
