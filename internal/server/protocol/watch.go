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

// ReviewedGames is a page of finished games with a review, the last reviewed first (GET /api/reviews).
type ReviewedGames struct {
	Games []ReviewedGame `json:"games"`
	Next  string         `json:"next,omitempty"` // cursor of the next page; empty: this is the last
}

// ReviewedGame is a finished public game and what its review says, in short.
type ReviewedGame struct {
	Game          Game            `json:"game"`
	Ended         int64           `json:"ended"`
	Reviewed      int64           `json:"reviewed" doc:"when the review was finished"`
	Level         string          `json:"level" enum:"quick,thorough"`
	WhiteAccuracy *float64        `json:"whiteAccuracy,omitempty" doc:"0 to 100; none without moves"`
	BlackAccuracy *float64        `json:"blackAccuracy,omitempty"`
	Moment        *DecisiveMoment `json:"moment,omitempty" doc:"the move that decided the game; none if no move was an inaccuracy or worse"`
}

// DecisiveMoment is the move that decided a game: of the loser's, in a draw of all, the one that lost the most
// winning chances.
type DecisiveMoment struct {
	Ply      int     `json:"ply"`    // from 1
	Number   int     `json:"number"` // of the full move
	Color    string  `json:"color" enum:"white,black"`
	SAN      string  `json:"san"`
	Move     string  `json:"move" doc:"the same in UCI"`
	NAG      int     `json:"nag"` // 6 inaccuracy, 2 mistake, 4 blunder
	Loss     float64 `json:"loss" doc:"of winning chances, 0 to 1"`
	Better   string  `json:"better,omitempty" doc:"what the engine would have played, as SAN"`
	Position string  `json:"position" doc:"after the move, as FEN"`
}
