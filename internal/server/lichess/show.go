package lichess

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/rating"
)

const (
	standard     = "standard"     // our chess
	fromPosition = "fromPosition" // chess from another position
	chess        = "chess"
	// unlimited stands for the time of a game without a clock.
	unlimited = math.MaxInt32
)

// variantName returns the name of a variant by its key.
func variantName(key string) string {
	if key == "" || key == standard || key == fromPosition {
		return chess
	}
	return key
}

// variantKey returns the key of a variant that begins with a position; "" is the usual one.
func variantKey(name, fen string) string {
	switch {
	case name != chess:
		return name
	case fen != "":
		return fromPosition
	}
	return standard
}

func (s *Server) variant(name, fen string) variantShape {
	v := variantShape{Key: variantKey(name, fen), Name: name, Short: name}
	switch v.Key {
	case standard:
		v.Name, v.Short = "Standard", "Std"
	case fromPosition:
		v.Name, v.Short = "From Position", "FEN"
	default:
		if g, err := s.o.Lookup(name); err == nil {
			v.Name, v.Short = g.Title(), g.Title()
		}
	}
	return v
}

// speed returns the speed of a time control.
func speed(c livegame.TimeControl) string {
	return cmp.Or(string(rating.SpeedOf(c)), string(rating.Correspondence))
}

// poolKey returns the key of a rating: the speed for chess, else the game, too.
func poolKey(p rating.Pool) string {
	if p.Game() == chess {
		return string(p.Speed())
	}
	return string(p)
}

// perfKey returns the key of the rating for a variant and a time control.
func perfKey(variant string, c livegame.TimeControl) string {
	if pool := rating.PoolOf(variant, c); pool != "" {
		return poolKey(pool)
	}
	return speed(c)
}

func (s *Server) perf(variant string, c livegame.TimeControl) perfName {
	name := speed(c)
	name = strings.ToUpper(name[:1]) + name[1:]
	if variant != chess {
		name = s.variant(variant, "").Name + ", " + name
	}
	return perfName{Name: name}
}

// playerID returns the public ID of a player.
func playerID(p livegame.Player) string {
	if p.Account {
		return auth.Key(p.Name)
	}
	return ""
}

func light(p livegame.Player) *lightUser {
	return &lightUser{
		ID: playerID(p), Name: gameview.PlayerName(p, "Anonymous"), Title: p.TitleTag(), Rating: p.Rating,
		Provisional: p.Provisional,
	}
}

// address returns the address of a path on this server.
func (s *Server) address(path string) string {
	if s.o.Base == nil {
		return path
	}
	return s.o.Base.JoinPath(path).String()
}

func controlShape(c livegame.TimeControl) timeControl {
	switch {
	case c.Correspondence():
		return timeControl{Type: "correspondence", DaysPerTurn: int(c.PerMove / (24 * time.Hour))}
	case c.RealTime():
		increment := int(c.Increment / time.Second)
		return timeControl{Type: "clock", Limit: int(c.Base / time.Second), Increment: &increment, Show: c.String()}
	}
	return timeControl{Type: "unlimited"}
}

// challengeStatus returns the word for a challenge's status.
func challengeStatus(s challenge.Status) string {
	switch s {
	case challenge.Accepting:
		return string(challenge.Accepted)
	case challenge.Expired:
		return string(challenge.Canceled)
	}
	return string(s)
}

// challenge shows a challenge to an account.
func (s *Server) challenge(c challenge.Challenge, viewer string) challengeShape {
	out := challengeShape{
		ID: string(c.ID), URL: s.address("/challenge/" + string(c.ID)), Status: challengeStatus(c.Status),
		Challenger: light(c.From), Variant: s.variant(c.Variant, c.FEN), Rated: c.Rated, Speed: speed(c.TimeControl),
		TimeControl: controlShape(c.TimeControl), Color: string(c.Wish), FinalColor: gameview.ColorName(c.Color),
		Perf: s.perf(c.Variant, c.TimeControl), InitialFEN: c.FEN,
	}
	switch {
	case c.To.Engine():
		to := levelLight(c.To.Level)
		out.DestUser = &to
	case c.To.Guest != "":
		out.DestUser = light(c.To)
	}
	switch viewer {
	case c.From.Guest:
		out.Direction = "out"
	case c.To.Guest:
		out.Direction = "in"
	}
	if c.Status == challenge.Declined {
		out.DeclineReasonKey, out.DeclineReason = string(c.Reason), challenge.Reasons[c.Reason]
	}
	if c.Open {
		out.Open, out.URLWhite, out.URLBlack = &struct{}{}, out.URL+"?color=white", out.URL+"?color=black"
	}
	return out
}

