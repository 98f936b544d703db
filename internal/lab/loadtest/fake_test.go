package loadtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules/shrink"
)

// fake is a server that plays Shrink Chess like the real one, with faults. The faults
// concern the event with number faulty.
type fake struct {
	t      *testing.T
	faults faults
	url    string

	mu    sync.Mutex
	games map[string]*fakeGame
	asked int // requests for guests and games, and connections
	conns map[*fakeConn]bool
	sick  map[string]bool // faults that have happened
	kills int
}

// kill stands for killing and restarting the server.
func (s *fake) kill() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kills++
	s.cut()
	return nil
}

// faults are the faults of a fake server.
type faults struct {
	deaf      int  // this guest number does not get the event
	double    bool // all clients get it twice
	late      bool // the third guest, the spectator, gets it after the next
	other     bool // all clients get another move
	forget    bool // the record lacks the event
	tail      bool // the record ends before it
	twice     bool // the record has it twice
	more      bool // the record has an additional move at its end
	shown     bool // the record has another position
	wrongAck  bool // acknowledged with another number
	refuse    bool // rejected
	refuseAll bool // every move is rejected
	silent    bool // not acknowledged
	cut       bool // all connections break before the acknowledgement
	amnesia   bool // all connections break, and the event is gone
	noRecord  bool // records are unavailable
	noGame    bool // a second game cannot begin
	complain  bool // all clients get an error
	nonsense  bool // all clients get invalid JSON
	noSocket  bool // sockets do not open
	stranger  bool // all clients also get it for another game
	empty     bool // all clients get an empty event
	unasked   bool // all clients get the state of another game
	ackTwice  bool // acknowledged twice
	ackOther  bool // another command is acknowledged too
	forgetful bool // records have no moves after the last kill
}

// faulty is the number of the event with faults: the fourth move.
const faulty = 5

type fakeGame struct {
	at     game.Position
	events []gameview.Event
	done   map[string]int // event numbers by command
}

type fakeConn struct {
	conn  *websocket.Conn
	guest int
	game  string
}

func newFake(t *testing.T, f faults) *fake {
	s := &fake{t: t, faults: f, games: map[string]*fakeGame{}, conns: map[*fakeConn]bool{}, sick: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/me", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked++
		http.SetCookie(w, &http.Cookie{Name: "guest", Value: fmt.Sprint(s.asked)})
	})
	mux.HandleFunc("POST /api/games", s.create)
	mux.HandleFunc("POST /api/games/{id}/commands", s.join)
	mux.HandleFunc("GET /api/games/{id}", s.record)
	mux.HandleFunc("GET /ws", s.socket)
	hs := httptest.NewServer(mux)
	t.Cleanup(hs.Close)
	s.url = hs.URL
	return s
}

// moves returns the number of moves in all games.
func (s *fake) moves() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.games {
		n += len(g.done)
	}
	return n
}

// await waits for a number of moves.
func (s *fake) await(n int) {
	for s.moves() < n && s.t.Context().Err() == nil {
		runtime.Gosched()
	}
}

// once reports whether this is the first call with what.
func (s *fake) once(what string) bool {
	was := s.sick[what]
	s.sick[what] = true
	return !was
}

func (s *fake) create(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults.noGame && !s.once("a game") {
		http.Error(w, "no more", http.StatusConflict)
		return
	}
	id := fmt.Sprintf("game%d", len(s.games)+1)
	s.games[id] = &fakeGame{at: shrink.New().Start(), done: map[string]int{}}
	_ = json.NewEncoder(w).Encode(gameview.FullGame{Game: gameview.Game{ID: id}})
}

func (s *fake) join(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.games[r.PathValue("id")]
	g.events = append(g.events, gameview.Event{Seq: 1, Kind: "join"})
	_ = json.NewEncoder(w).Encode(gameview.CommandResult{Seq: 1})
}

func (s *fake) record(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults.noRecord {
		http.Error(w, "the disk is gone", http.StatusInternalServerError)
		return
	}
	g := s.games[r.PathValue("id")]
	events, fen := slices.Clone(g.events), g.at.String()
	if s.faults.forgetful && s.kills == 3 && r.PathValue("id") == "game1" {
		events = events[:1]
	}
	if len(events) >= faulty {
		e := events[faulty-1]
		switch {
		case s.faults.forget:
			events = slices.Delete(events, faulty-1, faulty)
		case s.faults.tail:
			events = events[:faulty-1]
		case s.faults.twice:
			events = slices.Insert(events, faulty, e)
		case s.faults.more:
			events = append(events, gameview.Event{Seq: len(events) + 1, Kind: "move", Move: "e2e4"})
		case s.faults.shown:
			fen = shrink.New().Start().String()
		}
	}
	_ = json.NewEncoder(w).Encode(gameview.FullGame{Game: gameview.Game{Position: fen}, Events: events})
}

