package swiss

import (
	"errors"
	"fmt"
)

// ErrNoPairing says that no pairing of the round meets the absolute criteria: that players do not meet again
// (C1), that no player gets a second bye (C2), and that colors are tolerable (C3). The arbiter decides what to do.
var ErrNoPairing = errors.New("no pairing of the round meets the absolute criteria")

const (
	maxPlayers = 1000  // they take seconds; twice as many take minutes
	maxRounds  = 1000  // keeps scores small
	maxPoints  = 10000 // likewise
)

var errRoundRobin = errors.New("a round robin is paired by Berger tables, not by scores")

func errFinished(rounds int) error {
	return fmt.Errorf("all %d rounds of the tournament are played", rounds)
}

// check reports the first thing wrong with a tournament.
func (t *Tournament) check() error {
	if len(t.Players) > maxPlayers {
		return fmt.Errorf("tournament has %d players, expected at most %d", len(t.Players), maxPlayers)
	}
	if t.FirstColor < NoColor || t.FirstColor > Black {
		return fmt.Errorf("initial color is %d, expected white or black", t.FirstColor)
	}
	if err := t.Points.check(); err != nil {
		return err
	}
	byID := make(map[int]*Player, len(t.Players))
	for i := range t.Players {
		p := &t.Players[i]
		if p.ID < 1 {
			return fmt.Errorf("pairing number %d is out of range, expected 1 or more", p.ID)
		}
		if byID[p.ID] != nil {
			return fmt.Errorf("two players have the pairing number %d", p.ID)
		}
		byID[p.ID] = p
	}
	return t.checkGames(byID)
}

func (p Points) check() error {
	p = p.orStandard()
	if p.Win > maxPoints || p.Win <= p.Draw || p.Draw < p.Loss || p.Loss < 0 {
		return fmt.Errorf("points for win, draw, loss are %d, %d, %d: expected win above draw, draw not below loss, "+
			"all from 0 to %d",
			p.Win, p.Draw, p.Loss, maxPoints)
	}
	if p.PairingBye < 0 || p.PairingBye > p.Win {
		return fmt.Errorf("points for the pairing-allocated bye are %d, expected 0 to %d, those for a win",
			p.PairingBye, p.Win)
	}
	return nil
}

func (t *Tournament) checkGames(byID map[int]*Player) error {
	if len(t.Players) == 0 {
		return nil
	}
	rounds := len(t.Players[0].Games)
	if rounds > maxRounds {
		return fmt.Errorf("tournament has %d past rounds, expected at most %d", rounds, maxRounds)
	}
	for i := range t.Players {
		p := &t.Players[i]
		if len(p.Games) != rounds {
			return fmt.Errorf("player %d has %d past rounds, player %d has %d", p.ID, len(p.Games), t.Players[0].ID, rounds)
		}
	}
	for r := range rounds {
		byes := 0
		for i := range t.Players {
			p := &t.Players[i]
			if p.Games[r].Result == PairingBye {
				if byes != 0 {
					return fmt.Errorf("round %d: players %d and %d both have the pairing-allocated bye", r+1, byes, p.ID)
				}
				byes = p.ID
			}
			if err := t.checkGame(p, r, byID); err != nil {
				return fmt.Errorf("player %d, round %d: %w", p.ID, r+1, err)
			}
		}
	}
	return nil
}

func (t *Tournament) checkGame(p *Player, round int, byID map[int]*Player) error {
	g := p.Games[round]
	switch {
	case g.Result < Win || g.Result > ZeroBye:
		return errors.New("the result is missing")
	case g.Color < NoColor || g.Color > Black:
		return fmt.Errorf("color is %d, expected white or black", g.Color)
	case !g.Result.paired():
		if g.Opponent != 0 || g.Color != NoColor {
			return fmt.Errorf("a %v has no opponent and no color", g.Result)
		}
		return nil
	case g.Opponent == p.ID:
		return errors.New("the opponent is the same player")
	case g.Result.Played() && g.Color == NoColor:
		return fmt.Errorf("a %v needs a color", g.Result)
	}
	o := byID[g.Opponent]
	if o == nil {
		return fmt.Errorf("the opponent %d is not in the tournament", g.Opponent)
	}
	back := o.Games[round]
	switch {
	case back.Opponent != p.ID || !back.Result.paired():
		return fmt.Errorf("the opponent %d has another opponent", o.ID)
	case back.Color != g.Color.Other():
		return fmt.Errorf("both players have %v, or only one has a color", g.Color)
	case g.Result.Played() != back.Result.Played():
		return fmt.Errorf("a %v against a %v of player %d", g.Result, back.Result, o.ID)
	case g.Result == ForfeitWin && back.Result != ForfeitLoss:
		return fmt.Errorf("a %v against a %v of player %d", g.Result, back.Result, o.ID)
	case g.Result == Win && back.Result != Loss:
		return fmt.Errorf("a %v against a %v of player %d", g.Result, back.Result, o.ID)
	}
	return nil
}
