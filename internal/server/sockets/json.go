package sockets

import (
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/problem"
)

// ClientMessage is what a client sends.
type ClientMessage struct {
	T     string `json:"t" enum:"watch,unwatch,lobby,do,chat,pong"`
	Game  string `json:"game,omitempty"`
	Place string `json:"place,omitempty" doc:"of a chat: games/ and the ID"`
	From  *int   `json:"from,omitempty"`
	On    bool   `json:"on,omitempty"`
	ID    string `json:"id,omitempty"` // of a command, 8 to 64 characters
	Order string `json:"order,omitempty"`
	Color string `json:"color,omitempty" enum:"white,black"`
	Ply   *int   `json:"ply,omitempty"`
	Move  string `json:"move,omitempty"`
	Seen  int    `json:"seen,omitempty"`
	N     int64  `json:"n,omitempty"`
}

// ServerMessage is what the server sends.
type ServerMessage struct {
	T        string             `json:"t" enum:"hello,ping,game,event,presence,ack,nack,chat,mine,lobby,player,error,bye"`
	Now      int64              `json:"now,omitempty"`
	N        int64              `json:"n,omitempty"`
	Lag      int64              `json:"lag,omitempty"` // ping: the last round trip
	Waiting  int                `json:"waiting,omitempty" doc:"ping: how many games of others wait for an opponent"`
	Me       *guests.Me         `json:"me,omitempty"`
	ID       string             `json:"id,omitempty"` // of the game
	Cmd      string             `json:"cmd,omitempty"`
	Seq      int                `json:"seq,omitempty"`
	Game     *gameview.Game     `json:"game,omitempty"`
	From     int                `json:"from,omitempty"` // the events after this number are in Events
	Events   []gameview.Event   `json:"events,omitempty"`
	Event    *gameview.Event    `json:"event,omitempty"`
	Times    *gameview.Times    `json:"times,omitempty"`
	Presence *gameview.Presence `json:"presence,omitempty"`
	You      []string           `json:"you,omitempty" enum:"white,black" doc:"the colors that the client plays"`
	Lobby    *gameview.Lobby    `json:"lobby,omitempty"`
	Mine     []gameview.Game    `json:"mine,omitempty" doc:"the client's unfinished games"`
	Place    string             `json:"place,omitempty" doc:"of a chat, or of one that cannot be followed"`
	Room     string             `json:"room,omitempty" enum:"players,spectators,common"`
	Messages []chat.Said        `json:"messages,omitempty" doc:"chat: the messages of the room after number from"`
	Error    *problem.Fault     `json:"error,omitempty"`
}
