// Package gameview shows games to clients: their JSON, their words in titles and previews, and their PGN.
//
// Times are milliseconds since 1970 by the server's clock, durations are
// milliseconds. Colors are "white" and "black".
//
// The secret identity of guests never gets into a view; a client learns which seats
// are its own.
package gameview

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/notation"
)

// Views shows games of the variants that its lookup knows. It may be used by many
// goroutines.
type Views struct {
	o        Options
	variants sync.Map // variantView by name
}

// Options are what Views need.
type Options struct {
	Lookup livegame.Lookup
	// Tag returns the tag of a guest, as guests.Tag does.
	Tag func(guest string) string
	// Event returns the name of a tournament; nil: games do not have it.
	Event func(tournament livegame.ID) string
	// Opening returns the name that people gave to the opening of a line, or ""; nil: there are none.
	Opening func(ctx context.Context, l notation.Line) string
}

type variantView struct {
	title, start string
	format       boardview.Format
}

// New makes views.
func New(o Options) *Views { return &Views{o: o} }

// Opening returns the name that people gave to the opening of a line, or "".
func (v *Views) Opening(ctx context.Context, l notation.Line) string {
	if v.o.Opening == nil {
		return ""
	}
	return v.o.Opening(ctx, l)
}

func (v *Views) variant(name string) variantView {
	if known, ok := v.variants.Load(name); ok {
		return known.(variantView) //nolint:forcetypeassert // variants has only these
	}
	g, err := v.o.Lookup(name)
	if err != nil { // of a variant that this program does not have
		return variantView{title: name, format: boardview.Classic}
	}
	known := variantView{g.Title(), g.Start().String(), boardview.FormatOf(g)}
	v.variants.Store(name, known)
	return known
}

// Title returns the title of a variant.
func (v *Views) Title(variant string) string { return v.variant(variant).title }

// NewVariant shows a game to clients.
func NewVariant(g game.Game) Variant {
	start, info := g.Start(), g.Info()
	return Variant{
		Name: g.Name(), Title: g.Title(), Format: boardview.FormatOf(g), Short: info.Summary, Start: start.String(),
		Minor: info.Minor, Rankings: rankings.Has(g),
	}
}

// ColorName returns "white" or "black".
func ColorName(c game.Color) string {
	if c == game.White {
		return "white"
	}
	return "black"
}

// Millis returns milliseconds since 1970, 0 for the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Seat shows a player of a game to a guest.
func (v *Views) Seat(p livegame.Player, viewer string) Seat {
	tag := ""
	if !p.Forgotten() && !p.Account {
		tag = v.o.Tag(p.Guest)
	}
	return Seat{
		Person: p.Person, Tag: tag, Level: p.Level, You: p.Guest != "" && p.Guest == viewer, Taken: !p.Empty(),
		Berserk: p.Berserk,
	}
}

// NewControl shows a time control.
func NewControl(c livegame.TimeControl) Control {
	return Control{
		Base: c.Base.Milliseconds(), Increment: c.Increment.Milliseconds(), Days: int(c.PerMove / (24 * time.Hour)),
	}
}

// TimeControl returns the time control that a client wants.
func TimeControl(c Control) livegame.TimeControl {
	return livegame.TimeControl{
		Base:      time.Duration(c.Base) * time.Millisecond,
		Increment: time.Duration(c.Increment) * time.Millisecond,
		PerMove:   time.Duration(c.Days) * 24 * time.Hour,
	}
}

// Game shows a game to a guest.
func (v *Views) Game(s livegame.Summary, viewer string) Game {
	variant := v.variant(s.Variant)
	g := Game{
		ID: string(s.ID), Variant: s.Variant, Title: variant.title, Format: variant.format, FEN: s.FEN,
		Custom: s.FEN != "" && s.FEN != variant.start, Control: NewControl(s.TimeControl), Casual: s.Casual, Rated: s.Rated,
		Public: s.Public, RatingMin: s.RatingMin, RatingMax: s.RatingMax, White: v.Seat(s.Seats[game.White], viewer),
		Black: v.Seat(s.Seats[game.Black], viewer), Creator: s.Creator != "" && s.Creator == viewer,
		Former: string(s.RematchOf), Status: string(s.Status), Created: Millis(s.Created), Updated: Millis(s.Updated),
		Ply: s.Ply, Position: s.Position, Last: s.LastMove, Turn: ColorName(s.Turn), Reason: string(s.Reason),
		Rules: s.Rules.List(),
	}
	if g.FEN == "" {
		g.FEN = variant.start
	}
	if s.Tournament != "" {
		g.Tournament, g.Berserk = &TournamentLink{ID: string(s.Tournament)}, s.MayBerserk
		if v.o.Event != nil {
			g.Tournament.Name = v.o.Event(s.Tournament)
		}
	}
	if s.TimeControl.Correspondence() && s.Status == livegame.Live {
		g.Due = Millis(s.Deadline)
	}
	g.Pairing = s.Pairing && s.Status == livegame.Waiting
	if w, b := s.Seats[game.White], s.Seats[game.Black]; !w.Engine() && !b.Engine() && w.Guest != b.Guest {
		g.ClaimAfter = s.Header.ClaimAfter().Milliseconds()
	}
	if s.Reason != game.NoReason {
		g.Result = s.Result.String()
	}
	return g
}

