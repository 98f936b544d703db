package challenge

import "github.com/wane-chess/wane/internal/server/gameview"

// view shows a challenge to a player.
func (c *Challenge) view(v *gameview.Views, viewer string) View {
	out := View{
		ID: string(c.ID), Status: string(c.Status), Variant: c.Variant, Title: v.Title(c.Variant), FEN: c.FEN,
		Control: gameview.NewControl(c.TimeControl), Rated: c.Rated, Rules: c.Rules.List(), Color: string(c.Wish),
		From: v.Seat(c.From, viewer), To: v.Seat(c.To, viewer), Created: gameview.Millis(c.Created),
		Updated: gameview.Millis(c.Updated), Expires: gameview.Millis(c.Expires),
	}
	switch {
	case c.Status == Declined:
		out.Reason, out.Why = string(c.Reason), Reasons[c.Reason]
	case c.Reason == Failed:
		out.Reason, out.Why = string(c.Reason), "The challenge was accepted, but there cannot be such a game."
	}
	return out
}
