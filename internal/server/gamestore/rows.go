package gamestore

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// fixedColumns are the columns of a game that never change, movingColumns those
// that every event sets.
var (
	fixedColumns = columns(`id variant start base increment per_move casual rated public rating_min rating_max pairing
		seats creator former tournament berserk rules created`)

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
	Rules      string
	Created    time.Time

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
	Updated       time.Time
	Deadline      time.Time
	Thinking      bool
}

// gameArgs returns the values of gameColumns for a summary.
func gameArgs(s livegame.Summary) ([]any, error) {
	if err := checkResult(s.Result); err != nil {
		return nil, err
	}
	seats, err := json.Marshal(s.Header.Seats)
	if err != nil {
		return nil, err
	}
	white, black := s.Seats[game.White], s.Seats[game.Black]
	var deadline, due any
	if !s.Deadline.IsZero() {
		deadline, due = s.Deadline.UnixMilli(), dueOf(s.Deadline)
	}
	unplayed := s.Status != livegame.Live && (s.Result == game.Ongoing || s.Ply == 0)
	args := []any{
		string(s.ID), s.Variant, s.FEN,
		int64(s.TimeControl.Base), int64(s.TimeControl.Increment), int64(s.TimeControl.PerMove),
		s.Casual, s.Rated, s.Public, s.RatingMin, s.RatingMax, s.Pairing,
		string(seats), s.Creator, string(s.RematchOf), string(s.Tournament), s.MayBerserk, string(s.Rules),
		s.Created.UnixMilli(),

		white.Guest, white.Name, white.Level, standing(white),
		black.Guest, black.Name, black.Level, standing(black),
		string(s.Status), s.Seq, s.Ply, int(s.Turn), s.Position, s.LastMove, s.Result.String(), string(s.Reason),
		s.Updated.UnixMilli(), deadline, s.EngineToMove, s.Active().UnixMilli(), due, unplayed,
	}
	for _, p := range slices.Concat(s.Header.Seats[:], s.Seats[:]) { // also those in JSON
		args = append(args, p.Guest, p.Name, p.Place)
	}
	return args[:len(gameColumns)], checkTexts(args)
}

// dueOf returns the column due for a deadline.
func dueOf(deadline time.Time) int64 { return deadline.Truncate(livegame.ActiveStep).UnixMilli() }

// checkTexts returns an error if a value is text that PostgreSQL rejects.
func checkTexts(values []any) error {
	for _, v := range values {
		if text, ok := v.(string); ok {
			if err := db.CheckText(text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *gameRow) header() (livegame.Header, error) {
	h := livegame.Header{
		ID: livegame.ID(r.ID), Variant: r.Variant, FEN: r.Start,
		TimeControl: livegame.TimeControl{Base: r.Base, Increment: r.Increment, PerMove: r.PerMove},
		Casual:      r.Casual, Rated: r.Rated, Public: r.Public, RatingMin: r.RatingMin, RatingMax: r.RatingMax,
		Pairing: r.Pairing, Creator: r.Creator, RematchOf: livegame.ID(r.Former), Tournament: livegame.ID(r.Tournament),
		MayBerserk: r.Berserk, Rules: livegame.Rules(r.Rules), Created: r.Created,
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
	result, err := livegame.ResultOf(r.Result)
	if err != nil {
		return livegame.Summary{}, err
	}
	white, errWhite := playerOf(r.WhiteGuest, r.WhiteName, r.WhiteLevel, r.WhiteStanding)
	black, errBlack := playerOf(r.BlackGuest, r.BlackName, r.BlackLevel, r.BlackStanding)
	return livegame.Summary{
		Header: header, Seats: [2]livegame.Player{game.White: white, game.Black: black},
		Status: livegame.Status(r.Status), Seq: r.Seq, Ply: r.Ply, Turn: r.Turn, Position: r.Position, LastMove: r.Last,
		Result: result, Reason: game.Reason(r.Reason), Updated: r.Updated, Deadline: r.Deadline,
		EngineToMove: r.Thinking,
	}, errors.Join(errWhite, errBlack)
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

// playerOf returns a player from the columns.
func playerOf(guest, name string, level int, standing string) (p livegame.Player, err error) {
	if standing != "" {
		if err = json.Unmarshal([]byte(standing), &p); err != nil {
			err = fmt.Errorf("the standing of a player: %w", err)
		}
	}
	p.Guest, p.Name, p.Level = guest, name, level
	return p, err
}

// eventRow is a row of the table events.
type eventRow struct {
	bun.BaseModel `bun:"table:events"`

	Game       string `bun:",pk"`
	Seq        int    `bun:",pk"`
	Kind       string
	Color      game.Color `bun:"side"`
	At         time.Time
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

// eventArgs returns the values of eventColumns.
func eventArgs(id livegame.ID, e livegame.Event) ([]any, error) {
	if err := checkResult(e.Result); err != nil {
		return nil, err
	}
	args := []any{
		string(id), e.Seq, string(e.Kind), int(e.Color), e.At.UnixMilli(), e.Command,
		e.Player.Guest, e.Player.Name, e.Player.Level, standing(e.Player), e.Move, e.SAN,
		int64(e.Clocks[game.White]), int64(e.Clocks[game.Black]), e.Plies, e.Result.String(), string(e.Reason),
		string(e.Next),
	}
	return args, checkTexts(append(slices.Clip(args), e.Player.Place))
}

func (r *eventRow) event() (livegame.Event, error) {
	result, err := livegame.ResultOf(r.Result)
	player, failed := playerOf(r.Guest, r.Name, r.Level, r.Standing)
	return livegame.Event{
		Seq: r.Seq, Kind: livegame.EventKind(r.Kind), Color: r.Color, At: r.At, Command: r.Command,
		Player: player, Move: r.Move, SAN: r.SAN,
		Clocks: [2]time.Duration{game.White: r.WhiteClock, game.Black: r.BlackClock}, Plies: r.Plies,
		Result: result, Reason: game.Reason(r.Reason), Next: livegame.ID(r.Next),
	}, errors.Join(err, failed)
}

// checkResult returns an error for a number that is not a result.
func checkResult(r game.Result) error {
	if r > game.Draw {
		return fmt.Errorf("invalid result %d", r)
	}
	return nil
}
