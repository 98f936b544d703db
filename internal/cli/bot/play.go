package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/notation"
)

// overhead is the time that a move takes to the server, which the engine must not use.
const overhead = 200 * time.Millisecond

// state is what a line of a game's stream says of it.
type state struct {
	Moves     string `json:"moves"`
	WTime     int64  `json:"wtime"`
	BTime     int64  `json:"btime"`
	WInc      int64  `json:"winc"`
	BInc      int64  `json:"binc"`
	Status    string `json:"status"`
	Winner    string `json:"winner"`
	WDraw     bool   `json:"wdraw"`
	BDraw     bool   `json:"bdraw"`
	WTakeback bool   `json:"wtakeback"`
	BTakeback bool   `json:"btakeback"`
}

// gameLine is a line of a game's stream.
type gameLine struct {
	Type string `json:"type"`
	state

	ID      string `json:"id"`
	Variant struct {
		Key string `json:"key"`
	} `json:"variant"`
	White      player          `json:"white"`
	Black      player          `json:"black"`
	InitialFEN string          `json:"initialFen"`
	Clock      json.RawMessage `json:"clock"`
	State      state           `json:"state"`

	Gone  bool `json:"gone"`
	Claim *int `json:"claimWinInSeconds"`
}

// match is a game that a bot plays.
type match struct {
	b       *Bot
	id      string
	control engines.Control // of the engine; zero: the clock's
	engine  engines.Player
	variant game.Game
	fen     string // of the start; "": the usual one
	color   game.Color
	clocked bool
	over    bool

	moves string // of the search in progress
	stop  func() // ends it; nil: there is none
	score chan engine.Score
	last  engine.Score // of the bot's last move
}

// play plays a game to its end.
func (b *Bot) play(ctx context.Context, id string) error {
	m := &match{b: b, id: id, score: make(chan engine.Score, 1)}
	defer m.close()
	for wait := b.o.Pause; ; wait = min(2*wait, 10*time.Second) {
		err := b.client.stream(ctx, "/api/bot/game/stream/"+url.PathEscape(id), nil, func(line []byte) error {
			wait = b.o.Pause
			return m.line(ctx, line)
		})
		switch {
		case m.over || ctx.Err() != nil:
			return nil
		case errors.Is(err, errEngine):
			m.command(ctx, "abort")
			m.command(ctx, "resign") // refused if it was aborted
			return err
		case final(err):
			return err
		case err != nil:
			b.o.Log.Warn("lost a game", "game", id, "error", err)
		}
		if !pause(ctx, wait) {
			return nil
		}
	}
}

// errEngine says that the engine does not play.
var errEngine = errors.New("the engine failed")

func (m *match) close() {
	m.halt()
	if m.engine != nil {
		m.engine.Close()
	}
}

// halt ends the search in progress, if any, and waits for its end.
func (m *match) halt() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

// line handles a line of the game's stream.
func (m *match) line(ctx context.Context, text []byte) error {
	var l gameLine
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("the server sent %.80q: %w", text, err)
	}
	switch l.Type {
	case "gameFull":
		if err := m.begin(ctx, l); err != nil {
			return err
		}
		return m.turn(ctx, l.State)
	case "gameState":
		return m.turn(ctx, l.state)
	case "opponentGone":
		if l.Gone && l.Claim != nil {
			m.b.wg.Go(func() { m.claim(ctx, time.Duration(*l.Claim)*time.Second) })
		}
	}
	return nil
}

// begin prepares the engine for the game.
func (m *match) begin(ctx context.Context, l gameLine) error {
	m.halt()
	m.moves = ""
	if m.engine != nil && m.engine.Alive() {
		return nil // connected again
	}
	g, err := m.b.o.Lookup(variantName(l.Variant.Key))
	if err != nil {
		return fmt.Errorf("%w: %w", errEngine, err)
	}
	m.variant, m.clocked = g, len(l.Clock) > 0
	if l.White.ID != m.b.me.ID {
		m.color = game.Black
	}
	if l.InitialFEN != "startpos" {
		m.fen = l.InitialFEN
	}
	c, err := m.b.o.Engine(g)
	if err == nil {
		m.control = c.Control
		m.engine, err = c.New(ctx)
	}
	if err == nil {
		err = m.engine.Begin(ctx, g)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errEngine, err)
	}
	other := l.White
	if m.color == game.White {
		other = l.Black
	}
	if l.State.Moves == "" {
		m.say(ctx, m.b.o.Hello)
	}
	m.b.o.Log.Info("begins a game", "game", m.id, "variant", g.Name(), "opponent", other.Name, "color", m.color.String())
	return nil
}

