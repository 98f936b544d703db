package tables

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/tablebase"
)

// page is what the pages of the games differ in.
type page struct {
	intro   string // with verbs for what the title adds and for the command
	columns []column
	kinds   []kind
	royal   bool // there is a chapter about royal squares
}

// column counts positions of a rare kind.
type column struct {
	title string
	count func(*tablebase.Stats) int
}

// titles returns the titles of the columns.
func (p *page) titles() string {
	var list []string
	for _, c := range p.columns {
		list = append(list, c.title)
	}
	return strings.Join(list, " | ")
}

var (
	zugzwangs  = column{"Zugzwangs", func(s *tablebase.Stats) int { return s.Zugzwangs.Count }}
	fullPoint  = column{"Full-point", func(s *tablebase.Stats) int { return s.FullZugzwangs.Count }}
	weakerWins = column{"Weaker wins", func(s *tablebase.Stats) int { return s.LessMaterial.Count }}
)

//nolint:lll // a line of the page is a paragraph
var shrinkPage = page{
	intro: `# The endgames of Shrink Chess%s

The command %s writes this page from the tablebases; do not edit it.

The counts are of positions with few pieces on boards without empty ranks or files, without castling rights. The fifty-move rule is ignored. Mirror images, left for right, count as one
position. Positions with different sides to move count separately, unless both colors have the same pieces; then only those with White to move count. *White* is the color named first. Distances are in plies; the winner plays the fastest win, the loser the longest defense.

- **Zugzwang**: the side to move would prefer to pass. *Full-point*: either side to move loses. The counts are independent of the side to move.
- **Sacrifice**: a won position without a mate in one in which every winning move gives up a piece: it captures nothing, a piece can be captured in reply, and there is no recapture.
- **Weaker wins**: wins for the color with less material (queen 9, rook 5, bishop and knight 3, pawn 1).
- **Opponent underpromotion**: a won position in which every winning move promotes an opponent's pawn to less than a queen. *Underpromotion*: every winning move promotes one of the winner's own pawns to less than a queen.

`,
	columns: []column{
		zugzwangs, fullPoint,
		{"Sacrifices", func(s *tablebase.Stats) int { return s.Sacrifices.Count }},
		weakerWins,
		{"Opponent underpromotions", func(s *tablebase.Stats) int { return s.OpponentUnderpromotions.Count }},
		{"Underpromotions", func(s *tablebase.Stats) int { return s.Underpromotions.Count }},
	},
	kinds: shrinkKinds,
}

//nolint:lll // a line of the page is a paragraph
var convergentPage = page{
	intro: `# The endgames of Convergent Chess%s

The command %s writes this page from the tablebases; do not edit it.

The counts are of all positions with few pieces that the rules allow. The fifty-move rule and repetitions are ignored. Mirror images, left for right, count as one position. Positions with
different sides to move count separately, unless both colors have the same pieces; then only those with White to move count. *White* is the color named first. Distances are in plies; the
winner plays the fastest win, the loser the longest defense. A mate is any position without a legal move, for stalemate loses.

- **Zugzwang**: the side to move would prefer to pass. *Full-point*: either side to move loses. The counts are independent of the side to move.
- **Weaker wins**: wins for the color with less material (queen 9, rook 5, bishop and knight 3, pawn 1).
- **Decided**: wins that are draws by rules without royal squares, where an enemy piece there gives no check and so an intruder threatens nothing. *Turned*: wins that the other color wins by those rules. Stalemate loses by both.

`,
	columns: []column{
		zugzwangs, fullPoint, weakerWins,
		{"Decided", func(s *tablebase.Stats) int { return s.Royal.Decided.Count }},
		{"Turned", func(s *tablebase.Stats) int { return s.Royal.Turned.Count }},
	},
	kinds: convergentKinds,
	royal: true,
}

// royals writes what royal squares change.
func (a *report) royals(chapters []Chapter) {
	a.printf("## What the intruder's threat changes\n\n" +
		"The same positions by rules with and without royal squares. *Faster* are wins by both that are shorter because of " +
		"royal squares, *slower* those that are longer, *now drawn* the draws that are wins without them.\n\n" +
		"| Material | White | Drawn | Black | White, without | Drawn, without | Black, without | Decided | Turned | Now " +
		"drawn | Faster | Slower |\n" +
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, c := range chapters {
		var sum tablebase.Stats
		sum.Royal = new(tablebase.Royal)
		for i := range c.Stats {
			a.royal(c.Stats[i].Material, &c.Stats[i])
			add(&sum, &c.Stats[i])
		}
		if len(c.Stats) > 1 {
			a.royal("**all with "+number(c.Pieces)+"**", &sum)
		}
	}
	a.printf("\n")
}

func (a *report) royal(name string, s *tablebase.Stats) {
	r := s.Royal
	of := func(n int) string { return share(n, s.Positions) }
	a.printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, of(s.Wins[game.White]), of(s.Draws),
		of(s.Wins[game.Black]),
		of(r.Wins[game.White]), of(r.Draws), of(r.Wins[game.Black]), of(r.Decided.Count), of(r.Turned.Count), of(r.Drawn),
		of(r.Faster), of(r.Slower))
}

// add adds the counts of royal that a row shows.
func add(sum, s *tablebase.Stats) {
	sum.Positions += s.Positions
	sum.Draws += s.Draws
	sum.Royal.Draws += s.Royal.Draws
	for color := range sum.Wins {
		sum.Wins[color] += s.Wins[color]
		sum.Royal.Wins[color] += s.Royal.Wins[color]
	}
	sum.Royal.Decided.Count += s.Royal.Decided.Count
	sum.Royal.Turned.Count += s.Royal.Turned.Count
	sum.Royal.Drawn += s.Royal.Drawn
	sum.Royal.Faster += s.Royal.Faster
	sum.Royal.Slower += s.Royal.Slower
}
