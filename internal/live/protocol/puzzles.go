package protocol

// Puzzle is a position in which exactly one move reaches the goal (GET /api/puzzles/{id}).
type Puzzle struct {
	ID      string   `json:"id"`
	Variant string   `json:"variant"`
	FEN     string   `json:"fen" doc:"the position to solve; the side to move is the solver"`
	Moves   []string `json:"moves" doc:"the solution as UCI: the solver's moves and the replies in turn"`
	Goal    string   `json:"goal" enum:"mate,win,draw,gain"`
	Proof   string   `json:"proof" enum:"exhaustive,tablebase,solver,search" doc:"how it is known that no other move reaches the goal"`
	Rating  int      `json:"rating" doc:"of the puzzle, now"`
	Themes  []string `json:"themes"`
	Tried   int      `json:"tried" doc:"players"`
	Solved  int      `json:"solved" doc:"players, at their first attempts"`
	State   string   `json:"state,omitempty" enum:"resting,removed" doc:"of a puzzle that is not given out: it waits for an operator, or was found wrong"`
	// Of a puzzle that was composed:
	Composed bool   `json:"composed,omitempty" doc:"a player has published it: attempts change no ratings"`
	Author   string `json:"author,omitempty" doc:"name of the account; absent if it was deleted"`
	Note     string `json:"note,omitempty" doc:"of the author"`
	Created  int64  `json:"created,omitempty"`
	// Votes are in the answer to GET /api/puzzles/{id} only, and so is Mine, which the next puzzle has, too.
	Votes  *PuzzleVotes `json:"votes,omitempty"`
	Ticket string       `json:"ticket,omitempty" doc:"in the same answers: an attempt is rated only if it has this"`
	Mine   *MyPuzzle    `json:"mine,omitempty" doc:"absent for tokens without the scope puzzle:read"`
}

// PuzzleVotes are the votes on a puzzle.
type PuzzleVotes struct {
	Up   int `json:"up"`
	Down int `json:"down"`
}

// MyPuzzle is what the client has done with a puzzle.
type MyPuzzle struct {
	Vote    int            `json:"vote" enum:"-1,0,1"`
	Attempt *PuzzleAttempt `json:"attempt,omitempty" doc:"the first one: any other changes nothing; absent: there is none"`
}

// DailyPuzzle is the puzzle of a day (GET /api/puzzles/daily).
type DailyPuzzle struct {
	Day    string `json:"day" doc:"in UTC, such as 2026-05-31"`
	Puzzle Puzzle `json:"puzzle"`
}

// PuzzlePack is the puzzles of a variant that are part of the program (GET /api/puzzles/packs).
type PuzzlePack struct {
	Variant string   `json:"variant"`
	Count   int      `json:"count"`
	Bytes   int      `json:"bytes" doc:"of the file, without compression"`
	Idle    []string `json:"idle" doc:"puzzles that must not be given out now: they rest or were found wrong"`
}

// NewAttempts are attempts at puzzles (POST /api/puzzles/attempts).
type NewAttempts struct {
	Attempts []NewAttempt `json:"attempts" minItems:"1" maxItems:"50"`
}

// NewAttempt is an attempt at a puzzle.
type NewAttempt struct {
	ID     string   `json:"id" minLength:"8" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client: the same attempt sent again has the same id"`
	Puzzle string   `json:"puzzle" pattern:"^[0-9a-z]{7}$"`
	Moves  []string `json:"moves" maxItems:"8" doc:"the solver's moves as UCI, without the replies; the last one may be wrong"`
	Helped bool     `json:"helped,omitempty" doc:"a hint or the solution was shown: the attempt is wrong"`
	Rated  bool     `json:"rated,omitempty" doc:"the attempt shall change ratings"`
	Ticket string   `json:"ticket,omitempty" maxLength:"100" doc:"that came with the puzzle: without it only an attempt at the puzzle of the day is rated"`
	Took   int64    `json:"ms,omitempty" minimum:"0" doc:"how long it took; at most an hour counts"`
	At     int64    `json:"at,omitempty" minimum:"0" maximum:"99999999999999" doc:"when it ended; absent: now. One in the future is now, and one of more than 30 days ago counts as 30 days old"`
}

