package loadtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// SiegeOptions describe a test of how long players wait for the engine while a few guests
// of another address keep it busy.
type SiegeOptions struct {
	URL     string // a running server on this machine, with its usual limits
	Variant game.Game
	Levels  []int // each has a player of its own
	// Usual and Attack are how long the players play without and with attackers.
	Usual, Attack time.Duration
	Attackers     int // guests
	AttackLevel   int
	Seed          uint64
}

// Bounds of SiegeOptions.
const (
	MaxAttackers = 100
	MaxSiege     = 10 * time.Minute
)

// SiegeReport is the result of a siege.
type SiegeReport struct {
	Replies  []Replies // by level
	Commands int       // of the attackers
	Refused  int       // of these
}

// Replies are the times that a level took to reply, from the command to the event.
type Replies struct {
	Level         int
	Usual, Attack Quantiles
}

// Quantiles describe a list of times.
type Quantiles struct {
	Count           int
	P50, P99, Worst time.Duration
}

func quantiles(times []time.Duration) Quantiles {
	slices.Sort(times)
	return Quantiles{len(times), quantile(times, .5), quantile(times, .99), quantile(times, 1)}
}

// Addresses of the players and the attackers. All of 127.0.0.0/8 is this machine.
const (
	playerAddress   = "127.0.0.2"
	attackerAddress = "127.0.0.3"
)

// Besiege plays the games and returns the report.
func Besiege(ctx context.Context, o SiegeOptions) (*SiegeReport, error) {
	o.URL = strings.TrimSuffix(o.URL, "/")
	switch {
	case o.Attackers < 1 || o.Attackers > MaxAttackers:
		return nil, fmt.Errorf("%d attackers: expected 1–%d", o.Attackers, MaxAttackers)
	case o.Usual <= 0 || o.Attack <= 0 || max(o.Usual, o.Attack) > MaxSiege:
		return nil, fmt.Errorf("a siege of %v and %v: expected more than 0 and at most %v each", o.Usual, o.Attack, MaxSiege)
	}
	s := &siege{SiegeOptions: o, players: clientAt(playerAddress), attackers: clientAt(attackerAddress)}
	defer s.players.CloseIdleConnections()
	defer s.attackers.CloseIdleConnections()
	usual, err := s.play(ctx, o.Usual)
	if err != nil {
		return nil, err
	}
	attacking, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	for n := range o.Attackers {
		all.Go(func() { s.attack(attacking, n) })
	}
	attack, err := s.play(ctx, o.Attack)
	end()
	all.Wait()
	if err != nil {
		return nil, err
	}
	r := &SiegeReport{Commands: int(s.commands.Load()), Refused: int(s.refused.Load())}
	for i, level := range o.Levels {
		r.Replies = append(r.Replies, Replies{level, quantiles(usual[i]), quantiles(attack[i])})
	}
	return r, nil
}

// clientAt returns a client of an address of this machine.
func clientAt(address string) *http.Client {
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Timeout: MaxSiege,
		Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: MaxAttackers}}
}

type siege struct {
	SiegeOptions
	players, attackers *http.Client
	count              atomic.Uint64
	commands, refused  atomic.Uint64
}

// name returns a new request ID.
func (s *siege) name() string { return fmt.Sprintf("siege-%x-%d", s.Seed, s.count.Add(1)) }

