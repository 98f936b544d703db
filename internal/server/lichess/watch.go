package lichess

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// watched is the first and the last line of the stream of a game for spectators.
type watched struct {
	ID            string        `json:"id"`
	Variant       variantShape  `json:"variant"`
	Speed         string        `json:"speed"`
	Perf          string        `json:"perf"`
	Rated         bool          `json:"rated"`
	InitialFEN    string        `json:"initialFen"`
	FEN           string        `json:"fen"`
	Player        string        `json:"player" enum:"white,black" doc:"whose turn it is"`
	Turns         int           `json:"turns"`
	StartedAtTurn int           `json:"startedAtTurn"`
	Source        string        `json:"source"`
	Status        gameStatus    `json:"status"`
	Winner        string        `json:"winner,omitempty"`
	CreatedAt     int64         `json:"createdAt"`
	LastMove      string        `json:"lastMove,omitempty"`
	Players       exportPlayers `json:"players"`
}

// played is a line of the stream of a game for spectators: a position.
type played struct {
	FEN   string `json:"fen"`
	Move  string `json:"lm,omitempty"`
	White int64  `json:"wc" doc:"seconds"`
	Black int64  `json:"bc" doc:"seconds"`
}

// startFEN returns the FEN of the position with which a game begins.
func (s *Server) startFEN(h *livegame.Header) string {
	if h.FEN != "" {
		return h.FEN
	}
	g, err := s.o.Lookup(h.Variant)
	if err != nil { // of a variant that this program does not have
		return ""
	}
	return g.Start().String()
}

// watched shows a game to spectators.
func (s *Server) watched(ctx context.Context, snap *manager.Snapshot) watched {
	m := snap.Summary
	st, winner := status(m)
	return watched{
		ID: string(m.ID), Variant: s.variant(m.Variant, m.FEN), Speed: speed(m.TimeControl),
		Perf: perfKey(m.Variant, m.TimeControl), Rated: m.Rated, InitialFEN: s.startFEN(&m.Header), FEN: m.Position,
		Player: gameview.ColorName(m.Turn), Turns: m.Ply, Source: s.origin(ctx, m.Header), Status: st, Winner: winner,
		CreatedAt: gameview.Millis(m.Created), LastMove: m.LastMove,
		Players: exportPlayers{exportOf(snap.Seats[game.White]), exportOf(snap.Seats[game.Black])},
	}
}

// playedOf returns the positions of a game after so many moves as were shown.
func (s *Server) playedOf(snap *manager.Snapshot, shown int) ([]any, error) {
	g, err := s.o.Lookup(snap.Header.Variant)
	if err != nil {
		return nil, err
	}
	p := g.Start()
	if snap.Header.FEN != "" {
		if p, err = g.Parse(snap.Header.FEN); err != nil {
			return nil, err
		}
	}
	clocks := [2]time.Duration{snap.Header.TimeControl.Initial(), snap.Header.TimeControl.Initial()}
	second := func(c game.Color) int64 { return int64(clocks[c] / time.Second) }
	var lines []any
	times := livegame.MoveClocks(snap.Events)
	for i := 0; ; i++ {
		if i >= shown {
			line := played{FEN: p.String(), White: second(game.White), Black: second(game.Black)}
			if i > 0 {
				line.Move = snap.Moves[i-1]
			}
			lines = append(lines, line)
		}
		if i == len(snap.Moves) {
			return lines, nil
		}
		m, err := notation.ParseUCI(p, snap.Moves[i])
		if err != nil {
			return nil, err
		}
		if i < len(times) {
			clocks[p.Turn()] = times[i]
		}
		p.Make(m)
	}
}

// spectator is the source of a game for spectators.
type spectator struct {
	s       *Server
	id      livegame.ID
	watcher *manager.Watcher
	shown   int // positions; 0: not even the first line
}

func (f *spectator) close() { f.watcher.Stop() }

func (f *spectator) next(ctx context.Context) (lines []any, last bool, err error) {
	snap, err := f.s.o.Games.Snapshot(ctx, f.id)
	if err != nil {
		return nil, isMissing(err), err
	}
	if f.shown == 0 {
		lines = append(lines, f.s.watched(ctx, &snap))
	}
	if n := len(snap.Moves) + 1; n != f.shown {
		more, err := f.s.playedOf(&snap, min(f.shown, n-1)) // after a takeback the position is another
		if err != nil {
			return lines, true, err
		}
		lines, f.shown = append(lines, more...), n
	}
	if snap.Status == livegame.Finished {
		return append(lines, f.s.watched(ctx, &snap)), true, nil
	}
	return lines, false, nil
}

// listedGame is a line of the stream of the games of some players.
type listedGame struct {
	ID         string       `json:"id"`
	Rated      bool         `json:"rated"`
	Variant    string       `json:"variant"`
	Speed      string       `json:"speed"`
	Perf       string       `json:"perf"`
	CreatedAt  int64        `json:"createdAt"`
	Status     int          `json:"status"`
	StatusName string       `json:"statusName"`
	Clock      *exportClock `json:"clock,omitempty"`
	Days       int          `json:"daysPerTurn,omitempty"`
	Players    struct {
		White listedPlayer `json:"white"`
		Black listedPlayer `json:"black"`
	} `json:"players"`
	Winner string `json:"winner,omitempty"`
}