// status returns the number and the word for a game's status, and who won.
func status(m livegame.Summary) (st gameStatus, winner string) {
	switch m.Result {
	case game.WhiteWins:
		winner = "white"
	case game.BlackWins:
		winner = "black"
	}
	switch {
	case m.Status == livegame.Waiting:
		return gameStatus{10, "created"}, ""
	case m.Status == livegame.Live:
		return gameStatus{20, "started"}, ""
	case m.Result == game.Ongoing:
		return gameStatus{25, "aborted"}, ""
	}
	switch m.Reason {
	case game.Checkmate:
		st = gameStatus{30, "mate"}
	case game.Resignation:
		st = gameStatus{31, "resign"}
	case game.Stalemate:
		st = gameStatus{32, "stalemate"}
	case livegame.OpponentLeft:
		st = gameStatus{33, "timeout"}
	case game.TimeOut, game.TimeOutDraw:
		st = gameStatus{35, "outoftime"}
	case game.KingLost:
		st = gameStatus{60, "variantEnd"}
	default:
		if st = (gameStatus{34, "draw"}); m.Result != game.Draw {
			st = gameStatus{38, "unknownFinish"}
		}
	}
	return st, winner
}

// colorOf returns the color that an account plays.
func colorOf(seats [2]livegame.Player, guest string) (c game.Color, plays bool) {
	i := slices.IndexFunc(seats[:], func(p livegame.Player) bool { return p.Guest == guest })
	return game.Color(max(i, 0)), i >= 0 && guest != ""
}

// info shows a game to one of its players.
func (s *Server) info(m livegame.Summary, viewer string, bot bool) gameInfo {
	color, _ := colorOf(m.Seats, viewer)
	other := m.Seats[color.Other()]
	st, winner := status(m)
	info := gameInfo{
		ID: string(m.ID), GameID: string(m.ID), FullID: string(m.ID), FEN: m.Position, Color: gameview.ColorName(color),
		LastMove: m.LastMove, Source: origin(m.Header),
		Status: st, Variant: s.variant(m.Variant, m.FEN), Speed: speed(m.TimeControl),
		Perf: perfKey(m.Variant, m.TimeControl), Rated: m.Rated,
		HasMoved: m.Ply > int(color), Opponent: opponent{
			ID: playerID(other), Username: gameview.PlayerName(other, "Anonymous"), Rating: other.Rating, AI: other.Level,
		},
		IsMyTurn: m.Status == livegame.Live && m.Turn == color, Winner: winner, Compat: compat{Bot: bot, Board: !bot},
	}
	if m.Status == livegame.Live && !m.Deadline.IsZero() && info.IsMyTurn {
		info.SecondsLeft = int64(max(0, m.Deadline.Sub(s.o.Games.Now())) / time.Second)
	}
	return info
}

// origin says how a game came about.
func origin(h livegame.Header) string {
	switch {
	case h.Seats[0].Engine() || h.Seats[1].Engine():
		return "ai"
	case h.FEN != "":
		return "position"
	case h.Seats[0].Empty() || h.Seats[1].Empty():
		return "lobby"
	}
	return "friend"
}

func seat(p livegame.Player) gamePlayer {
	out := gamePlayer{
		ID: playerID(p), Name: gameview.PlayerName(p, "Anonymous"), Rating: p.Rating, Provisional: p.Provisional,
		AILevel: p.Level,
	}
	if p.Engine() {
		out.Name = engine.LevelName(p.Level)
	}
	if t := p.TitleTag(); t != "" {
		out.Title = &t
	}
	return out
}

