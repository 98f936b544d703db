// Package rulekit helps to implement the rules of a game, and to read FENs beyond what
// game.Game.Parse does: the stack of a position's states, the fields of a FEN and of EPD,
// boards as grids of letters, positions as users set them up, and outcomes.
package rulekit
