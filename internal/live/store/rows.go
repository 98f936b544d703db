package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// fixedColumns are the columns of a game that never change, movingColumns those
// that every event sets.
var (
	fixedColumns = columns(`id variant start base increment per_move casual rated public rating_min rating_max pairing
		seats creator former tournament berserk created`)

	movingColumns = columns(`white_guest white_name white_level white_standing
		black_guest black_name black_level black_standing
		status seq ply turn position last result reason updated deadline thinking
		active due unplayed`)

	gameNumbers = columns(`base increment per_move rating_min rating_max created white_level black_level
		seq ply turn updated deadline active due`)
	gameFlags = columns(`casual rated public pairing berserk thinking unplayed`)

	eventColumns = columns(`game seq kind side at command guest name level standing move san white_clock black_clock
		plies result reason next`)
	eventNumbers = columns(`seq side at level white_clock black_clock plies`)
)

// playerColumns is how many of movingColumns, the first, are the players'.
const playerColumns = 8

func columns(names string) []string { return strings.Fields(names) }

// gameRow is a row of the table games: a livegame.Summary.
type gameRow struct {
	bun.BaseModel `bun:"table:games"`

	ID         string `bun:",pk"`
	Variant    string
	Start      string
	Base       time.Duration
	Increment  time.Duration
	PerMove    time.Duration
	Casual     bool
	Rated      bool
	Public     bool
	RatingMin  int
	RatingMax  int
	Pairing    bool
	Seats      string // JSON of Header.Seats
	Creator    string
	Former     string
	Tournament string
	Berserk    bool
	Created    int64

	WhiteGuest    string
	WhiteName     string
	WhiteLevel    int
	WhiteStanding string
	BlackGuest    string
	BlackName     string
	BlackLevel    int
	BlackStanding string
	Status        string
	Seq           int
	Ply           int
	Turn          game.Color
	Position      string
	Last          string
	Result        string
	Reason        string
	Updated       int64
	Deadline      *int64
	Thinking      bool
	Active        int64
	Due           *int64
	Unplayed      bool
}

// newGameRow returns the row of a summary.
func newGameRow(s livegame.Summary) (*gameRow, error) {
	white, black := s.Seats[game.White], s.Seats[game.Black]
	texts := []string{string(s.ID), s.Variant, s.FEN, s.Creator, string(s.RematchOf), string(s.Tournament),
		white.Guest, white.Name,
		black.Guest, black.Name, white.Place, black.Place, string(s.Status), s.Position, s.LastMove, string(s.Reason)}
	for _, p := range s.Header.Seats {
		texts = append(texts, p.Guest, p.Name, p.Place)
	}
	if err := checkText(texts...); err != nil {
		return nil, err
	}
	if err := checkResult(s.Result); err != nil {
		return nil, err
	}
	seats, err := json.Marshal(s.Header.Seats)
	if err != nil {
		return nil, err
	}
	row := &gameRow{
		ID: string(s.ID), Variant: s.Variant, Start: s.FEN,
		Base: s.TimeControl.Base, Increment: s.TimeControl.Increment, PerMove: s.TimeControl.PerMove,
		Casual: s.Casual, Rated: s.Rated, Public: s.Public, RatingMin: s.RatingMin, RatingMax: s.RatingMax,
		Pairing: s.Pairing, Seats: string(seats), Creator: s.Creator, Former: string(s.RematchOf),
		Tournament: string(s.Tournament), Berserk: s.MayBerserk,
		Created:    s.Created.UnixMilli(),
		WhiteGuest: white.Guest, WhiteName: white.Name, WhiteLevel: white.Level, WhiteStanding: standing(white),
		BlackGuest: black.Guest, BlackName: black.Name, BlackLevel: black.Level, BlackStanding: standing(black),
		Status: string(s.Status), Seq: s.Seq, Ply: s.Ply, Turn: s.Turn, Position: s.Position, Last: s.LastMove,
		Result: s.Result.String(), Reason: string(s.Reason), Updated: s.Updated.UnixMilli(),
		Deadline: optional(s.Deadline), Thinking: s.EngineToMove, Active: s.Active().UnixMilli(),
		Unplayed: s.Status != livegame.Live && (s.Result == game.Ongoing || s.Ply == 0),
	}
	if row.Deadline != nil {
		at := due(s.Deadline)
		row.Due = &at
	}
	return row, nil
}

// due returns the column due for a deadline.
func due(deadline time.Time) int64 { return deadline.Truncate(livegame.ActiveStep).UnixMilli() }

// moving returns the values of movingColumns.
func (r *gameRow) moving() []any {
	return []any{r.WhiteGuest, r.WhiteName, r.WhiteLevel, r.WhiteStanding, r.BlackGuest, r.BlackName, r.BlackLevel,
		r.BlackStanding,
		r.Status, r.Seq, r.Ply, int(r.Turn), r.Position, r.Last, r.Result, r.Reason, r.Updated, r.Deadline, r.Thinking,
		r.Active, r.Due, r.Unplayed}
}

// all returns the values of fixedColumns and movingColumns.
func (r *gameRow) all() []any {
	fixed := []any{r.ID, r.Variant, r.Start, int64(r.Base), int64(r.Increment), int64(r.PerMove),
		r.Casual, r.Rated, r.Public, r.RatingMin, r.RatingMax, r.Pairing, r.Seats, r.Creator, r.Former, r.Tournament,
		r.Berserk, r.Created}
	return append(fixed, r.moving()...)
}

