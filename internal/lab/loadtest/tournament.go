package loadtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/bot"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// ArenaOptions describe a tournament of bots that play at random.
type ArenaOptions struct {
	URL     string // a running server without rate limits
	Bots    int
	For     time.Duration // how long the arena is watched; MinArena is the shortest that lasts to its end
	Variant game.Game
	// Think is the longest time for a move; the shortest is a quarter of it.
	Think time.Duration
	Seed  uint64
	// Kill and Kills are as in Options: kills while the arena is played.
	Kill     func() error
	Kills    int
	Parts    []Part
	Progress io.Writer
}

// Bounds of ArenaOptions. An arena lasts MinArena at least.
const (
	MaxArenaBots = 2000
	MinArena     = 10 * time.Minute
)

const (
	arenaBase     = time.Minute // of each clock
	signUps       = 4           // at once: each takes a hash of a password
	arenaLead     = 20 * time.Second
	lastPairing   = 20 * time.Second // before the end of an arena
	rateTime      = time.Minute      // for the last ratings
	checkers      = 16
	botPassword   = "a password of a load test"
	arenaPassword = "tea"
)

// ArenaReport is the result of an arena.
type ArenaReport struct {
	Bots, Games int // Games have ended
	For         time.Duration
	// Waits are how long bots waited for the next game, from the end of one as they saw it.
	Waits Quantiles
	Slow  int // waits of more than ten seconds
	Kills int
	// Each of these must be 0.
	Wrong   int // results in the standings that are not those of the games, and sums of points that are wrong
	Unrated int // games without a rating long after their end
	Costs   []Cost
	Busy    float64
	Faults  []string // the first ones
}

// Clean reports whether there was no fault.
func (r *ArenaReport) Clean() bool {
	return r.Wrong+r.Unrated == 0 && (r.Slow == 0 || r.Kills > 0) && r.Games > 0
}

// String returns the report for a terminal.
func (r *ArenaReport) String() string {
	s := fmt.Sprintf("an arena of %s: %s in %v\n", message.Plural(r.Bots, "bot"), message.Plural(r.Games, "game"),
		r.For.Round(time.Second))
	s += fmt.Sprintf("next game after: p50 %v, p99 %v, longest %v; %d of %d waits longer than 10 s\n", round(r.Waits.P50),
		round(r.Waits.P99), round(r.Waits.Worst), r.Slow, r.Waits.Count)
	s += fmt.Sprintf("wrong results or points %d, games that are not rated %d\n", r.Wrong, r.Unrated)
	s += formatCosts(r.Costs, 0, r.For, r.Busy)
	if r.Kills > 0 {
		s += fmt.Sprintf("the server was killed %s\n", message.Plural(r.Kills, "time"))
	}
	for _, f := range r.Faults {
		s += "  " + f + "\n"
	}
	return s
}

// arenaTest is a run of PlayArena.
type arenaTest struct {
	ArenaOptions
	http   *http.Client
	mu     sync.Mutex
	waits  []time.Duration
	begun  time.Time
	ends   atomic.Int64 // when waits do not count any more, in ms since 1970
	final  int64        // when the arena has ended, the same; 0: it was not watched to the end
	bots   []*waiting
	report ArenaReport
}

