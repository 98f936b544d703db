package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/node"
)

func newAdminList() *cobra.Command {
	var f filterFlags
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List games, the last changed first",
		Long: "List games, the last changed first. A page has 50 games; --after with the ID of its last game shows the " +
			"next one.\n\n" +
			"Guests are shown with their tags, by which games of one guest are found.",
		Example: "wane admin games list --status live --older 1d\nwane admin games list --no-moves --limit 0 --json",
		Args:    usage.Args(0, 0, ""),
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.after, "after", "", "only games after this one in the list, given by its ID")
	cmd.Flags().IntVar(&limit, "limit", 50, "most games; 0: all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON object for each game, one in a line")
	return operate(cmd, func(ctx context.Context, a *node.Admin, _ []string) error {
		if err := usage.InRange(cmd, "limit", limit, 0, 1<<30); err != nil {
			return err
		}
		filter, err := f.filter(ctx, cmd, a)
		if err != nil {
			return err
		}
		filter.Limit = limit
		out := bufio.NewWriter(cmd.OutOrStdout())
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		n, last := 0, livegame.ID("")
		for s, err := range a.Games(ctx, filter) {
			if err != nil {
				return err
			}
			v := a.View(s)
			if asJSON {
				if err := json.NewEncoder(out).Encode(v); err != nil {
					return err
				}
			} else {
				if n == 0 {
					_, _ = fmt.Fprintln(table, "ID\tVARIANT\tCHANGED\tPLIES\tWHITE\tBLACK\tSTATUS")
				}
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", v.ID, v.Variant, stamp(s.Updated), v.Ply,
					seatText(v.White), seatText(v.Black), statusText(v))
			}
			n, last = n+1, s.ID
		}
		if err := errors.Join(table.Flush(), out.Flush()); err != nil {
			return err
		}
		if limit > 0 && n == limit {
			_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "There may be more: --after %s\n", last)
		}
		return nil
	})
}

// seatText names a player with the guest's tag.
func seatText(s gameview.Seat) string {
	switch {
	case s.Level > 0:
		return fmt.Sprintf("engine %d", s.Level)
	case !s.Taken:
		return "-"
	case s.Account:
		return s.Name
	case s.Tag == "":
		return "forgotten"
	}
	return s.Name + " #" + s.Tag
}

// statusText says how a game stands.
func statusText(v gameview.Game) string {
	if v.Reason == "" {
		return v.Status
	}
	return v.Result + " " + v.Reason
}

func newAdminShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show a game",
		Example: "wane admin games show NQ3xXkXw9rTb",
		Args:    usage.Args(1, 1, "the ID of a game"),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the game with its events as JSON, as the API does")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		full, err := a.Full(ctx, livegame.ID(args[0]))
		if err != nil {
			return aboutGame(args[0], err)
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), full)
		}
		v := full.Game
		access := "all who have the link"
		if v.Public {
			access = "all, in lists"
		}
		var moves []string
		for _, e := range full.Events {
			switch e.Kind {
			case string(livegame.Move):
				moves = append(moves, e.SAN)
			case string(livegame.Takeback):
				moves = moves[:max(0, len(moves)-e.Plies)]
			}
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, row := range [][2]string{
			{"ID", v.ID}, {"Variant", v.Variant}, {"Status", statusText(v)}, {"White", seatText(v.White)},
			{"Black", seatText(v.Black)},
			{"Seen by", access}, {"Created", stamp(time.UnixMilli(v.Created))}, {"Changed", stamp(time.UnixMilli(v.Updated))},
			{"Events", fmt.Sprint(len(full.Events))}, {"Rematch of", cmp.Or(v.Former, "-")}, {"Rematch", cmp.Or(v.Next, "-")},
			{"Position", v.Position}, {"Moves", cmp.Or(strings.Join(moves, " "), "-")},
		} {
			_, _ = fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
		}
		return w.Flush()
	})
}

// aboutGame says which game an error is about.
func aboutGame(id string, err error) error {
	if errors.Is(err, livegame.ErrNotFound) {
		return fmt.Errorf("there is no game %.64q", id)
	}
	return fmt.Errorf("game %s: %w", id, err)
}

func newAdminExport() *cobra.Command {
	var f filterFlags
	var all, asJSON, force bool
	var file string
	cmd := &cobra.Command{
		Use:   "export [ID…]",
		Short: "Write games as PGN or JSON",
		Long: "Write games with all their moves, as PGN, or as a JSON object for each game, one in a line. The games are " +
			"those of the IDs, or those that the flags select, or all with --all. However many they are, they need no memory.",
		Example: "wane admin games export NQ3xXkXw9rTb\n" +
			"wane admin games export --player ann --output ann.pgn\n" +
			"wane admin games export --all --json --output games.jsonl",
		Args: usage.Args(0, 1<<20, ""),
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.BoolVar(&all, "all", false, "all games")
	fl.BoolVar(&asJSON, "json", false, "write JSON, as the API does")
	fl.StringVarP(&file, "output", "o", "-", "write to this file")
	fl.BoolVar(&force, "force", false, "replace the file if it exists")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		ways := 0
		for _, given := range []bool{len(args) > 0, f.given(), all} {
			if given {
				ways++
			}
		}
		if ways != 1 {
			return usage.Errorf(cmd, "say which games: IDs, or flags such as --player, or --all")
		}
		filter, err := f.filter(ctx, cmd, a)
		if err != nil {
			return err
		}
		n := 0
		write := func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for id, err := range exported(ctx, a, args, filter) {
				if err != nil {
					return err
				}
				switch err := exportGame(ctx, a, out, id, asJSON); {
				case err == nil:
					n++
				case len(args) > 0 || !errors.Is(err, livegame.ErrNotFound): // not deleted meanwhile
					return aboutGame(string(id), err)
				}
			}
			return out.Flush()
		}
		if file == "-" {
			err = write(cmd.OutOrStdout())
		} else {
			err = atomicfile.Write(file, 0o600, force, write)
		}
		if n > 0 || err == nil { // what was written before an error is written
			err = errors.Join(err, a.Exported(context.WithoutCancel(ctx), n, strings.Join(args, " ")))
		}
		if err == nil && file != "-" {
			_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s.\n", file, message.Plural(n, "game"))
		}
		return err
	})
}

