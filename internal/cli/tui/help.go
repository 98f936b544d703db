package tui

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

const helpText = `# Making a move

- Arrow keys move the cursor. Enter or Space chooses a piece, then its destination. Esc cancels.
- With the mouse, click the piece and its destination, or drag the piece.
- Or type the move: e4, Nf3, exd5, e2e4, zf1, Kd2=BN. Capitals are pieces, small letters files. ` +
	`Enter plays it. m opens an empty line.
- While a piece is chosen and the cursor is on a destination, the panel and the board show what the move changes.
- Promotions are chosen one by one, on the board after the move. Q R B N choose, ` +
	`Backspace takes the last choice back, a promotes all others alike.

# Marks on the board

  [K]  the cursor             (K)  the chosen piece
   ·   a destination          xk   a piece to capture
  ///  will disappear         >N<  a piece that will appear here
   P=  a pawn that promotes   >P<  the pawn to choose for
   K+  a king in check        K~   a check that does not count in this move
  -K   made the last move     ?K?  the hint
  ░░░  a vanished square

Capitals are White's pieces, small letters Black's. The coordinates of vanishing ranks and files are marked, too.

# Keys

- u  take back (against the computer: your last move and its reply)
- t  a hint from the engine
` + lookHelp + `- x  resign                         D  agree to a draw (two players)
- n  new game                       p  after the end: rematch with colors swapped
- s  save the game as PGN           r  the rules of this variant
- v  the full text of the panel
- PgUp PgDn Home End  scroll the move list
- q  quit                        Ctrl-C  quit at once
- Ctrl-Z  suspend (fg resumes)
`

// helpPage explains the keys and the marks.
func helpPage() *pager { return &pager{title: "Help", text: helpText} }

// rulesPage shows a variant's rules.
func rulesPage(g game.Game) *pager {
	return &pager{title: "The rules of " + g.Title(), text: unmarked(Unwrap(g.Rules()))}
}

// wholeWidth is the width of a text shown in full.
const wholeWidth = 76

// wholePage shows a text of the panel in full.
func wholePage(title string, lines []line) *pager {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return &pager{title: title, text: b.String()}
}
