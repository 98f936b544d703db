package views

import (
	"fmt"
	"strconv"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/notation"
)

// PGN returns a game as PGN; site is its address, or "?". Tags take the place of its own.
func PGN(snap manager.Snapshot, site string, find livegame.Lookup, tags ...notation.Tag) (string, error) {
	tree, err := snap.Line().Tree(find)
	if err != nil {
		return "", err
	}
	tree.Result = snap.Summary.Result
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
		{Name: "Black", Value: PlayerName(black, "?")}, {Name: "WhiteElo", Value: eloTag(white)},
		{Name: "BlackElo", Value: eloTag(black)}, {Name: "WhiteType", Value: typeTag(white)},
		{Name: "BlackType", Value: typeTag(black)}, {Name: "UTCDate", Value: begun.Format("2006.01.02")},
		{Name: "UTCTime", Value: begun.Format("15:04:05")}, {Name: "TimeControl", Value: controlTag(snap.Header.TimeControl)},
		{Name: "Termination", Value: string(snap.Summary.Reason)},
	}, tags...) {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return "", err
		}
	}
	addClocks(tree, snap.Header.TimeControl, snap.Events)
	return tree.PGN(), nil
}

// addClocks notes each mover's remaining time in a comment, if the game has a clock.
func addClocks(tree *notation.Tree, c livegame.TimeControl, events []livegame.Event) {
	if !c.RealTime() {
		return
	}
	clocks := livegame.MoveClocks(events)
	for n := tree.Root.Next(); n != nil && len(clocks) > 0; n, clocks = n.Next(), clocks[1:] {
		n.Comments = append(n.Comments, "[%clk "+notation.ClockText(clocks[0].Truncate(time.Second))+"]")
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
