package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// fullChallenge returns a challenge in which no field is zero.
func fullChallenge(id livegame.ID, seq int) challenge.Challenge {
	return challenge.Challenge{
		ID: id, Seq: seq, Status: challenge.Created, Variant: "diminuendo", FEN: "4k3/8/8/8/8/8/8/4K3 b - - 3 17",
		TimeControl: livegame.TimeControl{Base: time.Minute, Increment: 1500 * time.Millisecond, PerMove: 48 * time.Hour},
		Rated:       true, Wish: challenge.Random, Color: game.Black, Open: true, Address: "hash", Reason: challenge.TooSlow,
		From:    livegame.Player{Guest: "from " + string(id), Name: "Zoë 🐈'; DROP TABLE challenges; --", Level: 1},
		To:      livegame.Player{Guest: "to ?0 $1", Name: "Пётр", Level: 2},
		Created: at(1), Updated: at(2), Expires: at(3),
	}
}

// testChallenges stores, finds and forgets challenges.
func testChallenges(t *testing.T, h *handles) {
	s, other := h.games(), h.games()
	_, err := s.Challenge(background, "' OR 1=1 --")
	wantError(t, err, challenge.ErrNotFound)
	wantError(t, s.PutChallenge(background, fullChallenge("Challenge000", 2)), challenge.ErrConflict)
	for seq := 1; seq <= 3; seq++ {
		c := fullChallenge("Challenge000", seq)
		must(t, s.PutChallenge(background, c))
		got, err := other.Challenge(background, c.ID)
		if must(t, err); !reflect.DeepEqual(got, c) {
			t.Errorf("the challenge is\n%+v, want\n%+v", got, c)
		}
		wantError(t, other.PutChallenge(background, c), challenge.ErrConflict)
	}
	for name, change := range map[string]func(*challenge.Challenge){
		"the number zero": func(c *challenge.Challenge) { c.Seq = 0 },
		"no UTF-8":        func(c *challenge.Challenge) { c.From.Name = "\xff" },
		"a zero byte":     func(c *challenge.Challenge) { c.FEN = "\x00" },
	} {
		c := fullChallenge("Challenge000", 4)
		change(&c)
		if err := s.PutChallenge(background, c); err == nil {
			t.Errorf("a challenge with %s was kept", name)
		}
	}

	for i, status := range []challenge.Status{challenge.Created, challenge.Accepting, challenge.Declined,
		challenge.Created, challenge.Expired} {
		c := fullChallenge(livegame.ID(fmt.Sprintf("Challenge10%d", i)), 1)
		c.Status, c.From.Guest, c.To.Guest, c.Updated, c.Expires = status, []string{"ann", "bob"}[i%2],
			[]string{"bob", "eve"}[i%2], at(100+i), at(200-10*i)
		must(t, s.PutChallenge(background, c))
	}
	list := func(q challenge.Query) (ids string) {
		t.Helper()
		found, err := other.Challenges(background, q)
		must(t, err)
		for _, c := range found {
			ids += string(c.ID[len(c.ID)-1:])
		}
		return ids
	}
	for _, c := range []struct {
		q    challenge.Query
		want string
	}{
		{challenge.Query{Player: "ann"}, "420"},
		{challenge.Query{Player: "bob"}, "43210"},
		{challenge.Query{Player: "nobody"}, ""},
		{challenge.Query{From: "bob"}, "31"},
		{challenge.Query{From: "bob", Player: "ann"}, ""},
		{challenge.Query{Player: "bob", Limit: 2}, "43"},
		{challenge.Query{Player: "bob", Status: challenge.Created}, "30"},
		{challenge.Query{Player: "bob", Since: at(103)}, "43"},
		{challenge.Query{Status: challenge.Created, Due: at(170)}, "30"}, // 0 of the first part, too
		{challenge.Query{Status: challenge.Accepting}, "1"},
	} {
		if got := list(c.q); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.q, got, c.want)
		}
	}
	must(t, s.ForgetChallenges(background, at(104)))
	if got := list(challenge.Query{Player: "bob"}); got != "4310" {
		t.Errorf("%q are left, want those that are open or ended late", got)
	}
}

// testChallengeRace has many goroutines on two nodes answer a challenge at once: one wins.
func testChallengeRace(t *testing.T, h *handles) {
	nodes := []Games{h.games(), h.games()}
	for seq := 1; seq <= 4; seq++ {
		var won, count atomic.Int64
		together(8, func(i int) {
			c := fullChallenge("Challenge000", seq)
			c.Address = fmt.Sprint(i)
			switch err := nodes[i%2].PutChallenge(background, c); {
			case err == nil:
				won.Store(int64(i))
				count.Add(1)
			case !errors.Is(err, challenge.ErrConflict):
				t.Errorf("runner %d: %v", i, err)
			}
		})
		c, err := nodes[seq%2].Challenge(background, "Challenge000")
		if must(t, err); count.Load() != 1 || c.Address != fmt.Sprint(won.Load()) {
			t.Fatalf("change %d: %d runners have won, and %s is stored", seq, count.Load(), c.Address)
		}
	}
}

// testChallengesOften challenges a player often, on two nodes at once.
func testChallengesOften(t *testing.T, h *handles) {
	nodes := []Games{h.games(), h.games()}
	var stored atomic.Int64
	together(2*challenge.MaxOften, func(i int) {
		c := fullChallenge(livegame.ID(fmt.Sprintf("Challenge10%d", i)), 1)
		c.Open, c.From.Guest = false, "ann"
		switch err := nodes[i%2].PutChallenge(background, c); {
		case err == nil:
			stored.Add(1)
		case !errors.Is(err, challenge.ErrOften):
			t.Errorf("runner %d: %v", i, err)
		}
	})
	if stored.Load() != challenge.MaxOften {
		t.Errorf("%d challenges at once were stored, want %d", stored.Load(), challenge.MaxOften)
	}
	c := fullChallenge("Challenge200", 1)
	c.Open, c.From.Guest = false, "ann"
	wantError(t, nodes[0].PutChallenge(background, c), challenge.ErrOften)
	c.Created, c.Updated = c.Created.Add(challenge.Often), c.Updated.Add(challenge.Often)
	must(t, nodes[1].PutChallenge(background, c))
}
