package livegame

import (
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// liveCommands handle the commands that need a live game.
var liveCommands = map[CommandKind]func(*Game, Command, Arrival, game.Color) (Event, error){
	DoMove:            (*Game).doMove,
	DoResign:          (*Game).doResign,
	DoVacation:        (*Game).doVacation,
	DoBerserk:         (*Game).doBerserk,
	DoOfferDraw:       (*Game).doOfferDraw,
	DoAcceptDraw:      (*Game).doAcceptDraw,
	DoDeclineDraw:     (*Game).doDeclineDraw,
	DoOfferTakeback:   (*Game).doOfferTakeback,
	DoAcceptTakeback:  (*Game).doAcceptTakeback,
	DoDeclineTakeback: (*Game).doDeclineTakeback,
	DoAbort:           (*Game).doAbort,
	DoClaimWin:        (*Game).doClaim,
	DoClaimDraw:       (*Game).doClaim,
}

// offerCommands are the commands that MaxOtherEvents limits.
var offerCommands = map[CommandKind]bool{
	DoOfferDraw: true, DoDeclineDraw: true, DoOfferTakeback: true, DoAcceptTakeback: true, DoDeclineTakeback: true,
}

// finishedCommands handle the commands that need a finished game.
var finishedCommands = map[CommandKind]func(*Game, Command, game.Color) (Event, error){
	DoRematch:        (*Game).doRematch,
	DoDeclineRematch: (*Game).doDeclineRematch,
}

// Do decides about a command. It returns the event that the command causes, without
// applying it, or an *Error.
//
// If a player's time is over in a game of two players when a command arrives, the event
// is the End on time, with the command's ID. That holds for a move when the time less
// the lag has run out, and for other commands when Expire has an event.
//
// A command that already has an event is Stale; EventByCommand returns the event.
func (g *Game) Do(c Command, m Arrival) (Event, error) {
	if len(c.ID) > MaxCommandID {
		return Event{}, errorf(NotAllowed, "The ID of the command has more than %d characters.", MaxCommandID)
	}
	if _, done := g.EventByCommand(c.ID); done {
		return Event{}, errorf(Stale, "This command has already been carried out.")
	}
	m.At = g.eventTime(m.At)
	e, err := g.decide(c, m)
	if err != nil {
		return Event{}, err
	}
	e = g.stamp(e, m.At)
	e.Command = c.ID
	return e, nil
}

func (g *Game) decide(c Command, m Arrival) (Event, error) {
	handler, after := liveCommands[c.Kind], finishedCommands[c.Kind]
	switch {
	case c.Kind == DoJoin:
		return g.doJoin(c)
	case c.Kind == DoAdopt && c.As.Guest != "":
		return g.doAdopt(c)
	case handler == nil && after == nil:
		return Event{}, errorf(UnknownCommand, "Unknown command %s.", quote(string(c.Kind)))
	case c.Kind == DoAbort && g.Status() == Waiting:
		return g.doWithdraw(c)
	}
	color, err := g.actor(c)
	switch {
	case err != nil:
		return Event{}, err
	case after != nil && !g.over:
		return Event{}, errorf(NotAllowed, "The game is still in progress.")
	case after != nil:
		return after(g, c, color)
	}
	if err := g.requireLive(); err != nil {
		return Event{}, err
	}
	if offerCommands[c.Kind] && len(g.events)-len(g.moves) >= MaxOtherEvents {
		return Event{}, errorf(NotAllowed, "This game has had too many offers and takebacks. Play on or resign.")
	}
	if e, due := g.Expire(m.At); due {
		return e, nil
	}
	return handler(g, c, m, color)
}

// requireLive returns an error unless the game is live.
func (g *Game) requireLive() error {
	switch {
	case g.over && g.outcome.Over():
		return errorf(GameOver, "The game is over. %v.", g.outcome)
	case g.over:
		return errorf(GameOver, "The game was aborted.")
	case !g.started:
		return errorf(NotStarted, "The game has not started: a seat is empty.")
	}
	return nil
}

// actor returns the color that a command is for, and checks that the sender plays it.
func (g *Game) actor(c Command) (game.Color, error) {
	turn := g.pos.Turn()
	if c.Engine {
		switch {
		case c.Kind != DoMove:
			return 0, errorf(NotAllowed, "The engine only makes moves.")
		case !g.HasEngine():
			return 0, errorf(NotYourSeat, "No engine plays in this game.")
		case g.seats[turn].Engine():
			return turn, nil
		}
		return turn.Other(), nil
	}
	colors := g.ColorsOf(c.Guest)
	want, named, err := parseColor(c.Color)
	switch {
	case err != nil:
		return 0, err
	case colors.None():
		return 0, errorf(NotYourSeat, "You have no seat in this game; you can watch it.")
	case named && !colors.Has(want):
		return 0, errorf(NotYourSeat, "You do not play %v in this game.", want)
	case named:
		return want, nil
	case colors.Has(turn): // a sender with both colors means the side to move
		return turn, nil
	}
	return turn.Other(), nil
}

// parseColor parses the color of a command, which may be empty.
func parseColor(text string) (color game.Color, named bool, err error) {
	switch text {
	case "white":
		return game.White, true, nil
	case "black":
		return game.Black, true, nil
	case "":
		return game.White, false, nil
	}
	return 0, false, errorf(NotAllowed, `The color must be "white" or "black", not %s.`, quote(text))
}

// doJoin takes an empty seat.
func (g *Game) doJoin(c Command) (Event, error) {
	color, named, err := parseColor(c.Color)
	if err != nil {
		return Event{}, err
	}
	if !named && !g.seats[color].Empty() {
		color = color.Other()
	}
	e := Event{Kind: Join, Color: color, Player: c.As}
	e.Player.Guest, e.Player.Name = c.Guest, strings.TrimSpace(c.Name)
	if err := g.mayJoin(color, e.Player); err != nil {
		return e, err
	}
	return e, g.header.Accepts(c.As)
}

// mayJoin returns an error if a player cannot take a seat.
func (g *Game) mayJoin(color game.Color, p Player) error {
	switch {
	case g.header.Rated && !p.Account:
		return errorf(NotAllowed, "This game is rated: sign in to play it.")
	case g.over:
		return g.requireLive()
	case p.Guest == "" || p.Engine():
		return errorf(NotYourSeat, "Only a person can take a seat.")
	case !g.ColorsOf(p.Guest).None() && g.started:
		return errorf(NotAllowed, "You already have a seat in this game.")
	case !g.ColorsOf(p.Guest).None():
		return errorf(NotAllowed,
			"You already have a seat in this game; the other is for your opponent. Send the link to a friend.")
	case g.started:
		return errorf(NotAllowed, "Both seats are taken; you can watch the game.")
	case !g.seats[color].Empty():
		return errorf(NotAllowed, "%v is taken; the other color is free.", color)
	}
	return checkPlayer(p)
}

// doMove plays a move.
func (g *Game) doMove(c Command, m Arrival, color game.Color) (Event, error) {
	if c.Ply != -1 && c.Ply != len(g.moves) || g.beforeTakeback(c) || c.Engine && g.staleJob(c.ID) {
		return Event{}, errorf(Stale, "The position has changed in the meantime.")
	}
	if color != g.pos.Turn() {
		return Event{}, errorf(NotYourTurn, "It is %v's turn.", g.pos.Turn())
	}
	spent := chargedTime(g.elapsed(m.At), m.Lag)
	if g.clockRuns() && !g.solo() && spent >= g.clockAtTurn(color) {
		return g.timeout(), nil
	}
	move, san, err := g.parseMove(c.Text)
	if err != nil {
		return Event{}, err
	}
	o := g.outcomeAfter(move)
	e := Event{Kind: Move, Color: color, Move: g.pos.UCI(move), SAN: san, Result: o.Result, Reason: o.Reason}
	if n := len(g.clocks); n > 0 {
		e.Clocks = g.clocks[n-1]
		if g.clockRuns() {
			e.Clocks[color] = max(0, e.Clocks[color]-spent) + g.increment(color)
		}
	}
	g.lastDecided = decidedMove{len(g.events) + 1, e.Move, move, o}
	return e, nil
}

// chargedTime returns how much of the elapsed time a player is charged.
func chargedTime(elapsed, lag time.Duration) time.Duration {
	lag = min(max(0, lag.Truncate(time.Millisecond)), MaxLag)
	return max(0, elapsed-lag)
}
