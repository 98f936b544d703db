// Package notation reads and writes moves and games as text. It knows no
// variant: every reading is a search among the legal moves of a game.Position
// for the one that a text describes, and every writing is derived from the
// effects of a move.
//
// Three notations of moves are known:
//
//   - UCI, game.Position.UCI: "e2e4", "e1d2bn", "zf1";
//   - short algebraic (SAN): "Nf3", "exd5", "O-O", "Kd2=BN", "Nxe4>B+";
//   - the long form that inventors and players print: "Nb6 x c4",
//     "B(d3) x P(f5)+", "P - c4", "N(c2)>B - z".
//
// Games are trees of moves with comments and variations (Tree). They are read
// from and written to PGN, and read from score sheets in any of the notations,
// numbered or not, with prose around and between the moves (ReadString).
//
// The functions that take a game.Position play moves on it and take them back;
// it is the same afterwards, but must not be used by others meanwhile.
package notation
