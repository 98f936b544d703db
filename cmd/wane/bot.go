package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/bot"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

func newBot() *cobra.Command {
	var o bot.Options
	var engine, rating string
	var seek []string
	logs := logFlags{details: true} // the games are the bot's own
	cmd := &cobra.Command{
		Use:   "bot",
		Short: "Play on a server as a bot, with any engine",
		Long: "Play on a server as a bot: accept challenges by rules, challenge other bots, and play the games with an " +
			"engine. The token is that of the bot's account, with the scope bot:play; a new account becomes a bot with " +
			"--upgrade, for good. The server may be a wane or any other with Lichess's bot API.\n\n" +
			"The engine is wane's own, such as wane,level=5, or the command of a UCI engine, such as stockfish. 'wane match " +
			"--help' describes both.\n\n" +
			"The bot accepts draws when it is not better, and claims the win when an opponent has left. After Ctrl+C its " +
			"games wait; the same command resumes them. An environment variable can stand for each flag, such as WANE_TOKEN " +
			"for --token, which hides it from other users of the machine; a flag overrides its variable.",
		Example: "wane bot --url https://wane.example --variant shrink,chess\n" +
			"wane bot --url https://wane.example --engine stockfish --variant chess\n" +
			"wane bot --url https://wane.example --seek 3+2,5+0 -c 2",
		Args: usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&o.URL, "url", "", "address of the server, such as https://wane.example")
	fl.StringVar(&o.Token, "token", "", "token of the bot's account")
	fl.BoolVar(&o.Upgrade, "upgrade", false, "make the account a bot if it is none; this cannot be undone")
	fl.StringVarP(&engine, "engine", "e", "wane",
		"engine: wane, wane,book=on, wane,level=1–8, or the command of a UCI engine")
	fl.DurationVarP(&o.MoveTime, "movetime", "m", 2*time.Second, "time for a move in games without a clock")
	fl.StringSliceVarP(&o.Rules.Variants, "variant", "v", nil, "variants to play (default all)")
	fl.StringSliceVar(&o.Rules.Speeds, "speeds", nil, "speeds to play: bullet, blitz, rapid, correspondence (default all)")
	fl.StringVar(&o.Rules.Mode, "mode", "", "accept only rated or casual games (default both)")
	fl.StringVar(&o.Rules.Opponents, "opponents", "", "accept challenges only of bots or people (default both)")
	fl.StringVar(&rating, "rating", "", "ratings of opponents, such as 1200-1800 (default all)")
	fl.IntVarP(&o.Rules.Games, "concurrency", "c", 1, "games at once")
	fl.StringSliceVar(&seek, "seek", nil,
		"challenge other bots with these time controls, such as 3+2 or 2d (default never)")
	fl.BoolVar(&o.Seek.Casual, "seek-casual", false, "challenge them to games that are not rated")
	fl.BoolVar(&o.Seek.Levels, "seek-levels", false,
		"challenge the levels of the server's engine too, while no other bot is free")
	fl.StringVar(&o.Hello, "hello", "Good luck!", "what to say at the beginning of a game; empty: nothing")
	fl.StringVar(&o.Bye, "bye", "Good game!", "what to say at the end of a game; empty: nothing")
	fl.StringVar(&logs.format, "log", "text", "log format: text, json or none")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := usage.FromEnv(cmd); err != nil {
			return err
		}
		if err := usage.InRange(cmd, "concurrency", o.Rules.Games, 1, 256); err != nil {
			return err
		}
		if err := botRules(cmd, &o, rating, seek); err != nil {
			return err
		}
		log, err := logs.open(cmd)
		if err != nil {
			return err
		}
		o.Log, o.Lookup = log, rules.ByName
		o.Engine = func(g game.Game) (engines.Contestant, error) {
			return contestant(g, engineSpec(engine), engines.Control{})
		}
		if err := botVariants(cmd, &o, len(seek) > 0, engine); err != nil {
			return err
		}
		b, err := bot.New(o)
		if err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		return b.Run(ctx)
	}
	return cmd
}

