// Command wane-wasm is the rules of wane for web pages, as WebAssembly. It sets
// globalThis.wane to an object of functions, each of which returns a text in
// JSON, {"ok": …} or {"error": "what is wrong"}:
//
//	scenes(variant, fen, moves, from)   scenes from that ply to the end
//	choices(variant, fen, moves)        the legal moves at the end
//	preview(variant, fen, moves, move)  what a move at the end would do
//	check(variant, fen)                 the scene of a FEN, if it is sound
//	judge(variant, step, moves)         whether a learner's last move is what a step
//	                                    of a lesson, in JSON, asks for
//	draft(state, edit)                  a position that is being set up, after an
//	                                    edit; both are JSON
//	read(variant, fen, text, fixes)     the games of a text; fixes are corrections, one a line
//	write(game)                         a game, which is JSON, as PGN
//
// An empty FEN means the game's start; moves are separated by spaces. What the
// answers hold is described in packages scene, learn (judge), setup (draft) and
// study (read, write).
package main
