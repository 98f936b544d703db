package glicko

// Newcomer is the rating of a player without attempts at puzzles. Most players learn the game by its puzzles.
var Newcomer = Rating{Value: 800, Deviation: MaxDeviation, Volatility: Start.Volatility}

const (
	// PuzzleDeviation is the deviation of a puzzle that nobody has tried.
	PuzzleDeviation = 150
	// MaxPuzzleChange is how much one attempt at a puzzle changes a player's rating at most.
	MaxPuzzleChange = 120
)

// Puzzle returns the rating of a puzzle that nobody has tried.
func Puzzle(value int) Rating {
	return Rating{Value: float64(value), Deviation: PuzzleDeviation, Volatility: Start.Volatility}
}

// AfterPuzzle returns the rating of a player after an attempt at a puzzle, some periods after the last one.
// The score is 1 if the attempt was right, and 0 otherwise.
func (r Rating) AfterPuzzle(puzzle Rating, score, periods float64) Rating {
	after := r.Update([]Result{{Opponent: puzzle, Score: score}}, periods).Bounded()
	after.Value = min(max(after.Value, r.Value-MaxPuzzleChange), r.Value+MaxPuzzleChange)
	return after
}
