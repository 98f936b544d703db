package protocol

// Rating is a rating as clients see it.
type Rating struct {
	Rating      int  `json:"rating"`
	Deviation   int  `json:"deviation" doc:"how uncertain the rating is: its standard deviation"`
	Provisional bool `json:"provisional,omitempty" doc:"the rating is too uncertain to be compared"`
}

// RatingChange is what a game did to a player's rating.
type RatingChange struct {
	Before Rating `json:"before"`
	After  Rating `json:"after"`
	Change int    `json:"change" doc:"difference of the rounded ratings"`
}

// GameRatings is what a game did to ratings (GET /api/games/{id}/ratings).
type GameRatings struct {
	// State is "rated", "pending" (a moment after the end, or before it) or "uncounted".
	State string        `json:"state" enum:"rated,pending,uncounted"`
	Why   string        `json:"why,omitempty" enum:"casual,aborted,closed,guest,short,early,one-address" doc:"why it does not count"`
	White *RatingChange `json:"white,omitempty"`
	Black *RatingChange `json:"black,omitempty"`
}

// PoolRating is a player's rating in a game and speed.
type PoolRating struct {
	Game  string `json:"game" doc:"a variant, or rankings for all other rankings of Diminuendo Chess"`
	Speed string `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Rating
	Best  int   `json:"best,omitempty" doc:"the highest rating that was not provisional"`
	Score Score `json:"score" doc:"rated games"`
	Last  int64 `json:"last"` // end of the last game
}

// Score counts the results of a player.
type Score struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// PlayedOpening counts the results of a player with some first moves.
type PlayedOpening struct {
	Variant string   `json:"variant"`
	Title   string   `json:"title"`
	Color   string   `json:"color" enum:"white,black" doc:"the player's"`
	Moves   []string `json:"moves"` // UCI
	SAN     []string `json:"san"`
	Score   Score    `json:"score"`
}

// PlayedGame counts the results of a player in a game.
type PlayedGame struct {
	Game  string `json:"game"`
	Score Score  `json:"score"`
	// Level is the highest level of the engine that the player has beaten; 0: none.
	Level int `json:"level,omitempty"`
}

// PlayedOpponent counts the results against another account.
type PlayedOpponent struct {
	Name  string `json:"name"`
	Bot   bool   `json:"bot,omitempty"`
	Score Score  `json:"score"`
	Last  int64  `json:"last"`
}

// BestWin is a win in a rated game.
type BestWin struct {
	ID     string `json:"id"` // of the game
	Game   string `json:"game"`
	Speed  string `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Name   string `json:"name"` // the opponent's
	Bot    bool   `json:"bot,omitempty"`
	Rating int    `json:"rating"` // the opponent's, before the game
	Ended  int64  `json:"ended"`
}

// ActiveDay counts the games of a day.
type ActiveDay struct {
	Day   int64 `json:"day"` // its beginning, UTC
	Games int   `json:"games"`
}

// Profile is what everyone may know about an account (GET /api/players/{name}). The counts are those of
// public games, the last 2,000.
type Profile struct {
	Name     string `json:"name"`
	Bot      bool   `json:"bot,omitempty"`
	Role     string `json:"role" enum:"player,moderator,admin"`
	Created  int64  `json:"created"`
	Closed   bool   `json:"closed,omitempty" doc:"the account is closed; nothing else is shown"`
	You      bool   `json:"you,omitempty"`
	Vacation int64  `json:"vacation,omitempty" doc:"until when the player is on vacation"`
	// Level is that of a level of the engine, which is no account: then Created and Role say nothing.
	Level     int              `json:"level,omitempty" doc:"of the engine"`
	Levels    []LevelRating    `json:"levels,omitempty" doc:"of a level of the engine: its ratings"`
	Relation  string           `json:"relation,omitempty" enum:"follow,block" doc:"what your account does with this one"`
	Followers int              `json:"followers,omitempty" doc:"how many accounts follow it"`
	Ratings   []PoolRating     `json:"ratings"`
	Total     Score            `json:"total"`
	Games     []PlayedGame     `json:"games"`
	Openings  []PlayedOpening  `json:"openings" doc:"of two moves each, the most frequent first"`
	Opponents []PlayedOpponent `json:"opponents" doc:"the most frequent first"`
	Best      []BestWin        `json:"best" doc:"wins against the highest ratings"`
	Activity  []ActiveDay      `json:"activity" doc:"days with games of the last 26 weeks"`
	// Against is what the client has scored against the player, private games included.
	Against *Score `json:"against,omitempty"`
}

// LevelRating is the rating of a level of the engine in a game, at every speed.
type LevelRating struct {
	Game   string `json:"game"`
	Rating int    `json:"rating"`
	Score  Score  `json:"score" doc:"rated games"`
}

// Level is a level of the engine as a player (GET /api/levels).
type Level struct {
	Name    string        `json:"name" doc:"as in addresses"`
	Level   int           `json:"level"`
	Ratings []LevelRating `json:"ratings" doc:"without scores"`
}

// RatingGraph is the ratings of a player over time in a game and speed (GET
// /api/players/{name}/ratings).
type RatingGraph struct {
	Game   string     `json:"game"`
	Speed  string     `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Points [][2]int64 `json:"points" doc:"time and rating after a game; of a day with many games the last"`
}

// Leader is a place of a leaderboard.
type Leader struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"`
	You  bool   `json:"you,omitempty"`
	Rating
	Games int   `json:"games"`
	Last  int64 `json:"last"`
}

// Leaderboard is the best players of a game and speed, with ratings that are not provisional and a game in
// the last 30 days.
type Leaderboard struct {
	Speed   string   `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Players []Leader `json:"players"`
}
