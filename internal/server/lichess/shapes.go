package lichess

// The JSON types of the API. Their names of fields are Lichess's, and so are the units: times are
// milliseconds, but for the limit and increment of a challenge's clock, which are seconds.

// ok is the answer to what needs no other.
type ok struct {
	OK bool `json:"ok"`
}

// variantShape is a variant.
type variantShape struct {
	Key   string `json:"key" doc:"standard for chess, else the name of the variant, such as shrink or diminuendo:pbnrqk"`
	Name  string `json:"name"`
	Short string `json:"short"`
}

// perfName is the name of a rating.
type perfName struct {
	Icon string `json:"icon"`
	Name string `json:"name"`
}

// clockShape is a clock of a game.
type clockShape struct {
	Initial   int64 `json:"initial"`
	Increment int64 `json:"increment"`
}

// timeControl is that of a challenge.
type timeControl struct {
	Type        string `json:"type" enum:"clock,correspondence,unlimited"`
	Limit       int    `json:"limit,omitempty" doc:"seconds"`
	Increment   *int   `json:"increment,omitempty" doc:"seconds"`
	Show        string `json:"show,omitempty"`
	DaysPerTurn int    `json:"daysPerTurn,omitempty"`
}

// lightUser is a player of a challenge.
type lightUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Title       string `json:"title,omitempty" doc:"BOT for a program"`
	Rating      int    `json:"rating,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
	Online      bool   `json:"online,omitempty"`
	Playing     bool   `json:"playing,omitempty"`
	PlayingID   string `json:"playingId,omitempty" doc:"the game that the player plays"`
}

// challengeShape is a challenge.
type challengeShape struct {
	ID               string       `json:"id" doc:"also of the game, once it is accepted"`
	URL              string       `json:"url"`
	Status           string       `json:"status" enum:"created,offline,canceled,declined,accepted"`
	Challenger       *lightUser   `json:"challenger"`
	DestUser         *lightUser   `json:"destUser"`
	Variant          variantShape `json:"variant"`
	Rated            bool         `json:"rated"`
	Speed            string       `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	TimeControl      timeControl  `json:"timeControl"`
	Color            string       `json:"color" enum:"white,black,random"`
	FinalColor       string       `json:"finalColor" enum:"white,black" doc:"the challenger's"`
	Perf             perfName     `json:"perf"`
	Direction        string       `json:"direction,omitempty" enum:"in,out"`
	InitialFEN       string       `json:"initialFen,omitempty"`
	Rules            []string     `json:"rules,omitempty" enum:"noAbort,noRematch,noGiveTime,noClaimWin,noEarlyDraw" doc:"what the players could not do"`
	DeclineReason    string       `json:"declineReason,omitempty"`
	DeclineReasonKey string       `json:"declineReasonKey,omitempty"`
	URLWhite         string       `json:"urlWhite,omitempty"`
	URLBlack         string       `json:"urlBlack,omitempty"`
	Open             *struct{}    `json:"open,omitempty"`
}

// challengeList are the challenges of an account that wait.
type challengeList struct {
	In  []challengeShape `json:"in"`
	Out []challengeShape `json:"out"`
}

// compat says which of the two APIs may play a game.
type compat struct {
	Bot   bool `json:"bot"`
	Board bool `json:"board"`
}

// gameStatus is the status of a game as a number and a word.
type gameStatus struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// opponent is the other player of a game.
type opponent struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	Title      string `json:"title,omitempty"`
	Rating     int    `json:"rating"`
	RatingDiff *int   `json:"ratingDiff,omitempty"`
	AI         int    `json:"ai,omitempty" doc:"the level, if it is the engine"`
}

// gameInfo is a game as its player sees it, in events and lists.
type gameInfo struct {
	ID          string       `json:"id"`
	GameID      string       `json:"gameId"`
	FullID      string       `json:"fullId"`
	FEN         string       `json:"fen"`
	Color       string       `json:"color" enum:"white,black"`
	LastMove    string       `json:"lastMove"`
	Source      string       `json:"source"`
	Status      gameStatus   `json:"status"`
	Variant     variantShape `json:"variant"`
	Speed       string       `json:"speed"`
	Perf        string       `json:"perf"`
	Rated       bool         `json:"rated"`
	HasMoved    bool         `json:"hasMoved"`
	Opponent    opponent     `json:"opponent"`
	IsMyTurn    bool         `json:"isMyTurn"`
	SecondsLeft *int64       `json:"secondsLeft,omitempty" doc:"on your clock; absent without one"`
	Winner      string       `json:"winner,omitempty"`
	Rating      int          `json:"rating,omitempty"`
	RatingDiff  *int         `json:"ratingDiff,omitempty"`
	Tournament  string       `json:"tournamentId,omitempty"`
	Compat      compat       `json:"compat"`
}

// event is a line of the stream of events.
type event struct {
	Type      string          `json:"type" enum:"gameStart,gameFinish,challenge,challengeCanceled,challengeDeclined"`
	Game      *gameInfo       `json:"game,omitempty"`
	Challenge *challengeShape `json:"challenge,omitempty"`
	Compat    *compat         `json:"compat,omitempty"`
}

// gamePlayer is a player in the stream of a game.
type gamePlayer struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Title       *string `json:"title"`
	Rating      int     `json:"rating,omitempty"`
	Provisional bool    `json:"provisional,omitempty"`
	AILevel     int     `json:"aiLevel,omitempty"`
}

