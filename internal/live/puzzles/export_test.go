package puzzles

const (
	Ahead = ahead
	Slack = slack
)