// PlayArena signs bots up, has them play an arena, and checks its results and ratings.
func PlayArena(ctx context.Context, o ArenaOptions) (*ArenaReport, error) {
	a := &arenaTest{ArenaOptions: o, report: ArenaReport{Bots: o.Bots}}
	a.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: checkers, MaxConnsPerHost: checkers},
		Timeout: time.Minute}
	defer a.http.CloseIdleConnections()
	tokens := make([]string, o.Bots)
	prefix := fmt.Sprintf("b%06x", o.Seed&0xffffff)
	if err := forEach(ctx, o.Bots, signUps, func(i int) (err error) {
		tokens[i], err = a.signUp(ctx, fmt.Sprintf("%s-%d", prefix, i))
		return err
	}); err != nil {
		return nil, fmt.Errorf("signing up: %w", err)
	}
	id, err := a.create(ctx, tokens[0], prefix)
	if err != nil {
		return nil, fmt.Errorf("creating the arena: %w", err)
	}
	a.logf("%s signed up\n", message.Plural(o.Bots, "bot"))
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var bots sync.WaitGroup
	var failed atomic.Pointer[error]
	for i, token := range tokens {
		b, err := bot.New(bot.Options{
			URL: o.URL, Token: token, Pause: 500 * time.Millisecond, Rules: bot.Rules{Variants: []string{"none"}},
			Lookup: func(string) (game.Game, error) { return o.Variant, nil },
			Engine: a.contestants(uint64(i)),
		})
		if err != nil {
			return nil, err
		}
		bots.Go(func() {
			if err := b.Run(playing); err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		})
	}
	if err := forEach(ctx, o.Bots, checkers, func(i int) error { return a.join(ctx, tokens[i], id) }); err != nil {
		return nil, fmt.Errorf("joining: %w", err)
	}
	if err := a.watch(ctx, id, &failed); err != nil {
		return nil, err
	}
	stop()
	bots.Wait()
	a.unfinished()
	if err := a.check(ctx, id); err != nil {
		return nil, fmt.Errorf("checking the results: %w", err)
	}
	slices.Sort(a.waits)
	a.report.Waits = quantiles(a.waits)
	for _, w := range a.waits {
		if w > 10*time.Second {
			a.report.Slow++
		}
	}
	return &a.report, nil
}

func (a *arenaTest) logf(format string, args ...any) {
	if a.Progress != nil {
		_, _ = fmt.Fprintf(a.Progress, format, args...)
	}
}

