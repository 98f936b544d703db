// Package editor sets up positions piece by piece. Between two edits a position need
// not be sound: at every step it tells all that is still wrong, in words and by
// cells, and what could be done about it.
//
// It knows no variant: what can be set, and what is wrong, it asks the game
// (game.SetupParser). The same code answers the server's requests and, as WebAssembly,
// the page's own. It keeps nothing: who asks holds the DraftState.
package editor
