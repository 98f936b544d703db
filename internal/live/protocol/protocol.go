// Package protocol is what the server and its clients say to each other, as
// JSON: the games as the API shows them, and the messages of the socket.
// web/src/lib/types.ts has the same for the page; a test compares the two.
//
// Times of day are milliseconds since 1970 by the server's clock, durations are
// milliseconds. Sides are "white" and "black".
//
// # The socket
//
// A client opens /ws and sends messages of type ClientMessage; the field t says
// which:
//
//	watch    game, from      follow a game. The answer is a "game" message: with
//	                         from the number of the last event that the client
//	                         has, only later events are in it; without, all
//	unwatch  game            stop following
//	lobby    on              follow the lobby, or stop
//	do       game, id, order, side, ply, move, seen
//	                         a command; answered by "ack" or "nack" with its id.
//	                         A command that is sent again counts once. With seen,
//	                         the number of the last event that the client knew
//	                         when it was given, it is refused as stale if it was
//	                         meant for moves that have been taken back since
//	pong     n               the answer to "ping"
//
// The server sends ServerMessages:
//
//	hello     me, now         first of all
//	ping      n, now          every 2.5 s
//	game      game, from, events, times, presence, you
//	event     id (the game), event, times
//	presence  id, presence
//	ack       cmd, id, seq    the command is carried out and on disk
//	nack      cmd, id, error
//	lobby     lobby           at most twice a second
//	error     error           about a message that could not be understood
//	bye       error           the server is going down: connect again soon
package protocol

// Me is who the client is.
type Me struct {
	ID   string `json:"id"` // public: the same on every page, but not the cookie's secret
	Name string `json:"name"`
}

// Seat is who sits on a seat, as others may know it.
type Seat struct {
	Name  string `json:"name,omitempty"`  // of a person
	Level int    `json:"level,omitempty"` // of an engine, 1 to 8
	You   bool   `json:"you,omitempty"`
	Taken bool   `json:"taken"`
}

// Control is the time that players have; all zero: no limit.
type Control struct {
	Base      int64 `json:"base,omitempty" minimum:"0" maximum:"10800000" doc:"milliseconds that each side begins with"`
	Increment int64 `json:"increment,omitempty" minimum:"0" maximum:"180000" doc:"milliseconds that each move adds"`
	Days      int   `json:"days,omitempty" minimum:"0" maximum:"14" doc:"correspondence: days for each move"`
}

// Game is a game without its events.
type Game struct {
	ID       string  `json:"id"`
	Variant  string  `json:"variant"`          // identifier, such as "diminuendo:pbnrqk"
	Title    string  `json:"title"`            // for people
	FEN      string  `json:"fen"`              // where it began, always given
	Custom   bool    `json:"custom,omitempty"` // FEN is not the variant's start
	Control  Control `json:"control"`
	Casual   bool    `json:"casual"`
	Public   bool    `json:"public"`
	White    Seat    `json:"white"`
	Black    Seat    `json:"black"`
	Creator  bool    `json:"creator,omitempty"` // the client made it
	Former   string  `json:"former,omitempty"`
	Next     string  `json:"next,omitempty"` // the rematch
	Status   string  `json:"status"`         // waiting, live, finished
	Created  int64   `json:"created"`
	Updated  int64   `json:"updated"`
	Ply      int     `json:"ply"`
	Position string  `json:"position"` // FEN on the board
	Last     string  `json:"last,omitempty"`
	Turn     string  `json:"turn"`
	Result   string  `json:"result,omitempty"` // "1-0", "0-1", "1/2-1/2", "*" (aborted)
	Reason   string  `json:"reason,omitempty"` // in words
	// ClaimAfter is how many ms the opponent must be away until the game can be
	// claimed; 0: it cannot.
	ClaimAfter int64 `json:"claimAfter,omitempty"`
}

// Event is a change of a game; see package play for the kinds.
type Event struct {
	Seq    int       `json:"seq"`
	Kind   string    `json:"kind"`
	Color  string    `json:"side,omitempty"`
	At     int64     `json:"at"`
	Move   string    `json:"move,omitempty"`
	SAN    string    `json:"san,omitempty"`
	Clocks *[2]int64 `json:"clocks,omitempty"` // white, black
	Seat   *Seat     `json:"seat,omitempty"`   // join
	Plies  int       `json:"plies,omitempty"`
	Result string    `json:"result,omitempty"`
	Reason string    `json:"reason,omitempty"`
	Next   string    `json:"next,omitempty"`
}

