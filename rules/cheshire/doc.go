// Package cheshire implements the rules of Cheshire Cat Chess, by V.R. Parton, on 10×10
// squares and on 8×8. The differences from orthodox chess, with the rulings that
// comments cite:
//
//   - R1 The square that a piece moves from vanishes. No piece may land there any
//     more, but sliders, a pawn's double step and a king that moves as a queen may
//     cross it. The square of a pawn captured en passant stays.
//   - R2 A king that has not moved yet moves, captures and gives check as a
//     queen. Its first move, of any length, ends that. So two unmoved kings on an
//     open line attack each other. There is no castling.
//   - R3 A pawn's double step is two squares, from its start rank, on both boards.
//     En passant is orthodox: the capturing pawn lands on the crossed square, and
//     cannot if that has vanished.
//   - R4 Pawns promote on the last rank to queen, rook, bishop or knight.
//     Stalemate is a draw.
//
// Fifty moves by each side without a capture or a pawn move are a draw. No position can
// repeat, and there is no insufficient material.
//
// A king on its start square without the right to move as a queen cannot arise in a
// game. It can be set up, and is an ordinary king.
//
// Moves are legal by construction: the generator knows the squares that answer all
// checks, and the lines of pinned pieces. Only en passant captures are tried.
//
// The package offers New, NewSmall and Game. Its other exported names, such as State,
// Set, Targets and the attack tables, are for the evaluator in engine/eval/cheshire and
// carry no promise of stability.
package cheshire