func (s *fake) socket(w http.ResponseWriter, r *http.Request) {
	if s.faults.noSocket {
		http.Error(w, "no sockets today", http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		s.t.Error(err)
		return
	}
	k := &fakeConn{conn: conn}
	if c, err := r.Cookie("guest"); err == nil {
		_, _ = fmt.Sscan(c.Value, &k.guest)
	}
	s.mu.Lock()
	s.conns[k] = true
	s.mu.Unlock()
	s.send(k, &sockets.ServerMessage{T: "ping", N: 1})
	for {
		_, data, err := conn.Read(context.Background())
		if err != nil {
			break
		}
		var m sockets.ClientMessage
		if err := json.Unmarshal(data, &m); err != nil {
			s.t.Error(err)
		}
		s.handle(k, &m)
	}
	s.mu.Lock()
	delete(s.conns, k)
	s.mu.Unlock()
}

func (s *fake) send(k *fakeConn, m *sockets.ServerMessage) {
	b, err := json.Marshal(m)
	if err != nil {
		s.t.Error(err)
	}
	_ = k.conn.Write(context.Background(), websocket.MessageText, b)
}

func (s *fake) handle(k *fakeConn, m *sockets.ClientMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.T {
	case "watch":
		k.game = m.Game
		g, from := s.games[m.Game], 0
		if m.From != nil && *m.From <= len(g.events) {
			from = *m.From
		}
		s.send(k, &sockets.ServerMessage{T: "game", ID: m.Game, From: from, Events: g.events[from:]})
	case "do":
		s.move(k, m)
	}
}

func (s *fake) move(k *fakeConn, m *sockets.ClientMessage) {
	g := s.games[m.Game]
	for len(g.events)+1 == faulty && s.watching(m.Game) < 3 { // later clients get all events at once
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
	}
	if seq := g.done[m.ID]; seq > 0 {
		s.send(k, &sockets.ServerMessage{T: "ack", Cmd: m.ID, Seq: seq})
		return
	}
	e := gameview.Event{Seq: len(g.events) + 1, Kind: "move", Move: m.Move}
	if m.Order == "resign" {
		e = gameview.Event{Seq: e.Seq, Kind: "end"}
		g.events, g.done[m.ID] = append(g.events, e), e.Seq
		s.broadcast(m.Game, e)
		s.send(k, &sockets.ServerMessage{T: "ack", Cmd: m.ID, Seq: e.Seq})
		return
	}
	here := e.Seq == faulty
	if s.faults.refuseAll || here && s.faults.refuse && s.once("refuse") {
		s.send(k, &sockets.ServerMessage{T: "nack", Cmd: m.ID, Error: &problem.Fault{Code: "stale", Text: "Too late."}})
		return
	}
	if here && s.faults.amnesia && s.once("amnesia") {
		s.broadcast(m.Game, e)
		s.cut()
		return
	}
	move, err := notation.ParseUCI(g.at, m.Move)
	if err != nil {
		s.t.Errorf("%s: %v", m.Move, err)
	}
	g.at.Make(move)
	g.events = append(g.events, e)
	g.done[m.ID] = e.Seq
	ack := &sockets.ServerMessage{T: "ack", Cmd: m.ID, Seq: e.Seq}
	s.broadcast(m.Game, e)
	switch {
	case here && s.faults.silent && s.once("silent"):
		return
	case here && s.faults.cut && s.once("cut"):
		s.cut()
		return
	case here && s.faults.wrongAck:
		ack.Seq--
	case here && s.faults.complain:
		for k := range s.conns {
			s.send(k, &sockets.ServerMessage{T: "error", Error: &problem.Fault{Code: "server", Text: "Alas."}})
		}
	case here && s.faults.ackTwice:
		s.send(k, ack)
	case here && s.faults.ackOther:
		s.send(k, &sockets.ServerMessage{T: "ack", Cmd: "another-command", Seq: 1})
	case here && s.faults.nonsense:
		_ = k.conn.Write(context.Background(), websocket.MessageText, []byte(`{"t":`))
	}
	s.send(k, ack)
}

// watching returns the number of connections that follow a game.
func (s *fake) watching(id string) (n int) {
	for k := range s.conns {
		if k.game == id {
			n++
		}
	}
	return n
}

// broadcast sends an event to all clients.
func (s *fake) broadcast(id string, e gameview.Event) {
	if e.Seq == faulty && s.faults.other {
		e.Move = "a1a1"
	}
	for k := range s.conns {
		third := k.guest == 3 && s.faults.late
		if k.game != id || e.Seq == faulty && (k.guest == s.faults.deaf || third) {
			continue
		}
		m := &sockets.ServerMessage{T: "event", ID: id, Event: &e}
		s.send(k, m)
		switch here := e.Seq == faulty; {
		case here && s.faults.stranger:
			s.send(k, &sockets.ServerMessage{T: "event", ID: "another", Event: &e})
		case here && s.faults.empty:
			s.send(k, &sockets.ServerMessage{T: "event", ID: id})
		case here && s.faults.unasked:
			s.send(k, &sockets.ServerMessage{T: "game", ID: "another"})
		}
		if e.Seq == faulty && s.faults.double {
			s.send(k, m)
		}
		if e.Seq == faulty+1 && third {
			s.send(k, &sockets.ServerMessage{T: "event", ID: id, Event: &s.games[id].events[faulty-1]})
		}
	}
}

// cut breaks all connections.
func (s *fake) cut() {
	for k := range s.conns {
		go func() { _ = k.conn.CloseNow() }()
	}
}
