// Package notify says to players what has happened while they were not looking: it is their turn
// in a game by correspondence, an opponent has joined, a challenge has come, a tournament starts.
//
// A notification is a row of the database, whose ID follows from what it is about. So whatever is
// noticed twice, on two nodes or after a crash, is one notification. The game manager says what
// has changed without waiting (Game); a sweep looks for what a node that died did not store. Of challenges and
// tournaments, these features say what was missed (Missed).
// Notifications that have to leave the server, as Web Push, go through a work queue: a node sends
// them, and tries again what fails.
package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
)

// Kind says what a notification is about.
type Kind string

// The kinds.
const (
	Turn       Kind = "turn"       // the opponent has moved in a game by correspondence
	Soon       Kind = "soon"       // the time for a move runs out in SoonBefore
	Joined     Kind = "joined"     // an opponent has joined a game of the player
	Ended      Kind = "ended"      // a game by correspondence has ended
	Draw       Kind = "draw"       // the opponent offers a draw there
	Takeback   Kind = "takeback"   // the opponent asks to take back a move there
	Challenged Kind = "challenged" // a challenge has come
	Accepted   Kind = "accepted"   // the player's challenge was accepted
	Declined   Kind = "declined"   // the player's challenge was declined
	Followed   Kind = "followed"   // another player follows the player
	Begun      Kind = "tournament" // a tournament that the player has joined has started
	Paired     Kind = "paired"     // a game of a tournament has begun
	Rematch    Kind = "rematch"    // the opponent offers a rematch
	Invited    Kind = "study"      // another player has invited the player to a study
)

// Kinds are all kinds, in the order in which settings show them.
var Kinds = []Kind{
	Turn, Soon, Joined, Ended, Draw, Takeback, Rematch, Challenged, Accepted, Declined, Begun, Paired, Invited, Followed,
}

// Limits.
const (
	SoonBefore = 6 * time.Hour
	Keep       = 60 * 24 * time.Hour // how long a notification is kept
	MaxKept    = 100                 // notifications of a player
	// MaxSubscriptions is how many browsers of a player get pushes; a new one replaces the oldest.
	MaxSubscriptions = 10
)

// State says what a player knows of a notification.
type State int

// The states.
const (
	Unread State = iota
	Read
	Silent // the player was there when it happened; it is never shown
)

// Notification is something that has happened for a player.
type Notification struct {
	Player string // ID of a guest or an account
	ID     string // unique for the player
	Kind   Kind
	// Game is the game, the challenge, the tournament or the study; all have IDs of the same form. Of Followed it is
	// empty.
	Game    livegame.ID
	Variant string
	Name    string // of the other player, or the tournament; may be empty
	Level   int    // of the other player, if it is the engine
	Result  string // of Ended: "won", "lost", "drawn" or "none"
	At      time.Time
	State   State
}

// Settings are what a player wants to know outside of the page.
type Settings struct {
	// NoPush are kinds that are not pushed.
	NoPush []Kind `json:"noPush,omitempty"`
}

// Pushes reports whether a kind is pushed.
func (s Settings) Pushes(k Kind) bool {
	for _, no := range s.NoPush {
		if no == k {
			return false
		}
	}
	return true
}

// Subscription is a browser that takes pushes.
type Subscription struct {
	Endpoint string // https address of the browser's push service; secret
	Player   string
	// P256dh and Auth are the browser's keys, in URL-safe base64.
	P256dh, Auth string
	Language     string // of the page, such as "de"
	Created      time.Time
	// Session is the ID of the session that made the subscription, which ends with it; empty: a guest has.
	Session string
	// Failures is how many requests have failed since the last one that did not, and Rests until when there are no more.
	Failures int
	Rests    time.Time // zero: there are requests
}

// errNotFound is the error of a notification that there is not.
var errNotFound = errors.New("there is no such notification")

// Job asks a node to push a notification.
type Job struct {
	Player string `json:"player"`
	ID     string `json:"id"`
}

// Check returns what is wrong with a job.
func (j Job) Check() error {
	const most = 200
	if j.Player == "" || j.ID == "" || len(j.Player) > most || len(j.ID) > most {
		return fmt.Errorf("a job to push needs a player and a notification of 1 to %d bytes", most)
	}
	return nil
}

// Queue takes notifications to the nodes that push them.
type Queue interface {
	// Put adds a job, which may be lost when a process ends: Sweep puts it again. The same job counts once within some
	// minutes.
	Put(ctx context.Context, j Job) error
	// Consume hands jobs to this node until the context is done. A job that fails is retried later, some times.
	Consume(ctx context.Context, parallel int, do func(context.Context, Job) error) error
}

// NewQueue returns the jobs in a queue.
func NewQueue(q *queue.Queue) *queue.Work[Job] {
	return queue.NewWork(q, queue.Kind[Job]{
		Name: "push", Key: func(j Job) any { return j }, ID: func(j Job) string { return j.Player + "/" + j.ID },
		Label: func(j Job) string { return j.ID }, Timeout: time.Minute,
	})
}