// request sends a request with a token or a cookie.
func (a *arenaTest) request(ctx context.Context, token, method, path string, in, out any) error {
	c := newClient(a.URL, a.http, nil, nil)
	c.token = token
	var err error
	for range 60 { // a server that was killed comes back
		if err = c.call(ctx, method, path, in, out); err == nil || !retryable(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// retryable reports whether a request may succeed later.
func retryable(err error) bool {
	var status *statusError
	return !errors.As(err, &status) || status.code >= 500 || status.code == http.StatusTooManyRequests
}

// signUp makes an account of a bot and returns a token of it.
func (a *arenaTest) signUp(ctx context.Context, name string) (string, error) {
	c := newClient(a.URL, a.http, nil, nil)
	person := account.SignUp{Name: name, Password: botPassword}
	if err := c.call(ctx, http.MethodPost, "/api/signup", person, nil); err != nil {
		return "", err
	}
	var token struct {
		Secret string `json:"secret"`
	}
	err := c.call(ctx, http.MethodPost, "/api/account/tokens",
		account.NewToken{Name: "load test", Scopes: []string{"bot:play", "tournament:write"}}, &token)
	if err == nil {
		err = a.request(ctx, token.Secret, http.MethodPost, "/api/bot/account/upgrade", nil, nil)
	}
	return token.Secret, err
}

// create creates the arena.
func (a *arenaTest) create(ctx context.Context, token, prefix string) (id string, err error) {
	minutes := max(MinArena, a.For).Round(time.Minute) / time.Minute
	n := tournament.NewTournament{
		ID: prefix + "-arena", System: "arena", Name: "Load test", Variant: a.Variant.Name(),
		Control: gameview.Control{Base: arenaBase.Milliseconds()}, Rated: true, Bots: true,
		Password: arenaPassword, // new accounts create no other
		Starts:   time.Now().Add(arenaLead + time.Duration(a.Bots)*20*time.Millisecond).UnixMilli(), Minutes: int(minutes),
	}
	return n.ID, a.request(ctx, token, http.MethodPost, "/api/tournaments", n, nil)
}

// join joins the arena.
func (a *arenaTest) join(ctx context.Context, token, id string) error {
	in := tournament.JoinTournament{Password: arenaPassword}
	return a.request(ctx, token, http.MethodPost, "/api/tournaments/"+id+"/join", in, nil)
}

// watch waits until the arena is over, or For after its start, and kills the server meanwhile.
func (a *arenaTest) watch(ctx context.Context, id string, failed *atomic.Pointer[error]) error {
	state := func() (s tournament.State, err error) {
		err = a.request(ctx, "", http.MethodGet, "/api/tournaments/"+id, nil, &s)
		return s, err
	}
	var begun time.Time
	var costs *meter
	for {
		s, err := state()
		if err == nil && failed.Load() != nil {
			err = *failed.Load()
		}
		if err != nil {
			return err
		}
		if begun.IsZero() && s.Status == "started" {
			begun = time.UnixMilli(s.Starts)
			a.begun = begun
			a.ends.Store(min(s.Ends-lastPairing.Milliseconds(), time.UnixMilli(s.Starts).Add(a.For).UnixMilli()))
			if costs, err = startMeter(a.Parts); err != nil {
				return err
			}
		}
		since := time.Duration(0)
		if !begun.IsZero() {
			since = time.Since(begun)
			a.logf("%4.0f s: %d games have ended, %d are being played\n", since.Seconds(), s.Count.Games, s.Count.Playing)
		}
		if s.Status == "finished" || s.Status == "canceled" || since >= a.For {
			if s.Status == "finished" {
				a.final = a.ends.Load() + lastPairing.Milliseconds()
			}
			a.report.For = since
			if costs != nil {
				a.report.Costs, err = costs.costs()
				a.report.Busy = costs.busy()
			}
			return err
		}
		if a.report.Kills < a.Kills && since > time.Duration(a.report.Kills+1)*a.For/time.Duration(a.Kills+1) {
			if err := a.Kill(); err != nil {
				return fmt.Errorf("kill %d: %w", a.report.Kills+1, err)
			}
			a.report.Kills++
			continue
		}
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// check compares the standings with the games, and the sums with the points.
func (a *arenaTest) check(ctx context.Context, id string) error {
	var players []tournament.PlayerView
	if err := a.request(ctx, "", http.MethodGet, "/api/tournaments/"+id+"/results", nil, &players); err != nil {
		return err
	}
	games := a.standings(players)
	ids := make([]string, 0, len(games))
	var void []string
	for id, kinds := range games {
		switch kinds[0] {
		case "playing":
		case "void":
			void = append(void, id)
		default:
			ids = append(ids, id)
		}
	}
	a.report.Games = len(ids)
	if err := a.checkVoid(ctx, void); err != nil {
		return err
	}
	end := time.Now().Add(rateTime)
	return forEach(ctx, len(ids), checkers, func(i int) error {
		if err := a.checkResult(ctx, ids[i], *games[ids[i]]); err != nil {
			return err
		}
		return a.awaitRatings(ctx, ids[i], end)
	})
}

// standings returns what each game counts as for White and for Black, and checks the sums.
func (a *arenaTest) standings(players []tournament.PlayerView) map[string]*[2]string {
	games := map[string]*[2]string{}
	for _, p := range players {
		sum := 0.0
		for _, c := range p.Sheet {
			sum += c.Points
			if games[c.Game] == nil {
				games[c.Game] = &[2]string{}
			}
			kind := &games[c.Game][0]
			if c.Color == "black" {
				kind = &games[c.Game][1]
			}
			if *kind != "" {
				a.fault("game %s is twice in the standings", c.Game)
			}
			*kind = c.Kind
		}
		if sum != p.Score {
			a.fault("%s has %g points, and games of %g", p.Name, p.Score, sum)
		}
	}
	return games
}

// checkResult compares the result of a game with what it counts as.
func (a *arenaTest) checkResult(ctx context.Context, id string, got [2]string) error {
	var g gameview.FullGame
	if err := a.request(ctx, "", http.MethodGet, "/api/games/"+id, nil, &g); err != nil {
		return err
	}
	want, known := map[string][2]string{"1-0": {"win", "loss"}, "0-1": {"loss", "win"}, "1/2-1/2": {"draw", "draw"},
		"*": {"forfeit", "forfeit"}}[g.Game.Result]
	if g.Game.Ply < 2 || g.Game.Result == "*" { // one did not appear
		want = [2]string{"forfeit-win", "forfeit-loss"}
		if got[0] == "forfeit-loss" {
			want = [2]string{"forfeit-loss", "forfeit-win"}
		}
	}
	if !known || got != want {
		a.fault("game %s ended %s, and counted as %v", id, g.Game.Result, got)
	}
	return nil
}

// awaitRatings waits until a game is rated, or counts it as unrated at the end of that time.
func (a *arenaTest) awaitRatings(ctx context.Context, id string, end time.Time) error {
	for {
		var r rating.GameRatings
		if err := a.request(ctx, "", http.MethodGet, "/api/games/"+id+"/ratings", nil, &r); err != nil {
			return err
		}
		if r.State != "pending" {
			return nil
		}
		if time.Now().After(end) {
			a.mu.Lock()
			a.report.Unrated++
			a.mu.Unlock()
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// checkVoid looks at games that do not count: they have ended after the arena.
func (a *arenaTest) checkVoid(ctx context.Context, ids []string) error {
	return forEach(ctx, len(ids), checkers, func(i int) error {
		var g gameview.FullGame
		if err := a.request(ctx, "", http.MethodGet, "/api/games/"+ids[i], nil, &g); err != nil {
			return err
		}
		if g.Game.Result != "" && g.Game.Updated <= a.final {
			a.fault("game %s ended %s before the arena, and does not count", ids[i], g.Game.Result)
		}
		return nil
	})
}

func (a *arenaTest) fault(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.report.Wrong++; len(a.report.Faults) < 10 {
		a.report.Faults = append(a.report.Faults, fmt.Sprintf(format, args...))
	}
}

// contestants returns what makes an engine for each game of a bot. The engines play at random, and
// note how long the bot waited.
func (a *arenaTest) contestants(number uint64) func(game.Game) (engines.Contestant, error) {
	w := &waiting{}
	a.bots = append(a.bots, w)
	return func(game.Game) (engines.Contestant, error) {
		return engines.Contestant{Name: "random", New: func(context.Context) (engines.Player, error) {
			return &randomPlayer{test: a, waiting: w, random: rand.New(rand.NewPCG(a.Seed, number^rand.Uint64()))}, nil
		}}, nil
	}
}

// randomPlayer plays legal moves at random.
type randomPlayer struct {
	test *arenaTest
	*waiting
	random *rand.Rand
}

// waiting is how a bot waits.
type waiting struct {
	mu      sync.Mutex
	playing bool
	last    time.Time // when the last game ended; zero: there was none
}

// unfinished adds the waits that did not end with a game.
func (a *arenaTest) unfinished() {
	ends := time.UnixMilli(a.ends.Load())
	for _, w := range a.bots {
		since := w.last
		if since.IsZero() {
			since = a.begun
		}
		if !w.playing && since.Before(ends) && !a.begun.IsZero() {
			a.waits = append(a.waits, ends.Sub(since))
		}
	}
}

// Alive implements engines.Player.
func (p *randomPlayer) Alive() bool { return true }

// Begin implements engines.Player.
func (p *randomPlayer) Begin(context.Context, game.Game) error {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing = true
	if !p.last.IsZero() && now.UnixMilli() < p.test.ends.Load() {
		p.test.mu.Lock()
		defer p.test.mu.Unlock()
		p.test.waits = append(p.test.waits, now.Sub(p.last))
	}
	return nil
}

// Close implements engines.Player.
func (p *randomPlayer) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ends := p.test.ends.Load(); ends == 0 || time.Now().UnixMilli() < ends { // later, games are broken off
		p.playing, p.last = false, time.Now()
	}
}

// Move returns a legal move after some time.
func (p *randomPlayer) Move(ctx context.Context, t engines.Turn) (engines.Answer, error) {
	think := p.test.Think/4 + time.Duration(p.random.Int64N(int64(p.test.Think*3/4)+1))
	select {
	case <-time.After(think):
	case <-ctx.Done():
		return engines.Answer{}, ctx.Err()
	}
	legal := t.Position.Legal(nil)
	if len(legal) == 0 {
		return engines.Answer{}, errors.New("there is no legal move")
	}
	return engines.Answer{Move: t.Position.UCI(legal[p.random.IntN(len(legal))])}, nil
}