// gameFull is the first line of the stream of a game.
type gameFull struct {
	Type        string       `json:"type"`
	ID          string       `json:"id"`
	Variant     variantShape `json:"variant"`
	Speed       string       `json:"speed"`
	Perf        perfName     `json:"perf"`
	Rated       bool         `json:"rated"`
	CreatedAt   int64        `json:"createdAt"`
	White       gamePlayer   `json:"white"`
	Black       gamePlayer   `json:"black"`
	InitialFEN  string       `json:"initialFen"`
	Clock       *clockShape  `json:"clock,omitempty"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty"`
	State       gameState    `json:"state"`
}

// gameState is a line of the stream of a game: its moves so far, and what else may change.
type gameState struct {
	Type       string      `json:"type"`
	Moves      string      `json:"moves" doc:"in UCI, separated by spaces"`
	WTime      int64       `json:"wtime"`
	BTime      int64       `json:"btime"`
	WInc       int64       `json:"winc"`
	BInc       int64       `json:"binc"`
	Status     string      `json:"status"`
	Winner     string      `json:"winner,omitempty"`
	WDraw      bool        `json:"wdraw,omitempty"`
	BDraw      bool        `json:"bdraw,omitempty"`
	WTakeback  bool        `json:"wtakeback,omitempty"`
	BTakeback  bool        `json:"btakeback,omitempty"`
	Expiration *expiration `json:"expiration,omitempty"`
}

// expiration says when a game ends that a player does not begin.
type expiration struct {
	IdleMillis   int64 `json:"idleMillis"`
	MillisToMove int64 `json:"millisToMove"`
}

// opponentGone is a line of the stream of a game.
type opponentGone struct {
	Type              string `json:"type"`
	Gone              bool   `json:"gone"`
	ClaimWinInSeconds *int   `json:"claimWinInSeconds,omitempty"`
}

// perf is a rating.
type perf struct {
	Games  int  `json:"games"`
	Rating int  `json:"rating"`
	RD     int  `json:"rd"`
	Prog   int  `json:"prog"`
	Prov   bool `json:"prov,omitempty"`
}

// user is an account.
type user struct {
	ID        string          `json:"id"`
	Username  string          `json:"username"`
	Title     string          `json:"title,omitempty"`
	Perfs     map[string]perf `json:"perfs" doc:"by speed for chess, by game and speed for the others, such as shrink/blitz"`
	CreatedAt int64           `json:"createdAt"`
	SeenAt    int64           `json:"seenAt" doc:"the end of the last rated game; now for an online bot"`
	Count     count           `json:"count"`
	URL       string          `json:"url"`
	Disabled  bool            `json:"disabled,omitempty"`
	Playing   string          `json:"playing,omitempty" doc:"the page of a game that is in progress"`
}

// count counts the rated games of a player.
type count struct {
	All      int `json:"all"`
	Rated    int `json:"rated"`
	Win      int `json:"win"`
	Draw     int `json:"draw"`
	Loss     int `json:"loss"`
	Bookmark int `json:"bookmark"`
	Playing  int `json:"playing"`
	Import   int `json:"import"`
	Me       int `json:"me"`
}

// playing are the games of an account that are in progress.
type playing struct {
	NowPlaying []gameInfo `json:"nowPlaying"`
	MyTurn     int        `json:"nbMyTurn" doc:"in how many of them you are to move"`
}

// tokenInfo is what a token may do.
type tokenInfo struct {
	UserID  string `json:"userId"`
	Scopes  string `json:"scopes" doc:"separated by commas"`
	Expires *int64 `json:"expires"`
}

// exportUser and exportPlayer are a player of an exported game.
type exportUser struct {
	Name  string `json:"name"`
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
}

type exportPlayer struct {
	User        *exportUser     `json:"user,omitempty"`
	Name        string          `json:"name,omitempty"`
	Rating      int             `json:"rating,omitempty"`
	RatingDiff  *int            `json:"ratingDiff,omitempty"`
	Provisional bool            `json:"provisional,omitempty"`
	AILevel     int             `json:"aiLevel,omitempty"`
	Analysis    *playerAnalysis `json:"analysis,omitempty"`
}

// exportPlayers are both players.
type exportPlayers struct {
	White exportPlayer `json:"white"`
	Black exportPlayer `json:"black"`
}

// exportClock is the clock of an exported game, in seconds.
type exportClock struct {
	Initial   int `json:"initial"`
	Increment int `json:"increment"`
	TotalTime int `json:"totalTime"`
}

// exportOpening names an opening. There are no codes for those of our games.
type exportOpening struct {
	ECO  string `json:"eco"`
	Name string `json:"name"`
	Ply  int    `json:"ply"`
}

// exportTour is the tournament of a game.
type exportTour struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// exported is a game as JSON.
type exported struct {
	ID          string         `json:"id"`
	FullID      string         `json:"fullId"`
	Rated       bool           `json:"rated"`
	Variant     string         `json:"variant"`
	Speed       string         `json:"speed"`
	Perf        string         `json:"perf"`
	CreatedAt   int64          `json:"createdAt"`
	LastMoveAt  int64          `json:"lastMoveAt"`
	Status      string         `json:"status"`
	Source      string         `json:"source"`
	Players     exportPlayers  `json:"players"`
	InitialFEN  string         `json:"initialFen,omitempty"`
	Winner      string         `json:"winner,omitempty"`
	Opening     *exportOpening `json:"opening,omitempty"`
	Moves       *string        `json:"moves,omitempty"`
	Clocks      []int64        `json:"clocks,omitempty" doc:"hundredths of a second, after each move"`
	Analysis    []evaluated    `json:"analysis,omitempty" doc:"after each move"`
	PGN         string         `json:"pgn,omitempty"`
	DaysPerTurn int            `json:"daysPerTurn,omitempty"`
	Arena       *exportTour    `json:"arenaTour,omitempty"`
	Swiss       *exportTour    `json:"swissTour,omitempty"`
	Clock       *exportClock   `json:"clock,omitempty"`
}