// SettledAttempt is what has become of an attempt.
type SettledAttempt struct {
	ID       string `json:"id"`
	Puzzle   string `json:"puzzle"`
	Unknown  bool   `json:"unknown,omitempty" doc:"there is no such puzzle, and the rest is absent"`
	Repeat   bool   `json:"repeat,omitempty" doc:"the client had tried the puzzle before: what follows is of the first attempt"`
	Right    bool   `json:"right"`
	Counted  bool   `json:"counted" doc:"it has changed ratings"`
	NotGiven bool   `json:"notGiven,omitempty" doc:"it was to be rated, and is not: the server did not give this puzzle to the client"`
	// Before and After are the client's ratings in the variant.
	Before       Rating `json:"before"`
	After        Rating `json:"after"`
	PuzzleRating int    `json:"puzzleRating" doc:"after the attempt"`
}

// PuzzleAttempt is the client's first attempt at a puzzle (GET /api/puzzles/me/history).
type PuzzleAttempt struct {
	Seq          int64    `json:"seq" doc:"for before: attempts are numbered in the order in which they were stored"`
	Puzzle       string   `json:"puzzle"`
	Variant      string   `json:"variant"`
	FEN          string   `json:"fen,omitempty" doc:"absent if there is no such puzzle any more"`
	Themes       []string `json:"themes,omitempty"`
	Moves        []string `json:"moves" doc:"those that were tried"`
	At           int64    `json:"at"`
	Took         int64    `json:"ms"`
	Right        bool     `json:"right"`
	Helped       bool     `json:"helped,omitempty"`
	Counted      bool     `json:"counted"`
	Before       Rating   `json:"before"`
	After        Rating   `json:"after"`
	PuzzleRating int      `json:"puzzleRating" doc:"before the attempt"`
}

// PuzzleHistory is a page of the client's attempts, the latest first.
type PuzzleHistory struct {
	Attempts []PuzzleAttempt `json:"attempts"`
	Next     int64           `json:"next,omitempty" doc:"before of the next page; absent: this is the last one"`
}

// PuzzleStanding is the client's rating in the puzzles of a variant (GET /api/puzzles/me).
type PuzzleStanding struct {
	Variant string `json:"variant"`
	Rating
	Games  int `json:"games" doc:"attempts that counted"`
	Solved int `json:"solved" doc:"of those"`
	// Strengths are by theme, from the last 1,000 attempts, the weakest first.
	Strengths []PuzzleStrength `json:"strengths"`
}

// PuzzleStrength is how well the client solves puzzles with a theme.
type PuzzleStrength struct {
	Theme       string `json:"theme"`
	Tried       int    `json:"tried"`
	Right       int    `json:"right"`
	Performance int    `json:"performance" doc:"the rating of a player with such results: the mean of the puzzles' ratings, plus 500 for all right, less 500 for none"`
}

// PuzzleVote is what the client thinks of a puzzle (POST /api/puzzles/{id}/vote).
type PuzzleVote struct {
	Vote int `json:"vote" enum:"-1,0,1" doc:"0 takes the vote back"`
}

// PuzzleReport says what is wrong with a puzzle (POST /api/puzzles/{id}/report).
type PuzzleReport struct {
	Reason string `json:"reason" enum:"second,wrong,other" doc:"second: there is a second solution"`
	Text   string `json:"text,omitempty" doc:"at most 300 characters; needed for the reason other"`
}

// NewRun begins a streak or a storm (POST /api/puzzles/runs).
type NewRun struct {
	Kind    string `json:"kind" enum:"streak,storm"`
	Variant string `json:"variant" maxLength:"40" doc:"or mixed"`
}

