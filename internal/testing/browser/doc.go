// Package browser tests the page as users see it, in a real Chromium: games between
// two browsers and against the engine, broken connections, phones, keyboards,
// themes. It has only tests.
//
// WANE_SHOTS names a folder for the screenshots that the tests take.
package browser