func (r *gameRow) header() (livegame.Header, error) {
	h := livegame.Header{
		ID: livegame.ID(r.ID), Variant: r.Variant, FEN: r.Start,
		TimeControl: livegame.TimeControl{Base: r.Base, Increment: r.Increment, PerMove: r.PerMove},
		Casual:      r.Casual, Rated: r.Rated, Public: r.Public, RatingMin: r.RatingMin, RatingMax: r.RatingMax,
		Pairing: r.Pairing, Creator: r.Creator, RematchOf: livegame.ID(r.Former), Tournament: livegame.ID(r.Tournament),
		MayBerserk: r.Berserk, Created: timeOf(r.Created),
	}
	if err := json.Unmarshal([]byte(r.Seats), &h.Seats); err != nil {
		return h, fmt.Errorf("column seats: %w", err)
	}
	return h, nil
}

func (r *gameRow) summary() (livegame.Summary, error) {
	header, err := r.header()
	if err != nil {
		return livegame.Summary{}, err
	}
	result, err := resultOf(r.Result)
	if err != nil {
		return livegame.Summary{}, err
	}
	s := livegame.Summary{
		Header: header,
		Seats: [2]livegame.Player{
			game.White: {Guest: r.WhiteGuest, Name: r.WhiteName, Level: r.WhiteLevel},
			game.Black: {Guest: r.BlackGuest, Name: r.BlackName, Level: r.BlackLevel},
		},
		Status: livegame.Status(r.Status), Seq: r.Seq, Ply: r.Ply, Turn: r.Turn, Position: r.Position, LastMove: r.Last,
		Result: result, Reason: game.Reason(r.Reason), Updated: timeOf(r.Updated), EngineToMove: r.Thinking,
	}
	if r.Deadline != nil {
		s.Deadline = timeOf(*r.Deadline)
	}
	err = errors.Join(stand(&s.Seats[game.White], r.WhiteStanding), stand(&s.Seats[game.Black], r.BlackStanding))
	return s, err
}

// standing returns what columns of their own do not hold of a player, as JSON; "" for nothing.
func standing(p livegame.Player) string {
	p.Guest, p.Name, p.Level = "", "", 0
	if p == (livegame.Player{}) {
		return ""
	}
	text, _ := json.Marshal(p) // never fails
	return string(text)
}

// stand adds a standing to a player.
func stand(p *livegame.Player, text string) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), p); err != nil {
		return fmt.Errorf("the standing of a player: %w", err)
	}
	return nil
}

// eventRow is a row of the table events.
type eventRow struct {
	bun.BaseModel `bun:"table:events"`

	Game       string `bun:",pk"`
	Seq        int    `bun:",pk"`
	Kind       string
	Color      game.Color `bun:"side"`
	At         int64
	Command    string
	Guest      string
	Name       string
	Level      int
	Standing   string
	Move       string
	SAN        string `bun:"san"`
	WhiteClock time.Duration
	BlackClock time.Duration
	Plies      int
	Result     string
	Reason     string
	Next       string
}

// newEventRow returns the row of an event.
func newEventRow(id livegame.ID, e livegame.Event) (*eventRow, error) {
	if err := checkText(string(id), string(e.Kind), e.Command, e.Player.Guest, e.Player.Name, e.Player.Place,
		e.Move, e.SAN,
		string(e.Reason), string(e.Next)); err != nil {
		return nil, err
	}
	if err := checkResult(e.Result); err != nil {
		return nil, err
	}
	return &eventRow{
		Game: string(id), Seq: e.Seq, Kind: string(e.Kind), Color: e.Color, At: e.At.UnixMilli(), Command: e.Command,
		Guest: e.Player.Guest, Name: e.Player.Name, Level: e.Player.Level, Standing: standing(e.Player), Move: e.Move,
		SAN: e.SAN, WhiteClock: e.Clocks[game.White], BlackClock: e.Clocks[game.Black], Plies: e.Plies,
		Result: e.Result.String(), Reason: string(e.Reason), Next: string(e.Next),
	}, nil
}

// all returns the values of eventColumns.
func (r *eventRow) all() []any {
	return []any{r.Game, r.Seq, r.Kind, int(r.Color), r.At, r.Command, r.Guest, r.Name, r.Level, r.Standing, r.Move, r.SAN,
		int64(r.WhiteClock), int64(r.BlackClock), r.Plies, r.Result, r.Reason, r.Next}
}

func (r *eventRow) event() (livegame.Event, error) {
	result, err := resultOf(r.Result)
	e := livegame.Event{
		Seq: r.Seq, Kind: livegame.EventKind(r.Kind), Color: r.Color, At: timeOf(r.At), Command: r.Command,
		Player: livegame.Player{Guest: r.Guest, Name: r.Name, Level: r.Level}, Move: r.Move, SAN: r.SAN,
		Clocks: [2]time.Duration{game.White: r.WhiteClock, game.Black: r.BlackClock}, Plies: r.Plies,
		Result: result, Reason: game.Reason(r.Reason), Next: livegame.ID(r.Next),
	}
	return e, errors.Join(err, stand(&e.Player, r.Standing))
}

// secretRow is a row of the table secrets.
type secretRow struct {
	bun.BaseModel `bun:"table:secrets"`

	Name  string `bun:",pk"`
	Bytes []byte
}

// timeOf converts milliseconds since 1970. The zero time is preserved.
func timeOf(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// optional returns a time in milliseconds; nil: the zero time.
func optional(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	ms := t.UnixMilli()
	return &ms
}

// checkResult returns an error for a number that is not a result.
func checkResult(r game.Result) error {
	if r > game.Draw {
		return fmt.Errorf("invalid result %d", r)
	}
	return nil
}

func resultOf(text string) (game.Result, error) {
	for _, r := range []game.Result{game.Ongoing, game.WhiteWins, game.BlackWins, game.Draw} {
		if r.String() == text {
			return r, nil
		}
	}
	return game.Ongoing, fmt.Errorf("invalid result %q in the database, expected *, 1-0, 0-1 or 1/2-1/2", text)
}
