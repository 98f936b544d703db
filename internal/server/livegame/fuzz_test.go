package livegame

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// FuzzReplay applies events made of arbitrary bytes, eight for each. No event makes the
// game panic, and a replay accepts what the game accepted.
func FuzzReplay(f *testing.F) {
	f.Add(byte(0), []byte{1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0})
	f.Add(byte(5), []byte{7, 0, 0, 0, 0, 2, 0, 0})
	f.Add(byte(9), []byte{1, 0, 200, 3, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 1, 0})
	kinds := []EventKind{
		Join, Move, DrawOffer, DrawDecline, TakebackOffer, TakebackDecline, Takeback, End, RematchOffer, RematchDecline,
		Rematch, "x",
	}
	reasons := []game.Reason{
		game.NoReason, Aborted, NoFirstMove, OpponentLeft, OpponentLeftDraw, game.Checkmate, game.TimeOut, game.TimeOutDraw,
		game.Resignation, game.Agreement, NoStart,
	}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		h := casual(controls[int(kind)%len(controls)])
		h.Variant = variants[int(kind)%len(variants)]
		if kind >= 128 {
			h.Rules = "noAbort,noRematch,noClaimWin,noEarlyDraw"
		}
		switch kind % 4 {
		case 1:
			h.Seats[1] = Player{}
		case 2:
			h.Seats[1] = Player{Level: 1}
		case 3:
			h.Seats[1] = h.Seats[0]
		}
		g, err := New(h, rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		now := h.Created
		for ; len(data) >= 8 && len(g.Events()) < 40; data = data[8:] {
			now = now.Add(time.Duration(data[2]) << (data[3] % 64))
			e := Event{
				Seq: len(g.Events()) + 1, Kind: kinds[int(data[0])%len(kinds)], Color: game.Color(data[1] % 3), At: ToMillis(now),
				Plies: int(int8(data[5])), Result: game.Result(data[6] % 5), Reason: reasons[int(data[7])%len(reasons)],
				Player: Player{Guest: eve},
			}
			if legal := g.Position().Legal(nil); len(legal) > 0 && e.Kind == Move {
				m := legal[int(data[4])%len(legal)]
				e.Move = g.Position().UCI(m)
				if data[6] == 0 {
					o := g.outcomeAfter(m)
					e.Result, e.Reason = o.Result, o.Reason
				}
			}
			if data[5] != 0 || e.Kind == Move {
				e.Clocks = g.Clocks(e.At).Remaining
			}
			if g.Apply(e) != nil {
				now = g.Summary().Updated
			}
			_ = g.Summary()
			_ = g.Clocks(now)
			_, _ = g.Expire(now)
			_, _ = g.Do(Command{Kind: orders[int(data[4])%len(orders)], Guest: ann}, Arrival{At: now})
		}
		if _, err := Replay(h, g.Events(), rules.ByName); err != nil {
			t.Error(err)
		}
	})
}
