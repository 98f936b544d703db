package protocol

// Tournaments are the tournaments that a page lists (GET /api/tournaments).
type Tournaments struct {
	Started  []Tournament `json:"started"`
	Created  []Tournament `json:"created" doc:"that have not started, the next first"`
	Finished []Tournament `json:"finished" doc:"the last first"`
}

// Tournament is a tournament without its players.
type Tournament struct {
	ID      string  `json:"id"`
	System  string  `json:"system" enum:"arena,swiss,round-robin"`
	Name    string  `json:"name"`
	Variant string  `json:"variant"`
	Title   string  `json:"title" doc:"of the variant"`
	Control Control `json:"control"`
	Rated   bool    `json:"rated"`
	Status  string  `json:"status" enum:"created,started,finished,canceled"`
	Reason  string  `json:"reason,omitempty" doc:"why it was canceled, in words"`
	Created int64   `json:"created"`
	Starts  int64   `json:"starts"`
	Ends    int64   `json:"ends,omitempty" doc:"of an arena: no game counts that ends later; of a finished tournament: when it did"`
	Minutes int     `json:"minutes,omitempty" doc:"of an arena: how long it lasts"`
	Rounds  int     `json:"rounds,omitempty" doc:"of a Swiss tournament or a round robin"`
	Round   int     `json:"round,omitempty" doc:"the one that is played or was played last"`
	Pause   int     `json:"pause,omitempty" doc:"of a Swiss tournament: seconds between two rounds"`
	Double  bool    `json:"double,omitempty" doc:"of a round robin: everybody plays everybody twice, with both colors"`
	Berserk bool    `json:"berserk,omitempty" doc:"of an arena: players may halve their own time for a point more"`
	Bots    bool    `json:"bots,omitempty" doc:"programs may play"`
	Apart   bool    `json:"apart,omitempty" doc:"a game between two players who joined from one address does not count"`
	Private bool    `json:"private,omitempty" doc:"a password is needed to join; lists do not have it"`
	// RatingMin and RatingMax are between which ratings a player must be; 0: no limit.
	RatingMin int    `json:"ratingMin,omitempty"`
	RatingMax int    `json:"ratingMax,omitempty"`
	Players   int    `json:"players"`
	Limit     int    `json:"limit" doc:"how many players there may be"`
	By        string `json:"by,omitempty" doc:"name of the account that created it; absent: the server did"`
	// Podium are the first three of a finished tournament.
	Podium []TournamentPlayer `json:"podium,omitempty"`
}

// TournamentState is a tournament with a part of its standings (GET /api/tournaments/{id}).
type TournamentState struct {
	Tournament
	Seq         int    `json:"seq" doc:"the number of its last change: with since, the next request waits for a later one"`
	Now         int64  `json:"now"`
	Description string `json:"description,omitempty"`
	// NextRound is when the next round is paired; 0: when the games of this one have ended, or never.
	NextRound int64 `json:"nextRound,omitempty"`
	// From is the index of the first player of Standings, in their order.
	From      int                `json:"from"`
	Standings []TournamentPlayer `json:"standings" doc:"50 players at most, the first first"`
	TieBreaks []string           `json:"tieBreaks" doc:"the tie-breaks of the standings, in their order" enum:"performance,buchholz-cut-1,buchholz,sonneborn-berger,wins,direct-encounter"`
	// Live are games that are being played: those of the first players, six at most.
	Live []TournamentGame `json:"live"`
	// First is when the first game was paired, and Last when a game ended last: between them, the standings
	// of a time (at) differ. 0: no game.
	First int64           `json:"first,omitempty"`
	Last  int64           `json:"last,omitempty"`
	Count TournamentCount `json:"count"`
	Mine  *MyTournament   `json:"mine,omitempty" doc:"absent for a client that is not signed in"`
}

// TournamentCount counts what was played in a tournament.
type TournamentCount struct {
	Games   int `json:"games" doc:"that have ended and were played"`
	White   int `json:"white" doc:"won by White"`
	Black   int `json:"black"`
	Draws   int `json:"draws"`
	Playing int `json:"playing"`
	Berserk int `json:"berserk"`
}

// MyTournament is how a client stands in a tournament.
type MyTournament struct {
	// Joined says that the client plays in it. Out says that it has left or rests: it is not paired.
	Joined bool `json:"joined"`
	Out    bool `json:"out,omitempty"`
	// Player is the client's place in the standings.
	Player *TournamentPlayer `json:"player,omitempty"`
	// Games are the IDs of the client's games that are being played: one at most in an arena and a
	// Swiss tournament.
	Games []string `json:"games"`
	// Waiting says that the client is about to be paired.
	Waiting bool `json:"waiting,omitempty"`
	// May is whether the client may join now, and Why not, in words.
	May     bool   `json:"may"`
	Why     string `json:"why,omitempty"`
	Creator bool   `json:"creator,omitempty" doc:"the client created it and may cancel it before its start"`
}

