package puzzle

// Bounds of the ratings that Difficulty gives.
const (
	MinRating = 400
	MaxRating = 2800
)
