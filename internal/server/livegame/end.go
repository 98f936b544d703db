package livegame

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// doWithdraw ends a game that has no opponent yet.
func (g *Game) doWithdraw(c Command) (Event, error) {
	// the creator's seat may be another's; see Adopt
	if c.Guest == "" || c.Guest != g.header.Creator && g.ColorsOf(c.Guest).None() {
		return Event{}, errorf(NotYourSeat, "Only the guest who created the game can withdraw it.")
	}
	color := game.White
	if g.ColorsOf(c.Guest).Has(game.Black) {
		color = game.Black
	}
	return Event{Kind: End, Color: color, Reason: Aborted}, nil
}

func (g *Game) doAbort(_ Command, _ Arrival, color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Reason: Aborted}, g.mayAbort()
}

// mayAbort returns an error after both players have moved, in a tournament, and with NoAbort.
func (g *Game) mayAbort() error {
	switch {
	case g.header.Tournament != "":
		return errorf(NotAllowed, "A game of a tournament cannot be aborted. You can resign.")
	case g.started && g.header.Rules.Has(NoAbort): // without an opponent it is withdrawn
		return errorf(NotAllowed, "By its rules this game cannot be aborted. You can resign.")
	case len(g.moves) >= freePlies:
		return errorf(NotAllowed, "A game can be aborted only until both players have moved. You can resign.")
	}
	return nil
}

func (g *Game) doResign(_ Command, _ Arrival, color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Result: game.WinFor(color.Other()), Reason: game.Resignation}, nil
}

// doClaim ends a game that the opponent has left. If one guest plays both colors, it
// ends the game if the side to move has run out of time.
func (g *Game) doClaim(c Command, m Arrival, color game.Color) (Event, error) {
	if g.solo() && g.overTime(m.At) {
		return g.timeout(), nil
	}
	if err := g.mayClaim(color); err != nil {
		return Event{}, err
	}
	if m.OpponentAwaySince.IsZero() {
		return Event{}, errorf(NotAllowed, "Your opponent is here.")
	}
	if wait := g.header.ClaimAfter() - m.At.Sub(m.OpponentAwaySince); wait > 0 {
		return Event{}, errorf(NotAllowed, "Your opponent has left, but may come back. You can claim the game in %d s.",
			(wait+time.Second-1)/time.Second)
	}
	e := Event{Kind: End, Color: color, Result: game.Draw, Reason: OpponentLeftDraw}
	if o := g.pos.TimeoutOutcome(color.Other()); c.Kind == DoClaimWin && o.Result != game.Draw {
		e.Result, e.Reason = o.Result, OpponentLeft
	}
	return e, nil
}

// mayClaim returns an error if the game cannot be claimed: players need not stay, or
// it is the claimant's own move.
func (g *Game) mayClaim(color game.Color) error {
	switch {
	case g.HasEngine() || g.solo():
		return errorf(NotAllowed, "This game has no opponent who could leave.")
	case g.header.TimeControl.Correspondence():
		return errorf(NotAllowed,
			"In a correspondence game the opponent need not stay. A player who does not move in time loses.")
	case g.header.Rules.Has(NoClaimWin):
		return errorf(NotAllowed, "By its rules this game cannot be claimed when the opponent leaves.")
	case len(g.moves) < freePlies && g.mayAbort() != nil:
		return errorf(NotAllowed, "A game can be claimed after both players have moved.")
	case len(g.moves) < freePlies:
		return errorf(NotAllowed, "A game can be claimed after both players have moved. Until then you can abort it.")
	case color == g.pos.Turn():
		return errorf(NotAllowed, "It is your move. You can claim the game while you wait for your opponent's.")
	}
	return nil
}

// checkEnd returns an error if an End cannot have happened, as far as the game can
// know.
func (g *Game) checkEnd(e Event) error {
	var o game.Outcome
	var err error
	require := func(ok bool, text string) {
		if !ok {
			err = errorf(NotAllowed, "%s", text)
		}
	}
	switch e.Reason {
	case Aborted:
		err = g.mayAbort()
	case NotJoined:
		require(g.Status() == Waiting && g.isDue(e.At), "An opponent may still join.")
	case Abandoned:
		require(g.endsIdle() && g.isDue(e.At), "The game is not abandoned.")
	case NoFirstMove, NoStart:
		due := g.noFirstMove()
		o.Result = due.Result
		require(g.missesFirstMove(e) && e.Reason == due.Reason, "There is still time for the first move.")
	case game.Resignation:
		o.Result, err = game.WinFor(e.Color.Other()), g.requireLive()
	case game.Agreement:
		o.Result, err = game.Draw, g.mayAgree(e.Color)
	case game.TimeOut, game.TimeOutDraw:
		o = g.pos.TimeoutOutcome(e.Color)
		require(g.ranOut(e) && o.Reason == e.Reason, "The time has not run out, or the result is wrong.")
	case OpponentLeft:
		o.Result, err = g.pos.TimeoutOutcome(e.Color.Other()).Result, g.mayClaim(e.Color)
	case OpponentLeftDraw:
		o.Result, err = game.Draw, g.mayClaim(e.Color)
	default:
		if !isClosed(e.Reason) {
			err = errorf(NotAllowed, "Unknown reason %s.", quote(string(e.Reason)))
		}
		o.Result = e.Result
	}
	if err == nil && o.Result != e.Result {
		err = errorf(NotAllowed, "The result is %v, not %d.", o.Result, e.Result)
	}
	return err
}

// isDue reports whether the game's deadline has passed.
func (g *Game) isDue(now time.Time) bool {
	due, ok := g.deadline()
	return ok && !now.Before(due)
}

// missesFirstMove reports whether the side of an End has not made its first move in time.
func (g *Game) missesFirstMove(e Event) bool {
	return g.awaitsFirstMove() && g.Status() == Live && e.Color == g.pos.Turn() &&
		e.At.Sub(g.turnSince) >= g.header.FirstMoveTime()
}

// ranOut reports whether the side of an End is to move and has no time left.
func (g *Game) ranOut(e Event) bool {
	return g.clockRuns() && e.Color == g.pos.Turn() && g.remaining(e.Color, e.At) <= 0
}

// Close returns the End by which an operator closes a game, whatever its players want: with a
// result, or without one (game.Ongoing). The words, which may be empty, are for the players.
func (g *Game) Close(now time.Time, r game.Result, words string) (Event, error) {
	if g.over {
		return Event{}, g.requireLive()
	}
	e := Event{Kind: End, Color: g.pos.Turn(), Result: r, Reason: Closed}
	if words = strings.TrimSpace(words); words != "" {
		e.Reason += closedColon + game.Reason(words)
	}
	if err := checkWords(words); err != nil {
		return Event{}, err
	}
	return g.stamp(e, g.eventTime(now)), nil
}

// closedColon stands between Closed and the operator's words.
const closedColon = ": "

// isClosed reports whether a reason is one of Close.
func isClosed(r game.Reason) bool {
	words, ok := strings.CutPrefix(string(r), string(Closed))
	if ok && words != "" {
		words, ok = strings.CutPrefix(words, closedColon)
		ok = ok && words != "" && checkWords(words) == nil
	}
	return ok
}

// checkWords checks an operator's words.
func checkWords(words string) error {
	if utf8.RuneCountInString(words) > MaxCloseWords {
		return errorf(NotAllowed, "The reason has more than %d characters.", MaxCloseWords)
	}
	for _, c := range words {
		if !unicode.IsPrint(c) || c == utf8.RuneError {
			return errorf(NotAllowed, "The reason has a character that cannot be displayed.")
		}
	}
	return nil
}
