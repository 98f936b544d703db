// Package browser tests the page as users see it, in a real Chromium: games between
// two browsers and against the engine, broken connections, phones, keyboards,
// themes. It has only tests. Those of the main paths also run in Firefox and WebKit
// ('make browsers'): they use only what a person does and sees, not chromedp.
// WebKitGTK's driver has no touch: where a test taps, drags or swipes with a finger, the
// mouse does it there, and no test of these paths depends on the difference.
//
// Tests that fail leave a screenshot in bin/screenshots. If WANE_SHOTS names a folder,
// all tests leave theirs there: 'make screenshots'.
package browser