// exported yields the games with these IDs, or without any those that a filter selects.
func exported(ctx context.Context, a *node.Admin, ids []string, f admin.Filter) iter.Seq2[livegame.ID, error] {
	return func(yield func(livegame.ID, error) bool) {
		for _, id := range ids {
			if !yield(livegame.ID(id), nil) {
				return
			}
		}
		if len(ids) > 0 {
			return
		}
		for s, err := range a.Games(ctx, f) {
			if !yield(s.ID, err) {
				return
			}
		}
	}
}

// exportGame writes a game as PGN or as a line of JSON.
func exportGame(ctx context.Context, a *node.Admin, w io.Writer, id livegame.ID, asJSON bool) error {
	if asJSON {
		full, err := a.Full(ctx, id)
		if err != nil {
			return err
		}
		return json.NewEncoder(w).Encode(full)
	}
	text, err := a.PGN(ctx, id)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text+"\n")
	return err
}

func newAdminClose() *cobra.Command {
	var result, reason string
	cmd := &cobra.Command{
		Use:   "close ID…",
		Short: "End games that are not over",
		Long: "End games that wait for an opponent or are in progress, without a result or with the one that you give. The " +
			"players see that the operator closed the game, and the reason that you give: their pages show it within ten " +
			"seconds.\n\n" +
			"A game that ends with a result is archived like any other; one without is deleted in time (see 'wane serve " +
			"--keep-abandoned').",
		Example: "wane admin games close NQ3xXkXw9rTb\n" +
			"wane admin games close --result 0-1 --reason 'an engine' NQ3xXkXw9rTb",
		Args: usage.Args(1, 1<<20, "the IDs of games"),
	}
	cmd.Flags().StringVar(&result, "result", "none", "1-0, 0-1, 1/2-1/2 or none")
	cmd.Flags().StringVar(&reason, "reason", "", "what the players read after “closed by the operator of the server”")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		r, known := map[string]game.Result{"none": game.Ongoing, "1-0": game.WhiteWins, "0-1": game.BlackWins,
			"1/2-1/2": game.Draw}[result]
		if !known {
			return usage.Errorf(cmd, "--result %.40q: expected 1-0, 0-1, 1/2-1/2 or none", result)
		}
		var all error
		for _, id := range args {
			if err := a.Close(ctx, livegame.ID(id), r, reason); err != nil {
				all = errors.Join(all, aboutGame(id, err))
				continue
			}
			_, _ = fmt.Fprintf(cmd.OutOrStdout(), "Closed %s.\n", id)
		}
		return all
	})
}

func newAdminDelete() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete ID…",
		Short: "Delete games for good",
		Long: "Delete games for good, whatever their state: the moves, the names, the review, and what they count for in " +
			"the archive and in the opening explorer. Pages that show a game say within ten seconds that it was deleted. Its " +
			"link leads nowhere. Links from its rematch stay, and so do copies in backups: after a restore, delete it " +
			"again.\n\n" +
			"The command shows the games and asks first, unless you give --yes.",
		Example: "wane admin games delete NQ3xXkXw9rTb\nwane admin games delete --yes NQ3xXkXw9rTb dtBy5eRvKk2P",
		Args:    usage.Args(1, 1<<20, "the IDs of games"),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		out := cmd.OutOrStdout()
		if !yes {
			for _, id := range args {
				full, err := a.Full(ctx, livegame.ID(id))
				switch {
				case errors.Is(err, livegame.ErrNotFound):
					return aboutGame(id, err)
				case err != nil: // it can be deleted all the same
					_, _ = fmt.Fprintln(cmd.ErrOrStderr(), aboutGame(id, err))
					continue
				}
				v := full.Game
				_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s  %s  %s – %s  %s  %s\n", v.ID, v.Variant, seatText(v.White),
					seatText(v.Black), message.Plural(len(full.Events), "event"), statusText(v))
			}
			_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "Delete %s for good? [y/N] ", message.Plural(len(args), "game"))
			answer, _ := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
			if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
				return errors.New("nothing was deleted")
			}
		}
		var all error
		for _, id := range args {
			if err := a.Delete(ctx, livegame.ID(id)); err != nil {
				all = errors.Join(all, aboutGame(id, err))
				continue
			}
			_, _ = fmt.Fprintf(out, "Deleted %s.\n", id)
		}
		return all
	})
}
