package gameview

import (
	"cmp"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/puzzle"
)

// pageWords are the title and the description of pages that are not about one game.
var pageWords = map[string][2]string{
	"analysis": {"Analysis board",
		"Try moves, ask the engine and keep your studies, in four chess variants."},
	"editor": {"Set up a position",
		"Set up a position of any variant to analyze, play or share."},
	"about": {"About wane",
		"Who invented Shrink, Convergent, Diminuendo and Cheshire Cat Chess, and what wane is."},
	"help": {"Help",
		"How to play with a mouse, by touch or by keyboard: moves, names, time."},
	"privacy": {"Privacy",
		"What wane stores: cookies, settings in your browser, games, and your account if you have one."},
	"signin": {"Sign in",
		"You keep your games and your name on every device."},
	"signup": {"Create an account",
		"It is free and needs no e-mail address."},
	"account": {"Account",
		"Devices, password, recovery codes and tokens for programs."},
	"oauth": {"Sign in to a program",
		"A program asks to act for you."},
	"admin": {"Moderation",
		"Reports, accounts and the log, for moderators."},
	"correspondence": {"Correspondence",
		"Your games with days for each move: whose turn it is, and how much time is left."},
	"puzzles": {"Puzzles",
		"Puzzles of five chess variants, each with exactly one solution: proved where it can be."},
	"puzzle": {"Puzzle",
		"A position with exactly one solution. Find it."},
	"puzzleThemes": {"Puzzle themes",
		"Puzzles by theme: mates, collapses, drops, vanishing squares and more."},
	"puzzleStreak": {"Puzzle streak",
		"Puzzles that become harder and harder, until the first mistake."},
	"puzzleStorm": {"Puzzle storm",
		"As many puzzles as you can solve in three minutes."},
	"puzzleHistory": {"Puzzle history",
		"Your attempts at puzzles, and themes to work on."},
	"tournaments": {"Tournaments",
		"Arenas, Swiss tournaments and round robins: what is played now, and what comes next."},
	"newTournament": {"Create a tournament",
		"An arena, a Swiss tournament, or a round robin by correspondence."},
	"tournament": {"Tournament",
		"The players, the standings and the games."},
	"studies": {"Studies",
		"Annotated games that people make together: read them, comment, or begin one of your own."},
	"newStudy": {"Create a study",
		"Chapters with moves, comments and drawings, alone or with others."},
	"study": {"Study",
		"Chapters with moves, comments and drawings."},
	"watch": {"Watch",
		"The best live game of each variant, and finished games with a review."},
	"learn": {"Learn",
		"Rules, lessons and annotated games of each variant, an analysis board and a board editor."},
	"players": {"Players",
		"The best players of each game and speed, with their ratings."},
	"archive": {"Finished games",
		"Search finished games by variant, player, result and opening."},
}

// PageWords returns the title and the description of a page, for search engines and
// link previews, by the name of its route. The game is nil for a page that is not about
// one game.
func PageWords(page string, g game.Game) (title, text string) {
	if g == nil {
		if words, ok := pageWords[page]; ok {
			return words[0], words[1]
		}
		return "Chess with less", "Four chess variants: one board shrinks, one loses its squares, " +
			"one weakens the pieces you capture, one is small from the start. " +
			"Play a friend, anyone or the computer."
	}
	short := NewVariant(g).Short
	switch page {
	case "rules":
		return "The rules of " + g.Title(), short + " Every ruling, with boards to try it on."
	case "lesson":
		return "Learn " + g.Title(), short + " Five steps, and you can play it."
	case "drills":
		return g.Title() + ": ten drills", short + " Ten easy puzzles, each with one solution."
	case "channel":
		return g.Title() + ": live", "The best game that is being played, one after the other."
	case "annotated":
		return "A game of " + g.Title(), "A game with notes, to play through move by move."
	case "rankings":
		return "The rankings of " + g.Title(), "What each piece becomes when it is captured: try all 720 orders."
	case "puzzle":
		return "Puzzle · " + g.Title(), "A position with exactly one solution. Find it."
	case "analysis":
		return g.Title() + ": analysis", "Try moves, ask the engine and keep your studies."
	case "editor":
		return g.Title() + ": set up a position", "Set up a position to analyze, play or share."
	}
	return g.Title(), short
}

// PuzzleWords returns what is to be found in a puzzle, whose position is given.
func PuzzleWords(p *puzzle.Puzzle, position game.Position) (title, text string) {
	task := " wins decisively, by one move alone."
	switch p.Goal {
	case puzzle.Mate:
		task = fmt.Sprintf(" mates in %d.", p.MateIn())
	case puzzle.Win:
		task = " wins, by one move alone."
	case puzzle.Draw:
		task = " draws, by one move alone."
	}
	return "Puzzle · " + position.Game().Title(), position.Turn().String() + task + " Find it."
}

// GameWords returns who plays a game, and its status.
func (v *Views) GameWords(snap manager.Snapshot) (title, text string) {
	g := v.variant(snap.Header.Variant)
	white := ShownName(snap.Seats[game.White], game.White.String())
	black := ShownName(snap.Seats[game.Black], game.Black.String())
	return fmt.Sprintf("%s – %s · %s", white, black, g.title), StatusText(snap)
}

// PlayerName returns the name of a player, or what stands in place of a player without one.
func PlayerName(p livegame.Player, unnamed string) string {
	if p.Engine() {
		return engine.LevelName(p.Level)
	}
	return cmp.Or(p.Name, unnamed)
}

// ShownName is PlayerName as sentences and pictures show it.
func ShownName(p livegame.Player, unnamed string) string {
	p.Name = p.Shown()
	return PlayerName(p, unnamed)
}

// StatusText returns the status of a game for people: in progress, or how it ended.
func StatusText(snap manager.Snapshot) string {
	moves := message.Plural((len(snap.Moves)+1)/2, "move")
	switch snap.Status {
	case livegame.Waiting:
		return "The game waits for an opponent: the first to open the link can join."
	case livegame.Finished:
		o := game.Outcome{Result: snap.Summary.Result, Reason: snap.Summary.Reason}
		if !o.Over() {
			return "The game ended without a result, after " + moves + "."
		}
		return problem.Sentence(fmt.Errorf("%v, after %s", o, moves))
	}
	if len(snap.Moves) == 0 {
		return "The game has just started."
	}
	return "In progress, after " + moves + "."
}

// TurnText says whose turn it is, or how the game ended.
func TurnText(p game.Position) string {
	if o := p.Outcome(); o.Over() {
		return problem.Sentence(fmt.Errorf("%v", o))
	}
	if p.InCheck() {
		return p.Turn().String() + " to move, in check."
	}
	return p.Turn().String() + " to move."
}

// Robots returns the X-Robots-Tag of a game: search engines skip private ones.
func Robots(snap manager.Snapshot) string {
	if snap.Header.Public {
		return ""
	}
	return "noindex"
}

// Version identifies a game and what has happened in it, for ETags. It has the last event, not
// just its number: a database may have lost events and got others. Guests may have been forgotten
// since.
func Version(snap manager.Snapshot) string {
	var last livegame.Event
	if n := len(snap.Events); n > 0 {
		last = snap.Events[n-1]
	}
	return fmt.Sprintf("game %s %d %d %s %s %v %v", snap.Header.ID, last.Seq, last.At.UnixMilli(), last.Move, last.Command,
		snap.Seats[game.White].Forgotten(), snap.Seats[game.Black].Forgotten())
}
