package loadtest

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/protocol"
)

// check compares the game's record with the moves that were acknowledged, and
// what each client was told with the record. The error is about the end of the
// whole run.
func (b *table) check(ctx context.Context) error {
	var full protocol.Full
	err := b.insist(ctx, b.players[0], http.MethodGet, "/api/games/"+b.id, nil, &full)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		b.tally.fault(&b.tally.lost, "game %s: its record cannot be had: %v", b.id, err)
		return nil
	}
	if !b.checkNumbers(full.Events) {
		return nil // nothing in it can be told apart
	}
	b.checkRecord(&full)
	for i, c := range b.clients() {
		b.checkLine(ctx, [3]string{"White", "Black", "the spectator"}[i], c, full.Events)
	}
	return ctx.Err()
}

// checkNumbers tells whether the events of a record come one after the other.
func (b *table) checkNumbers(record []protocol.Event) bool {
	t := b.tally
	for i := range record {
		switch e := &record[i]; {
		case e.Seq < i+1:
			t.fault(&t.duplicates, "game %s: event %d stands twice in the record", b.id, e.Seq)
			return false
		case e.Seq > i+1:
			t.fault(&t.lost, "game %s: in the record event %d comes after %d", b.id, e.Seq, i)
			return false
		}
	}
	return true
}

// checkRecord compares the record with the moves that were acknowledged.
func (b *table) checkRecord(full *protocol.Full) {
	t := b.tally
	var moves []string
	for i := range full.Events {
		if e := &full.Events[i]; e.Kind == "move" {
			moves = append(moves, e.Move)
		}
	}
	for i, want := range b.acked {
		switch {
		case i >= len(moves):
			t.fault(&t.lost, "game %s: move %d, %s, was acknowledged but is not in the record", b.id, i+1, want)
		case moves[i] != want:
			t.fault(&t.lost, "game %s: move %d, %s, was acknowledged but the record has %s", b.id, i+1, want, moves[i])
			return // what follows differs for the same reason
		}
	}
	extra := len(moves) - len(b.acked)
	switch {
	case extra > 1 || extra == 1 && !b.spoiled:
		t.fault(&t.wrong, "game %s: %d more moves are in the record than were acknowledged", b.id, extra)
	case extra == 0 && full.Game.Position != b.at.String():
		t.fault(&t.wrong, "game %s: after move %d the server's position is %s, but it should be %s", b.id, len(moves), full.Game.Position, b.at)
	}
}

// checkLine compares what a client was told with the record. What is still on its
// way is waited for.
func (b *table) checkLine(ctx context.Context, who string, c *client, record []protocol.Event) {
	t := b.tally
	ctx, cancel := context.WithTimeout(ctx, b.o.Patience)
	defer cancel()
	if n := len(record); n > 0 {
		_, _ = c.await(ctx, n) // if it does not come, that shows below
	}
	told := c.told()
	if len(told) > len(record) {
		t.fault(&t.lost, "game %s: %s was told of %d events, but the record has %d", b.id, who, len(told), len(record))
		told = told[:len(record)]
	}
	missing := len(record) - len(told)
	for i, e := range told {
		switch want := &record[i]; {
		case e.kind == "":
			missing++
		case e.kind != want.Kind || e.move != want.Move:
			t.fault(&t.wrong, "game %s: event %d is %s %s, but %s was told %s %s", b.id, i+1, want.Kind, want.Move, who, e.kind, e.move)
		}
	}
	if missing > 0 {
		t.fault(&t.unseen, "game %s: %s was not told of %d of %d events", b.id, who, missing, len(record))
	}
}
