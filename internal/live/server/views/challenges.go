package views

import (
	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// Challenge shows a challenge to a guest.
func (v *Views) Challenge(c challenge.Challenge, viewer string) protocol.Challenge {
	out := protocol.Challenge{
		ID: string(c.ID), Status: string(c.Status), Variant: c.Variant, Title: v.variant(c.Variant).title, FEN: c.FEN,
		Control: controlView(c.TimeControl), Rated: c.Rated, Color: string(c.Wish), From: v.seat(c.From, viewer),
		To: v.seat(c.To, viewer), Created: Millis(c.Created), Updated: Millis(c.Updated), Expires: Millis(c.Expires),
	}
	switch {
	case c.Status == challenge.Declined:
		out.Reason, out.Why = string(c.Reason), challenge.Reasons[c.Reason]
	case c.Reason == challenge.Failed:
		out.Reason, out.Why = string(c.Reason), "The challenge was accepted, but there cannot be such a game."
	}
	return out
}