type listedPlayer struct {
	UserID string `json:"userId"`
	Rating int    `json:"rating"`
}

// among is the source of the games between some accounts. It looks at the games of those that have changed, and now and
// then at those of all, since a notice may be lost.
type among struct {
	s        *Server
	accounts map[string]bool // IDs
	current  bool            // games in progress at the beginning are shown
	since    time.Time
	looked   time.Time
	shown    map[livegame.ID]livegame.Status
	stops    []func()

	mu      sync.Mutex
	changed map[string]bool
}

// lookEvery is how often the games of all accounts are looked at.
const lookEvery = time.Minute

func (a *among) close() {
	for _, stop := range a.stops {
		stop()
	}
}

func (a *among) next(ctx context.Context) (lines []any, last bool, err error) {
	a.mu.Lock()
	changed := a.changed
	a.changed = map[string]bool{}
	a.mu.Unlock()
	now := a.s.o.Games.Now()
	first := a.looked.IsZero()
	if now.Sub(a.looked) >= lookEvery {
		changed, a.looked = a.accounts, now
	}
	for id := range changed {
		q := livegame.Query{Guest: id, PublicOnly: true, UpdatedSince: now.Add(-lookEvery - overlap), Limit: maxGames}
		if first {
			q.Status, q.UpdatedSince = livegame.Live, time.Time{}
		}
		list, err := a.s.o.Games.List(ctx, q)
		if err != nil {
			a.looked = time.Time{}
			return lines, false, err
		}
		for _, m := range slices.Backward(list) {
			if line := a.show(&m, first); line != nil {
				lines = append(lines, line)
			}
		}
	}
	return lines, false, nil
}

// show returns the line of a game that has begun or ended; nil: that is no news.
func (a *among) show(m *livegame.Summary, first bool) any {
	known := a.shown[m.ID]
	if !a.accounts[m.Seats[0].Guest] || !a.accounts[m.Seats[1].Guest] || m.Status == livegame.Waiting ||
		known == m.Status || known == "" && m.Status == livegame.Finished && m.Created.Before(a.since) {
		return nil
	}
	a.shown[m.ID] = m.Status
	if first && !a.current {
		return nil
	}
	st, winner := status(*m)
	line := listedGame{
		ID: string(m.ID), Rated: m.Rated, Variant: variantKey(m.Variant, m.FEN), Speed: speed(m.TimeControl),
		Perf: perfKey(m.Variant, m.TimeControl), CreatedAt: gameview.Millis(m.Created), Status: st.ID, StatusName: st.Name,
		Clock: gameClock(m.TimeControl), Days: daysPerTurn(m.TimeControl), Winner: winner,
	}
	for color, to := range []*listedPlayer{&line.Players.White, &line.Players.Black} {
		*to = listedPlayer{playerID(m.Seats[color]), m.Seats[color].Rating}
	}
	return line
}

// watchAPI streams games to spectators.
func (s *Server) watchAPI(k *web.Kit) {
	op := lines[watched](k, program(web.Get("/api/stream/game/{id}", "stream-game", "Stream a game that others play",
		web.Read(web.Visitor, web.AnyToken, limits.Read))),
		"The game, then each position with the move that led to it and the clocks, and the game again when it has ended")
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*web.Stream, error) {
		return s.stream(ctx, func(ctx context.Context, wake func()) (source, error) {
			f := &spectator{s: s, id: livegame.ID(in.ID)}
			var err error
			_, f.watcher, err = s.o.Games.Watch(ctx, f.id, "", func(*manager.Update) { wake() })
			return f, err
		})
	})
	type some struct {
		Current bool   `query:"withCurrentGames" doc:"begin with the games in progress"`
		Raw     []byte `doc:"IDs of players, separated by commas; at most 300"`
	}
	op = lines[listedGame](k, program(web.Post("/api/stream/games-by-users", "stream-games-of-users",
		"Stream the public games between some players", web.Write(web.Visitor, web.AnyToken, limits.Search))),
		"Games that begin or end, each on a line")
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *some) (*web.Stream, error) {
		asked, err := list(in.Raw)
		if err != nil {
			return nil, err
		}
		found, err := s.named(ctx, asked)
		if err != nil {
			return nil, err
		}
		return s.stream(ctx, func(_ context.Context, wake func()) (source, error) {
			return s.among(found, in.Current, wake), nil
		})
	})
}

// among follows the games between accounts.
func (s *Server) among(found map[string]auth.Account, current bool, wake func()) *among {
	a := &among{
		s: s, accounts: map[string]bool{}, current: current, since: s.o.Games.Now(),
		shown: map[livegame.ID]livegame.Status{}, changed: map[string]bool{},
	}
	for _, account := range found {
		id := account.ID
		a.accounts[id] = true
		a.stops = append(a.stops, s.o.Games.WatchPlayer(id, func() {
			a.mu.Lock()
			a.changed[id] = true
			a.mu.Unlock()
			wake()
		}))
	}
	return a
}
