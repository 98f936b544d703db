package engines

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// uciQuit is the longest time for an engine to quit.
const uciQuit = 500 * time.Millisecond

// Command sets up a contestant that is a UCI engine, by its description. The options
// are option.NAME=VALUE for the engine's options, in their order, and variant=NAME for
// the engine's name of the variant, if it differs from ours.
func Command(c *Contestant, s Spec) error {
	u := uci{command: s.Command}
	for _, o := range s.Options {
		name, option := strings.CutPrefix(o.Name, "option.")
		switch {
		case option && name != "" && !strings.ContainsAny(name+o.Value, "\r\n"):
			u.options = append(u.options, Option{name, o.Value})
		case o.Name == "variant" && !strings.ContainsAny(o.Value, "\r\n"):
			u.variant = o.Value
		default:
			return fmt.Errorf("it has no option %.40q: expected option.NAME, variant, name, nodes, depth, movetime or time",
				o.Name)
		}
	}
	c.New = func(ctx context.Context) (Player, error) {
		player := u
		if err := player.start(ctx); err != nil {
			return nil, err
		}
		return &player, nil
	}
	return nil
}

// uci is a UCI engine whose option UCI_Variant, if any, chooses the game.
type uci struct {
	command []string
	options []Option
	variant string // the engine's name of the game, if it differs from ours

	p        *process
	offered  []uciOption
	dead     bool
	thinking bool // between go and bestmove
}

// start starts the engine and sets its options.
func (u *uci) start(ctx context.Context) error {
	p, err := start(u.command)
	if err != nil {
		return err
	}
	u.p = p
	if err := u.introduce(ctx); err != nil {
		u.Close()
		return err
	}
	return nil
}

func (u *uci) introduce(ctx context.Context) error {
	err := u.p.send("uci")
	if err == nil {
		err = u.await(ctx, func(line string) bool {
			if o, ok := parseUCIOption(line); ok {
				u.offered = append(u.offered, o)
			}
			return line == "uciok"
		})
	}
	if err != nil {
		return fmt.Errorf("it does not answer to uci: %w", err)
	}
	for _, o := range u.options {
		offer, err := findOption(u.offered, o)
		if err != nil {
			return err
		}
		if err := u.set(offer.name, o.Value); err != nil {
			return err
		}
	}
	return nil
}

// set sets an option.
func (u *uci) set(name, value string) error {
	if value == "" {
		return u.p.send("setoption name " + name) // a button
	}
	return u.p.send("setoption name " + name + " value " + value)
}

// Begin implements Player.
func (u *uci) Begin(ctx context.Context, g game.Game) error {
	err := u.begin(ctx, g)
	if err != nil {
		u.dead = true
	}
	return err
}

func (u *uci) begin(ctx context.Context, g game.Game) error {
	name := u.variant
	if name == "" {
		name = g.Name()
	}
	i := slices.IndexFunc(u.offered, func(o uciOption) bool { return strings.EqualFold(o.name, "UCI_Variant") })
	switch {
	case i >= 0:
		if err := u.offered[i].takesVariant(name); err != nil {
			return err
		}
		if err := u.set(u.offered[i].name, name); err != nil {
			return err
		}
	case g.Name() != "chess" && u.variant == "":
		return fmt.Errorf("it plays only chess: it has no option UCI_Variant")
	}
	for _, line := range []string{"ucinewgame", "isready"} {
		if err := u.p.send(line); err != nil {
			return err
		}
	}
	if err := u.await(ctx, func(line string) bool { return line == "readyok" }); err != nil {
		return fmt.Errorf("it does not answer to isready: %w", err)
	}
	return nil
}

// await reads lines until right accepts one.
func (u *uci) await(ctx context.Context, right func(line string) bool) error {
	for {
		line, err := u.p.line(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return &Failure{Hang, errors.New("no answer in time")}
		case err != nil:
			return err
		case right(strings.TrimSpace(line)):
			return nil
		}
	}
}

// Alive implements Player.
func (u *uci) Alive() bool { return !u.dead }

// Close implements Player.
func (u *uci) Close() {
	wait := uciQuit
	if u.dead || u.thinking {
		wait = 0 // it was stopped already, or its result is not needed
	}
	u.dead = true
	u.p.end("quit", wait)
}

// Move implements Player.
func (u *uci) Move(ctx context.Context, t Turn) (Answer, error) {
	answer, err := u.move(ctx, t)
	if err == nil {
		return answer, nil
	}
	if !errors.Is(err, ctx.Err()) || !u.thinking {
		u.dead = true
		return Answer{}, err
	}
	// Its time is up. If it stops, it may play the next game.
	if u.p.send("stop") != nil || u.drain() != nil { //nolint:contextcheck // the context has ended
		u.dead = true
		return Answer{}, &Failure{Hang, fmt.Errorf("it did not stop within %v", StopTimeout)}
	}
	return Answer{}, err
}

// drain waits for the end of a search and drops its result.
func (u *uci) drain() error {
	ctx, cancel := context.WithTimeout(context.Background(), StopTimeout)
	defer cancel()
	err := u.await(ctx, isBestMove)
	u.thinking = err != nil
	return err
}

func (u *uci) move(ctx context.Context, t Turn) (Answer, error) {
	position := "position fen " + t.FEN
	if t.FEN == t.Position.Game().Start().String() {
		position = "position startpos"
	}
	if len(t.Moves) > 0 {
		position += " moves " + strings.Join(t.Moves, " ")
	}
	if err := u.p.send(position); err != nil {
		return Answer{}, err
	}
	if err := u.p.send(goCommand(t)); err != nil {
		return Answer{}, err
	}
	u.thinking = true
	var a Answer
	for {
		line, err := u.p.line(ctx)
		if err != nil {
			return Answer{}, err
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "info":
			a.info(words[1:])
		case words[0] == "bestmove":
			u.thinking = false
			if len(words) > 1 {
				a.Move = words[1]
			}
			return a, nil
		}
	}
}

func isBestMove(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return word == "bestmove"
}