// turn reacts to a state of the game.
func (m *match) turn(ctx context.Context, s state) error {
	if s.Status != "started" && s.Status != "created" {
		m.halt()
		m.over = true
		m.say(ctx, m.b.o.Bye)
		m.b.o.Log.Info("ends a game", "game", m.id, "status", s.Status, "winner", s.Winner,
			"plies", len(strings.Fields(s.Moves)))
		return nil
	}
	select {
	case m.last = <-m.score:
	default:
	}
	draw, takeback := s.BDraw, s.BTakeback
	if m.color == game.Black {
		draw, takeback = s.WDraw, s.WTakeback
	}
	if draw && m.last <= 0 && len(s.Moves) > 0 {
		m.command(ctx, "draw/yes")
	}
	if takeback {
		m.command(ctx, "takeback/no")
	}
	if m.stop != nil && m.moves == s.Moves {
		return nil // it is thinking about that position
	}
	m.halt()
	line := notation.Line{Variant: m.variant.Name(), FEN: m.fen, Moves: strings.Fields(s.Moves)}
	p, _, err := line.Replay(m.b.o.Lookup)
	if err != nil {
		return fmt.Errorf("%w: the server's game: %w", errEngine, err)
	}
	if p.Turn() != m.color || p.Outcome().Over() {
		return nil
	}
	m.think(ctx, p, s, line.Moves)
	return nil
}

// think has the engine find a move, and sends it.
func (m *match) think(ctx context.Context, p game.Position, s state, moves []string) {
	start := m.fen
	if start == "" {
		start = m.variant.Start().String()
	}
	t := engines.Turn{Position: p, FEN: start, Moves: moves, Control: m.control, Seed: uint64(len(moves))}
	for _, c := range m.id {
		t.Seed = t.Seed*31 + uint64(c)
	}
	switch {
	case m.control.Timed(): // as its description says
	case m.clocked:
		t.Clocks = [2]engine.Clock{clock(s.WTime, s.WInc), clock(s.BTime, s.BInc)}
	case !m.control.Bounded():
		t.Control.MoveTime = m.b.o.MoveTime
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	m.moves, m.stop = s.Moves, func() {
		cancel()
		<-done
	}
	go func() {
		defer close(done)
		answer, err := m.engine.Move(ctx, t)
		if err == nil {
			var move game.Move
			if move, err = notation.ParseUCI(p, answer.Move); err == nil {
				err = m.send(ctx, p.UCI(move))
			}
		}
		switch {
		case err == nil:
			select {
			case m.score <- answer.Score:
			default:
			}
		case ctx.Err() == nil && !final(err):
			m.b.o.Log.Error("the engine gave no move: resigns", "game", m.id, "error", err)
			m.command(ctx, "resign")
		case ctx.Err() == nil:
			m.b.o.Log.Warn("the server refused a move", "game", m.id, "move", answer.Move, "error", err)
		}
	}()
}

// clock returns the clock of a color, of which the server says milliseconds.
func clock(left, increment int64) engine.Clock {
	c := engine.Clock{Remaining: time.Duration(left) * time.Millisecond,
		Increment: time.Duration(increment) * time.Millisecond, Overhead: overhead}
	c.Remaining = max(c.Remaining, time.Millisecond) // zero means no clock
	return c
}

// send sends a move until the server has it.
func (m *match) send(ctx context.Context, move string) error {
	path := "/api/bot/game/" + url.PathEscape(m.id) + "/move/" + url.PathEscape(move)
	return m.b.retry(ctx, func() error { return m.b.client.do(ctx, http.MethodPost, path, nil, nil) })
}

// command sends a command, which the server may refuse.
func (m *match) command(ctx context.Context, path string) {
	if err := m.b.client.do(ctx, http.MethodPost, "/api/bot/game/"+url.PathEscape(m.id)+"/"+path, nil, nil); err != nil &&
		ctx.Err() == nil {
		m.b.o.Log.Debug("the server refused", "game", m.id, "command", path, "error", err)
	}
}

// say writes in the chat.
func (m *match) say(ctx context.Context, text string) {
	if text == "" {
		return
	}
	form := url.Values{"room": {"player"}, "text": {text}}
	if err := m.b.client.do(ctx, http.MethodPost, "/api/bot/game/"+url.PathEscape(m.id)+"/chat", form, nil); err != nil &&
		ctx.Err() == nil {
		m.b.o.Log.Debug("said nothing", "game", m.id, "error", err)
	}
}

// claim claims the win after a time; the server refuses if the opponent is back.
func (m *match) claim(ctx context.Context, after time.Duration) {
	if pause(ctx, after+time.Second) {
		m.command(ctx, "claim-victory")
	}
}
