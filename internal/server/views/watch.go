package views

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/protocol"
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