// RunAnswers are answers to puzzles of a run, in their order (POST /api/puzzles/runs/{run}/answers).
type RunAnswers struct {
	First   int         `json:"first" minimum:"0" doc:"how many answers came before these; those that the server has count once"`
	Answers []RunAnswer `json:"answers" maxItems:"50" doc:"none: the first move of a storm was made, which starts its clock"`
	End     bool        `json:"end,omitempty" doc:"the run ends after these"`
	Have    int         `json:"have,omitempty" minimum:"0" doc:"how many puzzles of the run the client has: the answer has those after them"`
}

// RunAnswer is what a player has done with a puzzle of a run.
type RunAnswer struct {
	Moves   []string `json:"moves" maxItems:"8" doc:"the solver's moves as UCI, without the replies; the last one may be wrong"`
	Skipped bool     `json:"skipped,omitempty" doc:"once in a streak"`
}

// RunState is a run as the server counts it.
type RunState struct {
	ID       string   `json:"id"`
	Puzzles  []Puzzle `json:"puzzles" doc:"the next ones, after those that the client has"`
	Answered int      `json:"answered"`
	Score    int      `json:"score" doc:"puzzles solved"`
	Wrong    int      `json:"wrong" doc:"puzzles not solved"`
	Over     bool     `json:"over,omitempty"`
	Mine     *MyRuns  `json:"mine,omitempty" doc:"your bests, once the run is over"`
}

// PuzzleRun is a best run.
type PuzzleRun struct {
	Score int   `json:"score"`
	Wrong int   `json:"wrong"`
	Took  int64 `json:"ms"`
	At    int64 `json:"at"`
}

// MyRuns are the client's best runs of a kind and variant; those of today and this week may be absent.
type MyRuns struct {
	Day  *PuzzleRun `json:"day,omitempty" doc:"in UTC"`
	Week *PuzzleRun `json:"week,omitempty" doc:"from Monday on"`
	Ever *PuzzleRun `json:"ever,omitempty"`
}

// RunLeader is a place of a list of runs.
type RunLeader struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"`
	You  bool   `json:"you,omitempty"`
	PuzzleRun
}

// Runs are the best runs of a kind and variant (GET /api/puzzles/runs): those of the client, and of accounts.
type Runs struct {
	Mine MyRuns      `json:"mine"`
	Day  []RunLeader `json:"day" doc:"at most 10"`
	Week []RunLeader `json:"week"`
	Ever []RunLeader `json:"ever"`
}

// NewPuzzle is a puzzle that an account publishes (POST /api/puzzles).
type NewPuzzle struct {
	Variant string `json:"variant" maxLength:"40"`
	FEN     string `json:"fen" maxLength:"400"`
	Note    string `json:"note,omitempty" doc:"at most 300 characters"`
}

// PuzzleList is a page of the puzzles that an account has published, the latest first (GET /api/puzzles).
type PuzzleList struct {
	Puzzles []Puzzle `json:"puzzles"`
	Next    int64    `json:"next,omitempty" doc:"before of the next page; absent: this is the last one"`
}

// PuzzleCases are puzzles that rest or were reported, for moderators (GET /api/admin/puzzles).
type PuzzleCases struct {
	Cases []PuzzleCase `json:"cases" doc:"at most 50; those that rest come first"`
}

// PuzzleCase is a puzzle that rests or was reported.
type PuzzleCase struct {
	Puzzle  Puzzle         `json:"puzzle"`
	Reports []PuzzleReport `json:"reports" doc:"open ones, the latest first"`
	First   int64          `json:"first" doc:"since when it rests, or the first report"`
}

// PuzzleDecision decides about a puzzle (PUT /api/admin/puzzles/{id}).
type PuzzleDecision struct {
	Reason
	Sound bool `json:"sound" doc:"the puzzle is given out again; otherwise never"`
}