// full shows a whole game.
func (s *Server) full(snap *manager.Snapshot) gameFull {
	h := snap.Header
	out := gameFull{
		Type: "gameFull", ID: string(h.ID), Variant: s.variant(h.Variant, h.FEN), Speed: speed(h.TimeControl),
		Perf: s.perf(h.Variant, h.TimeControl), Rated: h.Rated, CreatedAt: gameview.Millis(h.Created),
		White: seat(snap.Seats[game.White]), Black: seat(snap.Seats[game.Black]), InitialFEN: "startpos", State: state(snap),
	}
	if h.FEN != "" {
		out.InitialFEN = h.FEN
	}
	if c := h.TimeControl; c.RealTime() {
		out.Clock = &clockShape{c.Initial().Milliseconds(), c.Increment.Milliseconds()}
	} else if c.Correspondence() {
		out.DaysPerTurn = int(c.PerMove / (24 * time.Hour))
	}
	return out
}

// state shows the state of a game.
func state(snap *manager.Snapshot) gameState {
	st, winner := status(snap.Summary)
	c := snap.Header.TimeControl
	out := gameState{
		Type: "gameState", Moves: strings.Join(snap.Moves, " "), WTime: unlimited, BTime: unlimited,
		WInc: c.Increment.Milliseconds(), BInc: c.Increment.Milliseconds(), Status: st.Name, Winner: winner,
		WDraw: snap.DrawOffers[game.White], BDraw: snap.DrawOffers[game.Black], WTakeback: snap.TakebackOffers[game.White],
		BTakeback: snap.TakebackOffers[game.Black],
	}
	if c.RealTime() || c.Correspondence() {
		out.WTime, out.BTime = snap.Clocks.Remaining[game.White].Milliseconds(),
			snap.Clocks.Remaining[game.Black].Milliseconds()
	}
	if first := snap.Clocks.FirstMove; first > 0 {
		limit := snap.Header.FirstMoveTime().Milliseconds()
		out.Expiration = &expiration{IdleMillis: limit - first.Milliseconds(), MillisToMove: limit}
	}
	return out
}

// export shows a game as JSON.
func (s *Server) export(snap *manager.Snapshot, pgn string) exported {
	m := snap.Summary
	st, winner := status(m)
	out := exported{
		ID: string(m.ID), Rated: m.Rated, Variant: variantKey(m.Variant, m.FEN), Speed: speed(m.TimeControl),
		Perf: perfKey(m.Variant, m.TimeControl), CreatedAt: gameview.Millis(m.Created),
		LastMoveAt: gameview.Millis(m.Updated),
		Status:     st.Name, Source: origin(m.Header), InitialFEN: m.FEN, Winner: winner, PGN: pgn,
	}
	var sans []string
	for _, e := range snap.Events {
		switch e.Kind {
		case livegame.Move:
			sans = append(sans, strings.TrimRight(e.SAN, "#"))
		case livegame.Takeback:
			sans = sans[:max(0, len(sans)-e.Plies)]
		}
	}
	out.Moves = strings.Join(sans, " ")
	if c := m.TimeControl; c.RealTime() {
		base, increment := int(c.Initial()/time.Second), int(c.Increment/time.Second)
		out.Clock = &exportClock{base, increment, base + 40*increment}
	} else if c.Correspondence() {
		out.DaysPerTurn = int(c.PerMove / (24 * time.Hour))
	}
	player := func(p livegame.Player) exportPlayer {
		if !p.Account {
			return exportPlayer{Name: gameview.PlayerName(p, "Anonymous"), AILevel: p.Level}
		}
		return exportPlayer{
			User: &exportUser{p.Name, playerID(p), p.TitleTag()}, Rating: p.Rating, Provisional: p.Provisional,
		}
	}
	out.Players.White, out.Players.Black = player(snap.Seats[game.White]), player(snap.Seats[game.Black])
	return out
}
