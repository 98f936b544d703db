package tui

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

const helpText = `# Making a move

- Arrow keys move the cursor; Enter or Space chooses a man, then the place it goes to. Esc lets go.
- With the mouse: click the man, click the place; or drag it there.
- Or type it, just so: e4, Nf3, exd5, e2e4, zf1, Kd2=BN. Capitals are for men, small letters for files. Enter plays it. m opens an empty line.
- While a man is chosen and the cursor is on a place it can go to, the panel tells what the move will change, and the board shows it.
- If pawns promote, they are asked for one by one, on the board as it will be after the move. Q R B N choose, Backspace goes back, a gives all the rest the same.

# Marks on the board

  [K]  the cursor             (K)  the man about to move
   ·   a place to go to       xk   a man to take
  ///  will disappear         >N<  a man who will come to stand here
   P=  a pawn that promotes   >P<  the pawn that is asked about
   K+  a king in check        K~   a check that does not count in this move
  -K   made the last move     ?K?  the hint
  ░░░  a square that has vanished

Capitals are White's men, small letters Black's. The coordinates of ranks and files that will go are marked, too.

# Keys

- u  take back (against the computer: your last move and its answer)
- t  a hint from the engine
- F  turn the board round        G  letters or chess glyphs
- x  resign                      D  agree to a draw (two people)
- n  another game                p  after the end: again, sides changed
- s  save the game as PGN        r  the rules of this game
- v  what the panel tells, in full, where it is too long for it
- PgUp PgDn Home End  scroll the list of moves
- q  quit                        Ctrl-C  quit at once
`

// helpPage tells the keys and the marks.
func helpPage() *pager { return &pager{title: "Help", text: helpText} }

// rulesPage tells a game's rules.
func rulesPage(g game.Game) *pager {
	return &pager{title: "The rules of " + g.Title(), text: unmarked(g.Rules())}
}

// wholeWidth is the width for texts that the panel cut short.
const wholeWidth = 76

// wholePage shows a text of the panel in full.
func wholePage(title string, lines []line) *pager {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return &pager{title: title, text: b.String()}
}
