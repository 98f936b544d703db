package server

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// views turn what the host says into what clients are told. The identity of
// guests never gets out; a client learns which seats are its own.
type views struct {
	lookup   livegame.Lookup
	variants *lru.Cache[string, variantView]
}

type variantView struct{ title, start string }

// knownVariants is more than all the games there are.
const knownVariants = 4096

func newViews(lookup livegame.Lookup) (*views, error) {
	c, err := lru.New[string, variantView](knownVariants)
	return &views{lookup, c}, err
}

func (v *views) variant(name string) variantView {
	if known, ok := v.variants.Get(name); ok {
		return known
	}
	g, err := v.lookup(name)
	if err != nil { // a game from before a variant was renamed
		return variantView{title: name}
	}
	known := variantView{g.Title(), g.Start().String()}
	v.variants.Add(name, known)
	return known
}

func colorName(s game.Color) string {
	if s == game.White {
		return "white"
	}
	return "black"
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func seatView(p livegame.Player, viewer string) protocol.Seat {
	return protocol.Seat{Name: p.Name, Level: p.Level, Taken: !p.Empty(), You: p.Guest != "" && p.Guest == viewer}
}

func controlView(c livegame.TimeControl) protocol.Control {
	return protocol.Control{Base: c.Base.Milliseconds(), Increment: c.Increment.Milliseconds(), Days: int(c.PerMove / (24 * time.Hour))}
}

// game shows a game to a guest.
func (v *views) game(s livegame.Summary, viewer string) protocol.Game {
	variant := v.variant(s.Variant)
	g := protocol.Game{
		ID: string(s.ID), Variant: s.Variant, Title: variant.title, FEN: s.FEN, Custom: s.FEN != "" && s.FEN != variant.start,
		Control: controlView(s.TimeControl), Casual: s.Casual, Public: s.Public,
		White: seatView(s.Seats[game.White], viewer), Black: seatView(s.Seats[game.Black], viewer),
		Creator: s.Creator != "" && s.Creator == viewer, Former: string(s.RematchOf),
		Status: string(s.Status), Created: millis(s.Created), Updated: millis(s.Updated),
		Ply: s.Ply, Position: s.Position, Last: s.LastMove, Turn: colorName(s.Turn), Reason: string(s.Reason),
	}
	if g.FEN == "" {
		g.FEN = variant.start
	}
	if w, b := s.Seats[game.White], s.Seats[game.Black]; !w.Engine() && !b.Engine() && w.Guest != b.Guest {
		g.ClaimAfter = s.TimeControl.ClaimAfter().Milliseconds()
	}
	if s.Reason != game.NoReason {
		g.Result = s.Result.String()
	}
	return g
}

func (v *views) games(list []livegame.Summary, viewer string) []protocol.Game {
	out := make([]protocol.Game, len(list))
	for i := range list {
		out[i] = v.game(list[i], viewer)
	}
	return out
}

// event shows an event. In a game without a clock it has no clocks.
func (v *views) event(e *livegame.Event, timed bool, viewer string) protocol.Event {
	out := protocol.Event{
		Seq: e.Seq, Kind: string(e.Kind), Color: colorName(e.Color), At: millis(e.At), Move: e.Move, SAN: e.SAN, Plies: e.Plies, Reason: string(e.Reason), Next: string(e.Next),
	}
	if e.Ends() {
		out.Result = e.Result.String()
	}
	if e.Kind == livegame.Join {
		seat := seatView(e.Player, viewer)
		out.Seat = &seat
	}
	if timed && (e.Kind == livegame.Move || e.Kind == livegame.Takeback) {
		out.Clocks = &[2]int64{e.Clocks[game.White].Milliseconds(), e.Clocks[game.Black].Milliseconds()}
	}
	return out
}

func (v *views) events(list []livegame.Event, timed bool, viewer string) []protocol.Event {
	out := make([]protocol.Event, len(list))
	for i := range list {
		out[i] = v.event(&list[i], timed, viewer)
	}
	return out
}

func timesView(t livegame.Clocks) *protocol.Times {
	out := &protocol.Times{White: t.Remaining[game.White].Milliseconds(), Black: t.Remaining[game.Black].Milliseconds(), First: t.FirstMove.Milliseconds(), Now: millis(t.At)}
	if t.Active {
		out.Running = colorName(t.Running)
	}
	return out
}

func presenceView(p livegame.Presence, away [2]time.Time) *protocol.Presence {
	return &protocol.Presence{
		White: p.Colors[game.White], Black: p.Colors[game.Black], Watchers: p.Watchers,
		WhiteAway: millis(away[game.White]), BlackAway: millis(away[game.Black]),
	}
}

// colorsView lists the sides that a guest plays.
func colorsView(seats [2]livegame.Player, viewer string) []string {
	var colors []string
	for color, p := range seats {
		if p.Guest != "" && p.Guest == viewer {
			colors = append(colors, colorName(game.Color(color)))
		}
	}
	return colors
}

// after returns the events that follow that number. A client that knows of more
// than there are gets all: it must have been told of another server's.
func after(events []livegame.Event, seq int) (rest []livegame.Event, from int) {
	if seq <= 0 || seq > len(events) {
		return events, 0
	}
	return events[seq:], seq
}

// full shows a game with its events after a number.
func (v *views) full(snap manager.Snapshot, viewer string, from int) (protocol.Full, int) {
	rest, from := after(snap.Events, from)
	g := v.game(snap.Summary, viewer)
	for i := len(snap.Events) - 1; i >= 0 && g.Next == ""; i-- {
		g.Next = string(snap.Events[i].Next)
	}
	return protocol.Full{
		Game: g, Events: v.events(rest, snap.Header.TimeControl.RealTime(), viewer), Times: *timesView(snap.Clocks),
		Presence: *presenceView(snap.Presence, snap.AwaySince), You: colorsView(snap.Seats, viewer),
	}, from
}
