// Package cheshire plays Cheshire Cat Chess, by V.R. Parton, on 10×10 squares
// and on 8×8. The board goes as the cat did, bit by bit. The rules, where they
// differ from orthodox chess, with the rulings that other comments name:
//
//   - R1 The square that a man moves from vanishes. Nobody may land there any
//     more; everybody may pass over it: sliders, a pawn's double step, a king
//     that moves as a queen. The square of a man taken en passant stays.
//   - R2 A king that has not moved yet moves, captures and gives check as a
//     queen; from its first move on, of whatever length, it is a king. So two
//     unmoved kings on an open line attack each other. There is no castling.
//   - R3 A pawn's double step is two squares, from its start rank, on both
//     boards. En passant is orthodox: the taker lands on the square passed over,
//     and cannot if that has vanished.
//   - R4 Pawns promote on the last rank to queen, rook, bishop or knight.
//     Stalemate is a draw.
//
// Fifty moves by each side without capture or pawn move draw. No position can
// come twice, and none is called dead for want of men.
//
// A king on its start square without the right to move as a queen can only be
// set up, not played to; it is read, and is an ordinary king.
//
// Every move that the package gives out is legal by construction: what answers
// all checks, and what a pinned man may do, is known before moves are made.
package cheshire
