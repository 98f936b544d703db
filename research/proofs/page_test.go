package proofs_test

// pageText is docs/small-games.md, with TABLE for the results.
//
//nolint:lll // a line of the page is a paragraph
const pageText = "# Small games\n\n" +
	"Cheshire Cat Chess and Shrink Chess on small boards are solved from the start: who wins with best play, with " +
	"proofs that another program can check.\n\n" +
	`Both colors have the same pieces on their first rank, each on the file of the other's, and a pawn before each. The rules are those of the games
on 8×8; there are no double steps on these boards, and in Shrink Chess nobody may castle. Of two arrays that are mirror images, one is listed.

White's pieces are named from the a-file. “Mate in” counts White's moves with the strategy of the proof, a shorter mate may exist. “Positions” are those
of the proof.

## Cheshire Cat Chess

- **Where the pawns touch** (3×4 and 4×4), White wins 38 of 42 games, 18 of them with the first move. Black holds four: RKN, KRQ and KQB on 3×4, KQRN on 4×4.
- **With one rank between the pawns** (3×5, 4×5 and 5×5), all 43 games are drawn, by stalemate. The pieces
  of [Gardner's minichess](https://en.wikipedia.org/wiki/Minichess) on 5×5 are among them.
- The pieces of Los Alamos chess on six files and five ranks (RNQKNR) are drawn, too: half a minute of processor time makes a proof with 73,924
  positions (0.5 MB), which is not part of the source. RNQKNR on 6×6 is not solved within 50 s and 2 GB.

To make all these proofs took 12 seconds of processor time.
TABLES OF Cheshire Cat Chess

## Shrink Chess

- **Where the pawns touch** (3×4 and 4×4), White wins 39 of 42 games, 18 of them with the first move. Black holds three: KRB, KRQ and KQB on 3×4.
- **With one rank between the pawns** (3×5), all 18 games are drawn: each color can go on forever, or reach a draw.

The games on 4×5 are not solved: of two that were tried (KRNB and KRBN), no proof with at most 300,000 positions for each color was found.

The engine orders the moves, with 12,000 nodes for each position. To make all these proofs took three minutes of processor time.
TABLES OF Shrink Chess

## Check a proof

` + "```sh\n" +
	"make research\n" +
	"bin/research proofs check research/proofs/theorems/*.proof.gz\n" +
	"python3 research/proofs/check.py research/proofs/theorems/*.proof.gz  # a program of its own, with rules of its " +
	"own\n" +
	"bin/research proofs make 'rnbqk/ppppp/5/PPPPP/RNBQK w Kk - 0 1' --output gardner.proof.gz\n" +
	"bin/research proofs make -v shrink 'krq/ppp/PPP/KRQ w - - 0 1' --output krq.proof.gz\n" +
	"bin/research proofs make '***q****/*p*ppp**/kbppn3/r*p1***p/P*PPPn*r/1**bKp2/**P*****/R*B**B*R w - - 0 10' " +
	"--output late.proof.gz\n" +
	"cd research && go test ./proofs -run Theorems -update                 # make all proofs and this page again\n" +
	"```\n\n" +
	"`research proofs make` also proves late positions on large boards, if it can solve them. `check.py` knows neither " +
	"the double step nor en passant nor castling, so it takes boards of fewer than six ranks\n" +
	"(eight in Shrink Chess) and positions whose pawns have all left their start.\n\n" +
	`## The file

A proof is gzipped text:

` + "```text\n" + `wane proof 1
game Cheshire Cat Chess, 3×4
start krn/ppp/PPP/KRN w Kk -
result white wins
strategy white 2
k*n/prp/PP*/KRN w Kk - a2b3
krn/ppp/PPP/KRN w Kk - c2b3
` + "```\n\n" + `The result is ` + "`white wins`, `black wins` or `draw`" + `. A strategy has as many lines as its number says, sorted: a position, which is a FEN without the
two counters (asterisks are squares of Cheshire Cat Chess that have vanished), and the UCI move of that color. The winner has a strategy; in a drawn game each color has one.

To check a strategy, play all games in which its color moves as it says and the other color plays any legal move. For each position with that color to
move there must be a line with a legal move. A game ends when the side to move has no legal move: mate if it is in check, otherwise stalemate, a draw. The strategy's
color is never mated. A winner's games all end in mate before a position comes back, and within 99 plies, so that the fifty-move rule cannot end them
first. A drawn game of Shrink Chess may never end with these strategies. In Cheshire Cat Chess each move uses up a square, so all games end.
`
