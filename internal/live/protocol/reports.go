package protocol

// NewReport reports a player to the moderators (POST /api/reports).
type NewReport struct {
	Player string `json:"player" maxLength:"100" doc:"name of an account"`
	Reason string `json:"reason" enum:"cheating,insult,spam,name,other"`
	Text   string `json:"text,omitempty" doc:"at most 500 characters; needed for the reason other"`
	Game   string `json:"game,omitempty" maxLength:"32" pattern:"^[0-9A-Za-z]*$"`
	Room   string `json:"room,omitempty" enum:"players,spectators" doc:"of the message"`
	Seq    int    `json:"seq,omitempty" minimum:"0" doc:"number of the message in the game's chat that the report is about"`
	Page   string `json:"page,omitempty" maxLength:"200" pattern:"^(/[\\w-]+)*$" doc:"path of the page with what the player wrote elsewhere, such as /tournaments/friday"`
}

// Cases are the accounts with open reports, for moderators (GET /api/admin/reports).
type Cases struct {
	Open  int    `json:"open" doc:"accounts with open reports"`
	Cases []Case `json:"cases" doc:"at most 50: those with most reports first, and of them those that wait longest"`
}

// Case is an account with open reports.
type Case struct {
	Name    string   `json:"name"`
	Reports int      `json:"reports"`
	Reasons []string `json:"reasons"`
	First   int64    `json:"first"`
	Last    int64    `json:"last"`
}

// ReportedUser is an account with the reports on it, for moderators (GET /api/admin/reports/{name}).
type ReportedUser struct {
	User    User       `json:"user"`
	UpTo    int64      `json:"upTo,omitempty" doc:"id of the last open report; absent: none is open"`
	Reports []Report   `json:"reports" doc:"the latest first; those that were decided more than 30 days ago are missing"`
	Log     []LogEntry `json:"log" doc:"what was done with the account, the latest first"`
}

// Report is what a player reports of another.
type Report struct {
	ID       int64           `json:"id"`
	At       int64           `json:"at"`
	Reporter string          `json:"reporter,omitempty" doc:"name; absent if the account was deleted"`
	Reason   string          `json:"reason"`
	Text     string          `json:"text,omitempty"`
	Game     string          `json:"game,omitempty"`
	Messages []ReportMessage `json:"messages,omitempty" doc:"of the game's chat, as they were then"`
	Decided  int64           `json:"decided,omitempty" doc:"absent: it is open"`
	Outcome  string          `json:"outcome,omitempty" enum:"dismissed,muted,closed"`
	By       string          `json:"by,omitempty" doc:"moderator who decided"`
}

// ReportMessage is a message of a chat, as it was when it was reported.
type ReportMessage struct {
	Room     string `json:"room"`
	Seq      int    `json:"seq"`
	At       int64  `json:"at"`
	Name     string `json:"name"`
	Preset   string `json:"preset,omitempty"`
	Text     string `json:"text,omitempty"`
	Theirs   bool   `json:"theirs,omitempty" doc:"the reported player wrote it"`
	Reported bool   `json:"reported,omitempty" doc:"the report is about it"`
	Page     string `json:"page,omitempty" doc:"path of a page that the report is about: then there is no message"`
}

// Decision decides all open reports on an account (PUT /api/admin/reports/{name}).
type Decision struct {
	Reason
	UpTo    int64  `json:"upTo" minimum:"1" doc:"id of the last report that was read: later ones stay open"`
	Outcome string `json:"outcome" enum:"dismissed,muted,closed" doc:"muted and closed also mute or close the account"`
	Until   int64  `json:"until,omitempty" minimum:"0" doc:"of muted: how long the account cannot chat"`
}
