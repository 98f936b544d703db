package train

import (
	"fmt"
	"runtime"
)

// Options describe a fit. Defaults returns good ones.
type Options struct {
	Epochs  int     // passes through the positions
	Batch   int     // positions in each step
	Rate    float64 // first learning rate; the last is 1/400 of it
	Decay   float64 // weight decay, per step and unit of the rate
	Lambda  float64 // weight of the result against the search's score, 0–1
	Held    int     // percentage of held-out games
	Mirror  bool    // see half of the positions as their mirror images
	Seed    uint64
	Threads int // they make no difference to the result

	// State, if not empty, is a file to save the fit to after each epoch, from which an interrupted one resumes.
	State string
	// Progress, if not nil, is called after each epoch.
	Progress func(Epoch)
}

// Epoch is the outcome of a pass through the positions.
type Epoch struct {
	Number          int     // from 1
	Training, Held  float64 // mean squared errors of the expected score
	Positions, Rest int     // trained on so far, and left
}

// Defaults returns good options.
func Defaults() Options {
	return Options{Epochs: 20, Batch: 2048, Rate: 0.002, Decay: 0.1, Lambda: 0.2, Held: 5, Mirror: true, Seed: 1,
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
		{"batch", float64(o.Batch), 1, 1e9},
		{"rate", o.Rate, 1e-9, 10},
		{"decay", o.Decay, 0, 1},
		{"lambda", o.Lambda, 0, 1},
		{"holdout", float64(o.Held), 0, 90},
		{"threads", float64(o.Threads), 1, 1024},
	} {
		if !(c.value >= c.least && c.value <= c.most) { // also rejects NaN
			return fmt.Errorf("%s %v: expected %v–%v", c.name, c.value, c.least, c.most)
		}
	}
	return nil
}