// ofGame returns what a change of a game means for its players. The event is the change, or nil
// for what follows from the game as it is; here says who looks at the game.
func ofGame(s livegame.Summary, e *livegame.Event, here [2]bool) []Notification {
	if s.Seats[0].Guest != "" && s.Seats[0].Guest == s.Seats[1].Guest {
		return nil
	}
	c := &change{Summary: s, here: here}
	if s.Status == livegame.Live && s.Ply < 2 {
		for color := range s.Header.Seats { // an empty seat was taken
			if by := game.Color(color); s.Header.Seats[by].Empty() && s.Seats[by.Other()].Guest == s.Creator {
				c.add(by.Other(), Joined, 0, "")
			}
		}
	}
	if s.TimeControl.Correspondence() {
		c.byMail(e)
	}
	if e != nil {
		c.rematch(e)
	}
	return c.list
}

// change is a change of a game, with what it means for its players.
type change struct {
	livegame.Summary
	here [2]bool
	list []Notification
}

func (c *change) add(to game.Color, k Kind, number int, result string) {
	me, other := c.Seats[to], c.Seats[to.Other()]
	if me.Guest == "" || me.Bot || me.Forgotten() {
		return
	}
	n := Notification{
		Player: me.Guest, ID: fmt.Sprintf("%s/%s/%d", k, c.ID, number), Kind: k, Game: c.ID, Variant: c.Variant,
		Name: other.Name, Level: other.Level, Result: result, At: c.Updated,
	}
	if c.here[to] {
		n.State = Silent
	}
	c.list = append(c.list, n)
}

// byMail adds what only players of a correspondence game hear of.
func (c *change) byMail(e *livegame.Event) {
	switch {
	case c.Ply == 0:
	case c.Status == livegame.Live:
		c.add(c.Turn, Turn, c.Ply, "")
	case c.Status == livegame.Finished:
		for _, color := range []game.Color{game.White, game.Black} {
			c.add(color, Ended, 0, resultFor(c.Summary, color))
		}
	}
	if e == nil {
		return
	}
	switch e.Kind {
	case livegame.DrawOffer:
		c.add(e.Color.Other(), Draw, e.Seq, "")
	case livegame.TakebackOffer:
		c.add(e.Color.Other(), Takeback, e.Seq, "")
	}
}

// rematch adds what follows a game. Players leave when it is over; the page of one who has not marks this as read.
func (c *change) rematch(e *livegame.Event) {
	c.here = [2]bool{}
	switch e.Kind {
	case livegame.RematchOffer:
		c.add(e.Color.Other(), Rematch, e.Seq, "")
	case livegame.Rematch: // the opponent has accepted
		c.ID = e.Next
		c.add(e.Color.Other(), Joined, 0, "")
	}
}

// resultFor returns the result of a game for a player.
func resultFor(s livegame.Summary, c game.Color) string {
	switch s.Result {
	case game.WinFor(c):
		return "won"
	case game.WinFor(c.Other()):
		return "lost"
	case game.Draw:
		return "drawn"
	}
	return "none"
}

// soon returns the notification that the time of the side to move runs out.
func soon(s livegame.Summary) (Notification, bool) {
	me, other := s.Seats[s.Turn], s.Seats[s.Turn.Other()]
	if !s.TimeControl.Correspondence() || s.Status != livegame.Live || me.Guest == "" || me.Bot ||
		me.Guest == other.Guest {
		return Notification{}, false
	}
	return Notification{
		Player: me.Guest, ID: fmt.Sprintf("%s/%s/%d", Soon, s.ID, s.Ply), Kind: Soon, Game: s.ID, Variant: s.Variant,
		Name: other.Name, Level: other.Level, At: s.Deadline.Add(-SoonBefore),
	}, true
}

// NextGame returns what a player hears when a game of a tournament begins.
func NextGame(game livegame.ID, variant, tournament, player string, at time.Time) Notification {
	return Notification{
		Player: player, ID: fmt.Sprintf("%s/%s", Paired, game), Kind: Paired, Game: game, Variant: variant,
		Name: tournament, At: at,
	}
}

// Invitation returns what an account hears that another one, by its name, has invited to a study. It hears of a study
// once.
func Invitation(study livegame.ID, by, account string, at time.Time) Notification {
	return Notification{
		Player: account, ID: fmt.Sprintf("%s/%s", Invited, study), Kind: Invited, Game: study, Name: by, At: at,
	}
}

// Started returns what the players of a tournament hear when it starts.
func Started(id livegame.ID, variant, name string, at time.Time, players ...string) []Notification {
	list := make([]Notification, len(players))
	for i, player := range players {
		list[i] = Notification{
			Player: player, ID: fmt.Sprintf("%s/%s", Begun, id), Kind: Begun, Game: id, Variant: variant, Name: name, At: at,
		}
	}
	return list
}

// FollowerID returns the ID of the notification that an account follows a player. A player hears of a
// follower once.
func FollowerID(account string) string {
	return fmt.Sprintf("%s/%s", Followed, livegame.HashPlayer(account))
}
