// Package tui holds wane's full-screen terminal programs: Play, a game against
// the engine or between two people at one screen, and Replay, which steps
// through a recorded game.
//
// Both are bubbletea models that draw on a canvas of their own, a sheet of
// styled characters as large as the window, so that nothing can wrap or run
// over. Every mark on the board is a character first and a color second: a
// terminal without colors loses nothing. What can be clicked is recorded on
// the canvas while it is drawn, as the key that the click stands for.
//
// The package knows no game. Time comes in through messages and the Now
// function of the options, so that tests need no clock.
package tui
