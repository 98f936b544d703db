package puzzle

import (
	"slices"
	"time"

	"github.com/wane-chess/wane/puzzle"
)

// What the server knows of a run is what it gave and what came back: its clock measures the time, and it counts what
// is right. Puzzles are given a few ahead, with their solutions, which a page needs to play the replies: so a player on
// a slow network need not wait, and a program may still solve for its user, as it may with any puzzle.
const (
	// ahead is how many puzzles a player has that are not answered.
	ahead = 8
	// maxGiven is how many puzzles a run has at most.
	maxGiven = 2000
	// maxOpen is how long a run may last; later it is forgotten.
	maxOpen = 24 * time.Hour
	// pace is the least time of a puzzle that is solved: no person is faster.
	pace = 400 * time.Millisecond
	// slack is how late the last answers of a storm may come, for the network.
	slack = 5 * time.Second

	stormTime = 3 * time.Minute
	mostBonus = time.Minute // all bonuses together
	penalty   = 10 * time.Second
)

// bonus returns what the right move of a storm adds that is the nth in a row.
func bonus(n int) time.Duration {
	switch {
	case n == 5:
		return 3 * time.Second
	case n == 12:
		return 5 * time.Second
	case n == 20:
		return 7 * time.Second
	case n >= 30 && n%10 == 0:
		return 10 * time.Second
	}
	return 0
}

// OpenRun is a run in progress, or one that has just ended.
type OpenRun struct {
	ID, Player string
	RunQuery
	Begun   time.Time
	Started time.Time // when the clock of a storm has; zero: not yet
	Given   []string  // IDs of puzzles, in their order
	// Answered is how many of them have an answer, Score how many a right one, Wrong how many a wrong one.
	Answered, Score, Wrong int
	Combo                  int           // right moves in a row
	Gained                 time.Duration // by bonuses
	Skipped                bool          // a streak has skipped a puzzle
	Last                   time.Time     // of the last answer that counts
	Ended                  time.Time     // zero: it goes on
}

// RunAnswer is what a player has done with a puzzle of a run.
type RunAnswer struct {
	Moves   []string `json:"moves" maxItems:"8" doc:"the solver's moves as UCI, without the replies; the last one may be wrong"`
	Skipped bool     `json:"skipped,omitempty" doc:"once in a streak"`
}

// RunAnswers are answers to puzzles of a run, in their order. They may come again: what is known already counts once.
type RunAnswers struct {
	First   int         `json:"first" minimum:"0" doc:"how many answers came before these; those that the server has count once"`
	Answers []RunAnswer `json:"answers" maxItems:"50" doc:"none: the first move of a storm was made, which starts its clock"`
	End     bool        `json:"end,omitempty" doc:"the run ends after these"`
	Have    int         `json:"have,omitempty" minimum:"0" doc:"how many puzzles of the run the client has: the answer has those after them"`
}

// Over reports whether the run has ended.
func (c *OpenRun) Over() bool { return !c.Ended.IsZero() }

// deadline returns when a storm ends; the zero time: not yet known.
func (c *OpenRun) deadline() time.Time {
	if c.Kind != Storm || c.Started.IsZero() {
		return time.Time{}
	}
	return c.Started.Add(stormTime + c.Gained - time.Duration(c.Wrong)*penalty)
}

// take counts what a player reports, at a time. The first report starts the clock of a storm: the page sends it at the
// first move. Find returns a puzzle by its ID.
func (c *OpenRun) take(r RunAnswers, now time.Time, find func(id string) (puzzle.Puzzle, bool)) error {
	if c.Over() {
		return nil
	}
	if r.First < 0 || r.First > c.Answered {
		return refuse("An answer is missing before these.")
	}
	if c.Started.IsZero() {
		c.Started = now
	}
	for _, a := range r.Answers[min(c.Answered-r.First, len(r.Answers)):] {
		if limit := c.deadline(); !limit.IsZero() && now.After(limit.Add(slack)) {
			break
		}
		if err := c.answer(a, now, find); err != nil {
			return err
		}
		if c.Kind == Streak && c.Wrong > 0 {
			c.Ended = now
			return nil
		}
	}
	if limit := c.deadline(); !limit.IsZero() && (r.End || now.After(limit.Add(slack))) {
		c.Ended = limit
		if now.Before(limit) {
			c.Ended = now
		}
	} else if r.End {
		c.Ended = now
	}
	return nil
}

