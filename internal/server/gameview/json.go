package gameview

import (
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Seat is the player of a seat, as other clients see it.
type Seat struct {
	livegame.Person
	Tag   string `json:"tag,omitempty" doc:"of a person: tells guests with the same name apart"`
	Level int    `json:"level,omitempty"` // of an engine, 1 to 8
	You   bool   `json:"you,omitempty"`
	Taken bool   `json:"taken"`

	Berserk bool `json:"berserk,omitempty" doc:"the player has halved the own time"`
}

// Control is a time control; all zero: no limit.
type Control struct {
	Base      int64 `json:"base,omitempty" minimum:"0" maximum:"10800000" doc:"milliseconds of each color at the start"`
	Increment int64 `json:"increment,omitempty" minimum:"0" maximum:"180000" doc:"milliseconds that each move adds"`
	Days      int   `json:"days,omitempty" minimum:"0" maximum:"14" doc:"correspondence: days for each move"`
}

// Game is a game without its events.
type Game struct {
	ID      string `json:"id"`
	Variant string `json:"variant"` // identifier, such as "diminuendo:pbnrqk"
	Title   string `json:"title"`   // for people
	boardview.Format
	FEN     string  `json:"fen"`              // start position, never empty
	Custom  bool    `json:"custom,omitempty"` // FEN is not the variant's start
	Control Control `json:"control"`
	Casual  bool    `json:"casual"`
	Rated   bool    `json:"rated,omitempty" doc:"the game changes ratings, if it counts"`
	Public  bool    `json:"public"`
	// RatingMin and RatingMax are between which ratings an opponent must be; 0: no limit.
	RatingMin int    `json:"ratingMin,omitempty" doc:"the opponent's rating must not be lower; 0: no limit"`
	RatingMax int    `json:"ratingMax,omitempty" doc:"nor higher"`
	White     Seat   `json:"white"`
	Black     Seat   `json:"black"`
	Creator   bool   `json:"creator,omitempty"` // the client created it
	Former    string `json:"former,omitempty"`
	// Tournament is the tournament that paired the players.
	Tournament *TournamentLink `json:"tournament,omitempty"`
	Berserk    bool            `json:"berserk,omitempty" doc:"players may halve their time before their first move"`
	Next       string          `json:"next,omitempty"` // the rematch
	Status     string          `json:"status" enum:"waiting,live,finished"`
	Created    int64           `json:"created"`
	Updated    int64           `json:"updated"`
	Ply        int             `json:"ply"`
	Position   string          `json:"position"` // FEN on the board
	Last       string          `json:"last,omitempty"`
	Turn       string          `json:"turn" enum:"white,black"`
	Due        int64           `json:"due,omitempty" doc:"of a game with days for each move: when the side to move loses on time"`
	Pairing    bool            `json:"pairing,omitempty" doc:"the creator waits for any opponent that fits: POST /api/pairing"`
	Result     string          `json:"result,omitempty"` // "1-0", "0-1", "1/2-1/2", "*" (aborted)
	Reason     string          `json:"reason,omitempty"` // in words
	// ClaimAfter is how many milliseconds the opponent must be away before the game
	// can be claimed; 0: it cannot.
	ClaimAfter int64 `json:"claimAfter,omitempty"`
	// Rules are terms besides those of the variant.
	Rules []string `json:"rules,omitempty" enum:"noAbort,noRematch,noGiveTime,noClaimWin,noEarlyDraw" doc:"what the players cannot do, such as to abort the game"`
}

// Event is a change of a game; see package livegame for the kinds.
type Event struct {
	Seq    int       `json:"seq"`
	Kind   string    `json:"kind"`
	Color  string    `json:"color,omitempty" enum:"white,black"`
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
	Running string `json:"running,omitempty" enum:"white,black" doc:"whose clock runs"`
	First   int64  `json:"first,omitempty"` // until the game is aborted without a first move
	Now     int64  `json:"now"`
	// Until when the players are on vacation, in milliseconds since 1970; 0: they are not.
	WhiteVacation int64 `json:"whiteVacation,omitempty" doc:"until when White is on vacation, whose clock stands still"`
	BlackVacation int64 `json:"blackVacation,omitempty" doc:"the same for Black"`
}

// Presence is who is connected, on all nodes. WhiteAwaySince and BlackAwaySince are since
// when a player has been away, in milliseconds since 1970; 0: present or unknown.
type Presence struct {
	White          bool  `json:"white"`
	Black          bool  `json:"black"`
	Watchers       int   `json:"watchers"`
	WhiteAwaySince int64 `json:"whiteAwaySince,omitempty"`
	BlackAwaySince int64 `json:"blackAwaySince,omitempty"`
}

// Lobby holds the public games of the home page. On sockets no game says which seats are the client's own.
type Lobby struct {
	Seeks    []Game `json:"seeks"`    // open games
	Live     []Game `json:"live"`     // to watch
	Finished []Game `json:"finished"` // the latest
	Players  int    `json:"players"`  // connected to this node
}

// MyLobby is the lobby with the client's games (GET /api/lobby).
type MyLobby struct {
	Lobby
	Mine []Game `json:"mine"` // the client's unfinished games
}

// NewGame creates a game (POST /api/games).
type NewGame struct {
	ID        string  `json:"id" minLength:"8" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client; the same request sent twice makes one game"`
	Variant   string  `json:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN       string  `json:"fen,omitempty" maxLength:"200" doc:"start position; empty: that of the variant"`
	Control   Control `json:"control"`
	Casual    bool    `json:"casual" doc:"moves may be taken back"`
	Rated     bool    `json:"rated,omitempty" doc:"the result changes ratings; only for accounts, with a clock or days, and without takebacks"`
	RatingMin int     `json:"ratingMin,omitempty" minimum:"0" maximum:"9999" doc:"of a game that anyone may join: the lowest rating of an opponent; 0: no limit"`
	RatingMax int     `json:"ratingMax,omitempty" minimum:"0" maximum:"9999" doc:"the highest rating of an opponent; 0: no limit"`
	Opponent  string  `json:"opponent" enum:"engine,friend,anyone,self"`
	Level     int     `json:"level,omitempty" minimum:"0" maximum:"8" doc:"of the engine"`
	Color     string  `json:"color" enum:"white,black,random" doc:"the creator's"`
}

// Command is a command to a game (POST /api/games/{id}/commands).
type Command struct {
	ID    string `json:"id" minLength:"8" maxLength:"64" doc:"chosen by the client; the same command sent twice counts once"`
	Order string `json:"order" maxLength:"32"`
	Color string `json:"color,omitempty" enum:"white,black"`
	Ply   *int   `json:"ply,omitempty" minimum:"0" maximum:"100000"`
	Move  string `json:"move,omitempty" maxLength:"40"`
	Seen  int    `json:"seen,omitempty" minimum:"0" doc:"number of the last event that the client knew; the command is rejected if moves before it have been taken back since"`
}

// CommandResult is the answer to a command.
type CommandResult struct {
	Seq   int    `json:"seq"`
	Event Event  `json:"event"`
	Next  string `json:"next,omitempty"`
}

// FullGame is a game with its events (GET /api/games/{id}).
type FullGame struct {
	Game     Game     `json:"game"`
	Events   []Event  `json:"events"`
	Times    Times    `json:"times"`
	Presence Presence `json:"presence"`
	You      []string `json:"you,omitempty" enum:"white,black" doc:"the colors that the client plays"`
}

// Variant is a variant that can be played (GET /api/variants).
type Variant struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	boardview.Format
	Short    string `json:"short"` // one sentence
	Start    string `json:"start"` // FEN
	Minor    bool   `json:"minor,omitempty" doc:"like another game of the list, which is shown in its place where only a few fit"`
	Lesson   bool   `json:"lesson,omitempty" doc:"the page has a lesson, /learn/ and the name"`
	Rankings bool   `json:"rankings,omitempty" doc:"stands for a family with a game for every ranking: GET /api/rankings"`
	// Tables is the number of pieces in the largest tablebase (GET
	// /api/tablebase/{variant}); 0: there are none.
	Tables int `json:"tables,omitempty" doc:"pieces in the largest tablebase: GET /api/tablebase/{variant}"`
}

// TournamentLink is a tournament as a game names it.
type TournamentLink struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}
