// Package diminuendo implements the rules of Diminuendo Chess, by David T. Jagger: 43
// hexagonal squares, of which z is the double square of d4 and d5. Captured pieces
// change and return on z. It is a family of 720 rankings with two options. The
// differences from orthodox chess, with the rulings that comments cite:
//
//   - With the file x from 0 and the height h = 2·rank + |x−3|, steps are: rook
//     and king (0,±2) (±1,±1); bishop (±1,±3) (±2,0); knight (±1,±5) (±2,±4)
//     (±3,±1). A white pawn moves (0,+2) and captures (±1,+1); a black one the
//     other way.
//   - R1 z is one square with two halves. A piece on it acts from both, a line
//     through either half goes through z, and a slider slides on through an empty
//     z. A bishop's step passes between two squares, also between the halves of z.
//   - R2 A piece captured elsewhere than on z becomes the next in the ranking and
//     drops on z; a piece of either color there leaves the board. The last of the
//     ranking leaves the board when captured, and z is emptied. A piece captured on
//     z leaves the board.
//   - R3 A piece that moves to z becomes the next in the ranking; the last of the
//     ranking leaves the board.
//   - R4 Drop check: a check by the piece that a move drops does not make that move
//     illegal. Kings are never captured.
//   - R5 Pawns promote on the last square of their file, to Q, R, N or B. There is
//     no double step, no en passant and no castling.
//   - R6 Stalemate is a draw.
//   - R7 A side may have several kings. No move may leave one of them attacked
//     (R4 excepted), or the mover without a king. A side whose last king the
//     opponent's capture expels from z has lost at once.
//   - R8 With the queenish king, kings also step as bishops do. With the flexible
//     pawn, pawns also move, not only capture, sideways-forward.
//
// Threefold repetition, fifty moves by each side without a capture, and king against
// king are draws. The loss of R7 cannot happen in a game from the start: new kings
// appear on z only, and the last king off z may not move there.
//
// Moves are legal by construction, except that moves of kings, and of pieces that
// become kings, are tried one by one.
//
// The package offers New, ByName, Game and Ranking. Its other exported names, such as
// State, Targets and the attack tables, are for the evaluator in engine/eval/diminuendo
// and carry no promise of stability.
package diminuendo
