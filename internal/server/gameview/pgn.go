package gameview

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/notation"
)

// PGN returns a game as PGN with the name of its opening; site is its address, or "?". Tags take the place of its own.
func (v *Views) PGN(ctx context.Context, snap manager.Snapshot, site string, tags ...notation.Tag) (string, error) {
	return text(v.Tree(ctx, snap, site, tags...))
}

// Tree is PGN as a tree.
func (v *Views) Tree(
	ctx context.Context, snap manager.Snapshot, site string, tags ...notation.Tag,
) (*notation.Tree, error) {
	if snap.Summary.Status == livegame.Finished {
		if name := v.Opening(ctx, snap.Line()); name != "" {
			tags = append([]notation.Tag{{Name: "Opening", Value: name}}, tags...)
		}
	}
	return treeOf(snap, site, v.o.Lookup, tags)
}

// PGN returns a game as PGN; site is its address, or "?". Tags take the place of its own.
func PGN(snap manager.Snapshot, site string, find livegame.Lookup, tags ...notation.Tag) (string, error) {
	return text(treeOf(snap, site, find, tags))
}

func text(tree *notation.Tree, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return tree.PGN(), nil
}

func treeOf(snap manager.Snapshot, site string, find livegame.Lookup, tags []notation.Tag) (*notation.Tree, error) {
	tree, err := snap.Line().Tree(find)
	if err != nil {
		return nil, err
	}
	event := "Game"
	switch {
	case snap.Header.Tournament != "" && snap.Header.Rated:
		event = "Rated tournament " + string(snap.Header.Tournament)
	case snap.Header.Tournament != "":
		event = "Tournament " + string(snap.Header.Tournament)
	case snap.Header.Rated:
		event = "Rated game"
	case snap.Header.Casual:
		event = "Casual game"
	}
	begun := snap.Header.Created.UTC()
	white, black := snap.Seats[game.White], snap.Seats[game.Black]
	for _, t := range append([]notation.Tag{
		{Name: "Event", Value: event}, {Name: "Site", Value: site}, {Name: "Date", Value: begun.Format("2006.01.02")},
		{Name: "Round", Value: "-"}, {Name: "White", Value: PlayerName(white, "?")},
		{Name: "Black", Value: PlayerName(black, "?")}, {Name: "WhiteTitle", Value: white.TitleTag()},
		{Name: "BlackTitle", Value: black.TitleTag()}, {Name: "WhiteElo", Value: eloTag(white)},
		{Name: "BlackElo", Value: eloTag(black)}, {Name: "WhiteType", Value: typeTag(white)},
		{Name: "BlackType", Value: typeTag(black)}, {Name: "UTCDate", Value: begun.Format("2006.01.02")},
		{Name: "UTCTime", Value: begun.Format("15:04:05")}, {Name: "TimeControl", Value: controlTag(snap.Header.TimeControl)},
	}, tags...) {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return nil, err
		}
	}
	for color, p := range snap.Seats {
		if err := addBerserk(tree, game.Color(color), p); err != nil {
			return nil, err
		}
	}
	addClocks(tree, snap.Header.TimeControl, snap.Events)
	ending := game.Outcome{Result: snap.Summary.Result, Reason: snap.Summary.Reason}
	tree.SetOutcome(ending, termination(ending))
	return tree, nil
}

// termination returns PGN's word for a reason of package livegame, "" for those of package game.
func termination(o game.Outcome) notation.Termination {
	switch o.Reason {
	case livegame.NoStart:
		return notation.TimeForfeit
	case livegame.Aborted, livegame.NoFirstMove, livegame.NotJoined, livegame.Abandoned,
		livegame.OpponentLeft, livegame.OpponentLeftDraw:
		return notation.Abandoned
	}
	closed := strings.HasPrefix(string(o.Reason), string(livegame.Closed)) // the operator's words may follow
	switch {
	case closed && o.Over():
		return notation.Adjudication
	case closed:
		return notation.Unterminated
	}
	return ""
}

// addBerserk says in a tag and before the first move that a player has halved the own time,
// which the clocks alone do not tell.
func addBerserk(tree *notation.Tree, color game.Color, p livegame.Player) error {
	if !p.Berserk {
		return nil
	}
	tree.Root.Comments = append(tree.Root.Comments,
		fmt.Sprintf("%v went berserk: half the time, no increment.", color))
	return tree.SetTag(color.String()+"Berserk", "true")
}

// addClocks notes each mover's remaining time in a comment, if the game has a clock.
func addClocks(tree *notation.Tree, c livegame.TimeControl, events []livegame.Event) {
	if !c.RealTime() {
		return
	}
	clocks := livegame.MoveClocks(events)
	for n := tree.Root.Next(); n != nil && len(clocks) > 0; n, clocks = n.Next(), clocks[1:] {
		n.Comments = append(n.Comments, "[%clk "+notation.ClockText(int(clocks[0].Truncate(time.Second).Milliseconds()))+"]")
	}
}

// typeTag returns the PGN tag of what a player is, "" for an empty seat.
func typeTag(p livegame.Player) string {
	switch {
	case p.Engine(), p.Bot:
		return "program"
	case p.Empty():
		return ""
	}
	return "human"
}

// eloTag returns the PGN tag of a player's rating, "" for none.
func eloTag(p livegame.Player) string {
	if p.Rating == 0 {
		return ""
	}
	return strconv.Itoa(p.Rating)
}

// controlTag returns the PGN tag of a time control: in seconds, or seconds per move.
func controlTag(c livegame.TimeControl) string {
	switch {
	case c.RealTime():
		return fmt.Sprintf("%d+%d", int(c.Base.Seconds()), int(c.Increment.Seconds()))
	case c.Correspondence():
		return fmt.Sprintf("1/%d", int(c.PerMove.Seconds()))
	}
	return "-"
}
