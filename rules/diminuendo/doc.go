// Package diminuendo plays Diminuendo Chess, by David T. Jagger: 43 hexagonal
// cells, of which the double cell z, d4 and d5 in one, takes in the captured men
// and makes others of them. It is a family of 720 rankings with two options.
// The rules, where they differ from orthodox chess, with the rulings that other
// comments name:
//
//   - With the file x from 0 and the height h = 2·rank + |x−3|, steps are: rook
//     and king (0,±2) (±1,±1); bishop (±1,±3) (±2,0); knight (±1,±5) (±2,±4)
//     (±3,±1). A white pawn moves (0,+2) and captures (±1,+1); a black one the
//     other way.
//   - R1 z is one cell with two halves. A man on it acts from both, a line that
//     meets either half meets z, a slider runs on through an empty z. A bishop's
//     step passes between two cells, also between the halves of z.
//   - R2 A man captured elsewhere than on z becomes the next in the ranking and
//     is dropped on z; what stood there, of either side, leaves the board. The
//     last of the ranking just leaves, and z is emptied. A man captured on z
//     leaves the board.
//   - R3 A man who moves to z becomes the next in the ranking; the last of the
//     ranking vanishes.
//   - R4 Drop check: the attack of a man just dropped on the mover's kings does
//     not count for the legality of that move. Kings are never captured.
//   - R5 Pawns promote on the last cell of their file, to Q, R, N or B. There is
//     no double step, no en passant and no castling.
//   - R6 Stalemate is a draw.
//   - R7 A side may have several kings; no move may leave one of them attacked
//     (R4 excepted), or the mover without any. A side whose last king is pushed
//     off z by the opponent's capture has lost at once.
//   - R8 With the queenish king kings also step as bishops do; with the flexible
//     pawn pawns also move, not only capture, sideways-forward.
//
// Threefold repetition and fifty moves by each side without a capture draw, as
// does king against king. From the start of a game the loss of R7 does not come
// about: kings come into being on z only, and a side's last king off z cannot
// step onto it.
//
// Every move that the package gives out is legal by construction, except that
// moves of kings, and of men who become kings, are verified one by one.
package diminuendo
