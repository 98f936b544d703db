// Package tui has wane's full-screen terminal programs: Play, a game against the
// engine or between two players at one screen, and Replay, which steps through
// recorded games.
//
// Both are bubbletea models that draw on a canvas, a grid of styled characters as
// large as the window, so that nothing wraps or overflows. Every mark on the board is
// a character first and a color second: a terminal without colors loses nothing.
// Drawing records on the canvas what can be clicked, as the key that a click stands
// for.
//
// The package contains no rules. Time comes from messages and from the options' Now
// function, so that tests need no clock.
package tui
