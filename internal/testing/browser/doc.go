// Package browser tests the page as people use it, in a real Chromium: whole games
// between two browsers and against the engine, broken connections, phones,
// keyboards, themes. It has only tests.
//
// WANE_SHOTS names a folder in which the tests leave screenshots.
package browser
