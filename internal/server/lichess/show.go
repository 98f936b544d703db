package lichess

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/tournament"
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

// poolOf returns the pool of a key. In paths, where a slash divides, a hyphen may stand for it.
func poolOf(key string) rating.Pool {
	key = strings.Replace(key, "-", "/", 1)
	if !strings.Contains(key, "/") {
		key = chess + "/" + key
	}
	return rating.Pool(key)
}

// perfKey returns the key of the rating for a variant and a time control.
func perfKey(variant string, c livegame.TimeControl) string {
	if pool := rating.PoolOf(variant, c); pool != "" {
		return poolKey(pool)
	}
	return speed(c)
}

func (s *Server) perf(variant string, c livegame.TimeControl) perfName {
	return perfName{Name: s.poolName(variant, speed(c))}
}

// poolName names a rating.
func (s *Server) poolName(variant, speed string) string {
	name := strings.ToUpper(speed[:1]) + speed[1:]
	if variant == chess {
		return name
	}
	return s.variant(variant, "").Name + ", " + name
}

// anonymous stands for the name of who has none.
const anonymous = "Anonymous"

// playerID returns the public ID of a player; "" for a guest.
func playerID(p livegame.Player) string {
	switch {
	case p.Engine():
		return names.OfLevel(p.Level)
	case p.Account:
		return auth.Key(p.Name)
	}
	return ""
}

// playerName and titleOf return the name and the title of a player; a level of the engine is a bot.
func playerName(p livegame.Player) string {
	if p.Engine() {
		return names.OfLevel(p.Level)
	}
	return gameview.PlayerName(p, anonymous)
}

func titleOf(p livegame.Player) string {
	if p.Engine() {
		return levelPerson.TitleTag()
	}
	return p.TitleTag()
}

func light(p livegame.Player) *lightUser {
	return &lightUser{
		ID: playerID(p), Name: playerName(p), Title: titleOf(p), Rating: p.Rating, Provisional: p.Provisional,
		Online: p.Engine(),
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
		return timeControl{Type: "correspondence", DaysPerTurn: daysPerTurn(c)}
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
		Rules: c.Rules.List(),
	}
	if !c.To.Empty() {
		out.DestUser = light(c.To)
	}
	switch viewer {
	case c.From.Guest:
		out.Direction = "out"
	case c.To.Guest:
		out.Direction = "in"
	}
	if c.Status == challenge.Declined {
		out.DeclineReasonKey, out.DeclineReason = strings.ToLower(string(c.Reason)), challenge.Reasons[c.Reason]
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
	case livegame.NoStart:
		st = gameStatus{37, "noStart"}
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

// info shows a game to one of its players, without what it did to ratings.
func (s *Server) info(ctx context.Context, m livegame.Summary, viewer string, bot bool) gameInfo {
	color, _ := colorOf(m.Seats, viewer)
	other := m.Seats[color.Other()]
	st, winner := status(m)
	return gameInfo{
		ID: string(m.ID), GameID: string(m.ID), FullID: string(m.ID), FEN: m.Position, Color: gameview.ColorName(color),
		LastMove: m.LastMove, Source: s.origin(ctx, m.Header), Tournament: string(m.Tournament),
		Status: st, Variant: s.variant(m.Variant, m.FEN), Speed: speed(m.TimeControl),
		Perf: perfKey(m.Variant, m.TimeControl), Rated: m.Rated, Rating: m.Seats[color].Rating,
		HasMoved: m.Ply > int(color), Opponent: opponent{
			ID: playerID(other), Username: playerName(other), Title: titleOf(other), Rating: ratingIn(m.Variant, other),
			AI: other.Level,
		},
		IsMyTurn: m.Status == livegame.Live && m.Turn == color, Winner: winner, Compat: compat{Bot: bot, Board: !bot},
		SecondsLeft: s.secondsLeft(ctx, &m, color),
	}
}

// ratingIn returns the rating of a player in a variant: that of a level, or the first one, if the game has none.
func ratingIn(variant string, p livegame.Player) int {
	switch {
	case p.Rating > 0:
		return p.Rating
	case p.Engine():
		return rating.OfEngine(rating.GameOf(variant), p.Level).Rounded()
	}
	return rating.Start.Rounded()
}

// secondsLeft returns the time on the clock of a color in a live game; nil: there is no clock.
func (s *Server) secondsLeft(ctx context.Context, m *livegame.Summary, color game.Color) *int64 {
	c := m.TimeControl
	if m.Status != livegame.Live || !c.RealTime() && !c.Correspondence() {
		return nil
	}
	left := c.Initial() + c.PerMove
	switch {
	case c.RealTime() && m.Ply < 2:
	case m.Turn == color && !m.Deadline.IsZero():
		left = m.Deadline.Sub(s.o.Games.Now())
	case c.RealTime():
		snap, err := s.o.Games.Snapshot(ctx, m.ID)
		if err != nil {
			return nil
		}
		left = snap.Clocks.Remaining[color]
	}
	seconds := int64(max(0, left) / time.Second)
	return &seconds
}

// What origin says of a game of a tournament.
const (
	arena     = "arena"
	swissTour = "swiss"
)

// origin says how a game came about.
func (s *Server) origin(ctx context.Context, h livegame.Header) string {
	switch {
	case h.Tournament != "":
		kind := arena
		if s.o.Tournaments != nil {
			// Of one that is not known any more, an arena is the likeliest.
			_ = s.o.Tournaments.Read(ctx, h.Tournament, func(t *tournament.Tournament) error {
				kind = kindOf(t.Terms().System)
				return nil
			})
		}
		return kind
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
		ID: playerID(p), Name: playerName(p), Rating: p.Rating, Provisional: p.Provisional, AILevel: p.Level,
	}
	if t := titleOf(p); t != "" {
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
	}
	out.DaysPerTurn = daysPerTurn(h.TimeControl)
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

// gameClock and daysPerTurn show the time of a game; nil and 0: it has another.
func gameClock(c livegame.TimeControl) *exportClock {
	if !c.RealTime() {
		return nil
	}
	base, increment := int(c.Initial()/time.Second), int(c.Increment/time.Second)
	return &exportClock{base, increment, base + 40*increment}
}

func daysPerTurn(c livegame.TimeControl) int {
	if !c.Correspondence() {
		return 0
	}
	return int(c.PerMove / (24 * time.Hour))
}