// TournamentPlayer is a player in the standings of a tournament.
type TournamentPlayer struct {
	Number      int    `json:"number" doc:"names the player in this tournament"`
	Rank        int    `json:"rank" doc:"from 1"`
	Name        string `json:"name,omitempty" doc:"absent: the account was deleted"`
	Bot         bool   `json:"bot,omitempty"`
	Rating      int    `json:"rating,omitempty" doc:"when the player joined"`
	Provisional bool   `json:"provisional,omitempty"`
	// Score is in points: in an arena a win has two, else one.
	Score float64 `json:"score"`
	// TieBreaks are the player's, as TieBreaks of the tournament names them.
	TieBreaks []float64 `json:"tieBreaks"`
	// Sheet are the results, the first first. A round without a game has one, too.
	Sheet []TournamentScore `json:"sheet"`
	Out   bool              `json:"out,omitempty" doc:"has left, or rests"`
	Fire  bool              `json:"fire,omitempty" doc:"of an arena: the points of the next game are doubled"`
	Game  string            `json:"game,omitempty" doc:"a game that the player is playing"`
}

// TournamentScore is the result of a player in a game or a round.
type TournamentScore struct {
	Round    int    `json:"round,omitempty"`
	Game     string `json:"game,omitempty" doc:"absent: none was played"`
	Opponent int    `json:"opponent,omitempty" doc:"number of the player; absent: none"`
	// OpponentName and OpponentRating are in GET /api/tournaments/{id}/players/{number} only.
	OpponentName   string  `json:"opponentName,omitempty"`
	OpponentRating int     `json:"opponentRating,omitempty"`
	Color          string  `json:"color,omitempty" enum:"white,black"`
	Kind           string  `json:"kind" enum:"playing,win,draw,loss,forfeit-win,forfeit-loss,bye,half-bye,absent,void"`
	Points         float64 `json:"points"`
	Double         bool    `json:"double,omitempty" doc:"of an arena: the points were doubled"`
	Berserk        bool    `json:"berserk,omitempty" doc:"of an arena: the player halved the own time"`
	OneAddress     bool    `json:"oneAddress,omitempty" doc:"for moderators, in results and of a player: both joined from one address"`
}

// TournamentGame is a game of a tournament.
type TournamentGame struct {
	ID    string `json:"id"`
	Round int    `json:"round,omitempty"`
	Board int    `json:"board,omitempty" doc:"of the round, from 1"`
	White int    `json:"white" doc:"number of the player"`
	Black int    `json:"black"`
	// WhiteName and BlackName are as they were when the game was paired.
	WhiteName   string `json:"whiteName,omitempty"`
	BlackName   string `json:"blackName,omitempty"`
	WhiteRating int    `json:"whiteRating,omitempty"`
	BlackRating int    `json:"blackRating,omitempty"`
	Result      string `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,+--,--+,*" doc:"absent: it is being played; + and - stand for a forfeit, * for a game that does not count"`
	OneAddress  bool   `json:"oneAddress,omitempty" doc:"for moderators, in rounds: both players joined from one address"`
}

// TournamentRound is a round of a Swiss tournament or a round robin (GET /api/tournaments/{id}/rounds/{round}).
type TournamentRound struct {
	Round int              `json:"round"`
	Games []TournamentGame `json:"games"`
	Byes  []int            `json:"byes" doc:"numbers of the players who have a bye"`
	// ByeNames are their names.
	ByeNames []string `json:"byeNames"`
}

// NewTournament is what an account creates (POST /api/tournaments).
type NewTournament struct {
	ID          string  `json:"id" minLength:"8" maxLength:"40" pattern:"^[\\w-]+$" doc:"chosen by the client: a request that is sent again creates nothing more"`
	System      string  `json:"system" enum:"arena,swiss,round-robin"`
	Name        string  `json:"name" minLength:"2" maxLength:"40"`
	Description string  `json:"description,omitempty" maxLength:"400"`
	Variant     string  `json:"variant" maxLength:"40"`
	Control     Control `json:"control"`
	Rated       bool    `json:"rated,omitempty"`
	Starts      int64   `json:"starts" doc:"from ten seconds to 60 days from now"`
	Minutes     int     `json:"minutes,omitempty" minimum:"10" maximum:"480" doc:"needed for an arena"`
	Rounds      int     `json:"rounds,omitempty" minimum:"3" maximum:"20" doc:"needed for a Swiss tournament"`
	Pause       int     `json:"pause,omitempty" minimum:"5" maximum:"604800" doc:"seconds between the rounds of a Swiss tournament"`
	Double      bool    `json:"double,omitempty" doc:"of a round robin"`
	NoBerserk   bool    `json:"noBerserk,omitempty" doc:"of an arena"`
	Bots        bool    `json:"bots,omitempty" doc:"programs may play"`
	Apart       bool    `json:"apart,omitempty" doc:"a game between two players who joined from one address does not count"`
	Password    string  `json:"password,omitempty" maxLength:"60"`
	RatingMin   int     `json:"ratingMin,omitempty" minimum:"0" maximum:"4000"`
	RatingMax   int     `json:"ratingMax,omitempty" minimum:"0" maximum:"4000"`
}

// JoinTournament joins a tournament, or comes back to it (POST /api/tournaments/{id}/join).
type JoinTournament struct {
	Password string `json:"password,omitempty" maxLength:"60"`
}

// TournamentLink is a tournament as a game names it.
type TournamentLink struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}
