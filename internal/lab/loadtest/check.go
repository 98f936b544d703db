package loadtest

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/gameview"
)

// finishGame checks the finished game, and keeps it for checkAgain.
func (b *table) finishGame(ctx context.Context) error {
	if b.o.Kills > 0 {
		b.left = append(b.left, b.match)
	}
	record, err := b.check(ctx, b.match)
	b.events = len(record)
	for i, c := range b.clients() {
		if record != nil {
			b.checkLine(ctx, [3]string{"White", "Black", "the spectator"}[i], c, record)
		}
	}
	return err
}

// checkAgain compares all earlier games with their records.
func (b *table) checkAgain(ctx context.Context) error {
	for _, m := range b.left {
		record, err := b.check(ctx, m)
		if err != nil {
			return err
		}
		if record != nil && len(record) < m.events {
			b.tally.fault(&b.tally.lost, "game %s: its record had %s, and has %d after the last kill", m.id,
				message.Plural(m.events, "event"), len(record))
		}
	}
	return nil
}

// check compares a game's record with the acknowledged moves, and returns the record
// if its events are in order. The error ends the whole run.
func (b *table) check(ctx context.Context, m *match) ([]gameview.Event, error) {
	var full gameview.FullGame
	err := b.retry(ctx, b.players[0], http.MethodGet, "/api/games/"+m.id, nil, &full)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		b.tally.fault(&b.tally.lost, "game %s: cannot read its record: %v", m.id, err)
		return nil, nil
	}
	if !m.checkNumbers(b.tally, full.Events) {
		return nil, nil
	}
	m.checkRecord(b.tally, &full)
	return full.Events, nil
}

// checkNumbers reports whether the events of a record are numbered in order.
func (m *match) checkNumbers(t *tally, record []gameview.Event) bool {
	for i := range record {
		switch e := &record[i]; {
		case e.Seq < i+1:
			t.fault(&t.duplicates, "game %s: event %d is in the record twice", m.id, e.Seq)
			return false
		case e.Seq > i+1:
			t.fault(&t.lost, "game %s: in the record event %d comes after %d", m.id, e.Seq, i)
			return false
		}
	}
	return true
}

// checkRecord compares the record with the acknowledged moves.
func (m *match) checkRecord(t *tally, full *gameview.FullGame) {
	var moves []string
	for i := range full.Events {
		if e := &full.Events[i]; e.Kind == "move" {
			moves = append(moves, e.Move)
		}
	}
	for i, want := range m.acked {
		switch {
		case i >= len(moves):
			t.fault(&t.lost, "game %s: move %d, %s, was acknowledged but is not in the record", m.id, i+1, want)
		case moves[i] != want:
			t.fault(&t.lost, "game %s: move %d, %s, was acknowledged but the record has %s", m.id, i+1, want, moves[i])
			return // later differences have the same cause
		}
	}
	extra := len(moves) - len(m.acked)
	switch {
	case extra > 1 || extra == 1 && !m.failed:
		t.fault(&t.wrong, "game %s: %s not acknowledged, but in the record", m.id, message.Plural(extra, "move"))
	case extra == 0 && full.Game.Position != m.at.String():
		t.fault(&t.wrong, "game %s: after move %d the server's position is %s, but it should be %s", m.id, len(moves),
			full.Game.Position, m.at)
	}
}

// checkLine compares the events that a client received with the record. It waits for
// late ones.
func (b *table) checkLine(ctx context.Context, who string, c *client, record []gameview.Event) {
	t := b.tally
	ctx, cancel := context.WithTimeout(ctx, b.o.Timeout)
	defer cancel()
	if n := len(record); n > 0 {
		_, _ = c.await(ctx, n) // if it fails, the check below reports it
	}
	got := c.received()
	if len(got) > len(record) {
		t.fault(&t.lost, "game %s: %s received %s, but the record has %d", b.id, who, message.Plural(len(got), "event"),
			len(record))
		got = got[:len(record)]
	}
	missing := len(record) - len(got)
	for i, e := range got {
		switch want := &record[i]; {
		case e.kind == "":
			missing++
		case e.kind != want.Kind || e.move != want.Move:
			t.fault(&t.wrong, "game %s: event %d is %s %s, but %s received %s %s", b.id, i+1, want.Kind, want.Move, who, e.kind,
				e.move)
		}
	}
	if missing > 0 {
		t.fault(&t.unseen, "game %s: %s missed %d of %s", b.id, who, missing, message.Plural(len(record), "event"))
	}
}
