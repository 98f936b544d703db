package protocol

// Channels is what the page Watch shows (GET /api/watch).
type Channels struct {
	Channels []Channel `json:"channels"`
	Version  string    `json:"version" doc:"changes when a channel goes to another game, or its game ends; see since"`
}

// Channel shows the best public game of a variant that is being played (GET /api/watch/{channel}).
type Channel struct {
	Channel string `json:"channel" doc:"such as shrink; diminuendo has the games of all its rankings"`
	Title   string `json:"title"`
	State   string `json:"state" enum:"live,ended,past,none" doc:"ended: the next game follows in a few seconds; past: no game is being played, this is the last one worth seeing; none: there is no game"`
	Game    *Game  `json:"game,omitempty"`
	Times   *Times `json:"times,omitempty" doc:"of a live game with a clock"`
	Ended   int64  `json:"ended,omitempty" doc:"when the game ended"`
	Version string `json:"version" doc:"changes with each event of the game, and when the channel goes to another one; see since"`
}