// answer counts an answer.
func (c *OpenRun) answer(a RunAnswer, now time.Time, find func(id string) (puzzle.Puzzle, bool)) error {
	switch {
	case c.Answered >= len(c.Given):
		return refuse("This puzzle was not given in this run.")
	case a.Skipped && (c.Kind != Streak || c.Skipped):
		return refuse("This puzzle cannot be skipped.")
	}
	p, ok := find(c.Given[c.Answered])
	c.Answered++
	if a.Skipped || !ok { // the program has other puzzles now
		c.Skipped = c.Skipped || a.Skipped
		return nil
	}
	c.Last = now
	right := prefix(&p, a.Moves)
	for range right {
		c.Combo++
		c.Gained = min(c.Gained+bonus(c.Combo), mostBonus)
	}
	if right == p.SolverMoves() && right == len(a.Moves) {
		if c.Score++; now.Sub(c.Begun) < time.Duration(c.Score)*pace {
			return refuse("The answers come faster than a person plays.")
		}
		return nil
	}
	c.Combo = 0
	c.Wrong++
	return nil
}

// prefix returns how many moves of the solver are right, up to the first that is not.
func prefix(p *puzzle.Puzzle, moves []string) int {
	for i, m := range moves {
		if i >= p.SolverMoves() || m != p.Moves[2*i] {
			return i
		}
	}
	return len(moves)
}

// give gives puzzles until the player has some ahead. A run ends that has none left.
func (c *OpenRun) give(all []puzzle.Puzzle, rand func(n int) int) {
	for !c.Over() && len(c.Given) < min(c.Answered+ahead, maxGiven) {
		id, ok := rung(all, c.Given, c.Kind, rand)
		if !ok {
			break
		}
		c.Given = append(c.Given, id)
	}
	if !c.Over() && c.Answered == len(c.Given) {
		if c.Ended = c.Last; c.Over() {
			return
		}
		c.Ended = c.Begun // all were skipped
	}
}

// Run returns the run as it has ended.
func (c *OpenRun) Run() Run {
	took := c.Last.Sub(c.Begun)
	if c.Kind == Storm {
		took = c.Ended.Sub(c.Started)
	}
	return Run{
		Player: c.Player, Kind: c.Kind, Variant: c.Variant, Score: c.Score, Wrong: c.Wrong,
		Took: max(took.Milliseconds(), 0), At: c.Ended.UnixMilli(),
	}
}

// ladder is how runs of a kind become harder.
var ladder = map[Kind]struct {
	steps   int // puzzles until the hardest come
	longest int // most moves of the solver; 0: any
}{Streak: {60, 0}, Storm: {50, 2}}

// near is how many of the nearest puzzles the next one is chosen from.
const near = 12

// rung returns the next puzzle of a run: a random one of those that are nearest to where its ladder has come, of
// puzzles with the easiest first. No puzzle comes twice.
func rung(all []puzzle.Puzzle, given []string, k Kind, rand func(n int) int) (id string, ok bool) {
	rules := ladder[k]
	left := make([]*puzzle.Puzzle, 0, len(all))
	for i := range all {
		if rules.longest == 0 || all[i].SolverMoves() <= rules.longest {
			left = append(left, &all[i])
		}
	}
	if len(left) == 0 {
		return "", false
	}
	low, high := left[0].Rating, left[len(left)-1].Rating
	rating := low + (high-low)*min(len(given), rules.steps)/rules.steps
	had := make(map[string]bool, len(given))
	for _, id := range given {
		had[id] = true
	}
	left = slices.DeleteFunc(left, func(p *puzzle.Puzzle) bool { return had[p.ID] })
	if len(left) == 0 {
		return "", false
	}
	// Those around the rating: the window grows on the side that is nearer.
	to, _ := slices.BinarySearchFunc(left, rating, func(p *puzzle.Puzzle, r int) int { return p.Rating - r })
	from := to
	for to-from < min(near, len(left)) {
		if to == len(left) || from > 0 && rating-left[from-1].Rating <= left[to].Rating-rating {
			from--
		} else {
			to++
		}
	}
	return left[from+rand(to-from)].ID, true
}
