package protocol

// OpeningLine has the names of a line's opening (GET /api/openings).
type OpeningLine struct {
	Openings []Opening `json:"openings" doc:"in the order of the plies; the last whose ply has been reached is the name"`
}

// Opening is the name of a line from a ply on.
type Opening struct {
	Ply  int    `json:"ply" doc:"of the position with the name"`
	Name string `json:"name"`
	Made bool   `json:"made,omitempty" doc:"it is the first moves: people have not named the line"`
}

// OpeningNames are the names that were proposed for a position (GET /api/openings/names).
type OpeningNames struct {
	May       string            `json:"may" enum:"name,guest,young,muted" doc:"whether you may propose names and vote, or why not: you need an account, it is too new, or it may not write"`
	Needed    int               `json:"needed" doc:"votes until all see a name"`
	Moderates bool              `json:"moderates,omitempty" doc:"you may hide and settle names"`
	Proposals []OpeningProposal `json:"proposals" doc:"at most 30: the name of the position first, then those with most votes"`
}

// OpeningProposal is a name that was proposed for a position.
type OpeningProposal struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Author  string `json:"author,omitempty" doc:"name of the account; absent if it was deleted"`
	Votes   int    `json:"votes"`
	Mine    bool   `json:"mine,omitempty" doc:"you vote for it"`
	Shown   bool   `json:"shown,omitempty" doc:"it is the name of the position"`
	Settled bool   `json:"settled,omitempty" doc:"moderators have chosen it"`
	Hidden  bool   `json:"hidden,omitempty" doc:"only moderators see it"`
}

// NewOpeningName proposes a name for a position (POST /api/openings/names).
type NewOpeningName struct {
	Variant string   `json:"variant" maxLength:"40" doc:"such as shrink"`
	Moves   []string `json:"moves" maxItems:"40" doc:"UCI moves from the start of the game to the position"`
	Name    string   `json:"name" maxLength:"400" doc:"3–60 characters"`
}

// HideOpening hides a proposal (POST /api/openings/names/{id}/hide).
type HideOpening struct {
	Hidden bool `json:"hidden" doc:"false: show it again"`
	All    bool `json:"all,omitempty" doc:"hide all proposals of its author"`
}

// SettleOpening makes a proposal the name of its position (POST /api/openings/names/{id}/settle).
type SettleOpening struct {
	Settled bool `json:"settled" doc:"false: leave the name to the votes again"`
}
