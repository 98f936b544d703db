package server

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
)

// pageWords are a page's title and what it is about, for search engines and
// previews of links. Pages about one game are told which; the others are told nil.
func pageWords(page string, g game.Game) (title, text string) {
	if g == nil {
		switch page {
		case "analysis":
			return "Analysis board", "Try moves, let the engine think and keep what you find, in four games of chess on boards that diminish."
		case "editor":
			return "Set up a position", "Any position of four games of chess on boards that diminish: to analyse, to play, to share."
		case "games":
			return "Games played here", "Finished games of chess on boards that diminish: by game, player, result and opening."
		}
		return "Chess on boards that diminish", "Four games in which the board itself gets smaller, square by square or line by line. Play a friend, anyone, or the computer."
	}
	short := variantOf(g).Short
	switch page {
	case "rules":
		return "The rules of " + g.Title(), short + " Every ruling, with boards to try it on."
	case "learn":
		return "Learn " + g.Title(), short + " Five steps, and you can play it."
	case "specimen":
		return "A game of " + g.Title(), "A game with notes, to play through move by move."
	case "rankings":
		return "The rankings of " + g.Title(), "Who becomes what when he is captured: all 720 orders, to try."
	case "analysis":
		return g.Title() + ": analysis", "Try moves, let the engine think and keep what you find."
	case "editor":
		return g.Title() + ": set up a position", "Any position: to analyse, to play, to share."
	}
	return g.Title(), short
}

// gameWords are who plays a game, and how it stands.
func (s *Server) gameWords(snap manager.Snapshot) (title, text string) {
	g := s.views.variant(snap.Header.Variant)
	white, black := shownName(snap.Seats[game.White], game.White), shownName(snap.Seats[game.Black], game.Black)
	return fmt.Sprintf("%s – %s · %s", white, black, g.title), stand(snap)
}

// shownName is what a player is called where people read it.
func shownName(p livegame.Player, color game.Color) string {
	switch {
	case p.Engine():
		return fmt.Sprintf("Computer, level %d", p.Level)
	case p.Name == "":
		return color.String()
	}
	return p.Name
}

// stand tells how a game stands.
func stand(snap manager.Snapshot) string {
	moves := plural((len(snap.Moves)+1)/2, "move")
	switch snap.Status {
	case livegame.Waiting:
		return "The game waits for an opponent: whoever opens the link first can join."
	case livegame.Finished:
		o := game.Outcome{Result: snap.Summary.Result, Reason: snap.Summary.Reason}
		if !o.Over() {
			return "The game ended without a result, after " + moves + "."
		}
		return sentence(fmt.Errorf("%v, after %s", o, moves))
	}
	if len(snap.Moves) == 0 {
		return "The game has just begun."
	}
	return "The game goes on, after " + moves + "."
}

// turnOf tells whose move it is, or how the game ended.
func turnOf(p game.Position) string {
	if o := p.Outcome(); o.Over() {
		return sentence(fmt.Errorf("%v", o))
	}
	if p.InCheck() {
		return p.Turn().String() + " to move, in check."
	}
	return p.Turn().String() + " to move."
}
