package lessons

// LessonStep is one step of a lesson: a position and something to do there.
type LessonStep struct {
	Title     string            `json:"title"`
	Text      string            `json:"text"`
	Variant   string            `json:"variant"` // the game that is played in it
	FEN       string            `json:"fen,omitempty"`
	Moves     []string          `json:"moves,omitempty"` // played before
	Task      string            `json:"task"`
	Goal      Goal              `json:"goal"`
	Replies   map[string]string `json:"replies,omitempty"`
	Wrong     []WrongTry        `json:"wrong,omitempty"`
	Otherwise string            `json:"otherwise"`
	Hint      string            `json:"hint"`
	Done      string            `json:"done"`
	// Solution is a shortest line that reaches the goal, with the replies. It is
	// found when the content is read.
	Solution []string `json:"solution,omitempty"`
}

// Goal is what the learner has to do: one of certain moves, or whatever makes
// something happen.
type Goal struct {
	Moves  []string `json:"moves,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Count  int      `json:"count,omitempty"`  // how often; 0 means once
	Within int      `json:"within,omitempty"` // plies; 0 means 1
}

// WrongTry says why certain moves do not reach the goal.
type WrongTry struct {
	Moves []string `json:"moves"`
	Text  string   `json:"text"`
}