// Times is a snapshot of the clocks.
type Times struct {
	White   int64  `json:"white"`
	Black   int64  `json:"black"`
	Running string `json:"running,omitempty"` // whose clock runs
	First   int64  `json:"first,omitempty"`   // until the game is aborted for want of a first move
	Now     int64  `json:"now"`
}

// Presence is who is connected, on all nodes. Away is since when a side has been
// away, in milliseconds since 1970, 0 if it is here or that is not known.
type Presence struct {
	White     bool  `json:"white"`
	Black     bool  `json:"black"`
	Watchers  int   `json:"watchers"`
	WhiteAway int64 `json:"whiteAway,omitempty"`
	BlackAway int64 `json:"blackAway,omitempty"`
}

// Lobby is what the home page shows.
type Lobby struct {
	Seeks    []Game `json:"seeks"`    // games that wait for anyone
	Live     []Game `json:"live"`     // to watch
	Finished []Game `json:"finished"` // the latest
	Mine     []Game `json:"mine"`     // the client's own that are not over
	Players  int    `json:"players"`  // connected to this node
}

// Error says what was wrong, and what would be right.
type Error struct {
	Code string `json:"code"` // as play.Code, or "not-found", "bad-message", "too-fast", "server"
	Text string `json:"text"`
}

// Codes of errors beyond those of package livegame.
const (
	CodeNotFound   = "not-found"
	CodeBadRequest = "bad-request"
	CodeBadMessage = "bad-message"
	CodeTooFast    = "too-fast"
	CodeTooMany    = "too-many"
	CodeForeign    = "foreign"
	CodeServer     = "server"
	CodeOutside    = "outside"  // no tablebase can hold the position
	CodeNoTable    = "no-table" // this server has no table for the position
)

// ClientMessage is what a client sends.
type ClientMessage struct {
	T     string `json:"t"`
	Game  string `json:"game,omitempty"`
	From  *int   `json:"from,omitempty"`
	On    bool   `json:"on,omitempty"`
	ID    string `json:"id,omitempty"` // of a command, 8 to 64 characters
	Order string `json:"order,omitempty"`
	Color string `json:"side,omitempty"`
	Ply   *int   `json:"ply,omitempty"`
	Move  string `json:"move,omitempty"`
	Seen  int    `json:"seen,omitempty"`
	N     int64  `json:"n,omitempty"`
}

// ServerMessage is what the server sends.
type ServerMessage struct {
	T        string    `json:"t"`
	Now      int64     `json:"now,omitempty"`
	N        int64     `json:"n,omitempty"`
	Lag      int64     `json:"lag,omitempty"` // ping: the last round trip
	Me       *Me       `json:"me,omitempty"`
	ID       string    `json:"id,omitempty"` // of the game
	Cmd      string    `json:"cmd,omitempty"`
	Seq      int       `json:"seq,omitempty"`
	Game     *Game     `json:"game,omitempty"`
	From     int       `json:"from,omitempty"` // events after this number follow
	Events   []Event   `json:"events,omitempty"`
	Event    *Event    `json:"event,omitempty"`
	Times    *Times    `json:"times,omitempty"`
	Presence *Presence `json:"presence,omitempty"`
	You      []string  `json:"you,omitempty"` // the sides that the client plays
	Lobby    *Lobby    `json:"lobby,omitempty"`
	Error    *Error    `json:"error,omitempty"`
}

