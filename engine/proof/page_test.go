package proof_test

// pageText is docs/small-games.md, with TABLE for the results.
const pageText = "# Small games of Cheshire Cat Chess\n\n" +
	"Cheshire Cat Chess on small boards is solved from the start: who wins with best play, with proofs that another program can check.\n\n" +
	`Both colors have the same pieces on their first rank, each on the file of the other's, and a pawn before each. The rules are those of the game
on 8×8; pawns have no double step on fewer than six ranks. Of two arrays that are mirror images, one is listed.

- **Where the pawns touch** (3×4 and 4×4), White wins 38 of 42 games, 18 of them with the first move. Black holds four: RKN, KRQ and KQB on 3×4, KQRN on 4×4.
- **With one rank between the pawns** (3×5, 4×5 and 5×5), all 43 games are drawn, by stalemate. The pieces
  of [Gardner's minichess](https://en.wikipedia.org/wiki/Minichess) on 5×5 are among them.
- The pieces of Los Alamos chess on six files and five ranks (RNQKNR) are drawn, too: half a minute of processor time makes a proof with 73,924
  positions (0.5 MB), which is not part of the source. RNQKNR on 6×6 is not solved within 50 s and 2 GB.

White's pieces are named from the a-file. “Mate in” counts White's moves with the strategy of the proof, a shorter mate may exist. “Positions” are those
of the proof. To make all proofs took 12 seconds of processor time.
TABLE
## Check a proof

` + "```sh\n" +
	"wane proof check engine/proof/theorems/*.proof.gz\n" +
	"python3 engine/proof/check.py engine/proof/theorems/*.proof.gz     # a program of its own, with rules of its own\n" +
	"wane proof make 'rnbqk/ppppp/5/PPPPP/RNBQK w Kk - 0 1' --out gardner.proof.gz\n" +
	"wane proof make '***q****/*p*ppp**/kbppn3/r*p1***p/P*PPPn*r/1**bKp2/**P*****/R*B**B*R w - - 0 10' --out late.proof.gz\n" +
	"go test ./engine/proof -run Theorems -update     # make all proofs and this page again\n" +
	"```\n\n" +
	"`wane proof make` also proves late positions on 8×8 and 10×10, if the solver can solve them. `check.py` knows neither the double step nor en passant, so it takes boards of fewer than six ranks\n" +
	"and positions whose pawns have all left their start.\n\n" +
	`## The file

A proof is gzipped text:

` + "```text\n" + `wane proof 1
game Cheshire Cat Chess, 3×4
start krn/ppp/PPP/KRN w Kk -
result white wins
strategy white 2
krn/ppp/PPP/KRN w Kk - a2b3
…
` + "```\n\n" + `The result is ` + "`white wins`, `black wins` or `draw`" + `. A strategy has as many lines as its number says, sorted: a position, which is a FEN without the
two counters (asterisks are squares that have vanished), and the UCI move of that color. The winner has a strategy; in a drawn game each color has one.

To check a strategy, play all games in which its color moves as it says and the other color plays any legal move. For each position with that color to
move there must be a line with a legal move. A game ends when the side to move has no legal move: mate if it is in check, otherwise stalemate, a draw. The strategy's
color is never mated; the winner's games all end in mate. Since each move uses up a square, all games end. The fifty-move rule cannot end them
first: ` + "`wane proof make`" + ` makes no proof where it could.
`
