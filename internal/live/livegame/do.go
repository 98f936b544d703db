package livegame

import (
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// deeds are the orders that need a game that is live, with what they lead to. The
// time is that of the event.
var deeds = map[Order]func(*State, Command, Moment, game.Color) (Event, error){
	DoMove:            (*State).doMove,
	DoResign:          (*State).doResign,
	DoOfferDraw:       (*State).doOfferDraw,
	DoAcceptDraw:      (*State).doAcceptDraw,
	DoDeclineDraw:     (*State).doDeclineDraw,
	DoOfferTakeback:   (*State).doOfferTakeback,
	DoAcceptTakeback:  (*State).doAcceptTakeback,
	DoDeclineTakeback: (*State).doDeclineTakeback,
	DoAbort:           (*State).doAbort,
	DoClaimWin:        (*State).doClaim,
	DoClaimDraw:       (*State).doClaim,
}

// talk are the orders that could go on without end.
var talk = map[Order]bool{DoOfferDraw: true, DoDeclineDraw: true, DoOfferTakeback: true, DoAcceptTakeback: true, DoDeclineTakeback: true}

// afterwards are the orders for a game that has ended.
var afterwards = map[Order]func(*State, game.Color) (Event, error){
	DoRematch:        (*State).doRematch,
	DoDeclineRematch: (*State).doDeclineRematch,
}

// Do decides about a command: it returns the event that it leads to, without
// applying it, or a *Refusal.
//
// Where a player's command arrives and the game's time is over, the event is the
// End on time in place of what was asked for, with the command's id: a move comes
// too late when the flag has fallen even if the lag is not counted, anything else
// when Expire would say so.
//
// A command that has led to an event already is refused as Stale; Done has that
// event.
func (s *State) Do(c Command, m Moment) (Event, error) {
	if len(c.ID) > MaxCommandID {
		return Event{}, refuse(NotAllowed, "The command's id is longer than %d characters.", MaxCommandID)
	}
	if _, done := s.Done(c.ID); done {
		return Event{}, refuse(Stale, "That has been carried out already.")
	}
	m.Now = s.now(m.Now)
	e, err := s.decide(c, m)
	if err != nil {
		return Event{}, err
	}
	e = s.stamp(e, m.Now)
	e.Command = c.ID
	return e, nil
}

func (s *State) decide(c Command, m Moment) (Event, error) {
	deed, after := deeds[c.Order], afterwards[c.Order]
	switch {
	case c.Order == DoJoin:
		return s.doJoin(c)
	case deed == nil && after == nil:
		return Event{}, refuse(Unknown, "There is no order %s.", quote(string(c.Order)))
	case c.Order == DoAbort && s.Status() == Waiting:
		return s.doWithdraw(c)
	}
	color, err := s.actor(c)
	switch {
	case err != nil:
		return Event{}, err
	case after != nil && !s.ended:
		return Event{}, refuse(NotAllowed, "The game is still going on.")
	case after != nil:
		return after(s, color)
	}
	if err := s.live(); err != nil {
		return Event{}, err
	}
	if talk[c.Order] && len(s.events)-len(s.moves) >= MaxTalk {
		return Event{}, refuse(NotAllowed, "Too much has been offered and taken back in this game. Play on, or resign.")
	}
	if e, due := s.Expire(m.Now); due {
		return e, nil
	}
	return deed(s, c, m, color)
}

// live refuses what needs a game that is live.
func (s *State) live() error {
	switch {
	case s.ended && s.outcome.Over():
		return refuse(Over, "The game is over. %v.", s.outcome)
	case s.ended:
		return refuse(Over, "The game was aborted.")
	case !s.begun:
		return refuse(NotBegun, "The game has not begun: a seat is still empty.")
	}
	return nil
}

// actor finds out for which side a command is meant, and that its sender plays
// that side.
func (s *State) actor(c Command) (game.Color, error) {
	turn := s.pos.Turn()
	if c.Engine {
		switch {
		case c.Order != DoMove:
			return 0, refuse(NotAllowed, "The engine only makes moves.")
		case !s.engine():
			return 0, refuse(NotYours, "No engine plays in this game.")
		case s.seats[turn].Engine():
			return turn, nil
		}
		return turn.Other(), nil
	}
	colors := s.ColorsOf(c.Guest)
	want, named, err := parseColor(c.Color)
	switch {
	case err != nil:
		return 0, err
	case colors.None():
		return 0, refuse(NotYours, "You have no seat in this game; you can watch it.")
	case named && !colors.Has(want):
		return 0, refuse(NotYours, "You do not play %v in this game.", want)
	case named:
		return want, nil
	case colors.Has(turn): // who plays both means the side to move
		return turn, nil
	}
	return turn.Other(), nil
}

// parseColor reads the side that a command names, if it does.
func parseColor(text string) (color game.Color, named bool, err error) {
	switch text {
	case "white":
		return game.White, true, nil
	case "black":
		return game.Black, true, nil
	case "":
		return game.White, false, nil
	}
	return 0, false, refuse(NotAllowed, `The side must be "white" or "black", not %s.`, quote(text))
}

// doJoin takes an empty seat.
func (s *State) doJoin(c Command) (Event, error) {
	color, named, err := parseColor(c.Color)
	if err != nil {
		return Event{}, err
	}
	if !named && !s.seats[color].Empty() {
		color = color.Other()
	}
	e := Event{Kind: Join, Color: color, Player: Player{Guest: c.Guest, Name: strings.TrimSpace(c.Name)}}
	return e, s.mayJoin(color, e.Player)
}

// mayJoin refuses a player a seat.
func (s *State) mayJoin(color game.Color, p Player) error {
	switch {
	case s.ended:
		return s.live()
	case p.Guest == "" || p.Engine():
		return refuse(NotYours, "Only a person can take a seat.")
	case !s.ColorsOf(p.Guest).None() && s.begun:
		return refuse(NotAllowed, "You have a seat in this game already.")
	case !s.ColorsOf(p.Guest).None():
		return refuse(NotAllowed, "You have a seat in this game already; the other is for your opponent. Send the link to a friend.")
	case s.begun:
		return refuse(NotAllowed, "Both seats are taken; you can watch the game.")
	case !s.seats[color].Empty():
		return refuse(NotAllowed, "%v is taken; the other side is free.", color)
	}
	return checkPlayer(p)
}

// doMove plays a move.
func (s *State) doMove(c Command, m Moment, color game.Color) (Event, error) {
	if c.Ply != -1 && c.Ply != len(s.moves) || s.unseen(c) || c.Engine && s.outdated(c.ID) {
		return Event{}, refuse(Stale, "The position has changed since.")
	}
	if color != s.pos.Turn() {
		return Event{}, refuse(NotTurn, "It is %v's turn.", s.pos.Turn())
	}
	spent := thought(s.elapsed(m.Now), m.Lag)
	if s.timed() && spent >= s.had(color) {
		return s.fallen(), nil
	}
	move, san, err := s.read(c.Text)
	if err != nil {
		return Event{}, err
	}
	o, ok := s.after(move)
	if !ok {
		return Event{}, refuse(Illegal, "%s is not a legal move.", quote(c.Text))
	}
	e := Event{Kind: Move, Color: color, Move: s.pos.UCI(move), SAN: san, Result: o.Result, Reason: o.Reason}
	if n := len(s.clocks); n > 0 {
		e.Clocks = s.clocks[n-1]
		if s.timed() {
			e.Clocks[color] += s.header.Control.Increment - spent
		}
	}
	s.decided = decision{len(s.events) + 1, e.Move, move, o}
	return e, nil
}

// thought is how much of the time that has passed a player is charged for.
func thought(elapsed, lag time.Duration) time.Duration {
	lag = min(max(0, lag.Truncate(time.Millisecond)), MaxLag)
	return max(0, elapsed-lag)
}
