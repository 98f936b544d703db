package views

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/review"
)

// LineupVersion changes when a channel shows another game, or when that has ended.
func LineupVersion(l *channels.Lineup) string {
	var b strings.Builder
	for _, c := range l.Channels {
		fmt.Fprintln(&b, c.Name, c.State, c.Game.ID)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// ChannelVersion changes with each event of the channel's game, too.
func ChannelVersion(c *channels.Channel) string {
	return fmt.Sprintf("%s.%s.%d", c.State, c.Game.ID, c.Game.Seq)
}

// Channel shows a channel to a guest. Now is its live game as it is; nil: it is not known.
func (v *Views) Channel(c *channels.Channel, now *manager.Snapshot, viewer string) protocol.Channel {
	out := protocol.Channel{
		Channel: c.Name, Title: v.variant(c.Name).title, State: string(c.State), Ended: Millis(c.Ended),
		Version: ChannelVersion(c),
	}
	if c.State == channels.None {
		return out
	}
	sum := c.Game
	if now != nil {
		sum = now.Summary
		if now.Status == livegame.Live && now.Header.TimeControl.RealTime() {
			out.Times = Times(now.Clocks)
		}
	}
	g := v.Game(sum, viewer)
	out.Game = &g
	return out
}

// Reviewed shows a game with its review to a guest. It fails if the game cannot be replayed.
func (v *Views) Reviewed(r *review.Reviewed, viewer string) (protocol.ReviewedGame, error) {
	out := protocol.ReviewedGame{
		Game: v.Game(r.Game.Summary, viewer), Ended: Millis(r.Game.Ended), Reviewed: Millis(r.Finished()),
		Level: string(r.Review.Level),
	}
	report := r.Report()
	if report == nil {
		return out, nil
	}
	out.Level, out.WhiteAccuracy, out.BlackAccuracy = string(report.Level), report.White.Accuracy, report.Black.Accuracy
	m := report.Decisive(r.Game.Result)
	if m == nil {
		return out, nil
	}
	fen, last, err := r.PositionAfter(m.Ply, v.lookup)
	if err != nil {
		return out, err
	}
	out.Moment = &protocol.DecisiveMoment{
		Ply: m.Ply, Number: m.Number, Color: m.Color, SAN: m.SAN, Move: last, NAG: m.NAG, Loss: m.Loss, Position: fen,
	}
	if best := report.Points[m.Ply-1].SAN; len(best) > 0 {
		out.Moment.Better = best[0]
	}
	return out, nil
}

// ReviewWords sums up a report in a sentence or two; "" without one.
func ReviewWords(r *review.Report, result game.Result) string {
	if r == nil || r.White.Accuracy == nil || r.Black.Accuracy == nil {
		return ""
	}
	text := fmt.Sprintf("Accuracy: White %.1f %%, Black %.1f %%.", *r.White.Accuracy, *r.Black.Accuracy)
	if m := r.Decisive(result); m != nil {
		dots := "."
		if m.Color == "black" {
			dots = "…"
		}
		text += fmt.Sprintf(" Decisive moment: %d%s %s.", m.Number, dots, m.SAN)
	}
	return text
}
