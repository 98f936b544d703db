package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/notation"
)

// gameRun is a game in progress.
type gameRun struct {
	*Config
	record  Record
	seats   [2]engines.Contestant // of the pairing
	players [2]engines.Player     // of the pairing
	p       game.Position
	clocks  [2]engine.Clock // by color
	moved   [2]int          // played moves, by color
	referee referee
}

// contestant returns the contestant of the pairing, 0 or 1, that plays a color.
func (b *gameRun) contestant(color game.Color) int { return b.record.White ^ int(color) }

// play plays a game to its end. It returns an error only if the context ends or the
// opening is invalid.
func (b *gameRun) play(ctx context.Context) (Record, error) {
	p, err := b.Game.Parse(b.record.FEN)
	if err != nil {
		return Record{}, fmt.Errorf("opening %q: %w", b.record.FEN, err)
	}
	b.p, b.record.FEN, b.record.Faulty = p, p.String(), -1
	b.record.Moves = []string{}
	b.referee.Adjudication = b.applied()
	started := time.Now()
	for s := range b.clocks {
		c := b.seats[b.contestant(game.Color(s))].Control
		if c.Time == 0 {
			c.Time = c.Increment // or the first move would have no time
		}
		b.clocks[s] = engine.Clock{Remaining: c.Time, Increment: c.Increment, MovesToGo: c.Moves, Overhead: b.Overhead}
	}
	outcome := p.Outcome()
	for s := range b.clocks {
		if player := b.players[b.contestant(game.Color(s))]; !outcome.Over() {
			limit, cancel := b.startTime(ctx)
			if err := player.Begin(limit, b.Game); err != nil {
				outcome = b.fail(game.Color(s), engines.Crash, err)
			}
			cancel()
		}
	}
	for !outcome.Over() && ctx.Err() == nil {
		outcome = b.turn(ctx)
	}
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	b.record.Result, b.record.Reason = outcome.Result.String(), outcome.String()
	b.record.Seconds = time.Since(started).Seconds()
	return b.record, nil
}

// turn asks the side to move for a move and plays it.
func (b *gameRun) turn(ctx context.Context) game.Outcome {
	color := b.p.Turn()
	who := b.contestant(color)
	control := b.seats[who].Control
	allowed := b.allowed(control, color)
	// The context ends a little later, so that only the clock decides about a move at
	// the last instant.
	limit, cancel := context.WithTimeout(ctx, allowed+50*time.Millisecond)
	defer cancel()
	start := time.Now()
	answer, err := b.players[who].Move(limit, engines.Turn{
		Position: b.p,
		FEN:      b.record.FEN,
		Moves:    b.record.Moves,
		Control:  control,
		Clocks:   b.clocks,
		Seed:     mix(b.Seed, uint64(b.record.Game), uint64(len(b.record.Moves))),
	})
	took := time.Since(start)
	if ctx.Err() != nil {
		return game.Outcome{}
	}
	switch late := took > allowed; {
	case late && control.Timed():
		return b.late(color, took, allowed, err)
	case late:
		return b.fail(color, engines.Hang,
			&engines.Failure{Fault: engines.Hang, Err: fmt.Errorf("no move after %v", took.Round(time.Millisecond))})
	case err != nil:
		return b.fail(color, engines.Crash, err)
	}
	m, err := notation.ParseUCI(b.p, answer.Move)
	if err != nil {
		return b.fail(color, engines.Illegal, err)
	}
	b.tick(color, control, took)
	b.record.Moves = append(b.record.Moves, b.p.UCI(m))
	b.record.notes = append(b.record.notes, note(answer, took, control))
	b.p.Make(m)
	if o := b.p.Outcome(); o.Over() {
		return o
	}
	if o := b.known(); o.Over() {
		return o
	}
	b.referee.add(color, answer)
	return b.referee.verdict()
}

// allowed returns the time after which the side to move loses.
func (b *gameRun) allowed(c engines.Control, color game.Color) time.Duration {
	least := b.Timeout
	if c.Clocked() {
		least = min(least, b.clocks[color].Remaining+b.Margin)
	}
	if c.MoveTime > 0 {
		least = min(least, c.MoveTime+max(b.Margin, moveTimeMargin))
	}
	return least
}

// tick subtracts the time of a move from the clock.
func (b *gameRun) tick(color game.Color, c engines.Control, took time.Duration) {
	b.moved[color]++
	if !c.Clocked() {
		return
	}
	clock := &b.clocks[color]
	clock.Remaining = max(clock.Remaining-took, 0) + c.Increment
	if c.Moves > 0 {
		if clock.MovesToGo--; clock.MovesToGo == 0 {
			clock.MovesToGo = c.Moves
			clock.Remaining += c.Time
		}
	}
}

// late ends the game: a color's time is up.
func (b *gameRun) late(color game.Color, took, allowed time.Duration, err error) game.Outcome {
	b.blame(color, engines.TimeLoss,
		fmt.Errorf("it took %v and had %v", took.Round(time.Millisecond), allowed.Round(time.Millisecond)))
	var f *engines.Failure
	if errors.As(err, &f) {
		b.record.Detail += fmt.Sprintf("; %v", f)
	}
	return b.p.TimeoutOutcome(color)
}

// fail ends the game: a color's engine failed. The error may have a fault of its own,
// which overrides fault.
func (b *gameRun) fail(color game.Color, fault engines.Fault, err error) game.Outcome {
	var f *engines.Failure
	if errors.As(err, &f) {
		fault = f.Fault
	}
	b.blame(color, fault, err)
	return game.Win(color.Other(), EngineFault)
}

func (b *gameRun) blame(color game.Color, fault engines.Fault, err error) {
	b.record.Fault, b.record.Faulty = fault, b.contestant(color)
	if f := (*engines.Failure)(nil); errors.As(err, &f) && f.Fault == fault {
		err = f.Err // or its name would appear twice
	}
	b.record.Detail = fmt.Sprintf("game %d, %s (%s) to move in %q: %s: %v",
		b.record.Game+1, b.seats[b.record.Faulty].Name, color, b.p, fault, err)
}

// note formats an engine's report about its move, for the PGN.
func note(a engines.Answer, took time.Duration, c engines.Control) string {
	if !a.Scored {
		return ""
	}
	var s string
	if n, mate := engine.MateIn(a.Score); mate {
		s = fmt.Sprintf("#%d", n)
	} else {
		s = fmt.Sprintf("%+.2f", float64(a.Score)/100)
	}
	s += fmt.Sprintf("/%d", a.Depth)
	if c.Timed() { // without a clock the time means little, and records without it can be compared
		s += fmt.Sprintf(" %.3fs", took.Seconds())
	}
	return s
}

// mix derives a seed from numbers by the finalizer of splitmix64.
func mix(numbers ...uint64) uint64 {
	var h uint64
	for _, n := range numbers {
		h += n + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}