// Games shows a list of games to a guest. The list is never nil.
func (v *Views) Games(list []livegame.Summary, viewer string) []Game {
	out := make([]Game, len(list))
	for i := range list {
		out[i] = v.Game(list[i], viewer)
	}
	return out
}

// Event shows an event to a guest. Timed says whether it has clocks.
func (v *Views) Event(e *livegame.Event, timed bool, viewer string) Event {
	out := Event{
		Seq: e.Seq, Kind: string(e.Kind), Color: ColorName(e.Color), At: Millis(e.At), Move: e.Move, SAN: e.SAN,
		Plies: e.Plies, Reason: string(e.Reason), Next: string(e.Next),
	}
	if e.Ends() {
		out.Result = e.Result.String()
	}
	if e.Kind == livegame.Join {
		seat := v.Seat(e.Player, viewer)
		out.Seat = &seat
	}
	if timed && (e.Kind == livegame.Move || e.Kind == livegame.Takeback) {
		out.Clocks = &[2]int64{e.Clocks[game.White].Milliseconds(), e.Clocks[game.Black].Milliseconds()}
	}
	return out
}

func (v *Views) events(list []livegame.Event, timed bool, viewer string) []Event {
	out := make([]Event, len(list))
	for i := range list {
		out[i] = v.Event(&list[i], timed, viewer)
	}
	return out
}

// NewTimes shows the clocks.
func NewTimes(t livegame.Clocks) *Times {
	out := &Times{
		White: t.Remaining[game.White].Milliseconds(), Black: t.Remaining[game.Black].Milliseconds(),
		First: t.FirstMove.Milliseconds(), Now: Millis(t.At),
		WhiteVacation: Millis(t.Vacation[game.White]), BlackVacation: Millis(t.Vacation[game.Black]),
	}
	if t.Active {
		out.Running = ColorName(t.Running)
	}
	return out
}

// NewPresence shows who is connected; away is since when a color has been away.
func NewPresence(p livegame.Presence, away [2]time.Time) *Presence {
	return &Presence{
		White: p.Colors[game.White], Black: p.Colors[game.Black], Watchers: p.Watchers,
		WhiteAwaySince: Millis(away[game.White]), BlackAwaySince: Millis(away[game.Black]),
	}
}

// colorsView lists the colors that a guest plays.
func colorsView(seats [2]livegame.Player, viewer string) []string {
	var colors []string
	for color, p := range seats {
		if p.Guest != "" && p.Guest == viewer {
			colors = append(colors, ColorName(game.Color(color)))
		}
	}
	return colors
}

// after returns the events after a number. A client that has seen more events than
// there are gets all: it has seen those of another server.
func after(events []livegame.Event, seq int) (rest []livegame.Event, from int) {
	if seq <= 0 || seq > len(events) {
		return events, 0
	}
	return events[seq:], seq
}

// Full shows a game to a guest, with its events after a number. It returns the
// number that the events follow: 0 if from is not the number of an event.
func (v *Views) Full(snap manager.Snapshot, viewer string, from int) (FullGame, int) {
	rest, from := after(snap.Events, from)
	g := v.Game(snap.Summary, viewer)
	for i := len(snap.Events) - 1; i >= 0 && g.Next == ""; i-- {
		g.Next = string(snap.Events[i].Next)
	}
	return FullGame{
		Game: g, Events: v.events(rest, snap.Header.TimeControl.RealTime(), viewer), Times: *NewTimes(snap.Clocks),
		Presence: *NewPresence(snap.Presence, snap.AwaySince), You: colorsView(snap.Seats, viewer),
	}, from
}
