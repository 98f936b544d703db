package protocol

// Relations are whom an account follows and blocks (GET /api/account/relations).
type Relations struct {
	Following []Friend `json:"following" doc:"who is online comes first, then the latest"`
	Blocked   []Friend `json:"blocked" doc:"the latest first"`
	Follows   int      `json:"follows" doc:"how many players you follow, online or not"`
	Followers int      `json:"followers" doc:"how many follow you"`
	Invisible bool     `json:"invisible,omitempty" doc:"your followers do not see that you are online"`
}

// Friend is a player whom an account follows or blocks.
type Friend struct {
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
	Online bool   `json:"online,omitempty"`
	Game   string `json:"game,omitempty" doc:"a public game with a clock that the player plays now"`
}

// Visibility says whether an account's followers see that it is online (PUT
// /api/account/visibility).
type Visibility struct {
	Invisible bool `json:"invisible"`
}