// botRules checks the flags that say what a bot plays.
func botRules(cmd *cobra.Command, o *bot.Options, rating string, seek []string) error {
	oneOf := func(flag, value string, allowed ...string) error {
		if slices.Contains(allowed, value) {
			return nil
		}
		return usage.Errorf(cmd, "--%s %.40q: expected %s", flag, value, strings.Join(allowed, " or "))
	}
	names := o.Rules.Variants
	for i, name := range names {
		g, err := rules.ByName(name)
		if err != nil {
			return usage.Errorf(cmd, "--variant: %w", err)
		}
		names[i] = g.Name()
	}
	for _, speed := range o.Rules.Speeds {
		if err := oneOf("speeds", speed, bot.Speeds...); err != nil {
			return err
		}
	}
	if o.Rules.Mode != "" {
		if err := oneOf("mode", o.Rules.Mode, "rated", "casual"); err != nil {
			return err
		}
	}
	if o.Rules.Opponents != "" {
		if err := oneOf("opponents", o.Rules.Opponents, "bots", "people"); err != nil {
			return err
		}
	}
	if rating != "" {
		if _, err := fmt.Sscanf(rating, "%d-%d", &o.Rules.Least, &o.Rules.Most); err != nil || o.Rules.Least > o.Rules.Most ||
			o.Rules.Least < 0 {
			return usage.Errorf(cmd, "--rating %.40q: expected two numbers, such as 1200-1800", rating)
		}
	}
	for _, text := range seek {
		c, err := livegame.ParseTimeControl(text)
		if err != nil || !c.RealTime() && !c.Correspondence() {
			return usage.Errorf(cmd, "--seek %.40q: expected minutes and seconds such as 3+2, or days such as 2d", text)
		}
		o.Seek.Controls = append(o.Seek.Controls, c)
	}
	return nil
}

// engineSpec returns the description of an engine: that of 'wane match', or a command.
func engineSpec(text string) string {
	if builtIn(text) || strings.HasPrefix(text, "cmd=") {
		return text
	}
	if _, err := os.Stat(text); err == nil && strings.Contains(text, " ") {
		text = `"` + text + `"` // one file, not a command with arguments
	}
	return "cmd=" + text
}

// builtIn reports whether an engine is part of wane: it plays every variant.
func builtIn(engine string) bool {
	kind, _, _ := strings.Cut(engine, ",")
	return kind == "wane" || kind == "baseline"
}

// botVariants finds out which variants the engine plays, so that errors come before the first
// game: those that were chosen, or all.
func botVariants(cmd *cobra.Command, o *bot.Options, seek bool, engine string) error {
	chosen := o.Rules.Variants
	names := chosen
	if len(chosen) == 0 {
		for _, g := range rules.All() {
			names = append(names, g.Name())
		}
	}
	var play []string
	for _, name := range names {
		err := tryEngine(cmd.Context(), *o, name)
		switch {
		case err == nil:
			play = append(play, name)
		case len(chosen) > 0 || name == names[len(names)-1] && len(play) == 0:
			return err
		}
	}
	if len(chosen) > 0 || !builtIn(engine) { // our own plays all rankings, too
		o.Rules.Variants = play
	}
	if seek {
		o.Seek.Variants = play
	}
	return nil
}

// tryEngine starts the engine of a bot once.
func tryEngine(ctx context.Context, o bot.Options, variant string) error {
	g, err := o.Lookup(variant)
	if err != nil {
		return err
	}
	c, err := o.Engine(g)
	if err != nil {
		return err
	}
	p, err := c.New(ctx)
	if err != nil {
		return fmt.Errorf("the engine does not start: %w", err)
	}
	defer p.Close()
	if err := p.Begin(ctx, g); err != nil {
		return fmt.Errorf("the engine does not play %s; choose others with --variant: %w", g.Title(), err)
	}
	return nil
}
