package puzzle

const (
	Ahead = ahead
	Slack = slack
)