// play plays games against each level for a time, at least until the first reply, and
// returns the times of the replies. A player waits for each, and then as long again, but at
// least a tenth and at most a fifth of a second: the server limits the commands of a guest.
func (s *siege) play(ctx context.Context, d time.Duration) (times [][]time.Duration, err error) {
	times = make([][]time.Duration, len(s.Levels))
	end := time.Now().Add(d)
	return times, forEach(ctx, len(s.Levels), len(s.Levels), func(i int) error {
		c := newClient(s.URL, s.players, &tally{}, &reader{})
		if err := c.call(ctx, http.MethodGet, "/api/me", nil, nil); err != nil {
			return err
		}
		opened := make(chan error, 1)
		online, leave := context.WithCancel(ctx)
		defer leave()
		go c.run(online, opened)
		if err := <-opened; err != nil {
			return fmt.Errorf("a socket does not open: %w", err)
		}
		random := rand.New(rand.NewPCG(s.Seed, uint64(i))) //nolint:gosec // games, not secrets
		for len(times[i]) == 0 || time.Now().Before(end) {
			if err := s.game(ctx, c, s.Levels[i], end, random, &times[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// game plays a game with random moves.
func (s *siege) game(ctx context.Context, c *client, level int, end time.Time, random *rand.Rand,
	times *[]time.Duration) error {
	id, err := s.begin(ctx, c, level)
	if err != nil {
		return err
	}
	c.follow(id)
	at := s.Variant.Start()
	for ply := 0; (ply == 0 || time.Now().Before(end)) && !at.Outcome().Over(); ply += 2 {
		legal := at.Legal(nil)
		m := legal[random.IntN(len(legal))]
		sent := time.Now()
		seq, err := c.do(ctx,
			sockets.ClientMessage{T: "do", Game: id, ID: s.name(), Order: "move", Ply: &ply, Move: at.UCI(m)})
		if err != nil {
			return err
		}
		if at.Make(m); at.Outcome().Over() {
			break
		}
		e, err := c.await(ctx, seq+1)
		if err != nil {
			return err
		}
		*times = append(*times, e.at.Sub(sent))
		legal = at.Legal(legal[:0])
		reply := slices.IndexFunc(legal, func(m game.Move) bool { return at.UCI(m) == e.move })
		if reply < 0 {
			return fmt.Errorf("game %s: after move %d came %s %s, expected the engine's move", id, ply+1, e.kind, e.move)
		}
		at.Make(legal[reply])
		select {
		case <-time.After(min(max(e.at.Sub(sent), 100*time.Millisecond), 200*time.Millisecond)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	// it may be over
	_ = c.call(ctx, http.MethodPost, "/api/games/"+id+"/commands", gameview.Command{ID: s.name(), Order: "resign"}, nil)
	return nil
}

// begin creates a casual game against a level, in which the client begins.
func (s *siege) begin(ctx context.Context, c *client, level int) (id string, err error) {
	var full gameview.FullGame
	err = c.call(ctx, http.MethodPost, "/api/games",
		gameview.NewGame{ID: s.name(), Variant: s.Variant.Name(), Opponent: "engine", Level: level, Color: "white",
			Casual: true}, &full)
	return full.Game.ID, err
}

// attack does as much as a guest may: it moves and takes the move back, over and over, and
// now and then resigns, asks for a rematch and begins another game.
func (s *siege) attack(ctx context.Context, n int) {
	c := newClient(s.URL, s.attackers, &tally{}, &reader{})
	_ = c.call(ctx, http.MethodGet, "/api/me", nil, nil)
	at := s.Variant.Start()
	moves := at.Legal(nil)
	var games []string
	for round := 0; ctx.Err() == nil; round++ {
		if len(games) == 0 || round%10 == 9 && len(games) < 20 {
			if id, err := s.begin(ctx, c, s.AttackLevel); s.counted(err) {
				games = append(games, id)
			}
		}
		if len(games) == 0 {
			pause(ctx, 100*time.Millisecond)
			continue
		}
		i := round % len(games)
		do := func(order, move string) (done gameview.CommandResult, ok bool) {
			err := c.call(ctx, http.MethodPost, "/api/games/"+games[i]+"/commands",
				gameview.Command{ID: s.name(), Order: order, Move: move}, &done)
			return done, s.counted(err)
		}
		_, moved := do("move", at.UCI(moves[(round+n)%len(moves)]))
		switch {
		case round%25 == 24:
			do("resign", "")
			if again, ok := do("rematch", ""); ok && again.Next != "" {
				games[i] = again.Next
				do("resign", "") // the engine begins
				if again, ok = do("rematch", ""); ok && again.Next != "" {
					games[i] = again.Next
					continue
				}
			}
			games = slices.Delete(games, i, i+1)
		case round%4 != 3: // the others stay
			do("takeback-offer", "")
		}
		if !moved {
			pause(ctx, 50*time.Millisecond)
		}
	}
}

// counted counts a command of an attacker, and reports whether it was accepted.
func (s *siege) counted(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	s.commands.Add(1)
	if err != nil {
		s.refused.Add(1)
	}
	return err == nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// String formats the report as a table.
func (r *SiegeReport) String() string {
	s := fmt.Sprintf("%s of the attackers, %d of them refused\n", message.Plural(r.Commands, "command"), r.Refused)
	s += "level  replies            usual p50       p99     worst   under attack p50       p99     worst\n"
	for _, l := range r.Replies {
		s += fmt.Sprintf("%5d  %7d %7d  %10v%10v%10v         %10v%10v%10v\n", l.Level, l.Usual.Count, l.Attack.Count,
			ms(l.Usual.P50), ms(l.Usual.P99), ms(l.Usual.Worst), ms(l.Attack.P50), ms(l.Attack.P99), ms(l.Attack.Worst))
	}
	return s
}

func ms(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
