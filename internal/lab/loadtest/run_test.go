package loadtest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// options describe a run that ends after enough moves.
func options(url string) Options {
	return Options{
		URL: url, Games: 1, For: time.Millisecond, Watch: true, Variants: []game.Game{shrink.New()}, Seed: 1,
		Timeout: 20 * time.Second, moves: 2 * faulty,
	}
}

func TestCleanRun(t *testing.T) {
	var out bytes.Buffer
	o := options(newFake(t, faults{}).url)
	o.Games, o.Progress = 3, &out
	sizes := []int64{1 << 20, 1<<20 + 9*512, 2 << 20}
	o.Memory = func() (int64, error) { n := sizes[0]; sizes = sizes[1:]; return n, nil }
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Clean() || r.Games < 3 || r.Sockets != 9 || r.Moves < 3*o.moves || r.Rate <= 0 || r.SeenP50 <= 0 ||
		r.SeenP99 < r.SeenP50 || r.AckP99 <= 0 || r.For < o.For {
		t.Errorf("the report is\n%s%+v", r, r)
	}
	if r.Bytes != 2<<20 || r.BytesPerSocket != 512 {
		t.Errorf("memory: %d, %d", r.Bytes, r.BytesPerSocket)
	}
	for _, want := range []string{"3 games with 9 sockets"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("progress without %q:\n%s", want, out.String())
		}
	}
	for _, want := range []string{"9 sockets", "moves per second", "0.5 KiB per socket",
		"lost 0, duplicated 0, out of order 0, unseen 0, wrong 0, refused 0"} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("report without %q:\n%s", want, r)
		}
	}
}

// Each fault of a server is found and counted as what it is.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults faults
		count  func(*Report) int
		text   string
		short  bool // with a short timeout
	}{
		{"an event does not reach a player", faults{deaf: 1}, func(r *Report) int { return r.Unseen },
			"was not seen by the opponent", true},
		{"an event does not reach the spectator", faults{deaf: 3}, func(r *Report) int { return min(r.Unseen, r.OutOfOrder) },
			"the spectator missed 1 of", true},
		{"twice", faults{double: true}, func(r *Report) int { return r.Duplicated }, "event 5 came twice", false},
		{"in another order", faults{late: true}, func(r *Report) int { return r.OutOfOrder }, "after event 4 came 6", false},
		{"another move", faults{other: true}, func(r *Report) int { return r.Wrong }, "but that is move a1a1", false},
		{"not in the record", faults{forget: true}, func(r *Report) int { return r.Lost },
			"in the record event 6 comes after 4", false},
		{"not in the record any more", faults{tail: true}, func(r *Report) int { return r.Lost },
			"was acknowledged but is not in the record", false},
		{"twice in the record", faults{twice: true}, func(r *Report) int { return r.Duplicated },
			"event 5 is in the record twice", false},
		{"an additional move in the record", faults{more: true}, func(r *Report) int { return r.Wrong },
			"1 move not acknowledged, but in the record", true},
		{"another position", faults{shown: true}, func(r *Report) int { return r.Wrong }, "but it should be", false},
		{"another number", faults{wrongAck: true}, func(r *Report) int { return r.Wrong }, "was acknowledged as event 4",
			false},
		{"refused", faults{refuse: true}, func(r *Report) int { return r.Refused }, "refused: stale: Too late.", false},
		{"not acknowledged", faults{silent: true}, func(r *Report) int { return r.Refused }, "no answer within", true},
		{"forgotten after a break", faults{amnesia: true}, func(r *Report) int { return r.Lost },
			"event 5 was seen, but the server now has only 4", false},
		{"no record", faults{noRecord: true}, func(r *Report) int { return r.Lost }, "cannot read its record", false},
		{"no second game", faults{noGame: true, refuse: true}, func(r *Report) int { return r.Refused },
			"a new game does not begin", false},
		{"a complaint", faults{complain: true}, func(r *Report) int { return r.Refused }, "server: Alas.", false},
		{"nonsense", faults{nonsense: true}, func(r *Report) int { return r.Wrong }, `the server sent "{\"t\":"`, false},
		{"news of another game", faults{stranger: true}, func(r *Report) int { return r.Wrong },
			"a message about game another, but the client follows game game1", false},
		{"an event message without an event", faults{empty: true}, func(r *Report) int { return r.Wrong },
			"game game1: an event message without an event", false},
		{"how another game stands", faults{unasked: true}, func(r *Report) int { return r.Wrong },
			"a message about game another", false},
		{"acknowledged twice", faults{ackTwice: true}, func(r *Report) int { return r.Duplicated }, "was answered twice",
			false},
		{"another command acknowledged", faults{ackOther: true}, func(r *Report) int { return r.Wrong },
			`command "another-command" was answered, but is not pending`, false},
		{"connections break", faults{cut: true}, func(r *Report) int { return r.Reconnects }, "reconnected", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := options(newFake(t, c.faults).url)
			if c.short {
				o.Timeout = 500 * time.Millisecond
			}
			r, err := Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if c.count(r) == 0 || r.Clean() || !strings.Contains(r.String(), c.text) {
				t.Errorf("want %q, got %+v\n%s", c.text, r, r)
			}
		})
	}
}

// A timed run plays until its time is over, with pauses.
func TestPace(t *testing.T) {
	o := options(newFake(t, faults{}).url)
	o.For, o.Every, o.moves = 100*time.Millisecond, 5*time.Millisecond, 0
	r, err := Run(t.Context(), o)
	if err != nil || !r.Clean() || r.For < o.For {
		t.Errorf("%v, %+v", err, r)
	}
}

