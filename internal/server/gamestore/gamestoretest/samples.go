package gamestoretest

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// start is the creation time of the samples.
var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// at returns the time ms milliseconds after the start.
func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

// NewGame returns the summary of a live game without events.
func NewGame(id livegame.ID) livegame.Summary {
	seats := [2]livegame.Player{{Guest: "guest-" + string(id), Person: livegame.Person{Name: "Ada"}}, {Level: 3}}
	return livegame.Summary{
		Header: livegame.Header{ID: id, Variant: "shrink", TimeControl: livegame.TimeControl{
			Base: 5 * time.Minute, Increment: 3 * time.Second,
		},
			Seats: seats, Creator: seats[0].Guest, Created: start},
		Seats: seats, Status: livegame.Live, Position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		Updated: start,
	}
}

// Finished returns the summary of a game that is over.
func Finished(id livegame.ID, ended time.Time) livegame.Summary {
	s := NewGame(id)
	s.Seats = [2]livegame.Player{
		{Guest: "ada", Person: livegame.Person{Name: "Ada"}},
		{Guest: "bob", Person: livegame.Person{Name: "Bob"}},
	}
	s.Header.Seats = s.Seats
	s.Public, s.Status, s.Result, s.Reason, s.Ply, s.Updated = true, livegame.Finished, game.WhiteWins,
		game.Checkmate, 30, ended
	return s
}

// NextMove returns an event that may follow the summary, and the summary after
// it. The command's ID has the game and the number.
func NextMove(s livegame.Summary) (livegame.Event, livegame.Summary) {
	s.Seq++
	s.Ply++
	e := livegame.Event{
		Seq: s.Seq, Kind: livegame.Move, Color: s.Turn, At: at(s.Seq), Command: fmt.Sprintf("%s/%d", s.ID, s.Seq),
		Move: "e2e4", SAN: "e4", Clocks: [2]time.Duration{time.Minute, 2 * time.Minute},
	}
	s.Turn, s.LastMove, s.Updated = s.Turn.Other(), e.Move, e.At
	return e, s
}

// fullGame returns a summary in which no field is zero.
func fullGame() livegame.Summary {
	return livegame.Summary{
		Header: livegame.Header{
			ID: "Full00000001", Variant: "diminuendo", FEN: "4k3/8/8/8/8/8/8/4K3 b - - 3 17",
			TimeControl: livegame.TimeControl{Base: time.Minute, Increment: 1500 * time.Millisecond, PerMove: 48 * time.Hour},
			Casual:      true, Rated: true, Public: true, RatingMin: 1400, RatingMax: 1600, Pairing: true,
			Seats: [2]livegame.Player{
				{
					Guest: "g1", Person: livegame.Person{Name: "Zoë 🐈 ♞", Account: true, Rating: 1512, Provisional: true},
					Level: 1, Place: "p",
				},
				{Guest: "g2", Person: livegame.Person{Name: "Пётр'; DROP TABLE games; --"}, Level: 8},
			},
			Creator: "g1", RematchOf: "Former000001", Rules: "noAbort", Created: at(1),
		},
		Seats: [2]livegame.Player{
			{
				Guest: "g3", Person: livegame.Person{Name: "名前 \"quoted\" ?0 $1", Account: true, Bot: true, Rating: 2100},
				Level: 4, Place: "?0 $1",
			},
			{Guest: "g4", Person: livegame.Person{Name: "e\u0301\u202e\\"}, Level: 5},
		},
		Status: livegame.Finished, Seq: 0, Ply: 41, Turn: game.Black, Position: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
		LastMove: "e7e8qr", Result: game.Draw, Reason: game.TimeOutDraw, Updated: at(2), Deadline: at(3), EngineToMove: true,
	}
}

// fullEvent returns an event in which no field is zero.
func fullEvent(seq int) livegame.Event {
	return livegame.Event{
		Seq: seq, Kind: livegame.Rematch, Color: game.Black, At: at(9), Command: "c-🐈",
		Player: livegame.Player{
			Person: livegame.Person{Name: "Jürgen\n\t", Account: true, Rating: 900, Provisional: true},
			Guest:  "g", Level: 7, Place: "🐈",
		},
		Move: "a7a8q", SAN: "a8=Q#", Clocks: [2]time.Duration{1234567 * time.Microsecond, time.Nanosecond}, Plies: 2,
		Result: game.BlackWins, Reason: game.Checkmate, Next: "Next00000001",
	}
}

