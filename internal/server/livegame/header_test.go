package livegame

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/rules"
)

func TestNewChecksHeaders(t *testing.T) {
	tests := []struct {
		what   string
		change func(*Header)
		words  string // in the error; empty: none
	}{
		{"a plain game", func(*Header) {}, ""},
		{"a rated game", rated, ""},
		{"a rated game against a level", func(h *Header) { rated(h); h.Seats[1] = Player{Level: 3} }, ""},
		{"a rated game of a forgotten player", func(h *Header) { rated(h); h.Seats[0] = Player{Guest: forgotten[0]} }, ""},
		{"a rated game of a guest", func(h *Header) { rated(h); h.Seats[1].Account = false }, "with an account"},
		{"a rated game with takebacks", func(h *Header) { rated(h); h.Casual = true }, "no takebacks"},
		{"a rated game without a clock", func(h *Header) { rated(h); h.TimeControl = TimeControl{} }, "needs a clock"},
		{"a rated game of one player", func(h *Header) { rated(h); h.Seats[1] = h.Seats[0] }, "two players"},
		{"a rated game from a position", func(h *Header) { rated(h); h.FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" },
			"start position"},
		{"a range of ratings", ranged(1400, 1600), ""},
		{"a lowest rating", ranged(1400, 0), ""},
		{"an empty range", ranged(1600, 1599), "above the upper end"},
		{"a negative range", ranged(-1, 0), "within 0 and 9999"},
		{"a range in a private game", func(h *Header) { ranged(0, 1500)(h); h.Public = false }, "anyone may join"},
		{"a bot without an account", func(h *Header) { h.Seats[0].Bot = true }, "has an account"},
		{
			"an engine with an account",
			func(h *Header) { h.Seats[0] = Player{Level: 1, Person: Person{Account: true}} }, "has an account",
		},
		{"a negative rating", func(h *Header) { h.Seats[0].Rating = -1 }, "out of range"},
		{"an unknown variant", func(h *Header) { h.Variant = "checkers" }, "checkers"},
		{"a very long variant", func(h *Header) { h.Variant = strings.Repeat("x", 1000) }, "at most 40"},
		{"a bad position", func(h *Header) { h.FEN = "8/8/8 w" }, "cannot start from"},
		{"a very long position", func(h *Header) { h.FEN = strings.Repeat("8/", 200) }, "at most 200"},
		{"a mate", func(h *Header) { h.FEN = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3" }, "checkmate"},
		{"kings alone", func(h *Header) { h.FEN = "8/8/8/4k3/8/8/4K3/8 w - - 0 1" }, "over"},
		{"both kinds of time", func(h *Header) { h.TimeControl = TimeControl{Base: time.Minute, PerMove: day} }, "not both"},
		{"too long a base", func(h *Header) { h.TimeControl.Base = 3*time.Hour + time.Millisecond }, "180 minutes"},
		{"the longest base", func(h *Header) { h.TimeControl.Base = 3 * time.Hour }, ""},
		{"a negative base", func(h *Header) { h.TimeControl.Base = -time.Second }, "between 0"},
		{"too long an increment", func(h *Header) { h.TimeControl.Increment = 181 * time.Second }, "180 seconds"},
		{"a negative increment", func(h *Header) { h.TimeControl = TimeControl{Base: time.Minute, Increment: -1} },
			"180 seconds"},
		{"parts of a millisecond", func(h *Header) { h.TimeControl.Base = time.Minute + 1 }, "whole milliseconds"},
		{"half a day", func(h *Header) { h.TimeControl.PerMove = 12 * time.Hour }, "whole days"},
		{"fifteen days", func(h *Header) { h.TimeControl.PerMove = 15 * day }, "1 to 14"},
		{"fourteen days", func(h *Header) { h.TimeControl.PerMove = 14 * day }, ""},
		{"negative days", func(h *Header) { h.TimeControl.PerMove = -day }, "1 to 14"},
		{"two engines", func(h *Header) { h.Seats = [2]Player{{Level: 1}, {Level: 2}} }, "person"},
		{"one engine", func(h *Header) { h.Seats[1] = Player{Level: 8} }, ""},
		{"level nine", func(h *Header) { h.Seats[1] = Player{Level: 9} }, "between 1 and 8"},
		{"a negative level", func(h *Header) { h.Seats[1] = Player{Level: -1} }, "between 1 and 8"},
		{"an engine that is a guest", func(h *Header) { h.Seats[1].Level = 3 }, "either"},
		{"a long name", func(h *Header) { h.Seats[0].Name = strings.Repeat("é", 41) }, "40 characters"},
		{"the longest name", func(h *Header) { h.Seats[0].Name = strings.Repeat("é", 40) }, ""},
		{"a control character", func(h *Header) { h.Seats[0].Name = "A\nnn" }, "cannot be displayed"},
		{"a name with a direction mark", func(h *Header) { h.Seats[0].Name = "A\u202enn" }, "cannot be displayed"},
		{"invalid UTF-8", func(h *Header) { h.Seats[0].Name = "A\xff" }, "not valid"},
		{"a very long guest", func(h *Header) { h.Seats[0].Guest = strings.Repeat("x", 200) }, "too long"},
		{"a very long creator", func(h *Header) { h.Creator = strings.Repeat("x", 200) }, "too long"},
		{"nobody", func(h *Header) { h.Seats = [2]Player{} }, ""},
	}
	for _, test := range tests {
		h := header()
		test.change(&h)
		_, err := New(h, rules.ByName)
		var r *Error
		switch {
		case test.words == "" && err != nil:
			t.Errorf("%s: %v", test.what, err)
		case test.words == "":
		case !errors.As(err, &r) || r.Code != NotAllowed || !strings.Contains(r.Message, test.words):
			t.Errorf("%s: error %v; want an *Error with %q", test.what, err, test.words)
		}
	}
}

func TestHeaderIsNormalized(t *testing.T) {
	h := header()
	h.Variant = "diminuendo:kqrnbp"
	h.FEN = "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p  w - - 0 1"
	h.Created = noon.Add(1234567).In(time.FixedZone("there", 3600))
	got := start(t, h).s.Header()
	if got.Variant != "diminuendo" || got.FEN != "" {
		t.Errorf("variant %q from %q, want diminuendo from its start", got.Variant, got.FEN)
	}
	if want := noon.Add(time.Millisecond); got.Created != want {
		t.Errorf("created %v, want %v", got.Created, want)
	}
}

func TestParseControl(t *testing.T) {
	good := map[string]TimeControl{
		"none":         {},
		"5+3":          {Base: 5 * time.Minute, Increment: 3 * time.Second},
		"0.5+0":        {Base: 30 * time.Second},
		"0.25+0":       {Base: 15 * time.Second},
		"0+2":          {Increment: 2 * time.Second},
		"180+180":      {Base: 3 * time.Hour, Increment: 3 * time.Minute},
		"0.33333+0.25": {Base: 20 * time.Second, Increment: 250 * time.Millisecond},
		"1d":           {PerMove: day},
		"14d":          {PerMove: 14 * day},
	}
	for text, want := range good {
		got, err := ParseTimeControl(" " + text + "\n")
		if err != nil || got != want {
			t.Errorf("ParseControl(%q) = %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	for _, text := range []string{
		"", "5", "+", "5+", "+3", "0+0", "-1+3", "5+-3", "1e2+0", "0x5+3", "5++3", "5+3+1", "181+0", "1+181", "NaN+1",
		"Inf+1", "0d", "15d", "1.5d", "d", "-1d", "5+3d", "None", "99999999999999999999+0", "1.2.3+0", ".+1",
	} {
		got, err := ParseTimeControl(text)
		var r *Error
		if !errors.As(err, &r) || r.Code != NotAllowed {
			t.Errorf("ParseControl(%q) = %+v, %v; want an *Error", text, got, err)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, seed := range []string{"none", "5+3", "0.5+0", "3d", "1e9+1", "0.00001+0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseTimeControl(text)
		if err != nil {
			return
		}
		if err := c.Check(); err != nil {
			t.Errorf("%q is read as %+v: %v", text, c, err)
		}
		if back, err := ParseTimeControl(c.String()); err != nil || back != c {
			t.Errorf("%+v is written as %q, which is read as %+v, %v", c, c, back, err)
		}
	})
}

// rated makes a game rated.
func rated(h *Header) {
	h.Rated, h.TimeControl = true, TimeControl{Base: time.Minute}
	h.Seats[0].Account, h.Seats[1].Account = true, true
}

func TestJoinRatedGame(t *testing.T) {
	h := seek("5+3")
	h.Rated, h.Seats[0].Account, h.Seats[0].Rating, h.Seats[0].Place = true, true, 1512, PlaceOf("here", h.ID)
	b := start(t, h)
	b.refused(NotAllowed, "sign in", ben, DoJoin)
	as := Player{
		Guest: "no one", Person: Person{Account: true, Bot: true, Rating: 1490, Provisional: true},
		Place: PlaceOf("there", h.ID),
	}
	e := b.do(ben, DoJoin, name("Ben"), func(c *Command) { c.As = as })
	as.Guest, as.Name = ben, "Ben"
	if e.Player != as || b.s.Seats()[1] != as || b.s.Seats()[0].Rating != 1512 {
		t.Errorf("Ben joined as %+v, want %+v", e.Player, as)
	}
	if next := b.s.RematchHeader(Event{}); !next.Rated || next.Seats[0].Rating != 1490 {
		t.Errorf("the rematch is %+v", next)
	}
	// The rematch is offered and accepted from one place, unlike this game.
	place := PlaceOf("here", RematchIDOf(h.ID))
	from := func(c *Command) { c.As = Player{Place: place} }
	b.do(ann, DoResign)
	b.do(ann, DoRematch, from)
	next := b.s
	e = b.do(ben, DoRematch, from)
	if seats := next.RematchHeader(e).Seats; seats[0].Place != place || seats[1].Place != place || seats[0].Guest != ben {
		t.Errorf("the rematch has the seats %+v", seats)
	}
	_, err := Replay(h, []Event{{Seq: 1, Kind: Join, Color: 1, At: h.Created, Player: Player{Guest: ben}}}, rules.ByName)
	if err == nil {
		t.Error("a guest is in a rated game")
	}
}

// ranged gives a game a range of ratings.
func ranged(low, high int) func(*Header) {
	return func(h *Header) { h.Public, h.RatingMin, h.RatingMax = true, low, high }
}

func TestJoinInRange(t *testing.T) {
	for _, test := range []struct {
		low, high, rating int
		words             string // in the error; empty: none
	}{
		{0, 0, 0, ""},
		{1400, 1600, 1400, ""},
		{1400, 1600, 1600, ""},
		{1400, 1600, 1399, "between 1400 and 1600"},
		{1400, 1600, 1601, "between 1400 and 1600"},
		{1400, 1600, 0, "sign in"},
		{1400, 0, 2900, ""},
		{1400, 0, 1399, "1400 or more"},
		{0, 1600, 100, ""},
		{0, 1600, 1601, "1600 or less"},
		{0, 1600, 0, "sign in"},
	} {
		h := seek("5+3")
		ranged(test.low, test.high)(&h)
		b := start(t, h)
		as := func(c *Command) { c.As = Player{Person: Person{Account: true, Rating: test.rating}} }
		if test.words != "" {
			b.refused(NotAllowed, test.words, ben, DoJoin, as)
		} else {
			b.do(ben, DoJoin, as)
			if next := b.s.RematchHeader(Event{}); next.RatingMin+next.RatingMax > 0 {
				t.Errorf("the rematch is %+v", next)
			}
		}
	}
}

func TestPlaceOf(t *testing.T) {
	one := PlaceOf("here", "game1")
	if one == "" || one != PlaceOf("here", "game1") || one == PlaceOf("here", "game2") ||
		one == PlaceOf("there", "game1") || PlaceOf("", "game1") != "" {
		t.Errorf("the place %q depends on something else than address and game", one)
	}
}