// Killing and restarting a server may break connections. Play continues until the last
// restart, however long it takes.
func TestKill(t *testing.T) {
	s := newFake(t, faults{})
	o := options(s.url)
	o.Games, o.Every, o.moves = 2, time.Millisecond, 1
	o.Kills = 2
	var moves []int
	o.Kill = func() error {
		s.await(faulty)
		moves = append(moves, s.moves())
		err := s.kill()
		if len(moves) <= o.Kills { // no moves come at the end
			s.await(moves[len(moves)-1] + 1)
		}
		return err
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Kills != 2 || len(moves) != 3 || r.Kept != r.Games || r.Reconnects == 0 || !r.Clean() ||
		!strings.Contains(r.String(),
			fmt.Sprintf("killed 2 times under load, and once more at the end; %d games read again", r.Games)) {
		t.Errorf("%v: %+v\n%s", moves, r, r)
	}
	for i, want := range []string{"kill 1: it lives", "kill 2: it lives", "the last kill: it lives"} {
		calls := 0
		o.Kill = func() error {
			if calls++; calls > i {
				return errors.New("it lives")
			}
			return nil
		}
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a kill that fails: %v, want %q", err, want)
		}
	}
}

// What the server has not kept on disk after the last kill is lost, even of games that
// ended long before.
func TestLastKill(t *testing.T) {
	var r *Report
	for length := time.Second / 5; r == nil || r.Kept < 2 && length < 10*time.Second; length *= 2 {
		s := newFake(t, faults{forgetful: true, refuse: true}) // so that there is a second game
		o := options(s.url)
		o.For, o.Kills, o.Kill = length, 2, s.kill // on a busy machine the first game takes the time of both
		o.moves = 8 * faulty
		var err error
		if r, err = Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	if r.Kept < 2 || r.Lost == 0 || !strings.Contains(r.String(), "game game1: move 1, ") ||
		!strings.Contains(r.String(), "and has 1 after the last kill") {
		t.Errorf("%+v\n%s", r, r)
	}
}

// A run with fewer kills than asked for is an error.
func TestTooFewKills(t *testing.T) {
	o := options(newFake(t, faults{noGame: true, refuse: true}).url)
	o.For, o.Kills, o.Kill = time.Hour, 3, func() error { return nil }
	const want = "only 0 of 3 kills were made before all games had stopped; the first fault: game game1, move 4"
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v", err)
	}
}

func TestRunErrors(t *testing.T) {
	url := newFake(t, faults{}).url
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"no server", func(o *Options) { o.URL = "localhost" }, "expected one such as http://localhost:8080"},
		{"no games", func(o *Options) { o.Games = 0 }, "0 games: expected 1–20000"},
		{"no time", func(o *Options) { o.For = 0 }, "expected more than 0 and at most 24h"},
		{"backwards", func(o *Options) { o.Every = -1 }, "expected 0 or more"},
		{"no variants", func(o *Options) { o.Variants = nil }, "no games to play"},
		{"no server to kill", func(o *Options) { o.Kills = 1 }, "it was not started here"},
		{"less than no kills", func(o *Options) { o.Kills = -1 }, "expected 0–10000"},
		{"no sockets", func(o *Options) { o.URL = newFake(t, faults{noSocket: true}).url },
			"a socket does not open: unexpected HTTP response status: 503"},
		{"no server", func(o *Options) { o.URL = "http://127.0.0.1:1" }, "setting up"},
		{"all is refused", func(o *Options) {
			o.URL, o.For = newFake(t, faults{refuseAll: true}).url, time.Minute
		}, "101 commands were refused and 0 moves acknowledged: the run measures nothing; the first: game"},
		{"memory", func(o *Options) { o.Memory = func() (int64, error) { return 0, errors.New("no memory of that") } },
			"no memory of that"},
	} {
		o := options(url)
		c.change(&o)
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestOpenFiles(t *testing.T) {
	was := openFiles
	defer func() { openFiles = was }()
	openFiles = func() (uint64, bool) { return 1024, true }
	o := options("http://localhost")
	o.Games = 2000
	want := "2000 games have 6000 sockets and need 6096 open files, but the system lets a process have 1024: raise the " +
		"limit with 'ulimit -n 6096', or play at most 309 games"
	if err := o.check(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	o.Games = 309
	if err := o.check(); err != nil {
		t.Error(err)
	}
	openFiles = func() (uint64, bool) { return 50, true }
	if err := o.check(); err == nil || strings.Contains(err.Error(), "at most") {
		t.Error(err)
	}
}

func TestQuantile(t *testing.T) {
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(i+1))
	}
	for _, c := range []struct {
		sorted []time.Duration
		part   float64
		want   time.Duration
	}{
		{nil, .5, 0}, {hundred[:1], .5, 1}, {hundred[:1], .99, 1}, {hundred[:2], .5, 1}, {hundred[:3], .5, 2},
		{hundred, .5, 50}, {hundred, .99, 99}, {hundred, 1, 100}, {hundred, 0, 1},
	} {
		if got := quantile(c.sorted, c.part); got != c.want {
			t.Errorf("quantile %g of %d values: %d, want %d", c.part, len(c.sorted), got, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	var out bytes.Buffer
	w := Warnings(&out)
	for _, part := range []string{"time=1 level=INFO msg=request\ntime=2 lev", "el=WARN msg=slow\n", "panic: oh\n",
		"level=DEBUG x\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Error(n, err)
		}
	}
	if want := "time=2 level=WARN msg=slow\npanic: oh\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