// Generators of everything that can be stored.

func anyText() *rapid.Generator[string] {
	return rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0 }))
}

func anyTime() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.IntRange(0, 3).Draw(t, "zero") == 0 {
			return time.Time{}
		}
		return db.Time(rapid.Int64Range(-1<<40, 1<<43).Draw(t, "ms")) // 0 stands for no time
	})
}

func anyPlayer() *rapid.Generator[livegame.Player] {
	return rapid.Custom(func(t *rapid.T) livegame.Player {
		return livegame.Player{
			Person: livegame.Person{
				Name: anyText().Draw(t, "name"), Account: rapid.Bool().Draw(t, "account"), Bot: rapid.Bool().Draw(t, "bot"),
				Rating: rapid.IntRange(0, 3000).Draw(t, "rating"), Provisional: rapid.Bool().Draw(t, "provisional"),
			},
			Guest: anyText().Draw(t, "guest"),
			Level: rapid.IntRange(0, 8).Draw(t, "level"), Place: anyText().Draw(t, "place"),
		}
	})
}

func anyDuration() *rapid.Generator[time.Duration] {
	return rapid.Map(rapid.Int64Range(0, 1<<60), func(n int64) time.Duration { return time.Duration(n) })
}

func anyGame() *rapid.Generator[livegame.Summary] {
	return rapid.Custom(func(t *rapid.T) livegame.Summary {
		text := func(name string) string { return anyText().Draw(t, name) }
		players := func(name string) [2]livegame.Player {
			return [2]livegame.Player{anyPlayer().Draw(t, name+" white"), anyPlayer().Draw(t, name+" black")}
		}
		return livegame.Summary{
			Header: livegame.Header{
				ID: livegame.ID(rapid.StringMatching(`[A-Za-z0-9]{12}`).Draw(t, "id")), Variant: text("variant"), FEN: text("fen"),
				TimeControl: livegame.TimeControl{
					Base: anyDuration().Draw(t, "base"), Increment: anyDuration().Draw(t, "increment"),
					PerMove: anyDuration().Draw(t, "per move"),
				},
				Casual: rapid.Bool().Draw(t, "casual"), Rated: rapid.Bool().Draw(t, "rated"),
				Public: rapid.Bool().Draw(t, "public"), RatingMin: rapid.IntRange(0, 9999).Draw(t, "min"),
				RatingMax: rapid.IntRange(0, 9999).Draw(t, "max"), Seats: players("first"), Creator: text("creator"),
				RematchOf: livegame.ID(text("former")), Rules: livegame.Rules(text("rules")), Created: anyTime().Draw(t, "created"),
			},
			Seats: players("now"), Status: livegame.Status(text("status")), Ply: rapid.IntRange(0, 1000).Draw(t, "ply"),
			Turn: game.Color(rapid.IntRange(0, 1).Draw(t, "turn")), Position: text("position"), LastMove: text("last"),
			Result: game.Result(rapid.IntRange(0, 3).Draw(t, "result")), Reason: game.Reason(text("reason")),
			Updated: anyTime().Draw(t, "updated"), Deadline: anyTime().Draw(t, "deadline"),
			EngineToMove: rapid.Bool().Draw(t, "thinking"),
		}
	})
}

func anyEvent(seq int) *rapid.Generator[livegame.Event] {
	return rapid.Custom(func(t *rapid.T) livegame.Event {
		text := func(name string) string { return anyText().Draw(t, name) }
		command := ""
		if rapid.Bool().Draw(t, "command") {
			command = fmt.Sprintf("%s-%d", text("command"), seq)
		}
		return livegame.Event{
			Seq: seq, Kind: livegame.EventKind(text("kind")), Color: game.Color(rapid.IntRange(0, 1).Draw(t, "side")),
			At: anyTime().Draw(t, "at"), Command: command, Player: anyPlayer().Draw(t, "player"), Move: text("move"),
			SAN: text("san"), Clocks: [2]time.Duration{anyDuration().Draw(t, "white"), anyDuration().Draw(t, "black")},
			Plies: rapid.IntRange(0, 5).Draw(t, "plies"), Result: game.Result(rapid.IntRange(0, 3).Draw(t, "result")),
			Reason: game.Reason(text("reason")), Next: livegame.ID(text("next")),
		}
	})
}