// NewGame asks for a game (POST /api/games).
type NewGame struct {
	ID       string  `json:"id" minLength:"8" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"chosen by the client; the same request sent twice makes one game"`
	Variant  string  `json:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN      string  `json:"fen,omitempty" maxLength:"200" doc:"where to begin; empty: the start"`
	Control  Control `json:"control"`
	Casual   bool    `json:"casual" doc:"moves may be taken back"`
	Opponent string  `json:"opponent" enum:"engine,friend,anyone,self"`
	Level    int     `json:"level,omitempty" minimum:"0" maximum:"8" doc:"of the engine"`
	Color    string  `json:"colour" enum:"white,black,random" doc:"the creator's"`
}

// Do is a command (POST /api/games/{id}/commands).
type Do struct {
	ID    string `json:"id" minLength:"8" maxLength:"64" doc:"chosen by the client; the same command sent twice counts once"`
	Order string `json:"order" maxLength:"32"`
	Color string `json:"side,omitempty" enum:"white,black"`
	Ply   *int   `json:"ply,omitempty" minimum:"0" maximum:"100000"`
	Move  string `json:"move,omitempty" maxLength:"40"`
	Seen  int    `json:"seen,omitempty" minimum:"0" doc:"number of the last event that the client knew; what was meant for moves that were taken back later is refused"`
}

// Done answers a command.
type Done struct {
	Seq   int    `json:"seq"`
	Event Event  `json:"event"`
	Next  string `json:"next,omitempty"`
}

// Full is a game with its events (GET /api/games/{id}).
type Full struct {
	Game     Game     `json:"game"`
	Events   []Event  `json:"events"`
	Times    Times    `json:"times"`
	Presence Presence `json:"presence"`
	You      []string `json:"you,omitempty"`
}

// Variant is a game that can be played (GET /api/variants).
type Variant struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Look  string `json:"look"`  // classic, court, trio, mist
	Short string `json:"short"` // one sentence
	Start string `json:"start"` // FEN
	// Tables is how many men a position has at most that is in a table of endings
	// (GET /api/tablebase/{variant}); none: there are no tables.
	Tables int `json:"tables,omitempty" doc:"endings with at most so many men can be looked up, those of the fewest men all: GET /api/tablebase/{variant}"`
}

// VariantFull is a game with its rules (GET /api/variants/{name}).
type VariantFull struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Look  string `json:"look"`
	Short string `json:"short"`
	Start string `json:"start"`
	Rules string `json:"rules"` // HTML
}

// Archived is a finished game as lists show it.
type Archived struct {
	Game  Game  `json:"game"`
	Ended int64 `json:"ended"`
}

// ArchivePage is a part of the list of finished games, the last ended first (GET
// /api/archive).
type ArchivePage struct {
	Games []Archived `json:"games"`
	Next  string     `json:"next,omitempty"` // cursor of the page after this one; none: it is the last
}

// Tally counts how games ended.
type Tally struct {
	Games int `json:"games"`
	White int `json:"white"` // White won
	Draws int `json:"draws"`
	Black int `json:"black"`
	Plies int `json:"plies"` // how long they were, on average
}

// ExploredMove is a move that was played in a position.
type ExploredMove struct {
	Move  string `json:"move"` // in engine form
	SAN   string `json:"san"`
	Tally Tally  `json:"tally"`
	Here  int    `json:"here"`           // how many of the games were played on this server
	Game  string `json:"game,omitempty"` // the last of those
	Last  int64  `json:"last,omitempty"` // when it ended
}

// Explored is what was played in a position (GET /api/explorer).
type Explored struct {
	Variant string         `json:"variant"`
	FEN     string         `json:"fen"`
	Depth   int            `json:"depth"`   // so many plies of each game are counted
	Starter int            `json:"starter"` // so many games of the engine with itself there are
	Total   Tally          `json:"total"`   // games that met the position
	Ended   Tally          `json:"ended"`   // those of them that ended there
	Moves   []ExploredMove `json:"moves"`   // the most frequent first
	Recent  []Archived     `json:"recent"`  // games of this server, the last ended first
}

// Ending is the truth about a position, for the side to move, and about its moves
// (GET /api/tablebase/{variant}).
type Ending struct {
	Variant   string       `json:"variant"`
	FEN       string       `json:"fen"`
	Turn      string       `json:"turn" enum:"white,black" doc:"the side to move, whose results these all are"`
	Category  string       `json:"category" enum:"win,draw,loss" doc:"what the side to move comes to if both play as well as can be"`
	Plies     int          `json:"plies" doc:"half-moves to mate, if the winner hurries and the loser resists; 0 if mated, and in a draw"`
	Mate      int          `json:"mate" doc:"the same in moves of the winner"`
	Counted   bool         `json:"counted,omitempty" doc:"the draw by the move count, which is left out of account, may come before the mate"`
	Checkmate bool         `json:"checkmate,omitempty"`
	Stalemate bool         `json:"stalemate,omitempty"`
	Moves     []EndingMove `json:"moves" doc:"every legal move, the best first: the shortest win, or the longest defence"`
}

// EndingMove is a legal move and the truth about it, for the side that makes it.
type EndingMove struct {
	Move      string `json:"move" doc:"in engine form (UCI)"`
	SAN       string `json:"san"`
	Category  string `json:"category" enum:"win,draw,loss" doc:"what the side that makes the move comes to by it"`
	Plies     int    `json:"plies" doc:"half-moves to mate, this one included; 0 in a draw"`
	Mate      int    `json:"mate" doc:"the same in moves of the winner"`
	Checkmate bool   `json:"checkmate,omitempty" doc:"the move mates"`
	Stalemate bool   `json:"stalemate,omitempty" doc:"the move stalemates"`
}
