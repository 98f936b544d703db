package protocol

// NewChallenge challenges a player with an account (POST /api/challenges).
type NewChallenge struct {
	ID      string  `json:"id" minLength:"8" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client; the same request sent twice makes one challenge"`
	Player  string  `json:"player" maxLength:"100" doc:"the name of an account"`
	Variant string  `json:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN     string  `json:"fen,omitempty" maxLength:"200" doc:"start position; empty: that of the variant"`
	Control Control `json:"control"`
	Rated   bool    `json:"rated,omitempty" doc:"the result changes ratings; only with a clock or days, from the start position"`
	Color   string  `json:"color" enum:"white,black,random" doc:"yours"`
}

// Challenge is an invitation to a game, which gets the ID of the challenge.
type Challenge struct {
	ID      string  `json:"id"`
	Status  string  `json:"status" enum:"created,accepting,accepted,declined,canceled,expired" doc:"accepting: the game is about to exist"`
	Variant string  `json:"variant"`
	Title   string  `json:"title" doc:"of the variant"`
	FEN     string  `json:"fen,omitempty" doc:"start position; missing: that of the variant"`
	Control Control `json:"control"`
	Rated   bool    `json:"rated,omitempty"`
	Color   string  `json:"color" enum:"white,black,random" doc:"the challenger's"`
	From    Seat    `json:"from"`
	To      Seat    `json:"to" doc:"not taken: everyone with the link may accept"`
	Reason  string  `json:"reason,omitempty" doc:"why it was declined; failed: it was accepted, but there cannot be such a game"`
	Why     string  `json:"why,omitempty" doc:"the reason as a sentence"`
	Created int64   `json:"created"`
	Updated int64   `json:"updated"`
	Expires int64   `json:"expires" doc:"without an answer"`
}

// AcceptChallenge accepts a challenge (POST /api/challenges/{id}/accept).
type AcceptChallenge struct {
	Color string `json:"color,omitempty" enum:"white,black" doc:"of an open challenge with random colors: the color to play"`
}

// DeclineChallenge declines a challenge (POST /api/challenges/{id}/decline).
type DeclineChallenge struct {
	Reason string `json:"reason,omitempty" enum:"generic,later,tooFast,tooSlow,timeControl,rated,casual,standard,variant,noBot,onlyBot"`
}
